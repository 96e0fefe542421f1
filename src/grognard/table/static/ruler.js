// The ruler: measure from one point of the board to another, where the game allows it.

import { h, length, put, s } from "./dom.js";
import { K } from "./field.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {[number, number]} Point */

export class Ruler {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.on = false;
    /** Where measuring began. @type {Point | undefined} */
    this.from = undefined;
    this.layer = s("g", { class: "above" });
    this.button = h("button", { class: "tool", "aria-label": "Measure a distance", "aria-pressed": "false", title: "Measure (M)", onclick: () => this.turn() }, "↔");
  }

  /** Lay it on the table, or put it away. */
  turn() {
    this.on = !this.on;
    this.button.setAttribute("aria-pressed", String(this.on));
    this.board.classList.toggle("ruling", this.on);
    put(this.layer);
    this.board.cheer(this.on ? "Drag from one point to another to measure." : "");
  }

  /** @param {Point} to */
  draw(to) {
    const { from } = this;
    const { scene } = this.board;
    if (!from || !scene) return;
    const far = Math.hypot(to[0] - from[0], to[1] - from[1]);
    const [x1, y1, x2, y2] = [from[0] * K, (scene.height - from[1]) * K, to[0] * K, (scene.height - to[1]) * K];
    put(this.layer, s("path", { class: "ruler", d: `M${x1} ${y1}L${x2} ${y2}` }), s("text", { class: "price", x: (x1 + x2) / 2, y: (y1 + y2) / 2 - 8, "font-size": this.board.wordSize() }, length(Math.round(far * 10) / 10, scene.unit)));
  }
}
