// Setting up a battle: scenario, sides and who plays them, rulings, dice.

import { ask } from "./api.js";
import { h, put, recall, remember, toast } from "./dom.js";
import { forceField } from "./forces.js";
import { begin } from "./home.js";
import { ruleWords, openRule } from "./pieces.js";
import { shell } from "./shell.js";

/** @typedef {import("./wire.js").Home} Home */
/** @typedef {import("./wire.js").GameCard} GameCard */
/** @typedef {import("./wire.js").ScenarioCard} ScenarioCard */

/** @param {string} name */
const spoken = (name) => name.replaceAll("_", " ");

/** @param {string[]} words @param {URLSearchParams} query */
export async function setup([name], query) {
  const data = /** @type {Home} */ (await ask("/api/home"));
  const games = data.games.filter((game) => !game.problem);
  const game = games.find((one) => one.name === name) ?? games[0];
  if (!game) return { element: shell("setup", h("h1", null, "Nothing to set up"), h("p", null, "No game is installed that can be played.")), title: "Set up" };
  const levels = data.levels.map((level) => level.name);
  const best = levels.includes("sergeant") ? "sergeant" : (levels.at(-1) ?? "recruit");
  const scenarios = (game.scenarios ?? []).filter((scenario) => !scenario.problem);
  const undo = /** @type {string} */ (recall("undo", "dice"));
  let chosen = scenarios.find((scenario) => scenario.name === query.get("scenario")) ?? scenarios.find((scenario) => scenario.name === game.quick) ?? scenarios[0];
  const sides = h("div", { class: "grid-form" });
  const file = h("textarea", { rows: "6", spellcheck: "false", placeholder: "A scenario file (TOML)", "aria-label": "A scenario file of your own" });

  const drawSides = () => {
    put(
      sides,
      chosen.sides.map(([id, label], place) => {
        const usual = chosen.players?.[id] ?? (place === 0 ? "me" : chosen.companion ? "beside" : best);
        const who = [
          ["me", "Me"],
          ["beside", "Somebody beside me"],
          ["link", "A friend, by link"],
          ...data.levels.map((level) => [level.name, `Computer: ${level.words}`]),
          ...(game.solo || usual === "rules" ? [["rules", "The rules themselves"]] : []),
        ];
        return h(
          "div",
          { class: "field" },
          h("label", { for: `who-${id}` }, label),
          h("select", { id: `who-${id}`, "data-side": id }, who.map(([value, text]) => h("option", { value, selected: value === (usual === "person" ? "me" : usual) }, text))),
          h("input", { "data-name": id, maxlength: "40", placeholder: label, "aria-label": `Name for ${label}` }),
          !chosen.companion && forceField(game, id, label, () => ({ scenario: chosen.name, file: file.value })).element,
        );
      }),
    );
  };

  const rulings = (game.rulings ?? []).map((ruling) =>
    h(
      "div",
      { class: "field" },
      h("label", { for: `ruling-${ruling.name}` }, spoken(ruling.name)),
      h("select", { id: `ruling-${ruling.name}`, "data-ruling": ruling.name }, ruling.values.map((value, n) => h("option", { value, selected: n === 0 }, spoken(value) + (n === 0 ? " (default)" : "")))),
      ruling.text && h("details", null, h("summary", { class: "soft" }, ruling.rule ?? "The ruling"), h("p", { class: "soft" }, ruleWords(ruling.text, (id) => void openRule(game.name, id)))),
    ),
  );

  const start = h("button", { class: "go", onclick: () => void go() }, "Start the battle");
  const go = async () => {
    start.disabled = true;
    /** @param {string} attribute @returns {{[name: string]: string}} */
    const read = (attribute) =>
      Object.fromEntries(
        [...element.querySelectorAll(`[data-${attribute}]`)]
          .map((field) => /** @type {HTMLInputElement} */ (field))
          .filter((field) => field.value.trim() !== "")
          .map((field) => [field.dataset[attribute] ?? "", field.value]),
      );
    const picked = (/** @type {string} */ group) => /** @type {HTMLInputElement | null} */ (element.querySelector(`input[name="${group}"]:checked`))?.value ?? "";
    try {
      remember("undo", picked("undo"));
      await begin({
        game: game.name,
        scenario: chosen.name,
        players: read("side"),
        names: read("name"),
        options: read("ruling"),
        forces: read("force"),
        file: file.value,
        undo: picked("undo") || "dice",
        typed: picked("dice") === "typed",
        hand_over: picked("hand") || "secrets",
      });
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), "bad");
      start.disabled = false;
    }
  };

  const element = shell(
    "setup",
    h("h1", null, `Set up ${game.title}`),
    h("div", { class: "row" }, games.map((one) => h("a", { class: `button small ${one === game ? "go" : ""}`, href: `#/setup/${one.name}`, "aria-current": one === game ? "true" : null }, one.title))),
    h(
      "fieldset",
      null,
      h("legend", null, "Scenario"),
      h(
        "div",
        { class: "choices" },
        scenarios.map((scenario) =>
          h(
            "label",
            null,
            h("input", { type: "radio", name: "scenario", value: scenario.name, checked: scenario === chosen, onchange: () => { chosen = scenario; drawSides(); if (scenario.companion) /** @type {HTMLInputElement} */ (element.querySelector('input[value="typed"]')).checked = true; } }),
            h("b", null, scenario.title),
            h("span", { class: "soft" }, [scenario.minutes ? `about ${scenario.minutes} minutes` : "", scenario.size ?? "", scenario.companion ? "beside a real table" : ""].filter(Boolean).join(" · ")),
            scenario.about && h("span", { class: "soft" }, scenario.about),
          ),
        ),
      ),
      (game.scenarios ?? []).some((scenario) => scenario.problem) && h("p", { class: "soft" }, (game.scenarios ?? []).filter((scenario) => scenario.problem).map((scenario) => `${scenario.title}: ${scenario.problem}`).join(" ")),
      h("details", null, h("summary", null, "A scenario file of your own"), file, filePicker(file)),
    ),
    h("fieldset", null, h("legend", null, "Who plays"), sides),
    h(
      "fieldset",
      null,
      h("legend", null, "Dice"),
      h("div", { class: "choices" }, choice("dice", "program", "The program's", "Sealed before the battle, and verifiable after it.", !chosen?.companion), choice("dice", "typed", "Typed in", "You roll on a real table and type what fell.", Boolean(chosen?.companion))),
    ),
    h(
      "fieldset",
      null,
      h("legend", null, "Taking back"),
      h(
        "div",
        { class: "choices" },
        choice("undo", "dice", "Until dice fall", "Your last answer, as long as nothing was rolled or revealed since.", undo === "dice"),
        choice("undo", "free", "Freely", "Any answer, at any time.", undo === "free"),
        choice("undo", "consent", "If the other side agrees", "They are asked.", undo === "consent"),
      ),
    ),
    h(
      "details",
      null,
      h("summary", null, "Two at one screen"),
      h("div", { class: "choices" }, choice("hand", "secrets", "Hand over when there are secrets", "A screen in between, whenever one side may know more.", true), choice("hand", "always", "Always hand over", "At every change of side.", false)),
    ),
    rulings.length > 0 && h("details", null, h("summary", null, `Rulings (${rulings.length})`), h("div", { class: "grid-form" }, rulings)),
    h("div", { class: "row" }, start),
  );
  drawSides();
  return { element, title: `Set up ${game.title}` };
}

/** @param {string} group @param {string} value @param {string} title @param {string} about @param {boolean} on */
function choice(group, value, title, about, on) {
  return h("label", null, h("input", { type: "radio", name: group, value, checked: on }), h("b", null, title), h("span", { class: "soft" }, about));
}

/** Reads a file into a field. @param {HTMLTextAreaElement} into */
function filePicker(into) {
  const input = h("input", {
    type: "file",
    accept: ".toml,text/plain",
    "aria-label": "Read it from a file",
    onchange: async () => {
      const given = input.files?.[0];
      if (given) into.value = await given.text();
    },
  });
  return input;
}
