// A view of the table: which part of it is on the screen, and how it is moved and made larger.

import { s } from "./dom.js";
import { edgeOf, K } from "./field.js";

/** @typedef {import("./wire.js").Scene} Scene */
/** @typedef {[number, number]} Point */

const SMALL = 600; // a pane narrower than this, in pixels, shows a move close up
const LARGEST = 2.5; // so many times as large as the whole table at most
const ROOM = 0.35; // of what is shown close up: what is shown around it

/** A place no farther than so much from the first, or in the middle where there is room to spare. @param {number} place @param {number} first @param {number} most */
function within(place, first, most) {
  return most < 0 ? first + most / 2 : Math.max(first, Math.min(first + most, place));
}

export class View extends HTMLElement {
  constructor() {
    super();
    /** @type {Scene | null} */
    this.scene = null;
    /** @type {{x: number, y: number, w: number, h: number}} */
    this.view = { x: 0, y: 0, w: 100, h: 100 };
    this.fitted = true; // the whole table is shown
    this.closeUp = false; // a part of it is, and nobody has asked for that
    /** @type {Point[]} */
    this.near = []; // what a close-up is of
    this.paneWidth = 0;
    this.svg = s("svg", { class: "field", role: "group", "aria-label": "the table", tabindex: "0" });
  }

  /** @param {Scene} scene */
  lookAt(scene) {
    this.scene = scene;
  }

  /** The whole table with its edge. */
  box() {
    const scene = this.scene;
    const edge = scene ? edgeOf(scene) * K : 0;
    return scene ? { x: -edge, y: -edge, w: scene.width * K + 2 * edge, h: scene.height * K + 2 * edge } : { x: 0, y: 0, w: 100, h: 100 };
  }

  /** The pane has another size: show the whole table anew, unless it must not jump. */
  resized() {
    const pane = this.svg.getBoundingClientRect();
    if (!pane.width || !pane.height) return;
    if (this.fitted && !this.still()) {
      this.fit();
      return;
    }
    if (this.closeUp && !this.still()) {
      this.comeNear(this.near);
      return;
    }
    const scale = this.paneWidth ? this.view.w / this.paneWidth : this.view.w / pane.width;
    this.view = { ...this.view, w: pane.width * scale, h: pane.height * scale };
    this.paint();
  }

  /** Show the whole table. */
  fit() {
    const box = this.box();
    const pane = this.svg.getBoundingClientRect();
    const ratio = pane.width && pane.height ? pane.width / pane.height : box.w / box.h;
    const [w, t] = box.w / box.h > ratio ? [box.w, box.w / ratio] : [box.h * ratio, box.h];
    this.view = { x: box.x + (box.w - w) / 2, y: box.y + (box.h - t) / 2, w, h: t };
    this.fitted = true;
    this.closeUp = false;
    this.paint();
  }

  /** On a small screen, come nearer to what is asked about; whoever has moved the view keeps it. @param {Point[]} points on the board */
  comeNear(points) {
    const pane = this.svg.getBoundingClientRect();
    if (!points.length || !pane.width || pane.width >= SMALL || !(this.fitted || this.closeUp)) return;
    this.near = points;
    const [xs, ys] = [points.map((point) => point[0]), points.map((point) => point[1])];
    const [left, top] = [Math.min(...xs), Math.min(...ys)];
    const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - top];
    const least = this.box().w / LARGEST;
    const w = Math.max(least, (1 + ROOM) * Math.max(width, (height * pane.width) / pane.height));
    if (w >= this.box().w) {
      this.fit();
      return;
    }
    const t = (w * pane.height) / pane.width;
    const box = this.box();
    this.view = { x: within(left + width / 2 - w / 2, box.x, box.w - w), y: within(top + height / 2 - t / 2, box.y, box.h - t), w, h: t };
    this.fitted = false;
    this.closeUp = true;
    this.paint();
  }

  /** Back from a close-up to the whole table. */
  stepBack() {
    if (this.closeUp) this.fit();
  }

  paint() {
    const { x, y, w, h: t } = this.view;
    this.svg.setAttribute("viewBox", `${x.toFixed(1)} ${y.toFixed(1)} ${w.toFixed(1)} ${t.toFixed(1)}`);
    this.paneWidth = this.svg.clientWidth || 800;
    this.painted(this.paneWidth / w);
  }

  /** The view has changed: whatever depends on its scale is drawn again. @param {number} _scale pixels for one length on the board */
  painted(_scale) {}

  /** Whether the view must not jump by itself now. */
  still() {
    return false;
  }

  /** How long a pixel of the screen is on the board. */
  pixel() {
    return this.view.w / (this.svg.clientWidth || 800);
  }

  /** @param {number} factor @param {Point} [at] */
  zoom(factor, at = undefined) {
    const box = this.box();
    const w = Math.max(box.w / 14, Math.min(box.w * 2.2, this.view.w * factor));
    const real = w / this.view.w;
    const [cx, cy] = at ?? [this.view.x + this.view.w / 2, this.view.y + this.view.h / 2];
    this.view = { x: cx - (cx - this.view.x) * real, y: cy - (cy - this.view.y) * real, w, h: this.view.h * real };
    this.fitted = this.closeUp = false;
    this.paint();
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.view = { ...this.view, x: this.view.x - dx, y: this.view.y - dy };
    this.fitted = this.closeUp = false;
    this.paint();
  }

  /** Move the view so that a piece is in sight. @param {string} id */
  reveal(id) {
    const scene = this.scene;
    const token = scene?.tokens.find((one) => one.id === id);
    if (!token || !scene || this.fitted) return;
    const [x, y] = [token.x * K, (scene.height - token.y) * K];
    const { view } = this;
    if (x < view.x || x > view.x + view.w || y < view.y || y > view.y + view.h) {
      this.view = { ...view, x: x - view.w / 2, y: y - view.h / 2 };
      this.paint();
    }
  }

  /** Where on the board a pointer is. @param {{clientX: number, clientY: number}} event @returns {Point} */
  at(event) {
    const pane = this.svg.getBoundingClientRect();
    return [this.view.x + ((event.clientX - pane.left) / pane.width) * this.view.w, this.view.y + ((event.clientY - pane.top) / pane.height) * this.view.h];
  }

  /** The same in the game's unit. @param {{clientX: number, clientY: number}} event @returns {Point} */
  unitsAt(event) {
    const [x, y] = this.at(event);
    return [x / K, (this.scene?.height ?? 0) - y / K];
  }
}
