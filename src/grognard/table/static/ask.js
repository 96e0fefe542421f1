// What is asked: one sentence, every legal answer as a button with its odds, dice to type in, or a move to confirm.

import { usualVerb } from "./board.js";
import { diceEntry } from "./dice.js";
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
 *   open: (option: Choice) => void,
 *   confirm: () => void,
 *   corner: () => void,
 *   turn: (degrees: number) => void,
 *   verb: (verb: string) => void,
 *   rule: (id: string) => void,
 * }} Doing
 */

const FEW = 12; // so many answers are simply shown

/** What answers may have in common: their place, what stands before a colon, their first word, or the piece they begin with. @type {((option: Choice) => string)[]} */
const ALIKE = [
  (option) => (option.at ? option.at.join(" ") : ""),
  (option) => /^([^:]{1,40}): /.exec(option.words)?.[1] ?? "",
  (option) => option.words.split(" ")[0],
  (option) => option.pieces?.[0] ?? "",
];

/** Those of many answers that belong together. @param {Choice[]} options @returns {{label: string, options: Choice[]}[]} */
function grouped(options) {
  const single = options.map((option) => ({ label: option.words, options: [option] }));
  if (options.length <= FEW) return single;
  for (const alike of ALIKE) {
    /** @type {Map<string, Choice[]>} */
    const groups = new Map();
    for (const option of options) {
      const name = alike(option) || `alone ${option.key}`;
      groups.set(name, [...(groups.get(name) ?? []), option]);
    }
    if (groups.size > 1 && groups.size * 2 <= options.length) return [...groups.values()].map((together) => ({ label: label(together), options: together }));
  }
  return single;
}

/** What a group is called: what its answers begin with. @param {Choice[]} options */
function label(options) {
  const [first, ...rest] = options.map((option) => option.words);
  let end = first.length;
  for (const words of rest) while (!words.startsWith(first.slice(0, end))) end -= 1;
  const alike = first.slice(0, end);
  const cut = Math.max(alike.lastIndexOf(", "), alike.lastIndexOf(": "));
  const begins = cut > 0 ? alike.slice(0, cut) : alike.replace(/\s+\S*$/, "");
  return begins.trim() || `${first.split(", ")[0]} …`;
}

/** @param {(HTMLButtonElement | HTMLDetailsElement)[]} entries */
const count = (entries) => entries.reduce((sum, entry) => sum + (entry instanceof HTMLButtonElement ? 1 : entry.querySelectorAll("button").length), 0);

