// Replay: a battle step by step, forwards and backwards.

import { ask, keepSeat, mySeats, Trouble } from "./api.js";
import { dropPlace } from "./battles.js";
import { Board } from "./board.js";
import { h, put, toast } from "./dom.js";
import { goOn } from "./goon.js";
import { card, logLine, openRule, showDice, sideSign } from "./pieces.js";
import { exportRecord, verifyDice } from "./record.js";
import { shell } from "./shell.js";

/** @typedef {import("./wire.js").ReplayInfo} ReplayInfo */
/** @typedef {import("./wire.js").Frame} Frame */

/** @param {string[]} words */
export async function replay([id, given]) {
  if (!id) return { element: shell("replay", h("h1", null, "Replay"), dropPlace()), title: "Replay" };
  const key = given || sessionStorage.getItem(`grognard.seat.${id}`) || mySeats().find((seat) => seat.battle === id)?.key;
  if (!key) throw new Trouble("This battle is not known to this browser. Open it by its link, or find it under My battles.");
  const info = /** @type {ReplayInfo} */ (await ask(`/api/battles/${id}/replay`, { key }));
  if (given) {
    keepSeat({ battle: id, key, kind: "watch", links: [], title: info.scenario, game: info.game });
    history.replaceState(null, "", `#/replay/${id}`);
  }
  const player = new Player(info, key);
  await player.go(0);
  return { element: player.element, title: `Replay: ${info.scenario}`, close: () => player.close() };
}

