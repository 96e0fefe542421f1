// What is asked: one sentence, every legal answer as a button with its odds, dice to type in, or a move to confirm.

import { usualVerb } from "./board.js";
import { h, length, put } from "./dom.js";
import { oddsBar, oddsWords } from "./pieces.js";

/** @typedef {import("./wire.js").Asked} Asked */
/** @typedef {import("./wire.js").Choice} Choice */
/** @typedef {import("./wire.js").Chance} Chance */

/**
 * What the panel asks of its screen.
 * @typedef {{
 *   answer: (key: string) => void,
 *   over: (option: Choice | null) => void,
 *   choose: (option: Choice) => void,
 *   confirm: () => void,
 *   corner: () => void,
 *   turn: (degrees: number) => void,
 *   verb: (verb: string) => void,
 *   rule: (id: string) => void,
 * }} Doing
 */

const MANY = 14;

export class Ask {
  /** @param {Doing} doing */
  constructor(doing) {
    this.doing = doing;
    /** @type {Asked | null} */
    this.question = null;
    /** @type {Map<string, HTMLButtonElement>} */
    this.buttons = new Map();
    /** @type {{[key: string]: Chance[]}} */
    this.odds = {};
    this.sent = false;
    this.head = h("div", { class: "ask-head" });
    this.body = h("div", { class: "ask-body" });
    this.aside = h("div", { class: "aside" });
    this.confirm = h("button", { class: "go wide", disabled: true, onclick: () => this.doing.confirm() }, "Confirm the move");
    this.price = h("span", { class: "soft", role: "status" });
    this.element = h("section", { class: "ask", "aria-label": "What is asked" }, this.head, this.body);
  }

  /** Words without a question: who is waited for, how it ended. @param {...import("./dom.js").Child} words */
  say(...words) {
    this.question = null;
    this.buttons.clear();
    this.element.classList.remove("mine");
    put(this.head, words);
    put(this.body, h("div", { class: "options" }, this.aside));
  }

  /** @param {Asked} question @param {string} unit */
  show(question, unit) {
    this.question = question;
    this.odds = {};
    this.sent = false;
    this.unit = unit;
    this.buttons.clear();
    this.element.classList.add("mine");
    put(
      this.head,
      h("h2", null, question.text.charAt(0).toUpperCase() + question.text.slice(1)),
      " ",
      question.because && h("span", { class: "why" }, `${question.because} `),
      question.rule && h("button", { class: "rule", onclick: () => this.doing.rule(question.rule) }, question.rule),
    );
    if (question.dice) this.showDice(question);
    else if (question.place) this.showPlace(question, unit);
    else put(this.body, this.list(question.options), question.hidden ? h("p", { class: "soft" }, `And ${question.hidden} more.`) : null);
    this.element.scrollTop = 0;
  }

  /** @param {Choice[]} options @returns {HTMLElement} */
  list(options) {
    const box = h("div", { class: "options" });
    options.forEach((option, n) => box.append(this.button(option, n)));
    box.append(this.aside);
    if (options.length <= MANY * 2) return box;
    const find = h("input", {
      type: "search",
      placeholder: `Find among ${options.length} answers`,
      "aria-label": "Find an answer",
      oninput: () => {
        for (const option of options) {
          const button = this.buttons.get(option.key);
          if (button) button.hidden = !option.words.toLowerCase().includes(find.value.toLowerCase());
        }
      },
    });
    return h("div", { class: "ask-body" }, find, box);
  }

  /** @param {Choice} option @param {number} n */
  button(option, n) {
    const button = h(
      "button",
      {
        "data-key": option.key,
        onclick: () => (option.at ? this.doing.choose(option) : this.take(option.key)),
        onmouseenter: () => this.doing.over(option),
        onmouseleave: () => this.doing.over(null),
        onfocus: () => this.doing.over(option),
        onblur: () => this.doing.over(null),
      },
      n < 9 && h("span", { class: "key", "aria-hidden": "true" }, String(n + 1)),
      h("span", { class: "label" }, option.words),
    );
    this.buttons.set(option.key, button);
    return button;
  }

  /** @param {string} key */
  take(key) {
    if (this.sent) return;
    this.sent = true;
    for (const button of this.buttons.values()) button.disabled = true;
    this.doing.answer(key);
  }

  /** The answer was refused: it can be given again. */
  again() {
    this.sent = false;
    for (const button of this.buttons.values()) button.disabled = false;
  }

  /** Put odds beside the answers. @param {{[key: string]: Chance[]}} odds */
  forecast(odds) {
    this.odds = odds;
    for (const [key, chances] of Object.entries(odds)) {
      const button = this.buttons.get(key);
      if (!button || button.querySelector(".odds")) continue;
      const words = oddsWords(chances);
      button.append(oddsBar(chances), h("span", { class: "pct" }, words));
      button.classList.add("wide");
      button.title = chances.map((chance) => `${chance.words}: ${chance.exact}`).join(", ");
    }
  }

