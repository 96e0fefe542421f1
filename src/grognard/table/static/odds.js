// Odds: every question of every game as a form; two situations side by side.

import { ask } from "./api.js";
import { h, percent, put, toast } from "./dom.js";
import { Rolling } from "./rolling.js";
import { shell } from "./shell.js";

/** @typedef {import("./wire.js").Home} Home */
/** @typedef {import("./wire.js").OddsForm} OddsForm */
/** @typedef {import("./wire.js").OddsResult} OddsResult */
/** @typedef {import("./wire.js").Field} Field */

/** @param {string[]} words @param {URLSearchParams} query */
export async function odds([gameName, questionName], query) {
  const data = /** @type {Home} */ (await ask("/api/home"));
  const games = data.games.filter((game) => !game.problem && (game.questions ?? []).length);
  const game = games.find((one) => one.name === gameName) ?? games[0];
  if (!game) return { element: shell("odds", h("h1", null, "Odds"), h("p", null, "No game that is installed has questions of this kind.")), title: "Odds" };
  const questions = game.questions ?? [];
  const question = questions.find((one) => one.name === questionName) ?? questions[0];
  const two = query.get("two") === "yes";
  const exact = { on: false };
  const panes = [new Situation(game.name, question, query, "a", exact)];
  if (two) panes.push(new Situation(game.name, question, query, "b", exact));
  const link = () => {
    const search = new URLSearchParams();
    for (const pane of panes) for (const [name, value] of Object.entries(pane.read())) if (pane.defaults[name] !== value) search.set(`${pane.mark}.${name}`, value);
    if (panes.length > 1) search.set("two", "yes");
    return `#/odds/${game.name}/${question.name}${search.size ? `?${search}` : ""}`;
  };
  for (const pane of panes) pane.changed = () => history.replaceState(null, "", link());
  const element = shell(
    "odds",
    h("h1", null, "Odds"),
    h("p", { class: "soft" }, "Counted exactly, by the very rules that are played."),
    h("div", { class: "row" }, games.map((one) => h("a", { class: `button small ${one === game ? "go" : ""}`, href: `#/odds/${one.name}`, "aria-current": one === game ? "true" : null }, one.title))),
    h(
      "div",
      { class: "field" },
      h("label", { for: "odds-question" }, "Question"),
      h("select", { id: "odds-question", onchange: (/** @type {Event} */ event) => { location.hash = `#/odds/${game.name}/${/** @type {HTMLSelectElement} */ (event.target).value}`; } }, questions.map((one) => h("option", { value: one.name, selected: one === question }, one.title))),
    ),
    question.about && h("p", null, question.about.replaceAll("`", "")),
    h(
      "div",
      { class: "row" },
      h("label", null, h("input", { type: "checkbox", onchange: (/** @type {Event} */ event) => { exact.on = /** @type {HTMLInputElement} */ (event.target).checked; for (const pane of panes) pane.draw(); } }), "Exact fractions"),
      h("button", { class: "small", onclick: () => { const search = new URLSearchParams(link().split("?")[1] ?? ""); if (two) search.delete("two"); else { search.set("two", "yes"); for (const [name, value] of Object.entries(panes[0].read())) search.set(`b.${name}`, value); } location.hash = `#/odds/${game.name}/${question.name}?${search}`; } }, two ? "One situation" : "Compare with another"),
      h("button", { class: "small", onclick: () => navigator.clipboard.writeText(`${location.origin}/${link()}`).then(() => toast("The link carries the situation.", "good"), () => toast("The browser does not let pages copy here; the address above carries the situation.", "bad")) }, "Copy link"),
    ),
    h("div", { class: "two" }, panes.map((pane) => pane.element)),
  );
  for (const pane of panes) void pane.count();
  return { element, title: `Odds: ${question.title}` };
}

class Situation {
  /** @param {string} game @param {OddsForm} question @param {URLSearchParams} query @param {string} mark @param {{on: boolean}} exact */
  constructor(game, question, query, mark, exact) {
    this.game = game;
    this.question = question;
    this.mark = mark;
    this.exact = exact;
    this.changed = () => {};
    /** @type {OddsResult | null} */
    this.result = null;
    /** @type {{[name: string]: string}} */
    this.defaults = Object.fromEntries(question.fields.map((field) => [field.name, field.default]));
    this.turn = 0;
    this.answer = h("div", { class: "ask-body", "aria-live": "polite" });
    this.rolling = new Rolling(`/api/odds/${game}/${question.name}/roll`, game, () => this.read());
    this.fields = question.fields.map((field) => this.field(field, query.get(`${mark}.${field.name}`) ?? field.default));
    this.element = h(
      "section",
      { class: "box", "aria-label": mark === "a" ? "The situation" : "The other situation" },
      this.answer,
      this.rolling.element,
      h("div", { class: "grid-form tight" }, this.fields),
    );
  }

  /** @param {Field} field @param {string} value */
  field(field, value) {
    const id = `${this.mark}-${field.name}`;
    const count = () => {
      this.changed();
      void this.count();
    };
    let input;
    if (field.kind === "flag" || field.kind === "choice") input = h("select", { id, "data-field": field.name, onchange: count }, (field.values ?? []).map((one) => h("option", { value: one, selected: one === value }, one.replaceAll("_", " "))));
    else input = h("input", { id, "data-field": field.name, type: field.kind === "number" ? "number" : "text", value, min: field.low ?? null, max: field.high ?? null, onchange: count });
    return h("div", { class: "field" }, h("label", { for: id }, field.label.charAt(0).toUpperCase() + field.label.slice(1)), input, field.about && h("small", { class: "soft" }, field.about));
  }

  /** @returns {{[name: string]: string}} */
  read() {
    return Object.fromEntries([...this.element.querySelectorAll("[data-field]")].map((field) => [/** @type {HTMLElement} */ (field).dataset.field ?? "", /** @type {HTMLInputElement} */ (field).value]));
  }

  async count() {
    this.turn += 1;
    const mine = this.turn;
    this.rolling.clear();
    try {
      const result = /** @type {OddsResult} */ (await ask(`/api/odds/${this.game}/${this.question.name}`, { body: { situation: this.read() } }));
      if (mine !== this.turn) return;
      this.result = result;
      this.rolling.allow(result.no_roll ?? "");
      this.draw();
    } catch (error) {
      if (mine === this.turn) put(this.answer, h("p", { class: "refusal" }, error instanceof Error ? error.message : String(error)));
    }
  }

  draw() {
    const { result } = this;
    if (!result) return;
    const most = Math.max(...result.outcomes.map((outcome) => outcome.chance), 0.000001);
    put(
      this.answer,
      result.outcomes.length > 0 &&
        h(
          "ul",
          { class: "chart", "aria-label": result.title },
          result.outcomes.map((outcome) =>
            h(
              "li",
              { class: this.mark },
              h("span", null, outcome.words),
              h("span", { class: "bar-box", "aria-hidden": "true" }, h("span", { class: "bar-fill", style: { width: `${(outcome.chance / most) * 100}%`, display: "block" } })),
              h("span", { class: "num" }, outcome.chance > 0.0995 || outcome.chance === 0 ? `${(outcome.chance * 100).toFixed(1)}%` : percent(outcome.chance)),
              this.exact.on && h("span", { class: "exact" }, outcome.exact),
            ),
          ),
        ),
      result.mean && h("p", null, `On average ${result.mean}`),
      result.sampled && h("p", { class: "soft" }, result.sampled),
      (result.notes ?? []).map((note) => h("p", { class: "soft" }, note)),
    );
  }
}
