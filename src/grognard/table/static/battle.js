// The battle: the board, what is asked, the card of a piece, the dice and the log, all from what the table says of this seat.

import { keepSeat, Line, mySeats, Trouble } from "./api.js";
import { Ask } from "./ask.js";
import { Board } from "./board.js";
import { h, put, recall, toast } from "./dom.js";
import { dots, handOver, headline, showRoster, verdict } from "./parts.js";
import { PieceMenu } from "./piecemenu.js";
import { card, logLine, oddsWords, openRule, placeOf, showDice, sideSign } from "./pieces.js";
import { exportRecord, verifyDice } from "./record.js";
import { linksSheet, menuSheet, PACE } from "./sheets.js";
import { Way } from "./way.js";
import { whySheet } from "./why.js";

/** @typedef {import("./wire.js").State} State */
/** @typedef {import("./wire.js").ToPage} ToPage */
/** @typedef {import("./wire.js").Line} LogLine */
/** @typedef {import("./wire.js").Chance} Chance */
/** @typedef {import("./wire.js").Choice} Choice */
/** @typedef {import("./wire.js").SideSeat} SideSeat */

const LINES = 400; // lines of the log that are drawn

/** @param {string[]} words */
export async function battle([id, key]) {
  const saved = key || sessionStorage.getItem(`grognard.seat.${id}`) || mySeats().find((seat) => seat.battle === id)?.key;
  if (!id || !saved) throw new Trouble("This battle is not known to this browser. Open it by its link, or find it under My battles.");
  sessionStorage.setItem(`grognard.seat.${id}`, saved);
  if (key) history.replaceState(null, "", `#/battle/${id}`);
  const table = new Table(id, saved);
  return { element: table.element, title: "Battle", close: () => table.close() };
}

export class Table {
  /** @param {string} id @param {string} key */
  constructor(id, key) {
    this.id = id;
    this.key = key;
    /** @type {State | null} */
    this.state = null;
    /** @type {State[]} */
    this.queue = [];
    this.busy = false;
    this.ref = 0;
    /** @type {LogLine[]} */
    this.log = [];
    /** @type {SideSeat[]} */
    this.sides = [];
    this.watching = 0;
    this.selected = "";
    /** @type {import("./wire.js").Forecasts | null} */
    this.forecasts = null;
    this.pending = ""; // an answer that has been sent and not yet taken
    this.pendingRef = 0;
    this.board = new Board();
    this.ask = new Ask({
      answer: (answer) => this.answer(answer),
      over: (option) => this.over(option),
      choose: (option) => this.board.choose(option),
      open: (option) => this.openTarget(option),
      confirm: () => this.way.confirm(),
      corner: () => this.board.corner(),
      turn: (degrees) => this.board.turn(degrees),
      verb: (verb) => {
        this.board.verb = verb;
        if (this.board.spot) this.board.tryAt(this.board.spot.x, this.board.spot.y);
      },
      rule: (rule) => void openRule(this.state?.game ?? "", rule),
    });
    this.way = new Way(this);
    this.header = h("header", { class: "top" });
    this.card = h("section", { class: "card", "aria-label": "The piece looked at", tabindex: "0" });
    this.tray = h("section", { class: "tray-box", "aria-label": "Dice" });
    this.list = h("ol", { class: "log", "aria-label": "Log, newest first", tabindex: "0" });
    this.live = h("div", { class: "unseen", "aria-live": "polite", role: "log" });
    this.notice = h("div", { class: "notice", role: "alert", hidden: true });
    /** The lists of a companion, where the figures stand on a real table. @type {Map<string, HTMLElement>} */
    this.roster = new Map();
    this.lists = h("div", { class: "roster", hidden: true });
    this.pane = h("div", { class: "board" }, this.board, this.lists);
    this.menu = new PieceMenu(this.pane, this.ask, (option) => this.over(option));
    this.element = h(
      "main",
      { class: "battle" },
      this.header,
      this.pane,
      this.notice,
      this.ask.element,
      h("aside", { class: "beside", "aria-label": "Card, dice and log" }, this.card, this.tray, this.list),
      this.live,
    );
    put(this.header, h("h1", null, "…"));
    this.board.addEventListener("piece", (event) => this.piece(/** @type {CustomEvent} */ (event).detail));
    this.board.addEventListener("select", (event) => this.select(/** @type {CustomEvent} */ (event).detail));
    this.board.addEventListener("spot", (event) => this.way.spot(/** @type {CustomEvent} */ (event).detail.key));
    this.board.addEventListener("area", (event) => this.area(/** @type {CustomEvent} */ (event).detail));
    this.board.addEventListener("take", (event) => this.ask.take(/** @type {CustomEvent} */ (event).detail));
    this.board.addEventListener("over", (event) => this.over(/** @type {CustomEvent} */ (event).detail));
    this.board.addEventListener("bare", (event) => this.bare(/** @type {CustomEvent} */ (event).detail));
    this.board.addEventListener("confirm", () => this.way.confirm());
    this.onkey = (/** @type {KeyboardEvent} */ event) => this.keyed(event);
    document.addEventListener("keydown", this.onkey);
    this.line = new Line(
      id,
      key,
      (message) => this.hear(message),
      (there, words) => {
        this.notice.hidden = there;
        put(this.notice, words);
        if (there && this.pending) this.resend();
      },
    );
  }

