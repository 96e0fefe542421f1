// The way of a move that is being tried: sent to the table to be checked, drawn with its price or with why not, and taken.

import { length } from "./dom.js";

const PAUSE = 40; // milliseconds that a dragged piece must rest before its way is checked
const AGAIN = 1000; // milliseconds until a way that could not be checked is tried again

export class Way {
  /** @param {import("./battle.js").Table} table */
  constructor(table) {
    this.table = table;
    this.key = ""; // the spot that is being tried
    this.checking = 0; // the number of the message that asks for it
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** Something else is asked. */
  forget() {
    this.key = "";
    clearTimeout(this.timer);
  }

  /** @param {string} key */
  spot(key) {
    const { table } = this;
    this.key = key;
    table.ask.trying(key);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.checking = table.next();
      table.line.say({ type: "check", position: table.state?.position ?? 0, key, ref: this.checking });
    }, PAUSE);
  }

  /** It could not be checked: the battle has gone on, and nobody asks any more; or it is tried again in a moment. @param {string} words */
  unchecked(words) {
    if (!this.table.state?.question?.place || !this.key) return;
    this.table.ask.priced(false, words, "");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.key && this.spot(this.key), AGAIN);
  }

  /** @param {import("./wire.js").Checked} message */
  checked(message) {
    const { state, board, ask } = this.table;
    const place = state?.question?.place;
    if (!place || !state) return;
    const unit = state.scene.unit;
    const bounded = place.allowance > 0 && place.allowance < Math.max(state.scene.width, state.scene.height);
    if (message.allowed) {
      const words = bounded ? `${length(Math.round((message.cost ?? 0) * 10) / 10, unit)} of ${length(place.allowance, unit)}` : "allowed";
      board.drawSpot(bounded ? words : "", true);
      ask.priced(true, words, "");
      this.key = message.key;
    } else {
      board.drawSpot("✕", false);
      ask.priced(false, message.words ?? "This is not allowed.", message.rule ?? "");
    }
  }

  confirm() {
    const { ask } = this.table;
    if (!this.key || ask.confirm.disabled) return;
    ask.confirm.disabled = true;
    ask.take(this.key);
  }
}
