// Why? What counted for a line of the log, the chance it had, and the rules behind it.

import { h } from "./dom.js";
import { oddsTable, openRule, ruleSheet } from "./pieces.js";

/** @param {string} game @param {import("./wire.js").Line} line @param {import("./wire.js").Because} message */
export function whySheet(game, line, message) {
  const because = line.because ?? [];
  const faces = line.faces ?? [];
  ruleSheet(game, line.words.charAt(0).toUpperCase() + line.words.slice(1), message.rules, [
    faces.length > 0 && h("p", null, `${line.dice}: ${faces.join(", ")}${faces.length > 1 ? `, together ${line.total}` : ""}${line.typed ? " (typed in from a real table)" : ""}`),
    because.length > 0 &&
      h(
        "table",
        { class: "odds-table" },
        h("caption", null, "What counted"),
        h("tbody", null, because.map((one) => h("tr", null, h("th", { scope: "row" }, one.reason), h("td", null, `${one.value > 0 ? "+" : "−"}${Math.abs(one.value)}`), h("td", null, h("button", { class: "rule", onclick: () => void openRule(game, one.rule) }, one.rule))))),
      ),
    message.had.length > 0 && h("section", null, h("h3", null, "The chance it had"), h("p", { class: "soft" }, message.choice), oddsTable(message.had)),
  ]);
}