  /** @param {string} key */
  hint(key) {
    for (const [own, button] of this.buttons) button.classList.toggle("hinted", own === key);
    this.buttons.get(key)?.focus();
  }

  /** The n-th answer, from the keyboard. @param {number} n */
  press(n) {
    const option = this.question?.options[n];
    if (option) this.buttons.get(option.key)?.click();
  }

  // Moves

  /** @param {Asked} question @param {string} unit */
  showPlace(question, unit) {
    const place = question.place;
    if (!place) return;
    this.confirm.disabled = true;
    const usual = usualVerb(question);
    this.confirm.textContent = `Confirm: ${usual}`;
    const verbs = h("select", { "aria-label": "How it goes there", onchange: () => this.doing.verb(verbs.value) }, place.verbs.map((verb) => h("option", { value: verb, selected: verb === usual }, verb)));
    put(this.price, `${place.allowance ? `Up to ${length(place.allowance, unit)}. ` : ""}Tap the board, drag the piece, or pick an end below.`);
    const few = question.options.slice(0, 8);
    const rest = question.options.slice(8);
    const options = h("div", { class: "options" });
    few.forEach((option, n) => options.append(this.button(option, n)));
    const more = h("details", null, h("summary", null, `${rest.length} more places`), h("div", { class: "options" }, rest.map((option) => this.button(option, 9))));
    put(
      this.body,
      h(
        "div",
        { class: "options" },
        this.confirm,
        place.verbs.length > 1 && verbs,
        place.allowance > 0 && h("button", { class: "small", onclick: () => this.doing.corner(), title: "Go round something: make this spot a corner of the way" }, "Add a corner"),
        place.turns && h("button", { class: "small", "aria-label": "Turn left", onclick: () => this.doing.turn(-15) }, "⟲"),
        place.turns && h("button", { class: "small", "aria-label": "Turn right", onclick: () => this.doing.turn(15) }, "⟳"),
        this.price,
        this.aside,
      ),
      options,
      rest.length > 0 && more,
    );
  }

  /** The way that is being tried. @param {string} key */
  trying(key) {
    this.confirm.disabled = true;
    this.confirm.textContent = `Confirm: ${key.split(" ")[0]}`;
  }

  /** What the chosen way costs, or why it is refused. @param {boolean} allowed @param {string} words @param {string} rule */
  priced(allowed, words, rule) {
    this.confirm.disabled = !allowed;
    put(this.price, allowed ? words : h("span", { class: "refusal" }, words), !allowed && rule && " ", !allowed && rule && h("button", { class: "rule", onclick: () => this.doing.rule(rule) }, rule));
  }

  // Dice from a real table

  /** @param {Asked} question */
  showDice(question) {
    const dice = question.dice;
    if (!dice) return;
    /** @type {HTMLInputElement[]} */
    const inputs = [];
    const done = () => {
      const faces = inputs.map((input) => Number(input.value));
      const wrong = faces.findIndex((face) => !Number.isInteger(face) || face < 1 || face > dice.sides);
      if (wrong >= 0) {
        inputs[wrong].focus();
        inputs[wrong].select();
        put(note, `Die ${wrong + 1} shows a number from 1 to ${dice.sides}.`);
        return;
      }
      this.take(faces.join(" "));
    };
    const note = h("span", { class: "soft", role: "status" }, `Roll ${dice.words} on the table and type what fell.`);
    for (let n = 0; n < dice.count; n += 1) {
      const input = h("input", {
        inputmode: "numeric",
        autocomplete: "off",
        maxlength: String(dice.sides).length,
        "aria-label": `Die ${n + 1} of ${dice.count}, 1 to ${dice.sides}`,
        oninput: () => {
          const value = Number(input.value);
          const full = value * 10 > dice.sides || input.value.length >= String(dice.sides).length;
          if (value >= 1 && value <= dice.sides && full) (inputs[n + 1] ?? enter).focus();
        },
        onkeydown: (/** @type {KeyboardEvent} */ event) => {
          if (event.key === "Enter") done();
          if (event.key === "Backspace" && input.value === "") inputs[n - 1]?.focus();
        },
      });
      inputs.push(input);
    }
    const enter = h("button", { class: "go", onclick: done }, "These fell");
    put(
      this.body,
      h("div", { class: "dice-entry" }, inputs, enter, dice.can_roll && h("button", { onclick: () => this.take("roll") }, "Let the program roll"), this.aside),
      note,
    );
    setTimeout(() => inputs[0]?.focus(), 0);
  }
}
