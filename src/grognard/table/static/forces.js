// A force of one's own for a side: one that comes with the game, a file, or text; checked at once, in words.

import { ask, send } from "./api.js";
import { h, put } from "./dom.js";

/** @typedef {import("./wire.js").GameCard} GameCard */

const PAUSE = 400; // of typing, before what is typed is checked

/**
 * The choice of a force. The text that is chosen stands in a field with `data-force`.
 * @param {GameCard} game
 * @param {string} side
 * @param {string} label
 * @param {() => {scenario: string, file: string}} where the scenario that it is to be taken into
 */
export function forceField(game, side, label, where) {
  const forces = game.forces ?? [];
  let turn = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const found = h("div", { class: "force-found", role: "status" });
  const text = h("textarea", { "data-force": side, rows: "8", spellcheck: "false", placeholder: "A force file (TOML)", "aria-label": `Force file for ${label}`, oninput: () => later() });
  const file = h("input", { type: "file", accept: ".toml,text/plain", "aria-label": `Force file for ${label}, from the disk`, onchange: () => void picked() });
  const example = forces[0] && h("a", { href: `/api/forces/${encodeURIComponent(game.name)}/${encodeURIComponent(forces[0].name)}`, download: `${forces[0].name}.toml` }, "Download an example");
  const own = h("div", { class: "own-force", hidden: true }, text, h("div", { class: "row" }, file, example));
  const select = h(
    "select",
    { id: `force-${side}`, onchange: () => void chosen() },
    h("option", { value: "" }, "The scenario's own"),
    forces.map((force) => h("option", { value: force.name }, force.title)),
    h("option", { value: "*" }, "A file or text of mine…"),
  );

  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void check(), PAUSE);
  };

  const picked = async () => {
    const given = file.files?.[0];
    if (!given) return;
    text.value = await given.text();
    await check();
  };

  const chosen = async () => {
    own.hidden = select.value !== "*";
    if (select.value !== "*") text.value = "";
    if (select.value && select.value !== "*") text.value = await (await send(`/api/forces/${encodeURIComponent(game.name)}/${encodeURIComponent(select.value)}`, {})).text();
    await check();
  };

  const check = async () => {
    turn += 1;
    const mine = turn;
    put(found);
    text.removeAttribute("aria-invalid");
    if (!text.value.trim()) return;
    try {
      const checked = /** @type {import("./wire.js").ForceChecked} */ (await ask(`/api/forces/${encodeURIComponent(game.name)}`, { body: { text: text.value, side, ...where() } }));
      if (mine !== turn) return;
      const [first, ...rest] = checked.holds;
      put(found, h("details", null, h("summary", null, h("span", { class: "good" }, "✓ "), first ?? "It can be played."), h("ul", null, rest.map((line) => h("li", null, line)))));
    } catch (error) {
      if (mine !== turn) return;
      text.setAttribute("aria-invalid", "true");
      put(found, h("p", { class: "refusal" }, error instanceof Error ? error.message : String(error)));
    }
  };

  return { element: h("div", { class: "field" }, h("label", { for: `force-${side}` }, `Force of ${label}`), select, own, found), check };
}
