// Rules: every rule and ruling by its id, searchable.

import { ask } from "./api.js";
import { h, put } from "./dom.js";
import { ruleWords } from "./pieces.js";
import { shell } from "./shell.js";

/** @typedef {import("./wire.js").Home} Home */
/** @typedef {import("./wire.js").Rules} Rules */
/** @typedef {import("./wire.js").RuleText} RuleText */

/** @param {string[]} words */
export async function rules([gameName, wanted]) {
  const data = /** @type {Home} */ (await ask("/api/home"));
  const games = data.games.filter((game) => !game.problem);
  const game = games.find((one) => one.name === gameName) ?? games[0];
  if (!game) return { element: shell("rules", h("h1", null, "Rules"), h("p", null, "No game is installed that can be played.")), title: "Rules" };
  const book = /** @type {Rules} */ (await ask(`/api/rules/${encodeURIComponent(game.name)}`));
  const list = h("div", { class: "rule-list" });
  const count = h("p", { class: "soft", role: "status" });
  const chapters = [...new Set(book.rules.map((rule) => rule.chapter))];
  const follow = (/** @type {string} */ id) => {
    location.hash = `#/rules/${game.name}/${id}`;
  };
  const find = h("input", { type: "search", placeholder: "Search words or an id", "aria-label": "Search the rules", oninput: () => draw() });
  const draw = () => {
    const sought = find.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = book.rules.filter((rule) => sought.every((word) => `${rule.id} ${rule.chapter} ${rule.text}`.toLowerCase().includes(word)));
    count.textContent = sought.length ? `${found.length} of ${book.rules.length} rules` : `${book.rules.length} rules`;
    let chapter = "";
    put(
      list,
      found.map((rule) => {
        const head = rule.chapter !== chapter ? h("h2", { id: `chapter-${chapters.indexOf(rule.chapter)}` }, rule.chapter) : null;
        chapter = rule.chapter;
        return [head, item(rule, rule.id === wanted, follow)];
      }),
    );
  };
  draw();
  const element = shell(
    "rules",
    h("h1", null, `Rules of ${game.title}`),
    h("div", { class: "row" }, games.map((one) => h("a", { class: `button small ${one === game ? "go" : ""}`, href: `#/rules/${one.name}`, "aria-current": one === game ? "true" : null }, one.title))),
    h("div", { class: "row" }, find, count),
    h(
      "div",
      { class: "rules-page" },
      h("nav", { "aria-label": "Chapters" }, chapters.map((chapter, n) => h("a", { href: `#/rules/${game.name}`, onclick: (/** @type {Event} */ event) => { event.preventDefault(); document.getElementById(`chapter-${n}`)?.scrollIntoView(); } }, chapter))),
      list,
    ),
  );
  if (wanted) setTimeout(() => document.getElementById(`rule-${wanted}`)?.scrollIntoView({ block: "center" }), 0);
  return { element, title: `Rules of ${game.title}` };
}

/** @param {RuleText} rule @param {boolean} here @param {(id: string) => void} follow */
function item(rule, here, follow) {
  const options = Object.entries(rule.options ?? {});
  return h(
    "article",
    { class: `rule-item ${here ? "here" : ""}`, id: `rule-${rule.id}` },
    h("h3", null, rule.id),
    h("p", null, ruleWords(rule.text, follow)),
    options.map(([name, values]) => h("p", { class: "soft" }, h("b", null, name.replaceAll("_", " ")), `: ${values.join(", ")} (the first is the default)`)),
  );
}
