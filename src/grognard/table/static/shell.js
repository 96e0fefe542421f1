// What all screens but the battle have around them.

import { h, recall } from "./dom.js";
import { setTheme } from "./theme.js";

const LINKS = [
  ["home", "#/", "Home"],
  ["battles", "#/battles", "My battles"],
  ["odds", "#/odds", "Odds"],
  ["rules", "#/rules", "Rules"],
];
const THEMES = [
  ["", "Auto"],
  ["light", "Light"],
  ["dark", "Dark"],
];

/**
 * @param {string} name which screen it is
 * @param {...import("./dom.js").Child} inside
 */
export function shell(name, ...inside) {
  const main = h("main", { class: `page screen-${name}`, tabindex: "-1" }, inside);
  const skip = (/** @type {Event} */ event) => {
    event.preventDefault();
    main.focus();
  };
  const theme = h("select", { "aria-label": "Light or dark", class: "theme", onchange: () => setTheme(theme.value) }, THEMES.map(([value, words]) => h("option", { value, selected: value === recall("theme", "") }, words)));
  return h(
    "div",
    { class: "shell" },
    h("header", { class: "bar" }, h("a", { class: "skip", href: "#/", onclick: skip }, "Skip to the page"), h("a", { class: "brand", href: "#/" }, "grognard"), h("nav", { "aria-label": "Screens" }, LINKS.map(([id, href, words]) => h("a", { href, "aria-current": id === name ? "page" : null }, words))), theme),
    main,
  );
}