/** @template {HTMLButtonElement | HTMLDetailsElement} T @param {T} entry @param {number} n @returns {T} */
function keyed(entry, n) {
  (entry instanceof HTMLButtonElement ? entry : entry.querySelector("summary"))?.prepend(h("span", { class: "key", "aria-hidden": "true" }, String(n + 1)));
  return entry;
}

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
    /** @type {{[key: string]: Chance[]}} */
    this.replies = {};
    /** What the keys 1 to 9 press. @type {(HTMLButtonElement | HTMLDetailsElement)[]} */
    this.entries = [];
    this.sent = false;
    this.head = h("div", { class: "ask-head" });
    this.advice = h("section", { class: "advice", "aria-label": "Hint", hidden: true });
    this.body = h("div", { class: "ask-body" });
    this.aside = h("div", { class: "aside" });
    this.confirm = h("button", { class: "go wide", disabled: true, onclick: () => this.doing.confirm() }, "Confirm the move");
    this.price = h("span", { class: "soft", role: "status" });
    this.element = h("section", { class: "ask", "aria-label": "What is asked" }, this.head, this.advice, this.body);
  }

  /** Words without a question: who is waited for, how it ended. @param {...import("./dom.js").Child} words */
  say(...words) {
    this.question = null;
    this.advice.hidden = true;
    this.buttons.clear();
    this.element.classList.remove("mine");
    put(this.head, words);
    put(this.body, h("div", { class: "options" }, this.aside));
  }

  /** @param {Asked} question @param {string} unit @param {number} widest how long the table is */
  show(question, unit, widest) {
    this.question = question;
    this.odds = {};
    this.replies = {};
    this.advice.hidden = true;
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
    else if (question.place) this.showPlace(question, unit, widest);
    else put(this.body, this.list(question.options), question.hidden ? h("p", { class: "soft" }, `And ${question.hidden} more.`) : null);
    this.element.scrollTop = 0;
  }

  /** Answers as buttons; where there are many, those that belong together fold into one. @param {Choice[]} options @returns {HTMLElement} */
  list(options) {
    const entries = grouped(options).map((group) => (group.options.length > 1 ? this.fold(group) : this.button(group.options[0])));
    const few = entries.slice(0, options.length > FEW ? FEW : entries.length);
    const rest = entries.slice(few.length);
    few.slice(0, 9).forEach((entry, n) => keyed(entry, n));
    this.entries = few;
    const more = rest.length ? h("details", { class: "more" }, h("summary", null, `${count(rest)} more`), h("div", { class: "options" }, rest)) : null;
    const box = h("div", { class: "options" }, few, this.aside);
    return h("div", { class: "ask-body" }, options.length > FEW && this.finder(options), box, more);
  }

  /** @param {Choice[]} options */
  finder(options) {
    const find = h("input", {
      type: "search",
      placeholder: `Find among ${options.length} answers`,
      "aria-label": "Find an answer",
      oninput: () => {
        const wanted = find.value.trim().toLowerCase();
        for (const option of options) {
          const button = this.buttons.get(option.key);
          if (button) button.hidden = !option.words.toLowerCase().includes(wanted);
        }
        for (const fold of this.body.querySelectorAll("details")) {
          fold.open = Boolean(wanted);
          fold.hidden = Boolean(wanted) && !fold.querySelector("button:not([hidden])");
        }
      },
    });
    return find;
  }

  /** Answers that belong together, folded. @param {{label: string, options: Choice[]}} group */
  fold({ label, options }) {
    const fold = h(
      "details",
      { class: "fold" },
      h(
        "summary",
        {
          onclick: () => !fold.open && options[0].at && this.doing.open(options[0]),
          onmouseenter: () => this.doing.over(options[0]),
          onmouseleave: () => this.doing.over(null),
          onfocus: () => this.doing.over(options[0]),
          onblur: () => this.doing.over(null),
        },
        h("span", { class: "label" }, label),
        h("span", { class: "badge quiet" }, String(options.length)),
      ),
      h("div", { class: "options" }, options.map((option) => this.button(option))),
    );
    return fold;
  }

  /** @param {Choice} option */
  button(option) {
    const button = h(
      "button",
      {
        "data-key": option.key,
        onclick: () => (this.question?.place ? this.doing.choose(option) : this.take(option.key)),
        onmouseenter: () => this.doing.over(option),
        onmouseleave: () => this.doing.over(null),
        onfocus: () => this.doing.over(option),
        onblur: () => this.doing.over(null),
      },
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

  /** Put odds beside the answers, and what may come back for them. @param {{[key: string]: Chance[]}} odds @param {{[key: string]: Chance[]}} replies */
  forecast(odds, replies) {
    this.odds = odds;
    this.replies = replies;
    for (const [key, button] of this.buttons) {
      const [chances, back] = [odds[key] ?? [], replies[key] ?? []];
      if (!(chances.length || back.length) || button.querySelector(".odds, .reply")) continue;
      if (chances.length) button.append(oddsBar(chances), h("span", { class: "pct" }, oddsWords(chances)));
      if (back.length) button.append(h("span", { class: "reply" }, h("span", { class: "soft" }, "the reply "), oddsBar(back), h("span", { class: "pct" }, oddsWords(back))));
      button.classList.add("wide");
      const exact = (/** @type {Chance[]} */ list) => list.map((chance) => `${chance.words}: ${chance.exact}`).join(", ");
      button.title = [chances.length ? exact(chances) : "", back.length ? `The reply: ${exact(back)}` : ""].filter(Boolean).join("\n");
    }
  }

  /** The best few answers, marked, with their worth and why. @param {import("./wire.js").Advised[]} best @param {string} by @param {import("./wire.js").Forecasts | null} known */
  hint(best, by, known) {
    const keys = best.map((one) => one.key);
    for (const [own, button] of this.buttons) button.classList.toggle("hinted", own === keys[0]);
    const rows = best.map((one) => {
      const chances = known?.odds[one.key] ?? [];
      const back = known?.replies?.[one.key] ?? [];
      const odds = [chances.length ? oddsWords(chances) : "", back.length ? `the reply: ${oddsWords(back)}` : ""].filter(Boolean).join("; ");
      return h(
        "li",
        null,
        h("button", { class: "small", onclick: () => this.buttons.get(one.key)?.click() }, one.words),
        h("b", null, one.worth),
        h("span", { class: "soft" }, [one.why, odds].filter(Boolean).join(" · ")),
      );
    });
    put(this.advice, h("h3", null, `The ${by} would choose`), h("ol", null, rows));
    this.advice.hidden = false;
    const button = this.buttons.get(keys[0]);
    for (let fold = button?.closest("details"); fold; fold = fold.parentElement?.closest("details")) fold.open = true;
    this.advice.querySelector("button")?.focus({ preventScroll: true });
    this.element.scrollTop = 0;
  }

  /** The n-th answer, from the keyboard. @param {number} n */
  press(n) {
    const entry = this.entries[n];
    (entry instanceof HTMLButtonElement ? entry : entry?.querySelector("summary"))?.click();
  }

  // Moves

  /** @param {Asked} question @param {string} unit @param {number} widest a reach that is as long as the table is no limit */
  showPlace(question, unit, widest) {
    const place = question.place;
    if (!place) return;
    this.confirm.disabled = true;
    const usual = usualVerb(question);
    const bounded = place.allowance > 0 && place.allowance < widest;
    this.confirm.textContent = `Confirm: ${usual}`;
    const verbs = h("select", { "aria-label": "How it goes there", onchange: () => this.doing.verb(verbs.value) }, place.verbs.map((verb) => h("option", { value: verb, selected: verb === usual }, verb)));
    put(this.price, `${bounded ? `Up to ${length(place.allowance, unit)}. ` : ""}Tap the board, drag the piece, or pick an end below.`);
    const few = question.options.slice(0, 8);
    const rest = question.options.slice(8);
    this.entries = few.map((option, n) => keyed(this.button(option), n));
    const options = h("div", { class: "options" }, this.entries);
    const more = h("details", { class: "more" }, h("summary", null, rest.length === 1 ? "1 more place" : `${rest.length} more places`), h("div", { class: "options" }, rest.map((option) => this.button(option))));
    put(
      this.body,
      h(
        "div",
        { class: "options" },
        this.confirm,
        place.verbs.length > 1 && verbs,
        bounded && h("button", { class: "small", onclick: () => this.doing.corner(), title: "Go round something: make this spot a corner of the way" }, "Add a corner"),
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
    const entry = diceEntry(dice, (faces) => this.take(faces.join(" ")), dice.can_roll ? () => this.take("roll") : undefined);
    entry.row.append(this.aside);
    put(this.body, entry.row, entry.note);
    entry.focus();
  }
}
