// Dice from a real table: each is typed in, and the keyboard is enough.

import { h, put } from "./dom.js";

/**
 * A field for each die.
 * @param {import("./wire.js").DiceAsked} dice
 * @param {(faces: number[]) => void} take
 * @param {() => void} [roll] lets the program throw them instead
 */
export function diceEntry(dice, take, roll) {
  /** @type {HTMLInputElement[]} */
  const inputs = [];
  const note = h("span", { class: "soft", role: "status" }, `Roll ${dice.words} on the table and type what fell.`);
  const done = () => {
    const faces = inputs.map((input) => Number(input.value));
    const wrong = faces.findIndex((face) => !Number.isInteger(face) || face < 1 || face > dice.sides);
    if (wrong < 0) {
      take(faces);
      return;
    }
    inputs[wrong].focus();
    inputs[wrong].select();
    put(note, `Die ${wrong + 1} shows a number from 1 to ${dice.sides}.`);
  };
  const enter = h("button", { class: "go", onclick: done }, "These fell");
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
  return {
    row: h("div", { class: "dice-entry" }, inputs, enter, roll && h("button", { onclick: roll }, "Let the program roll")),
    note,
    focus: () => setTimeout(() => inputs[0]?.focus(), 0),
  };
}