  close() {
    this.line.close();
    document.removeEventListener("keydown", this.onkey);
    document.querySelector(".cover")?.remove();
  }

  // Hearing

  /** @param {ToPage} message */
  hear(message) {
    switch (message.type) {
      case "state":
        this.queue.push(message);
        this.pump();
        break;
      case "forecasts":
        this.forecasts = message;
        this.showForecasts();
        break;
      case "checked":
        if (message.ref === this.way.checking) this.way.checked(message);
        break;
      case "refused":
        if (!message.ref || message.ref === this.pendingRef) {
          this.pending = "";
          this.ask.again();
        }
        if (message.ref && message.ref === this.way.checking) this.way.unchecked(message.words);
        else toast(message.words, "bad");
        break;
      case "taken":
        this.pending = "";
        break;
      case "hint":
        if (message.position === this.state?.position) this.hinted(message);
        break;
      case "presence":
        this.sides = message.sides;
        this.watching = message.watching;
        if (this.state) this.top(this.state);
        if (this.state && !this.state.question) this.asked(this.state);
        break;
      case "told":
        toast(message.words);
        break;
      case "because":
        if (this.state && this.log[message.n]) whySheet(this.state.game, this.log[message.n], message);
        break;
      case "gone":
        put(this.notice, message.words, " ", message.take && h("button", { class: "small", onclick: () => this.line.takeOver() }, "Play here"), " ", h("a", { href: "#/" }, "Home"));
        this.notice.hidden = false;
        break;
    }
  }

  /** Show what has come, one after the other, so that a computer's moves can be followed. */
  pump() {
    if (this.busy || !this.queue.length) return;
    const state = /** @type {State} */ (this.queue.shift());
    const moved = Boolean(this.state) && state.log.length > 0 && !this.state?.question;
    this.show(state);
    const pace = PACE[recall("speed", "normal")] ?? 550;
    const wait = moved || this.queue.length ? Math.min(pace, 4000 / (this.queue.length + 1)) : 0;
    if (wait < 20) {
      this.pump();
      return;
    }
    this.busy = true;
    setTimeout(() => {
      this.busy = false;
      this.pump();
    }, wait);
  }

  /** @param {State} state */
  show(state) {
    const before = this.state;
    const first = before === null;
    if (state.same_ground && before) state.scene.ground = before.scene.ground;
    this.state = state;
    this.sides = state.sides;
    if (first) this.keep(state);
    const undone = state.log_from < this.log.length;
    this.log.length = Math.min(this.log.length, state.log_from);
    this.log.push(...state.log);
    this.closeMenu();
    document.title = `${state.title}: ${state.scenario} · grognard`;
    this.top(state);
    this.board.hidden = state.companion;
    this.lists.hidden = !state.companion;
    if (state.companion) this.roster = showRoster(this.lists, state, (id) => this.piece({ id, keyboard: true }));
    else this.board.show(state.scene);
    this.drawLog(state, first || undone || before?.looking !== state.looking);
    const rolls = state.log.filter((line) => line.kind === "roll");
    if (rolls.length || first) showDice(this.tray, rolls.length ? state.log : this.log.slice(Math.max(0, this.log.findLastIndex((line) => line.kind === "roll"))));
    const same = before?.looking === state.looking && (state.question ? sameQuestion(before?.question, state.question) : !before?.question && before?.position === state.position);
    if (!same || first) {
      this.way.forget();
      this.board.ask(state.question);
      this.asked(state);
      const about = state.question?.place?.mover ?? state.question?.about?.[0];
      if (about && state.scene.tokens.some((token) => token.id === about)) {
        this.select(about);
        this.board.reveal(about);
      }
    } else if (!state.question) {
      this.asked(state);
    } else {
      put(this.ask.aside, this.extras(state));
    }
    this.drawCard(state);
    this.showForecasts();
    this.cover(state);
    this.announce(state, first);
  }

