// What stands beside the board: the card of a piece, the dice, the log, and the sheet that says why.

import { h, percent, put, s, toast } from "./dom.js";
import { ask, Trouble } from "./api.js";
import { sideShape } from "./emblems.js";

/** @typedef {import("./wire.js").Scene} Scene */
/** @typedef {import("./wire.js").Token} Token */
/** @typedef {import("./wire.js").Line} LogLine */
/** @typedef {import("./wire.js").Chance} Chance */
/** @typedef {import("./wire.js").RuleText} RuleText */

/** The sign of a side: its shape and colour. @param {number} place */
export function sideSign(place) {
  return s("svg", { viewBox: "-10 -10 20 20", "aria-hidden": "true" }, s("path", { class: `fill-${Math.min(3, Math.max(0, place))}`, d: sideShape(place, 8) }));
}

/** @param {Scene} scene @param {string} id */
export function placeOf(scene, id) {
  return scene.sides.findIndex((line) => line.id === id);
}

/**
 * A bar of chances, from nothing to the worst. Chances that add up to one stand side by side; others hold each other, as a wound holds a hit.
 * @param {Chance[]} odds
 */
export function oddsBar(odds) {
  const bar = h("span", { class: "odds", "aria-hidden": "true" });
  const sum = odds.reduce((total, chance) => total + chance.chance, 0);
  let parts = odds.map((chance) => chance.chance);
  if (Math.abs(sum - 1) > 0.0001) {
    const down = [1, ...parts.sort((a, b) => b - a), 0];
    parts = down.slice(0, -1).map((chance, n) => chance - down[n + 1]);
  }
  parts.forEach((part, n) => {
    const shade = parts.length <= 1 ? 5 : Math.round((n * 5) / (parts.length - 1));
    bar.append(h("i", { class: `o-${shade}`, style: { width: `${(part * 100).toFixed(2)}%` } }));
  });
  return bar;
}

/** Chances in words, the likeliest few. @param {Chance[]} odds @param {number} [most] */
export function oddsWords(odds, most = 3) {
  return odds
    .filter((chance) => chance.chance > 0)
    .sort((a, b) => b.chance - a.chance)
    .slice(0, most)
    .map((chance) => `${chance.words} ${percent(chance.chance)}`)
    .join(" · ");
}

/**
 * The card of a piece.
 * @param {Token} token
 * @param {Scene} scene
 */
export function card(token, scene) {
  const place = placeOf(scene, token.side);
  const side = scene.sides[place];
  return [
    side && h("div", { class: "side-head" }, h("span", { class: "side-chip" }, sideSign(place), side.name)),
    h("h2", null, token.name),
    token.line && h("p", { class: "role" }, token.line),
    (token.stats ?? []).length > 0 &&
      h(
        "dl",
        { class: "stats" },
        (token.stats ?? []).map((stat) =>
          h(
            "div",
            { class: `${stat.printed && stat.printed !== stat.value ? "changed" : ""} ${stat.value.length > 4 ? "long" : ""}` },
            h("dt", null, stat.name, stat.printed && stat.printed !== stat.value ? ` (${stat.printed})` : ""),
            h("dd", null, stat.value),
          ),
        ),
      ),
    ((token.marks ?? []).length > 0 || (token.tags ?? []).length > 0) &&
      h(
        "ul",
        { class: "tags" },
        (token.marks ?? []).map((mark) => h("li", { class: `tag ${mark.tone ?? ""}` }, h("b", null, mark.letter), ` ${mark.meaning}`)),
        (token.tags ?? []).map((tag) => h("li", { class: "tag" }, tag)),
      ),
    token.fallen && h("p", { class: "soft" }, "Not on the table."),
  ];
}

const PIPS = /** @type {{[face: number]: [number, number][]}} */ ({
  1: [[0, 0]],
  2: [[-6, -6], [6, 6]],
  3: [[-7, -7], [0, 0], [7, 7]],
  4: [[-6, -6], [6, -6], [-6, 6], [6, 6]],
  5: [[-7, -7], [7, -7], [0, 0], [-7, 7], [7, 7]],
  6: [[-6, -8], [6, -8], [-6, 0], [6, 0], [-6, 8], [6, 8]],
});

/** One die as it fell. @param {number} face @param {number} sides @param {boolean} typed @param {number} n */
export function die(face, sides, typed, n) {
  const dots = sides === 6 && PIPS[face];
  return h(
    "span",
    { class: `die falls ${typed ? "typed" : ""}`, style: { "animation-delay": `${n * 70}ms` }, title: typed ? `${face}, typed in` : String(face) },
    dots ? s("svg", { viewBox: "-15 -15 30 30", role: "img", "aria-label": String(face) }, dots.map(([x, y]) => s("circle", { cx: x, cy: y, r: 3, fill: "#2a2622" }))) : String(face),
  );
}

/** What fell last, and what came of it. @param {HTMLElement} box @param {LogLine[]} lines of the log, oldest first */
export function showDice(box, lines) {
  const places = lines.flatMap((line, n) => (line.kind === "roll" ? [n] : [])).slice(-2);
  if (!places.length) {
    put(box, h("small", null, "No dice have fallen here."));
    return;
  }
  const next = lines.slice((places.at(-1) ?? 0) + 1).find((line) => line.kind === "tell" || line.kind === undefined);
  put(
    box,
    places.map((n) => {
      const line = lines[n];
      const sides = Number(/D(\d+)/.exec(line.dice ?? "")?.[1] ?? 6);
      const faces = line.faces ?? [];
      return h(
        "div",
        { class: "row" },
        h("span", { class: "dice" }, faces.slice(0, 20).map((face, place) => die(face, sides, Boolean(line.typed), place)), faces.length > 20 ? "…" : ""),
        h("span", null, h("b", null, faces.length > 1 && line.total ? String(line.total) : ""), " ", h("small", null, `${line.dice}: ${line.words}${line.typed ? " (typed in)" : ""}`)),
      );
    }),
    next && h("p", { class: "came-of-it" }, h("span", { "aria-hidden": "true" }, "→ "), next.words.charAt(0).toUpperCase() + next.words.slice(1), (next.because ?? []).length > 0 && h("small", null, ` ${modifiers(next)}`)),
  );
}

