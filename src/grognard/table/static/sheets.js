// Sheets over a battle: its menu, what the signs on the board mean, and the links to its seats.

import { mySeats, seatLink } from "./api.js";
import { h, recall, remember, toast } from "./dom.js";
import { HEX_ID } from "./field.js";
import { sideSign } from "./pieces.js";
import { setTheme } from "./theme.js";

/**
 * What a sheet asks of its battle.
 * @typedef {{
 *   id: string,
 *   key: string,
 *   state: import("./wire.js").State | null,
 *   watching: number,
 *   nameOf: (state: import("./wire.js").State, side: string) => string,
 *   export: () => Promise<void>,
 * }} Sheeted
 */

/** How long a computer's move is shown, by speed. */
export const PACE = /** @type {{[speed: string]: number}} */ ({ slow: 1100, normal: 550, fast: 150, instant: 0 });

/** The menu of a battle. @param {Sheeted} table */
export function menuSheet(table) {
  const { state } = table;
  if (!state) return;
  const speed = h("select", { id: "speed", onchange: () => remember("speed", speed.value) }, Object.keys(PACE).map((name) => h("option", { value: name, selected: name === recall("speed", "normal") }, name)));
  const theme = h("select", { id: "theme", onchange: () => setTheme(theme.value) }, ["", "light", "dark"].map((name) => h("option", { value: name, selected: name === recall("theme", "") }, name || "as the system")));
  const dialog = h(
    "dialog",
    { class: "sheet", "aria-labelledby": "menu-title", onclose: () => dialog.remove() },
    h("h2", { id: "menu-title" }, state.scenario),
    h(
      "div",
      { class: "row" },
      h("button", { onclick: () => legendSheet(state.scene, dialog) }, "Legend"),
      h("button", { onclick: () => linksSheet(table, dialog) }, "Links"),
      h("a", { class: "button", href: `#/replay/${table.id}` }, "Replay so far"),
      h("a", { class: "button", href: `#/rules/${state.game}` }, "Rules"),
      h("a", { class: "button", href: `#/odds/${state.game}` }, "Odds"),
      h("button", { onclick: () => void table.export() }, "Save as a file"),
      h("a", { class: "button", href: "#/battles" }, "My battles"),
      h("a", { class: "button", href: "#/" }, "Home"),
    ),
    h("label", { for: "speed" }, "Speed of the computer's moves", speed),
    h("label", { for: "theme" }, "Light or dark", theme),
    h("p", { class: "soft" }, "Keys: 1 to 9 answer, H hint, U undo, Tab to the board, arrows from piece to piece, Enter for its answers, + and − zoom, Shift and arrows move the view, M measure."),
    h("p", { class: "soft wrap" }, `The dice were sealed before the battle: ${state.commitment}`, state.seed && ` · seed ${state.seed}`),
    table.watching > 0 && h("p", { class: "soft" }, `${table.watching} watching.`),
    h("div", { class: "row end" }, h("button", { class: "go", onclick: () => dialog.close() }, "Close")),
  );
  document.body.append(dialog);
  dialog.showModal();
}

/** What the signs on the board mean. @param {import("./wire.js").Scene} scene @param {HTMLDialogElement} [over] */
export function legendSheet(scene, over) {
  over?.close();
  /** @type {Map<string, import("./wire.js").Mark>} */
  const marks = new Map();
  for (const token of scene.tokens) for (const mark of token.marks ?? []) marks.set(mark.letter, mark);
  /** What each kind of ground does; single hexes are not listed, only what they are. @type {Map<string, string>} */
  const grounds = new Map();
  for (const ground of scene.ground) {
    const [about, numbered] = [ground.about ?? "", HEX_ID.test(ground.name ?? "")];
    const [what, ...does] = numbered && about ? about.split(", ") : [ground.name || ground.look, about];
    if (!numbered || about) grounds.set(what, does.filter(Boolean).join(", "));
  }
  const fallen = scene.tokens.filter((token) => token.fallen);
  const dialog = h(
    "dialog",
    { class: "sheet", "aria-labelledby": "legend-title", onclose: () => dialog.remove() },
    h("h2", { id: "legend-title", tabindex: "-1", autofocus: true }, "Legend"),
    h("p", { class: "row" }, scene.sides.map((side, place) => h("span", { class: `side-chip chip-${Math.min(3, place)}` }, sideSign(place), side.name))),
    marks.size > 0 && h("ul", { class: "tags" }, [...marks.values()].map((mark) => h("li", { class: `tag ${mark.tone ?? ""}` }, h("b", null, mark.letter), ` ${mark.meaning}`))),
    h("table", { class: "odds-table" }, h("caption", null, "Ground"), h("tbody", null, [...grounds].map(([name, about]) => h("tr", null, h("th", { scope: "row" }, name), h("td", null, about || "no effect"))))),
    fallen.length > 0 && h("p", null, h("b", null, "Out of play: "), fallen.map((token) => token.name).join(", ")),
    h("div", { class: "row end" }, h("button", { class: "go", onclick: () => dialog.close() }, "Close")),
  );
  document.body.append(dialog);
  dialog.showModal();
}

/** The links to the seats. @param {Sheeted} table @param {HTMLDialogElement} [over] */
export function linksSheet(table, over) {
  over?.close();
  const { state } = table;
  const links = mySeats().find((seat) => seat.battle === table.id && seat.key === table.key)?.links ?? [];
  const mine = { key: table.key, kind: "mine", sides: state?.yours ?? [], name: "" };
  const words = (/** @type {{kind: string, sides: string[]}} */ link) =>
    link.kind === "watch" ? "For spectators" : link.kind === "side" ? `For ${link.sides.map((side) => (state ? table.nameOf(state, side) : side)).join(", ")}` : "Your own seat (keep it to yourself)";
  const dialog = h(
    "dialog",
    { class: "sheet", "aria-labelledby": "share-title", onclose: () => dialog.remove() },
    h("h2", { id: "share-title" }, "Links to this battle"),
    h("p", { class: "soft" }, "Whoever has a link has the seat: send each to one person only."),
    [...links.filter((link) => link.kind !== "host"), mine].map((link) => {
      const url = seatLink(table.id, link.key);
      return h(
        "div",
        { class: "row" },
        h("b", null, words(link)),
        h("input", { readonly: true, value: url, "aria-label": words(link), onfocus: (/** @type {FocusEvent} */ event) => /** @type {HTMLInputElement} */ (event.target).select() }),
        h(
          "button",
          {
            class: "small",
            onclick: () =>
              navigator.clipboard.writeText(url).then(
                () => toast("Copied.", "good"),
                () => toast("The browser does not let pages copy here: mark the link and copy it.", "bad"),
              ),
          },
          "Copy",
        ),
      );
    }),
    h("div", { class: "row end" }, h("button", { class: "go", onclick: () => dialog.close() }, "Close")),
  );
  document.body.append(dialog);
  dialog.showModal();
}