  /** @param {State} state */
  keep(state) {
    const known = mySeats().find((seat) => seat.battle === this.id && seat.key === this.key);
    keepSeat({ battle: this.id, key: this.key, kind: known?.kind ?? (state.yours.length ? "side" : "watch"), links: known?.links ?? [], title: state.scenario, game: state.game });
  }

  /** @param {State} state @param {boolean} first */
  announce(state, first) {
    const lines = first ? [] : state.log.slice(-4).map((line) => `${line.words}${line.faces?.length ? `: ${line.faces.join(", ")}` : ""}`);
    if (state.over) lines.push(`The battle is over: ${state.over.reason}`);
    else if (state.question) lines.push(`${this.nameOf(state, state.question.side)}: ${state.question.text} ${state.question.options.length} answers.`);
    if (!lines.length) return;
    this.live.append(h("p", null, lines.join(". ")));
    while (this.live.childElementCount > 6) this.live.firstElementChild?.remove();
  }

  /** @param {State} state @param {string} side */
  nameOf(state, side) {
    return this.sides.find((seat) => seat.side === side)?.name || state.scene.sides.find((line) => line.id === side)?.name || side;
  }

  // Drawing

  /** @param {State} state */
  top(state) {
    put(this.header, headline(state, this.sides, () => menuSheet(this)));
  }

  /** @param {State} state @param {boolean} anew */
  drawLog(state, anew) {
    const why = (/** @type {LogLine} */ line) => this.why(line);
    if (anew) {
      const lines = this.log.slice(-LINES).reverse();
      put(this.list, lines.map((line) => logLine(line, state.scene, why, false)));
    } else {
      for (const line of state.log) this.list.prepend(logLine(line, state.scene, why, true));
      while (this.list.childElementCount > LINES) this.list.lastElementChild?.remove();
    }
    this.list.scrollTop = 0;
  }

  /** @param {State} state */
  drawCard(state) {
    const token = state.scene.tokens.find((one) => one.id === this.selected);
    if (token) {
      put(this.card, card(token, state.scene));
      return;
    }
    const notes = state.scene.notes ?? [];
    const mine = state.yours.map((side) => this.nameOf(state, side)).join(" and ");
    put(
      this.card,
      h("h2", null, state.scenario),
      h("p", { class: "role" }, state.yours.length ? `You play ${mine}.` : "You are watching."),
      notes.length > 0 && h("ul", null, notes.map((note) => h("li", null, note))),
      h("p", { class: "soft" }, "Choose a piece to see its card."),
    );
  }

  /** @param {State} state */
  asked(state) {
    put(this.ask.aside, this.extras(state));
    if (state.question) {
      this.ask.show(state.question, state.scene.unit, Math.max(state.scene.width, state.scene.height));
      if (state.yours.length > 1) this.ask.head.prepend(h("span", { class: "side-chip" }, sideSign(placeOf(state.scene, state.question.side)), this.nameOf(state, state.question.side)), " ");
      return;
    }
    if (state.over) {
      this.ended(state, state.over);
      return;
    }
    const waits = state.waits_for.map((side) => this.nameOf(state, side)).join(" and ");
    const thinking = this.sides.some((seat) => seat.thinking);
    const away = this.sides.filter((seat) => state.waits_for.includes(seat.side) && !seat.here);
    this.ask.say(
      h("h2", { class: "hush" }, waits ? `${waits} ${state.waits_for.length > 1 ? "choose" : "chooses"}` : "The battle goes on", thinking ? " " : "…"),
      thinking && dots(),
      thinking && state.yours.length > 0 && h("button", { class: "small late", title: "The computer answers with the best it has found so far", onclick: () => this.line.say({ type: "hurry", position: state.position, ref: this.next() }) }, "Answer now"),
      away.length > 0 && h("p", { class: "soft" }, "They are not at the table. ", h("button", { class: "small", onclick: () => linksSheet(this) }, "Send them their link")),
      state.undo.asked_by && this.consent(state),
    );
  }

