// Answers that are places, such as hexes: lit on the board, to be clicked or walked to with the arrow keys. A place with several facings opens a rose of arrows.

import { put, s } from "./dom.js";
import { outline } from "./terrain.js";

/** @typedef {import("./wire.js").Asked} Asked */
/** @typedef {import("./wire.js").Choice} Choice */
/** @typedef {import("./wire.js").Scene} Scene */
/** @typedef {{at: [number, number], name: string, options: Choice[], area: SVGElement}} Target */

const NEAR = 0.3; // so near to a place is on it

/** Answers by the place they point at. @param {Asked | null} question @returns {Map<string, Choice[]>} */
export function byPlace(question) {
  /** @type {Map<string, Choice[]>} */
  const found = new Map();
  if (question?.place) return found;
  for (const option of question?.options ?? []) {
    if (!option.at) continue;
    const place = option.at.join(" ");
    found.set(place, [...(found.get(place) ?? []), option]);
  }
  return found;
}

export class Targets {
  /**
   * @param {number} k how long one unit is on the board
   * @param {(options: Choice[], at: Element, keyboard: boolean) => void} offer asks which of several
   * @param {(option: Choice) => void} take
   * @param {(option: Choice | null) => void} over
   */
  constructor(k, offer, take, over) {
    this.k = k;
    this.offer = offer;
    this.take = take;
    this.over = over;
    /** @type {Target[]} */
    this.list = [];
    /** @type {Scene | null} */
    this.scene = null;
    this.layer = s("g", { class: "targets" });
    this.rose = s("g", { class: "rose" });
    this.pixel = 1; // how long a pixel of the screen is on the board
  }

  /** @param {Asked | null} question @param {Scene} scene */
  draw(question, scene) {
    this.scene = scene;
    this.close();
    this.list = [...byPlace(question).values()].map((options) => this.target(options, scene));
    put(this.layer, this.list.map((target) => target.area));
    this.rove(this.list[0]);
  }

  /** @param {Choice[]} options @param {Scene} scene @returns {Target} */
  target(options, scene) {
    const at = /** @type {[number, number]} */ (options[0].at);
    const ground = scene.ground.find((one) => one.shape.kind === "polygon" && around(one.shape.points ?? [], at));
    const name = ground?.name || `${at[0].toFixed(1)}, ${at[1].toFixed(1)}`;
    const d = ground ? outline(ground.shape, this.k, scene.height) : outline({ kind: "disc", x: at[0], y: at[1], radius: 0.4 }, this.k, scene.height);
    const words = options.length === 1 ? options[0].words : `${name}: ${options.length} answers`;
    const area = s("path", { class: "area", d, role: "button", tabindex: "-1", "aria-label": words, "data-area": name }, s("title", null, words));
    const target = { at, name, options, area };
    area.addEventListener("click", (event) => this.open(target, event.detail === 0));
    area.addEventListener("pointerenter", () => this.over(options.length === 1 ? options[0] : null));
    return target;
  }

  /** The target at this place, if there is one. @param {number} x @param {number} y */
  near(x, y) {
    return this.list.find((target) => Math.hypot(target.at[0] - x, target.at[1] - y) < NEAR);
  }

  /** @param {Choice} option */
  of(option) {
    return this.list.find((target) => target.options.includes(option));
  }

  /** Light up where an answer points. @param {Choice | null} option */
  light(option) {
    const lit = option && this.of(option);
    for (const target of this.list) target.area.classList.toggle("lit", target === lit);
  }

  /** @param {Target} target @param {boolean} keyboard */
  open(target, keyboard) {
    this.close();
    this.rove(target);
    target.area.classList.add("open");
    /** @type {Map<number, Choice[]>} */
    const ways = new Map();
    for (const option of target.options) ways.set(option.facing ?? -1, [...(ways.get(option.facing ?? -1) ?? []), option]);
    if (ways.size < 2) {
      this.offer(target.options, target.area, keyboard);
      return;
    }
    const height = this.scene?.height ?? 0;
    const far = Math.max(0.62 * this.k, 40 * this.pixel);
    const size = Math.max(0.2 * this.k, 13 * this.pixel);
    this.rose.setAttribute("transform", `translate(${target.at[0] * this.k} ${(height - target.at[1]) * this.k})`);
    put(this.rose, s("circle", { class: "rose-ground", r: far + size * 1.5 }), [...ways].sort((a, b) => a[0] - b[0]).map(([facing, options]) => this.arrow(facing, options, far, size)));
    if (keyboard) /** @type {SVGElement | null} */ (this.rose.querySelector(".arrow"))?.focus();
  }

