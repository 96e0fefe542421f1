// What the page of a battle is made of besides the board: its headline, the lists of a companion, and the verdict.

import { h, playerWords, put } from "./dom.js";
import { openRule, sideSign } from "./pieces.js";

/** @typedef {import("./wire.js").State} State */
/** @typedef {import("./wire.js").SideSeat} SideSeat */

/** Somebody is thinking. */
export function dots() {
  return h("span", { class: "dots", role: "img", "aria-label": "thinking" }, h("i"), h("i"), h("i"));
}

/** Game, scenario, phase, turn and sides. @param {State} state @param {SideSeat[]} seats @param {() => void} menu */
export function headline(state, seats, menu) {
  const { scene } = state;
  return [
    h("h1", null, h("a", { class: "home", href: "#/", title: "Home" }, state.title), " ", h("span", null, state.scenario)),
    scene.phases.length > 0 && h("ol", { class: "track", "aria-label": "Phases" }, scene.phases.map((phase) => h("li", { class: phase === scene.phase ? "now" : "", "aria-current": phase === scene.phase ? "step" : null }, phase.charAt(0).toUpperCase() + phase.slice(1)))),
    scene.turn > 0 && h("span", { class: "turn" }, "Turn ", h("b", null, String(scene.turn)), scene.turns ? ` ${scene.turns}` : ""),
    h(
      "span",
      { class: "right" },
      h("span", { class: "score" }, scene.sides.map((side, place) => sideChip(state, side, place, seats.find((one) => one.side === side.id)))),
      h("button", { class: "small menu", "aria-haspopup": "dialog", onclick: menu }, "Menu"),
    ),
  ];
}

/** @param {State} state @param {State["scene"]["sides"][number]} side @param {number} place @param {SideSeat | undefined} seat */
function sideChip(state, side, place, seat) {
  const who = seat && seat.player !== "person" ? playerWords(seat.player) : "";
  return h(
    "span",
    { class: `side-chip chip-${Math.min(3, place)} ${state.waits_for.includes(side.id) ? "asked" : ""}`, title: who ? `played by: ${who}` : "" },
    sideSign(place),
    h("b", null, seat?.name || side.name),
    side.status && h("span", null, `· ${side.status}`),
    seat?.thinking && dots(),
    seat && !seat.here && h("span", { class: "away" }, "away"),
  );
}

/** Units as lists: at a real table it is the table that shows where they stand. The element of each unit, by its id. @param {HTMLElement} lists @param {State} state @param {(id: string) => void} pick */
export function showRoster(lists, state, pick) {
  const { scene } = state;
  const can = new Set((state.question?.options ?? []).flatMap((option) => option.pieces ?? []));
  const about = new Set(state.question?.about ?? []);
  /** @type {Map<string, HTMLElement>} */
  const units = new Map();
  for (const token of scene.tokens) {
    units.set(
      token.id,
      h(
        "button",
        { class: `unit ${can.has(token.id) ? "can" : ""} ${about.has(token.id) ? "about" : ""} ${token.fallen ? "fallen" : ""}`, "data-id": token.id, onclick: () => pick(token.id) },
        h("b", null, token.name),
        h("span", { class: "soft" }, token.line ?? ""),
        h("span", { class: "row" }, token.strength && h("span", { class: "badge quiet" }, token.strength), (token.marks ?? []).map((mark) => h("span", { class: `tag ${mark.tone ?? ""}` }, mark.meaning))),
      ),
    );
  }
  put(
    lists,
    scene.sides.map((side, place) =>
      h(
        "section",
        { class: `box chip-${Math.min(3, place)}`, "aria-label": side.name },
        h("h2", { class: "side-head" }, h("span", { class: "side-chip" }, sideSign(place), side.name)),
        scene.tokens.filter((token) => token.side === side.id).map((token) => units.get(token.id)),
      ),
    ),
  );
  return units;
}

/** Who won, why, and with what score. @param {State} state @param {import("./wire.js").Over} over @param {(side: string) => string} nameOf */
export function verdict(state, over, nameOf) {
  const you = over.winner && state.yours.length === 1 && state.yours.includes(over.winner) ? "(you) " : "";
  const score = Object.entries(over.score ?? {});
  return h(
    "div",
    { class: "ended" },
    h("h2", null, over.winner ? `${nameOf(over.winner)} ${you}won` : "A draw"),
    h("p", null, `${over.reason.charAt(0).toUpperCase()}${over.reason.slice(1)}. `, over.rule && h("button", { class: "rule", onclick: () => void openRule(state.game, over.rule) }, over.rule)),
    score.length > 0 && h("p", { class: "soft" }, score.map(([side, points]) => `${nameOf(side)} ${points}`).join(" · ")),
  );
}

/** A screen that hides everything until somebody says who he is. @param {string} name @param {() => void} ready */
export function handOver(name, ready) {
  const button = h("button", { class: "go", onclick: ready }, `I am ${name}: show me`);
  document.body.append(h("div", { class: "cover", role: "dialog", "aria-modal": "true", "aria-labelledby": "cover-title" }, h("div", null, h("h2", { id: "cover-title" }, `Hand the screen to ${name}`), h("p", null, "What comes next is for their eyes only."), button)));
  button.focus();
}