class Player {
  /** @param {ReplayInfo} info @param {string} key */
  constructor(info, key) {
    this.info = info;
    this.key = key;
    this.side = info.looking;
    this.step = 0;
    /** @type {Map<string, Promise<Frame>>} */
    this.frames = new Map();
    this.selected = "";
    /** @type {Frame | undefined} */
    this.shown = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.playing = false;
    this.board = new Board();
    this.header = h("header", { class: "top" });
    this.card = h("section", { class: "card", "aria-label": "The piece looked at", tabindex: "0" });
    this.tray = h("section", { class: "tray-box", "aria-label": "Dice" });
    this.list = h("ol", { class: "log", "aria-label": "What happened in this step", tabindex: "0" });
    this.slider = h("input", { type: "range", min: "0", max: String(info.steps - 1), value: "0", "aria-label": "Step", oninput: () => void this.go(Number(this.slider.value)) });
    this.where = h("span", { class: "soft", role: "status" });
    this.play = h("button", { class: "go", onclick: () => this.toggle() }, "▶ Play");
    this.speed = h("select", { "aria-label": "Speed" }, [["2000", "slow"], ["1000", "normal"], ["400", "fast"], ["120", "very fast"]].map(([value, words]) => h("option", { value, selected: value === "1000" }, words)));
    this.turns = h("select", { "aria-label": "Go to a turn", onchange: () => void this.go(Number(this.turns.value)) }, info.turns.map(([step, turn, phase]) => h("option", { value: step }, turn ? `Turn ${turn}${phase ? `: ${phase}` : ""}` : "Before the battle")));
    const views = h("select", { "aria-label": "Seen by", onchange: () => { this.side = views.value; this.frames.clear(); void this.go(this.step); } }, [["", "a spectator"], ...info.sides.map((side) => [side.side, side.name || side.side])].map(([value, words]) => h("option", { value, selected: value === info.looking }, words)));
    this.element = h(
      "main",
      { class: "replay" },
      this.header,
      h("div", { class: "board" }, this.board),
      h(
        "section",
        { class: "player", "aria-label": "Replay" },
        this.slider,
        h(
          "div",
          { class: "row" },
          h("button", { "aria-label": "To the start", onclick: () => void this.go(0) }, "«"),
          h("button", { "aria-label": "One step back", onclick: () => void this.go(this.step - 1) }, "‹"),
          this.play,
          h("button", { "aria-label": "One step on", onclick: () => void this.go(this.step + 1) }, "›"),
          h("button", { "aria-label": "To the end", onclick: () => void this.go(info.steps - 1) }, "»"),
          this.turns,
          this.speed,
          info.over && h("label", null, "Seen by ", views),
          this.where,
          h("span", { class: "aside" }, h("button", { onclick: () => void this.goOn() }, "Go on from here"), info.sealed && h("button", { onclick: () => void verifyDice(info.battle, key) }, "Verify the dice"), h("button", { onclick: () => (info.can_export ? toast(info.can_export, "bad") : void exportRecord(info.battle, key)) }, "Save as a file"), h("a", { class: "button", href: "#/battles" }, "My battles")),
        ),
      ),
      h("aside", { class: "beside", "aria-label": "Card, dice and log" }, this.card, this.tray, this.list),
    );
    this.board.addEventListener("piece", (event) => this.select(/** @type {CustomEvent} */ (event).detail.id));
    this.board.addEventListener("select", (event) => this.select(/** @type {CustomEvent} */ (event).detail));
    this.onkey = (/** @type {KeyboardEvent} */ event) => {
      if (event.target instanceof HTMLElement && event.target.closest("input, select, g-board, dialog")) return;
      if (event.key === "ArrowRight") void this.go(this.step + 1);
      else if (event.key === "ArrowLeft") void this.go(this.step - 1);
      else if (event.key === " " && !(event.target instanceof HTMLButtonElement)) this.toggle();
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", this.onkey);
  }

  close() {
    clearTimeout(this.timer);
    document.removeEventListener("keydown", this.onkey);
  }

  /** @param {number} step @returns {Promise<Frame>} */
  frame(step) {
    const name = `${this.side} ${step}`;
    let frame = this.frames.get(name);
    if (!frame) {
      frame = ask(`/api/battles/${this.info.battle}/replay/${step}?side=${encodeURIComponent(this.side)}`, { key: this.key });
      this.frames.set(name, frame);
      if (this.frames.size > 200) this.frames.delete(/** @type {string} */ (this.frames.keys().next().value));
    }
    return frame;
  }

  /** @param {number} step */
  async go(step) {
    const wanted = Math.max(0, Math.min(this.info.steps - 1, step));
    this.step = wanted;
    this.slider.value = String(wanted);
    try {
      const frame = await this.frame(wanted);
      if (this.step !== wanted) return;
      this.shown = frame;
      this.board.show(frame.scene);
      this.draw(frame);
      if (wanted + 1 < this.info.steps) void this.frame(wanted + 1).catch(() => undefined);
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), "bad");
    }
  }

  /** @param {Frame} frame */
  draw(frame) {
    const { info } = this;
    const scene = frame.scene;
    put(
      this.header,
      h("h1", null, h("a", { class: "home", href: "#/" }, info.title), " ", h("span", null, `${info.scenario}: replay`)),
      scene.phases.length > 0 && h("ol", { class: "track", "aria-label": "Phases" }, scene.phases.map((phase) => h("li", { class: phase === scene.phase ? "now" : "" }, phase.charAt(0).toUpperCase() + phase.slice(1)))),
      scene.turn > 0 && h("span", { class: "turn" }, "Turn ", h("b", null, String(scene.turn)), ` ${scene.turns}`),
      h("span", { class: "score" }, scene.sides.map((side, place) => h("span", { class: `side-chip chip-${Math.min(3, place)}` }, sideSign(place), h("b", null, side.name), side.status && ` · ${side.status}`))),
    );
    this.turns.value = String(info.turns.filter(([step]) => step <= this.step).at(-1)?.[0] ?? 0);
    this.where.textContent = `Step ${this.step + 1} of ${info.steps}`;
    put(this.list, frame.log.length ? frame.log.map((line) => logLine(line, scene, (one) => void openRule(info.game, one.rule), false)) : h("li", { class: "soft" }, "Nothing was told in this step."));
    showDice(this.tray, frame.log);
    this.drawCard();
    if (this.step === info.steps - 1 && info.over) this.list.append(h("li", { class: "phase" }, `${info.over.reason}.`));
  }

  /** @param {string} id */
  select(id) {
    this.selected = id;
    this.board.select(id);
    this.drawCard();
  }

  drawCard() {
    const scene = this.shown?.scene;
    const token = scene?.tokens.find((one) => one.id === this.selected);
    if (scene && token) put(this.card, card(token, scene));
    else put(this.card, h("h2", null, this.info.scenario), h("p", { class: "soft" }, "Arrow keys step, space plays. Choose a piece to see its card."));
  }

  toggle() {
    this.playing = !this.playing;
    this.play.textContent = this.playing ? "⏸ Pause" : "▶ Play";
    clearTimeout(this.timer);
    const next = async () => {
      if (!this.playing) return;
      if (this.step >= this.info.steps - 1) {
        this.toggle();
        return;
      }
      await this.go(this.step + 1);
      this.timer = setTimeout(() => void next(), Number(this.speed.value));
    };
    if (this.playing) void (this.step >= this.info.steps - 1 ? this.go(0).then(next) : next());
  }

  /** A battle of one's own from the step that is shown. */
  async goOn() {
    const { info } = this;
    const refusal = info.can_export || (info.over && this.step === info.steps - 1 ? "The battle is over here: go back to an earlier step, and go on from there." : "");
    if (refusal) {
      toast(refusal, "bad");
      return;
    }
    try {
      await goOn(info, this.key, this.step);
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), "bad");
    }
  }
}
