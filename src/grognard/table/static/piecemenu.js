// The menu beside a piece or a place: the answers that are about it, with their odds.

import { h } from "./dom.js";
import { oddsWords } from "./pieces.js";

/** @typedef {import("./wire.js").Choice} Choice */

const MOST = 40; // answers in one menu

export class PieceMenu {
  /** @param {HTMLElement} pane @param {import("./ask.js").Ask} ask @param {(option: Choice) => void} over */
  constructor(pane, ask, over) {
    this.pane = pane;
    this.ask = ask;
    this.over = over;
    /** @type {HTMLElement | null} */
    this.element = null;
    this.key = ""; // the one answer that it offers, if there is only one
  }

  /** Answers beside what they are about. @param {string} text @param {Choice[]} options @param {DOMRect} at @param {boolean} keyboard @param {string} key */
  open(text, options, at, keyboard, key) {
    const menu = h("div", { class: "piece-menu", role: "dialog", "aria-label": "Answers here" }, h("h3", null, text), options.slice(0, MOST).map((option) => this.button(option)));
    this.element = menu;
    this.key = key;
    this.pane.append(menu);
    const pane = this.pane.getBoundingClientRect();
    const [w, t] = [menu.offsetWidth, menu.offsetHeight];
    menu.style.left = `${Math.max(8, Math.min(pane.width - w - 8, at.left - pane.left + at.width / 2 - w / 2))}px`;
    const below = at.bottom - pane.top + 8;
    menu.style.top = `${Math.max(8, below + t > pane.height ? Math.min(at.top - pane.top - t - 8, pane.height - t - 8) : below)}px`;
    if (keyboard) menu.querySelector("button")?.focus();
  }

  /** @param {Choice} option */
  button(option) {
    const odds = this.ask.odds[option.key];
    const reply = this.ask.replies[option.key];
    return h("button", { onclick: () => this.ask.take(option.key), onmouseenter: () => this.over(option) }, option.words, odds && h("span", { class: "pct" }, oddsWords(odds, 2)), reply && h("span", { class: "reply" }, `back: ${oddsWords(reply, 2)}`));
  }

  /** Put it away; whether the keyboard was in it. */
  close() {
    const inside = Boolean(this.element?.contains(document.activeElement));
    this.element?.remove();
    this.element = null;
    this.key = "";
    return inside;
  }
}
