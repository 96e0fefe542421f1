// Going on from a record: who plays each side from here on, and a battle of one's own begins there.

import { ask, keepSeat } from "./api.js";
import { h, toast } from "./dom.js";

/** @typedef {import("./wire.js").Home} Home */
/** @typedef {import("./wire.js").Made} Made */
/** @typedef {import("./wire.js").SideSeat} SideSeat */

/**
 * Ask who plays, and go to the new battle.
 * @param {{battle: string, game: string, sides: SideSeat[]}} from @param {string} key @param {number} step a step of the replay; -1 is where it stands
 */
export async function goOn(from, key, step) {
  const { levels } = /** @type {Home} */ (await ask("/api/home"));
  const places = from.sides.map((seat, place) => {
    const rules = seat.player === "rules";
    const usual = levels.some((level) => level.name === seat.player) ? seat.player : place === 0 || rules ? "me" : "beside";
    const who = rules
      ? [["rules", "The rules themselves"]]
      : [["me", "Me"], ["beside", "Somebody beside me"], ["link", "A friend, by link"], ...levels.map((level) => [level.name, `Computer: ${level.words}`])];
    const select = h("select", { id: `go-on-${seat.side}` }, who.map(([value, words]) => h("option", { value, selected: value === usual }, words)));
    return { side: seat.side, select, field: h("div", { class: "field" }, h("label", { for: `go-on-${seat.side}` }, seat.name || seat.side), select) };
  });
  const start = h("button", { class: "go", onclick: () => void begin() }, "Go on from here");
  const begin = async () => {
    start.disabled = true;
    try {
      const players = Object.fromEntries(places.map(({ side, select }) => [side, select.value]));
      const made = /** @type {Made} */ (await ask(`/api/battles/${from.battle}/go-on`, { key, body: { step, players } }));
      const host = made.seats[0];
      keepSeat({ battle: made.battle, key: host.key, kind: host.kind, links: made.seats, title: made.title, game: from.game });
      sessionStorage.setItem(`grognard.seat.${made.battle}`, host.key);
      dialog.close();
      location.hash = `#/battle/${made.battle}`;
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), "bad");
      start.disabled = false;
    }
  };
  const dialog = h(
    "dialog",
    { class: "sheet", "aria-labelledby": "go-on-title", onclose: () => dialog.remove() },
    h("h2", { id: "go-on-title" }, "Go on from here"),
    h("p", { class: "soft" }, "A battle of your own begins as this one stood. What fell before stays as it fell; from here on the dice are sealed anew."),
    h("div", { class: "grid-form" }, places.map(({ field }) => field)),
    h("div", { class: "row end" }, h("button", { onclick: () => dialog.close() }, "Cancel"), start),
  );
  document.body.append(dialog);
  dialog.showModal();
}