  /** @param {State} state */
  extras(state) {
    if (!state.yours.length || state.over) return [];
    const { undo } = state;
    return [
      state.question && undo.asked_by && this.consent(state),
      (undo.can || undo.asking) && h("button", { onclick: () => this.line.say({ type: "take_back", position: state.position, ref: this.next() }), title: undo.asking ? "The other side must agree" : "Take back your last answer (U)" }, undo.asking ? "↶ Ask to undo" : "↶ Undo"),
      state.question && !state.question.dice && h("button", { onclick: () => this.line.say({ type: "ask_hint", position: state.position, ref: this.next() }), title: "What would a computer do? (H)" }, "Hint"),
    ];
  }

  /** @param {State} state */
  consent(state) {
    return h(
      "span",
      { class: "row" },
      h("span", null, `${this.nameOf(state, state.undo.asked_by ?? "")} asks to take back the last answer.`),
      h("button", { class: "go", onclick: () => this.line.say({ type: "consent", agree: true }) }, "Allow"),
      h("button", { onclick: () => this.line.say({ type: "consent", agree: false }) }, "Refuse"),
    );
  }

  /** @param {State} state @param {import("./wire.js").Over} over */
  ended(state, over) {
    this.ask.element.classList.add("mine");
    put(this.ask.head, verdict(state, over, (side) => this.nameOf(state, side)));
    put(
      this.ask.body,
      h(
        "div",
        { class: "options" },
        h("a", { class: "button go", href: `#/replay/${this.id}` }, "Watch the replay"),
        h("button", { onclick: () => void verifyDice(this.id, this.key) }, "Verify the dice"),
        h("button", { onclick: () => void this.export() }, "Save as a file"),
        h("a", { class: "button", href: `#/setup/${state.game}` }, "Play again"),
        h("a", { class: "button", href: "#/" }, "Home"),
      ),
    );
  }

  /** @param {import("./wire.js").Hint} message */
  hinted(message) {
    const options = this.state?.question?.options ?? [];
    const best = message.best.filter((one) => options.some((option) => option.key === one.key));
    if (!best.length) {
      toast("No hint this time: the computer sees nothing to choose between.");
      return;
    }
    this.ask.hint(best, message.by, this.forecasts?.position === message.position ? this.forecasts : null);
    this.board.hint(options.find((option) => option.key === best[0].key));
  }

  showForecasts() {
    const { state, forecasts } = this;
    if (state && forecasts && forecasts.position === state.position && state.question) this.ask.forecast(forecasts.odds, forecasts.replies ?? {});
  }

  /** A screen that hides everything until the right person is there. @param {State} state */
  cover(state) {
    document.querySelector(".cover")?.remove();
    this.element.classList.toggle("covered", Boolean(state.hand_over));
    if (state.hand_over) handOver(this.nameOf(state, state.hand_over), () => this.line.say({ type: "look", side: state.hand_over }));
  }

  // Answering

  /** A number for a message, by which its reply is known. */
  next() {
    this.ref += 1;
    return this.ref;
  }

  /** @param {string} answer */
  answer(answer) {
    const { state } = this;
    if (!state?.question) return;
    this.closeMenu();
    this.ref += 1;
    const message = { type: /** @type {const} */ ("answer"), position: state.position, side: state.question.side, key: answer, ref: this.ref };
    this.pending = JSON.stringify(message);
    this.pendingRef = this.ref;
    if (!this.line.say(message)) toast("The table does not answer just now; your answer is sent as soon as it does.");
  }

  /** Sent again after the line broke: the table counts it once. */
  resend() {
    const message = /** @type {import("./wire.js").Answer} */ (JSON.parse(this.pending));
    this.line.say(message);
  }

  /** @param {Choice | null} option */
  over(option) {
    const question = this.state?.question;
    if (!question || question.place) return;
    this.board.targets.light(option);
    const target = option?.pieces?.at(-1);
    if (!option || !target) {
      this.board.clearAim();
      return;
    }
    const odds = this.ask.odds[option.key];
    this.board.aim(question.about?.[0] ?? "", target, odds ? oddsWords(odds, 2) : "");
  }