  /** @param {number} facing @param {Choice[]} options @param {number} far @param {number} size */
  arrow(facing, options, far, size) {
    const turn = facing < 0 ? "" : `rotate(${facing}) translate(0 ${-far})`;
    const words = options.map((option) => option.words).join("; ");
    const arrow = s(
      "g",
      { class: "arrow", role: "button", tabindex: "0", "aria-label": words, transform: turn, "data-key": options[0].key },
      s("title", null, words),
      s("circle", { class: "arrow-ground", r: size * 1.35 }),
      facing < 0 ? s("circle", { r: size * 0.5 }) : s("path", { d: `M0 ${-size}L${size * 0.8} ${size * 0.7}L0 ${size * 0.3}L${-size * 0.8} ${size * 0.7}Z` }),
    );
    arrow.addEventListener("click", (event) => (options.length === 1 ? this.take(options[0]) : this.offer(options, arrow, event.detail === 0)));
    arrow.addEventListener("focus", () => this.over(options[0]));
    arrow.addEventListener("pointerenter", () => this.over(options[0]));
    return arrow;
  }

  close() {
    put(this.rose);
    for (const target of this.list) target.area.classList.remove("open");
  }

  /** Only one place is in the order of the Tab key. @param {Target | undefined} first */
  rove(first) {
    for (const target of this.list) target.area.setAttribute("tabindex", target === first ? "0" : "-1");
  }

  /** A key on a place or on an arrow; whether it was one of ours. @param {KeyboardEvent} event */
  key(event) {
    const on = /** @type {Element} */ (event.target);
    const arrow = on.closest(".arrow");
    const steps = /** @type {{[key: string]: [number, number]}} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] });
    const step = event.shiftKey ? undefined : steps[event.key];
    if (arrow) return this.arrowKey(event, arrow, step);
    const here = this.list.find((target) => target.area === on);
    if (!here) return false;
    if (event.key === "Enter" || event.key === " ") this.open(here, true);
    else if (step) this.walk(here, step);
    else return false;
    return true;
  }

  /** @param {KeyboardEvent} event @param {Element} arrow @param {[number, number] | undefined} step */
  arrowKey(event, arrow, step) {
    const all = /** @type {SVGElement[]} */ ([...this.rose.querySelectorAll(".arrow")]);
    if (event.key === "Enter" || event.key === " ") arrow.dispatchEvent(new MouseEvent("click", { bubbles: false, detail: 0 }));
    else if (event.key === "Escape") {
      const open = this.list.find((target) => target.area.classList.contains("open"));
      this.close();
      open?.area.focus();
    } else if (step) {
      const place = all.indexOf(/** @type {SVGElement} */ (arrow));
      all[(place + (step[0] + -step[1] > 0 ? 1 : all.length - 1)) % all.length]?.focus();
    } else return false;
    return true;
  }

  /** To the next place that way. @param {Target} here @param {[number, number]} step */
  walk(here, step) {
    let best = null;
    let near = Infinity;
    for (const target of this.list) {
      const [dx, dy] = [target.at[0] - here.at[0], target.at[1] - here.at[1]];
      const along = dx * step[0] + dy * step[1];
      if (along <= 0.01) continue;
      const far = along + 2 * (Math.abs(dx * step[1]) + Math.abs(dy * step[0]));
      if (far < near) [best, near] = [target, far];
    }
    if (!best) return;
    this.rove(best);
    best.area.focus();
  }
}

/** Whether a place is the middle of these corners. @param {[number, number][]} corners @param {[number, number]} at */
function around(corners, at) {
  if (corners.length < 3) return false;
  const x = corners.reduce((sum, corner) => sum + corner[0], 0) / corners.length;
  const y = corners.reduce((sum, corner) => sum + corner[1], 0) / corners.length;
  return Math.hypot(x - at[0], y - at[1]) < NEAR;
}
