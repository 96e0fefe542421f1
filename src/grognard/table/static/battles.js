// My battles: the seats that this browser remembers, to go on with, watch again, share or delete.

import { ask, dropSeats, keepSeat, mySeats, seatLink } from "./api.js";
import { confirmed, h, playerWords, toast } from "./dom.js";
import { goOn } from "./goon.js";
import { exportRecord } from "./record.js";
import { shell } from "./shell.js";

/** @typedef {import("./wire.js").Summaries} Summaries */
/** @typedef {import("./wire.js").Summary} Summary */
/** @typedef {import("./wire.js").Made} Made */

/** Take in a record file and go to its replay. @param {File} file */
export async function takeIn(file) {
  try {
    const made = /** @type {Made} */ (await ask("/api/battles/import", { raw: file, name: file.name }));
    const seat = made.seats[0];
    keepSeat({ battle: made.battle, key: seat.key, kind: seat.kind, links: made.seats, title: made.title, game: "" });
    location.hash = `#/replay/${made.battle}`;
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error), "bad");
  }
}

/** A place to drop a record file on, or to pick one. */
export function dropPlace() {
  const input = h("input", { type: "file", accept: ".json,application/json", "aria-label": "A record file", onchange: () => input.files?.[0] && void takeIn(input.files[0]) });
  const place = h("div", { class: "drop" }, h("b", null, "Drop a record file here"), h("span", null, "or pick one:"), input);
  place.addEventListener("dragover", (event) => {
    event.preventDefault();
    place.classList.add("over");
  });
  place.addEventListener("dragleave", () => place.classList.remove("over"));
  place.addEventListener("drop", (event) => {
    event.preventDefault();
    place.classList.remove("over");
    const file = event.dataTransfer?.files[0];
    if (file) void takeIn(file);
  });
  return place;
}

export async function battles() {
  const seats = mySeats();
  const data = /** @type {Summaries} */ (await ask("/api/battles/mine", { body: { seats: seats.map(({ battle, key }) => ({ battle, key })) } }));
  /** @type {Set<string>} */
  const seen = new Set();
  const list = data.battles.filter((summary) => !seen.has(summary.battle) && seen.add(summary.battle));
  const element = shell(
    "battles",
    h("h1", null, "My battles"),
    list.length ? h("ul", { class: "list" }, list.map((summary) => item(summary))) : h("p", null, "None yet. ", h("a", { href: "#/" }, "Start one.")),
    dropPlace(),
  );
  return { element, title: "My battles" };
}

/** @param {Summary} summary */
function item(summary) {
  const seat = mySeats().find((mine) => mine.battle === summary.battle);
  const key = seat?.key ?? "";
  const watch = seat?.links.find((link) => link.kind === "watch")?.key;
  const when = new Date(summary.updated * 1000).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
  const remove = async () => {
    const host = seat?.kind === "host" || summary.imported;
    const words = host ? "It is deleted for everybody, with its replay. This cannot be undone." : "It is only taken off this list; the battle itself stays with whoever set it up.";
    if (!(await confirmed(`Delete ${summary.title}?`, words, "Delete"))) return;
    try {
      if (host) await ask(`/api/battles/${summary.battle}`, { method: "DELETE", key });
      dropSeats(summary.battle);
      box.remove();
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), "bad");
    }
  };
  const copy = () =>
    navigator.clipboard.writeText(seatLink(summary.battle, watch ?? key)).then(
      () => toast(watch ? "The link for spectators is copied." : "The link is copied.", "good"),
      () => toast("The browser does not let pages copy here.", "bad"),
    );
  const box = h(
    "li",
    { class: `box ${summary.your_turn ? "mine" : ""}` },
    h(
      "div",
      null,
      h("h2", null, summary.title),
      h("p", { class: "soft" }, `${summary.game_title} · ${summary.sides.map((side) => `${side.name}${side.player === "person" ? "" : ` (${playerWords(side.player)})`}`).join(" against ")}`),
      h(
        "p",
        { class: "row" },
        summary.your_turn && h("span", { class: "badge" }, "Your turn"),
        summary.finished && h("span", { class: "badge quiet" }, "Over"),
        summary.imported && h("span", { class: "badge quiet" }, "From a file"),
        h("span", { class: "soft" }, summary.problem || summary.finished || `turn ${summary.turn}`, ` · ${when}`),
      ),
    ),
    h(
      "div",
      { class: "row" },
      !summary.finished && !summary.problem && !summary.imported && h("a", { class: "button go", href: `#/battle/${summary.battle}`, "aria-label": `Continue ${summary.title}` }, "Continue"),
      !summary.finished && !summary.problem && summary.imported && h("button", { class: "go", onclick: () => void goOn(summary, key, -1).catch((error) => toast(error.message, "bad")), "aria-label": `Go on with ${summary.title}` }, "Go on"),
      !summary.problem && h("a", { class: "button", href: `#/replay/${summary.battle}`, "aria-label": `Replay ${summary.title}` }, "Replay"),
      h("button", { onclick: copy }, "Copy link"),
      h("button", { onclick: () => void exportRecord(summary.battle, key) }, "Save"),
      h("button", { onclick: () => void remove() }, "Delete"),
    ),
  );
  return box;
}
