// A question of odds rolled out once: every throw that the rule asks for in its turn, from the program or typed in, and what came of it.

import { ask } from "./api.js";
import { diceEntry } from "./dice.js";
import { h, put, toast } from "./dom.js";
import { die, logLine, openRule } from "./pieces.js";

/** @typedef {import("./wire.js").Rolled} Rolled */

const PAUSE = 450; // between two lines of the program's dice
const BARE = /** @type {import("./wire.js").Scene} */ ({ width: 1, height: 1, unit: "", ground: [], tokens: [], sides: [], turn: 0, turns: "", phases: [], phase: "" });

export class Rolling {
  /** @param {string} address @param {string} game @param {() => {[name: string]: string}} situation */
  constructor(address, game, situation) {
    this.address = address;
    this.game = game;
    this.situation = situation;
    this.own = false;
    this.seed = "";
    this.turn = 0;
    this.shown = 0;
    /** @type {number[][]} */
    this.thrown = [];
    this.lines = h("ol", { class: "log rolled", "aria-label": "What fell" });
    this.asks = h("div", { class: "ask-body" });
    this.outcome = h("p", { class: "came-out", role: "status" });
    this.program = h("button", { onclick: () => void this.start(false) }, "Roll it");
    this.table = h("button", { onclick: () => void this.start(true) }, "Roll it with my own dice");
    this.not = h("p", { class: "soft", hidden: true });
    this.element = h("div", { class: "ask-body" }, h("div", { class: "row" }, this.program, this.table), this.not, this.asks, this.lines, this.outcome);
  }

  clear() {
    this.turn += 1;
    for (const box of [this.lines, this.asks, this.outcome]) put(box);
  }

  /** Whether the question can be rolled at all. @param {string} why empty, or why not */
  allow(why) {
    this.program.hidden = this.table.hidden = this.not.hidden = false;
    if (why) this.program.hidden = this.table.hidden = true;
    else this.not.hidden = true;
    put(this.not, `This cannot be rolled out: ${why}.`);
  }

  /** @param {boolean} own */
  async start(own) {
    this.clear();
    this.own = own;
    this.seed = "";
    this.shown = 0;
    this.thrown = [];
    await this.go();
  }

  /** Ask the table for the next dice, or for how it came out. */
  async go() {
    const mine = this.turn;
    try {
      const rolled = /** @type {Rolled} */ (await ask(this.address, { body: { situation: this.situation(), thrown: this.thrown, own: this.own, seed: this.seed } }));
      if (mine !== this.turn) return;
      this.seed = rolled.seed ?? "";
      await this.show(rolled, mine);
    } catch (error) {
      this.thrown.pop();
      toast(error instanceof Error ? error.message : String(error), "bad");
    }
  }

  /** @param {Rolled} rolled @param {number} mine */
  async show(rolled, mine) {
    put(this.asks);
    if (rolled.why_not) {
      this.allow(rolled.why_not);
      return;
    }
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    for (const line of rolled.log.slice(this.shown)) {
      if (line.kind === "roll" && this.shown && !still && !this.own) await new Promise((done) => setTimeout(done, PAUSE));
      if (mine !== this.turn) return;
      this.shown += 1;
      this.lines.append(this.line(line));
    }
    const dice = rolled.asks;
    if (dice) {
      const next = (/** @type {number[]} */ faces) => {
        this.thrown.push(faces);
        void this.go();
      };
      const entry = diceEntry({ ...dice, words: dice.words.split(": roll ").at(-1) ?? dice.words }, next, () => next([]));
      put(this.asks, h("h2", { class: "small-head" }, dice.words.charAt(0).toUpperCase() + dice.words.slice(1)), entry.row, entry.note);
      entry.focus();
      return;
    }
    put(this.outcome, "It came out: ", h("b", null, rolled.outcome));
  }

  /** @param {import("./wire.js").Line} line */
  line(line) {
    const element = logLine({ ...line, faces: [] }, BARE, (one) => void openRule(this.game, one.rule), true);
    const sides = Number(/D(\d+)/.exec(line.dice ?? "")?.[1] ?? 6);
    const faces = line.faces ?? [];
    if (faces.length) element.prepend(h("span", { class: "dice" }, faces.map((face, n) => die(face, sides, Boolean(line.typed), n)), faces.length > 1 && h("b", null, String(line.total ?? ""))));
    return element;
  }
}