/** The modifiers of a line. @param {LogLine} line */
function modifiers(line) {
  return (line.because ?? []).map((one) => `${one.reason} ${one.value > 0 ? "+" : "−"}${Math.abs(one.value)}`).join(" · ");
}

/**
 * Words with the names of pieces in their side's colour.
 * @param {string} words
 * @param {Scene} scene
 */
export function coloured(words, scene) {
  const names = scene.tokens.filter((token) => token.name.length > 1 && words.includes(token.name)).map((token) => /** @type {[string, number]} */ ([token.name, placeOf(scene, token.side)]));
  scene.sides.forEach((side, place) => {
    if (words.includes(side.name)) names.push([side.name, place]);
  });
  names.sort((a, b) => b[0].length - a[0].length);
  /** @type {(string | HTMLElement)[]} */
  let parts = [words];
  for (const [name, place] of names) {
    if (place < 0) continue;
    parts = parts.flatMap((part) => {
      if (typeof part !== "string" || !part.includes(name)) return [part];
      const [first, ...rest] = part.split(name);
      return [first, h("span", { class: `ink-${Math.min(3, place)}` }, name), rest.join(name)];
    });
  }
  return parts;
}

/**
 * One line of the log.
 * @param {LogLine} line
 * @param {Scene} scene
 * @param {(line: LogLine) => void} why
 * @param {boolean} fresh
 */
export function logLine(line, scene, why, fresh) {
  const because = line.because ?? [];
  const faces = line.faces ?? [];
  const words = line.words.charAt(0).toUpperCase() + line.words.slice(1);
  return h(
    "li",
    { class: `${line.kind === "phase" ? "phase" : ""} ${fresh ? "fresh" : ""}`, "data-n": line.n },
    faces.length > 0 && h("span", { class: `faces ${line.typed ? "typed" : ""}` }, `${line.dice} ${faces.slice(0, 12).join(" ")}${faces.length > 12 ? "…" : ""}${line.typed ? " ✎" : ""}`),
    faces.length > 0 && " ",
    coloured(words, scene),
    faces.length > 1 && line.total ? `: ${line.total}` : "",
    " ",
    line.rule && h("button", { class: "rule", onclick: () => why(line), "aria-label": `Why? Rule ${line.rule}` }, line.rule),
    because.length > 0 && h("div", { class: "mods" }, modifiers(line)),
  );
}

/** A rule's words, with the rules and options it names marked. @param {string} text @param {(id: string) => void} follow */
export function ruleWords(text, follow) {
  const parts = text.replace(/\*\*?([^*]+)\*\*?/g, "$1").split(/(\b[A-Z][A-Z0-9]*-[A-Z][A-Z0-9]*-\d+[a-z]?\b|`[^`]+`)/);
  return parts.map((part) => {
    if (/^[A-Z][A-Z0-9]*-[A-Z][A-Z0-9]*-\d/.test(part)) return h("button", { class: "rule", onclick: () => follow(part) }, part);
    if (part.startsWith("`")) return h("code", null, part.slice(1, -1));
    return part;
  });
}

/**
 * A sheet about one or more rules: opened from the log, from a question and from a refusal.
 * @param {string} game
 * @param {string} title
 * @param {RuleText[]} rules
 * @param {import("./dom.js").Child[]} more
 */
export function ruleSheet(game, title, rules, more = []) {
  document.querySelector("dialog.why-sheet")?.remove();
  const follow = (/** @type {string} */ id) => openRule(game, id);
  const dialog = h(
    "dialog",
    { class: "sheet why-sheet", "aria-labelledby": "why-title", onclose: () => dialog.remove() },
    h("h2", { id: "why-title" }, title),
    more,
    rules.map((rule) =>
      h(
        "section",
        null,
        h("h3", null, rule.id, h("span", { class: "soft" }, ` ${rule.chapter}`)),
        h("p", null, ruleWords(rule.text, follow)),
        h("a", { class: "soft", href: `#/rules/${game}/${rule.id}` }, "Open in the rules"),
      ),
    ),
    h("div", { class: "row end" }, h("button", { class: "go", onclick: () => dialog.close() }, "Close")),
  );
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
    if (event.target instanceof HTMLAnchorElement) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** @param {string} game @param {string} id */
export async function openRule(game, id) {
  try {
    const rule = await ask(`/api/rules/${encodeURIComponent(game)}/${encodeURIComponent(id)}`);
    ruleSheet(game, id, [/** @type {RuleText} */ (rule)]);
  } catch (error) {
    toast(error instanceof Trouble ? error.message : String(error), "bad");
  }
}

/** Chances as a small table. @param {Chance[]} odds */
export function oddsTable(odds) {
  return h(
    "table",
    { class: "odds-table" },
    h("tbody", null, odds.map((chance) => h("tr", null, h("th", { scope: "row" }, chance.words), h("td", null, percent(chance.chance)), h("td", { class: "soft" }, chance.exact)))),
  );
}
