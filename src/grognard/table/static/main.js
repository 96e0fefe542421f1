// Which screen is shown: the part of the address behind the # says so. Keys of seats stand there too, since browsers send that part to nobody.

import { Trouble } from "./api.js";
import { h, put, recall } from "./dom.js";
import { setTheme } from "./theme.js";

/** @typedef {{element: HTMLElement, title: string, close?: () => void}} Screen */

/** @type {{[name: string]: () => Promise<(words: string[], query: URLSearchParams) => Promise<Screen> | Screen>}} */
const SCREENS = {
  "": async () => (await import("./home.js")).home,
  setup: async () => (await import("./setup.js")).setup,
  battles: async () => (await import("./battles.js")).battles,
  battle: async () => (await import("./battle.js")).battle,
  replay: async () => (await import("./replay.js")).replay,
  odds: async () => (await import("./odds.js")).odds,
  rules: async () => (await import("./rules.js")).rules,
};

const app = /** @type {HTMLElement} */ (document.getElementById("app"));
/** @type {Screen | null} */
let shown = null;
let turn = 0;

async function go() {
  turn += 1;
  const mine = turn;
  const [path, search] = location.hash.replace(/^#\/?/, "").split("?");
  const [name, ...words] = path.split("/").map(decodeURIComponent);
  const open = SCREENS[name] ?? SCREENS[""];
  try {
    const make = await open();
    const screen = await make(words, new URLSearchParams(search ?? ""));
    if (mine !== turn) {
      screen.close?.();
      return;
    }
    shown?.close?.();
    shown = screen;
    for (const dialog of document.querySelectorAll("dialog")) dialog.remove();
    document.title = screen.title ? `${screen.title} · grognard` : "grognard";
    put(app, screen.element);
    scrollTo(0, 0);
    const heading = /** @type {HTMLElement | null} */ (app.querySelector("h1"));
    if (heading && mine > 1) {
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    }
  } catch (error) {
    if (mine !== turn) return;
    const words = error instanceof Trouble ? error.message : "Something went wrong on this page; that is our mistake.";
    if (!(error instanceof Trouble)) console.error(error);
    put(
      app,
      h("main", { class: "page" }, h("h1", null, "That did not work"), h("p", null, words), h("div", { class: "row" }, h("button", { class: "go", onclick: () => void go() }, "Try again"), h("a", { class: "button", href: "#/" }, "Home"))),
    );
  }
}

setTheme(recall("theme", ""));
addEventListener("hashchange", () => void go());
void go();