  // Pieces

  /** @param {string} id */
  select(id) {
    this.selected = id;
    this.board.select(id);
    if (this.state) this.drawCard(this.state);
    if (!id) this.closeMenu();
  }

  /** @param {{id: string, keyboard: boolean}} picked */
  piece({ id, keyboard }) {
    this.select(id);
    this.closeMenu();
    const { state } = this;
    const question = state?.question;
    if (!state || !question || question.place) return;
    const own = question.about?.[0] === id ? this.pointless() : [];
    const options = [...question.options.filter((option) => (option.pieces ?? []).includes(id)), ...own];
    const piece = this.roster.get(id) ?? this.board.pieces.get(id);
    const token = state.scene.tokens.find((one) => one.id === id);
    const here = token && this.board.targets.near(token.x, token.y);
    if (here && options.length) options.push(...here.options.filter((option) => !options.includes(option)));
    else if (here) this.board.targets.open(here, keyboard);
    if (!options.length || !piece) return;
    const at = piece.getBoundingClientRect();
    this.offer(options, at, keyboard);
  }

  /** A hex or another place was chosen; chosen again, it is taken. @param {{options: Choice[], at: DOMRect, keyboard: boolean}} picked */
  area({ options, at, keyboard }) {
    const key = options.length === 1 ? options[0].key : "";
    if (key && this.menu.key === key) {
      this.ask.take(key);
      return;
    }
    this.closeMenu();
    this.offer(options, at, keyboard, key);
  }

  /** @param {Choice} option */
  openTarget(option) {
    const target = this.board.targets.of(option);
    if (target) this.board.targets.open(target, false);
  }

  /** Bare ground was chosen: answers that point at nothing are offered there, where no piece stands for them. @param {{x: number, y: number}} where */
  bare({ x, y }) {
    const open = this.menu.element;
    const asked = this.selected;
    this.select("");
    this.closeMenu();
    const question = this.state?.question;
    if (open || asked || !question || question.dice || question.place || this.board.pieces.has(question.about?.[0] ?? "")) return;
    const options = this.pointless();
    if (options.length) this.offer(options, new DOMRect(x - 4, y - 4, 8, 8), false);
  }

  /** Answers that point at no piece and no place. */
  pointless() {
    return (this.state?.question?.options ?? []).filter((option) => !option.at && !(option.pieces ?? []).some((id) => this.board.pieces.has(id) || this.roster.has(id)));
  }

  /** Answers beside what they are about. @param {Choice[]} options @param {DOMRect} at @param {boolean} keyboard @param {string} [key] */
  offer(options, at, keyboard, key = "") {
    this.menu.open(this.state?.question?.text ?? "", options, at, keyboard, key);
  }

  closeMenu() {
    if (this.menu.close()) this.board.pieces.get(this.selected)?.focus();
  }

  /** @param {KeyboardEvent} event */
  keyed(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || document.querySelector("dialog[open], .cover")) return;
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
    if (/^[1-9]$/.test(event.key)) this.ask.press(Number(event.key) - 1);
    else if (event.key === "Escape") {
      this.closeMenu();
      this.board.targets.close();
    }
    else if (event.key === "u" && this.state?.undo.can) this.line.say({ type: "take_back", position: this.state.position, ref: this.next() });
    else if (event.key === "h" && this.state?.question) this.line.say({ type: "ask_hint", position: this.state.position, ref: this.next() });
    else if (event.key === "Enter" && this.way.key && !(event.target instanceof HTMLButtonElement && event.target !== this.ask.buttons.get(this.way.key))) this.way.confirm();
    else return;
    event.preventDefault();
  }

  // Why?

  /** @param {LogLine} line */
  why(line) {
    this.ref += 1;
    this.line.say({ type: "why", n: line.n, ref: this.ref });
  }

  export() {
    return exportRecord(this.id, this.key);
  }
}

/** Whether nothing new is asked: the others may have answered meanwhile, and an answer may be on its way. @param {import("./wire.js").Asked | null | undefined} before @param {import("./wire.js").Asked} now */
function sameQuestion(before, now) {
  return Boolean(before) && before?.side === now.side && before.since === now.since && before.text === now.text;
}
