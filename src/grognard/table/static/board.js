// The board: a scene drawn in SVG, with selection, reach and the way of a move. It knows no rule: what can be done comes with the question.

import { h, length, put, s } from "./dom.js";
import { drawPiece } from "./faces.js";
import { drawField, K } from "./field.js";
import { Hand } from "./hand.js";
import { placeNames } from "./names.js";
import { Ruler } from "./ruler.js";
import { Targets } from "./targets.js";
import { View } from "./view.js";

/** @typedef {import("./wire.js").Scene} Scene */
/** @typedef {import("./wire.js").Token} Token */
/** @typedef {import("./wire.js").Asked} Asked */
/** @typedef {import("./wire.js").Choice} Choice */
/** @typedef {[number, number]} Point */
/** @typedef {{x: number, y: number, via: Point[], facing: number, key: string}} Spot */

/** Words for a piece, for those who do not see it. @param {Token} token @param {Scene} scene */
export function describe(token, scene) {
  const side = scene.sides.find((line) => line.id === token.side);
  const marks = (token.marks ?? []).map((mark) => mark.meaning);
  const parts = [token.name, side?.name, token.strength && `strength ${token.strength}`, ...marks];
  return `${parts.filter(Boolean).join(", ")}, at ${token.x.toFixed(1)}, ${token.y.toFixed(1)}`;
}

/** How most of the listed ends are gone to: what a dragged way means unless somebody says otherwise. @param {Asked | null} question */
export function usualVerb(question) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const option of question?.options ?? []) {
    const verb = option.at ? option.key.split(" ")[0] : "";
    if (verb) counts.set(verb, (counts.get(verb) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? question?.place?.verbs[0] ?? "move";
}

export class Board extends View {
  constructor() {
    super();
    /** @type {Asked | null} */
    this.question = null;
    /** @type {Map<string, SVGGElement>} */
    this.pieces = new Map();
    /** @type {Map<string, string>} */
    this.drawn = new Map();
    this.selected = "";
    this.groundDrawn = "";
    /** @type {Spot | null} */
    this.spot = null;
    /** @type {Point[]} */
    this.via = [];
    this.verb = "move"; // how a spot of one's own is gone to

    this.ground = s("g", { class: "grounds" });
    this.reach = s("g", { class: "reach" });
    this.targets = new Targets(
      K,
      (options, at, keyboard) => this.emit("area", { options, at: at.getBoundingClientRect(), keyboard }),
      (option) => this.emit("take", option.key),
      (option) => this.emit("over", option),
    );
    this.ruler = new Ruler(this);
    this.hand = new Hand(this);
    this.lines = s("g", { class: "lines" });
    this.tokens = s("g", { class: "tokens" });
    this.words = s("g", { class: "words" });
    this.defs = s("g");
    this.svg.append(this.defs, this.ground, this.reach, this.targets.layer, this.lines, this.tokens, this.targets.rose, this.ruler.layer, this.words);
    this.tools = h(
      "div",
      { class: "tools", role: "toolbar", "aria-label": "View" },
      h("button", { class: "tool", "aria-label": "Zoom in", title: "Zoom in (+)", onclick: () => this.zoom(1 / 1.4) }, "+"),
      h("button", { class: "tool", "aria-label": "Zoom out", title: "Zoom out (−)", onclick: () => this.zoom(1.4) }, "−"),
      h("button", { class: "tool", "aria-label": "Show the whole table", title: "Whole table (0)", onclick: () => this.fit() }, "⤢"),
      this.ruler.button,
    );
    this.note = h("div", { class: "board-note", hidden: true });
  }

  connectedCallback() {
    if (this.childElementCount) return;
    this.append(this.svg, this.tools, this.note);
    this.svg.addEventListener("keydown", (event) => this.key(event));
    this.svg.addEventListener("focusin", (event) => this.focused(event));
    new ResizeObserver(() => this.resized()).observe(this);
  }

  // Drawing

  /** Draw a scene; pieces that were there before move to where they are now. @param {Scene} scene */
  show(scene) {
    const first = this.scene === null;
    const resized = first || this.scene?.width !== scene.width || this.scene?.height !== scene.height;
    this.lookAt(scene);
    const ground = JSON.stringify([scene.ground, scene.width, scene.height]);
    if (ground !== this.groundDrawn) {
      this.groundDrawn = ground;
      drawField(scene, this.ground, this.defs);
    }
    this.classList.toggle("still", first);
    const stacked = this.stackOffsets(scene);
    const crowd = scene.tokens.filter((token) => !token.fallen).length;
    this.classList.toggle("few", crowd <= 16);
    const here = new Set();
    for (const token of scene.tokens) {
      if (token.fallen) continue;
      here.add(token.id);
      this.drawToken(token, scene, stacked.get(token.id) ?? 0);
    }
    for (const [id, piece] of this.pieces) {
      if (here.has(id)) continue;
      this.pieces.delete(id);
      this.drawn.delete(id);
      piece.classList.add("gone");
      setTimeout(() => piece.remove(), first ? 0 : 900);
    }
    this.svg.setAttribute("aria-label", `The table, ${length(scene.width, scene.unit)} by ${length(scene.height, scene.unit)}, ${crowd} pieces`);
    this.ruler.button.hidden = scene.measuring === false;
    if (resized) this.fit();
    else placeNames(this);
    this.mark();
    this.rove();
  }

  /** @param {Scene} scene */
  stackOffsets(scene) {
    /** @type {Map<string, number>} */
    const offsets = new Map();
    for (const token of scene.tokens) (token.stack ?? []).forEach((id, n) => offsets.set(id, n + 1));
    return offsets;
  }

  /** @param {Token} token @param {Scene} scene @param {number} stacked */
  drawToken(token, scene, stacked) {
    const place = Math.max(0, scene.sides.findIndex((line) => line.id === token.side));
    const lift = stacked * 0.16 * K * Math.max(token.width ?? 1, 0.6);
    const x = token.x * K + lift;
    const y = (scene.height - token.y) * K - lift;
    let piece = this.pieces.get(token.id);
    const face = JSON.stringify([token.side, token.shape, token.name, token.width, token.height, token.facing, token.files, token.ranks, token.models, token.role, token.strength, token.marks]);
    if (!piece) {
      piece = s("g", { class: "token", "data-id": token.id, tabindex: "-1", role: "button" });
      piece.style.transform = `translate(${x}px, ${y}px)`;
      this.pieces.set(token.id, piece);
      this.tokens.append(piece);
    }
    piece.style.transform = `translate(${x}px, ${y}px)`;
    if (this.drawn.get(token.id) !== face) {
      this.drawn.set(token.id, face);
      const owned = scene.sides.some((line) => line.id === token.side);
      piece.setAttribute("class", `token ${token.shape} ${owned ? `side-${place}` : "side-none"}${token.role === "leader" ? " leader" : ""}`);
      const [name, ...figure] = drawPiece(token, owned ? place : -1, scene.unit);
      put(piece, s("title", null, token.name), s("g", { class: "figure" }, figure), name);
    }
    piece.setAttribute("aria-label", describe(token, scene));
    if (stacked) this.tokens.append(piece);
  }

  // What is asked

  /** Show what can be done: pieces that stand for answers, and the reach of a move. @param {Asked | null} question */
  ask(question) {
    this.question = question;
    this.spot = null;
    this.via = [];
    this.verb = usualVerb(question);
    this.mark();
    this.drawReach();
    this.clearLines();
    this.cheer("");
    const { height = 0, tokens = [] } = this.scene ?? {};
    const ends = question?.place ? question.place.region.flat() : (question?.options ?? []).flatMap((option) => (option.at ? [option.at] : []));
    const movers = tokens.filter((token) => question?.about?.includes(token.id)).map((token) => [token.x, token.y]);
    if (ends.length) this.comeNear([...ends, ...movers].map(([x, y]) => [x * K, (height - y) * K]));
    else this.stepBack();
  }

  mark() {
    const can = new Set((this.question?.place ? [] : (this.question?.options ?? [])).flatMap((option) => option.pieces ?? []));
    const about = new Set([...(this.question?.about ?? []), ...(this.question?.place ? [this.question.place.mover] : [])]);
    for (const [id, piece] of this.pieces) {
      piece.classList.toggle("can", can.has(id));
      piece.classList.toggle("about", about.has(id));
      piece.classList.toggle("chosen", id === this.selected);
    }
  }

  drawReach() {
    put(this.reach);
    const place = this.question?.place;
    const scene = this.scene;
    if (!scene) return;
    this.targets.draw(this.question, scene);
    if (!place) return;
    const d = place.region.map((ring) => `M${ring.map(([x, y]) => `${(x * K).toFixed(1)} ${((scene.height - y) * K).toFixed(1)}`).join("L")}Z`).join("");
    if (d) this.reach.append(s("path", { class: "region", d }));
    for (const option of this.question?.options ?? []) {
      if (!option.at) continue;
      const dot = s("circle", { class: "spot-dot", cx: option.at[0] * K, cy: (scene.height - option.at[1]) * K, r: this.dotSize(), "data-key": option.key });
      dot.append(s("title", null, option.words));
      dot.addEventListener("click", () => this.choose(option));
      this.reach.append(dot);
    }
  }

  /** Take one of the listed ends of a move. @param {Choice} option */
  choose(option) {
    if (!option.at) return;
    this.spot = { x: option.at[0], y: option.at[1], via: option.via ?? [], facing: option.facing ?? -1, key: option.key };
    this.via = this.spot.via;
    this.drawSpot("", true);
    this.emit("spot", this.spot);
  }

  /** Try a spot of one's own. @param {number} x @param {number} y @param {Point[]} [via] @param {number} [facing] */
  tryAt(x, y, via = this.via, facing = undefined) {
    const place = this.question?.place;
    if (!place || !this.scene) return;
    const mover = this.scene.tokens.find((token) => token.id === place.mover);
    const round = (/** @type {number} */ n) => Math.round(n * 100) / 100;
    const [sx, sy] = [round(Math.max(0, Math.min(this.scene.width, x))), round(Math.max(0, Math.min(this.scene.height, y)))];
    let turn = facing ?? this.spot?.facing ?? -1;
    if (place.turns && turn < 0) turn = Math.max(0, mover?.facing ?? 0);
    const way = via.map(([vx, vy]) => `${round(vx).toFixed(2)},${round(vy).toFixed(2)}`).join(" ");
    const key = `${this.verb} ${sx.toFixed(2)},${sy.toFixed(2)}${way ? ` via ${way}` : ""}${place.turns ? ` facing ${turn}` : ""}`;
    this.spot = { x: sx, y: sy, via, facing: place.turns ? turn : -1, key };
    this.drawSpot("…", true);
    this.emit("spot", this.spot);
  }

  /** Draw the way to the spot, with its price or with why not. @param {string} words @param {boolean} allowed */
  drawSpot(words, allowed) {
    this.clearLines();
    const { spot, scene } = this;
    const place = this.question?.place;
    if (!spot || !scene || !place) return;
    const moves = scene.tokens.find((token) => token.id === place.mover);
    const mover = moves && !moves.fallen ? moves : { shape: "round", width: 1, height: 1, ...moves, x: spot.x, y: spot.y };
    const at = (/** @type {Point} */ [x, y]) => `${(x * K).toFixed(1)} ${((scene.height - y) * K).toFixed(1)}`;
    const way = [/** @type {Point} */ ([mover.x, mover.y]), ...spot.via, /** @type {Point} */ ([spot.x, spot.y])].map(at).join("L");
    const ghost = s("g", { class: `ghost ${allowed ? "" : "refused"}`, transform: `translate(${at([spot.x, spot.y])})` });
    if (mover.shape === "ranks") {
      const [w, t] = [(mover.width ?? 1) * K, (mover.height ?? 1) * K];
      ghost.append(s("g", { transform: `rotate(${Math.max(0, spot.facing)})` }, s("rect", { x: -w / 2, y: -t / 2, width: w, height: t }), s("path", { d: `M${-0.3 * K} ${-t / 2}L0 ${-t / 2 - 0.5 * K}L${0.3 * K} ${-t / 2}Z` })));
    } else {
      ghost.append(s("circle", { r: ((mover.width ?? 1) * K) / 2 }));
      if (spot.facing >= 0) ghost.append(s("path", { d: `M${-0.2 * K} ${-0.6 * K}L0 ${-0.95 * K}L${0.2 * K} ${-0.6 * K}Z`, transform: `rotate(${spot.facing})` }));
    }
    this.lines.append(s("path", { class: `way-line ${allowed ? "" : "refused"}`, d: `M${way}` }), ghost);
    for (const corner of spot.via) this.lines.append(s("circle", { class: "corner", cx: corner[0] * K, cy: (scene.height - corner[1]) * K, r: 0.14 * K }));
    if (words) {
      const size = this.wordSize();
      this.words.append(s("text", { class: "price", x: spot.x * K, y: (scene.height - spot.y) * K - ((mover.width ?? 1) * K) / 2 - size * 0.7, "font-size": size }, words));
    }
  }

  /** A line from one piece to another with words at its end: what an answer would aim at. @param {string} from @param {string} to @param {string} words */
  aim(from, to, words) {
    const scene = this.scene;
    if (!scene || this.question?.place) return;
    this.clearLines();
    const a = scene.tokens.find((token) => token.id === from);
    const b = scene.tokens.find((token) => token.id === to);
    if (!b) return;
    if (a && a !== b) this.lines.append(s("path", { class: "aim", d: `M${a.x * K} ${(scene.height - a.y) * K}L${b.x * K} ${(scene.height - b.y) * K}` }));
    this.lines.append(s("circle", { class: "aim-ring", cx: b.x * K, cy: (scene.height - b.y) * K, r: Math.max(b.width ?? 1, b.height ?? 1, 0.5) * K * 0.7 }));
    if (words) {
      const size = this.wordSize();
      const text = s("text", { class: "price", x: b.x * K, y: (scene.height - b.y) * K - (b.width ?? 1) * K * 0.8 - size * 0.4, "font-size": size }, words);
      this.words.append(text);
    }
  }

  clearLines() {
    put(this.lines);
    put(this.words);
  }

  clearAim() {
    if (!this.question?.place) this.clearLines();
  }

  /** Mark what a computer would do. @param {Choice | undefined} option */
  hint(option) {
    for (const piece of this.pieces.values()) piece.classList.remove("hinted");
    for (const id of option?.pieces ?? []) this.pieces.get(id)?.classList.add("hinted");
    if (option?.at && this.question?.place) this.choose(option);
    else this.targets.light(option ?? null);
  }

  // Selecting

  /** @param {string} id */
  select(id) {
    this.selected = id;
    this.mark();
    this.rove();
  }

  /** Only one piece is in the order of the Tab key; the arrows go from there. */
  rove() {
    const first = this.pieces.has(this.selected) ? this.selected : (this.question?.about?.[0] ?? this.pieces.keys().next().value);
    for (const [id, piece] of this.pieces) piece.setAttribute("tabindex", id === first ? "0" : "-1");
  }

  /** @param {FocusEvent} event */
  focused(event) {
    const id = this.idAt(event.target);
    if (id && !this.hand.drag) this.emit("select", id);
  }

  /** @param {EventTarget | null} target */
  idAt(target) {
    const piece = target instanceof Element ? target.closest(".token") : null;
    return piece?.getAttribute("data-id") ?? "";
  }

  /** @param {string} name @param {unknown} detail */
  emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  // Keys

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (this.targets.key(event)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const id = this.idAt(event.target);
    const steps = /** @type {{[key: string]: Point}} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] });
    const step = steps[event.key];
    if (step && event.shiftKey) this.pan(-step[0] * this.view.w * 0.12, step[1] * this.view.h * 0.12);
    else if (step && this.question?.place && (!id || id === this.question.place.mover)) this.nudge(step);
    else if (step) this.neighbour(id, step);
    else if ((event.key === "Enter" || event.key === " ") && id) this.emit("piece", { id, keyboard: true });
    else if (event.key === "+" || event.key === "=") this.zoom(1 / 1.4);
    else if (event.key === "-") this.zoom(1.4);
    else if (event.key === "0") this.fit();
    else if (event.key === "m" && this.scene?.measuring !== false) this.ruler.turn();
    else if ((event.key === "q" || event.key === "e") && this.question?.place?.turns) this.turn(event.key === "q" ? -15 : 15);
    else if (event.key === "Enter" && this.spot) this.emit("confirm", null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {Point} step */
  nudge([dx, dy]) {
    const mover = this.scene?.tokens.find((token) => token.id === this.question?.place?.mover);
    if (!mover) return;
    const from = this.spot ?? mover;
    this.tryAt(from.x + dx * 0.5, from.y + dy * 0.5);
  }

  /** @param {number} degrees */
  turn(degrees) {
    const mover = this.scene?.tokens.find((token) => token.id === this.question?.place?.mover);
    if (!mover) return;
    const from = this.spot ?? { x: mover.x, y: mover.y, facing: mover.facing ?? 0 };
    this.tryAt(from.x, from.y, this.via, (Math.max(0, from.facing ?? 0) + degrees + 360) % 360);
  }

  /** Make the spot a corner of the way, and go on from there. */
  corner() {
    if (!this.spot) return;
    this.via = [...this.via, [this.spot.x, this.spot.y]];
    this.cheer("Corner set: now choose where the way ends.");
  }

  /** @param {string} id @param {Point} step */
  neighbour(id, step) {
    const scene = this.scene;
    if (!scene) return;
    const here = scene.tokens.find((token) => token.id === id) ?? { x: scene.width / 2, y: scene.height / 2, id: "" };
    let best = "";
    let near = Infinity;
    for (const token of scene.tokens) {
      if (token.fallen || token.id === here.id) continue;
      const [dx, dy] = [token.x - here.x, token.y - here.y];
      const along = dx * step[0] + dy * step[1];
      const aside = Math.abs(dx * step[1]) + Math.abs(dy * step[0]);
      if (along <= 0.01) continue;
      const far = along + aside * 2;
      if (far < near) [best, near] = [token.id, far];
    }
    if (best) /** @type {SVGElement} */ (this.pieces.get(best))?.focus();
  }

  // Names and sizes

  /** What keeps its size on the screen: names, dots, and pieces that would be too small. @param {number} scale pixels for one length on the board */
  painted(scale) {
    this.style.setProperty("--name-size", `${Math.max(10.5 / scale, Math.min(0.5 * K, 14 / scale)).toFixed(1)}px`);
    const wide = (this.scene?.tokens ?? []).map((token) => token.width ?? 1).sort((a, b) => a - b);
    const piece = scale * K * (wide[wide.length >> 1] ?? 1); // how wide a usual piece is on the screen
    this.style.setProperty("--grow", Math.max(1, Math.min(1.5, 20 / piece)).toFixed(3));
    this.targets.pixel = 1 / scale;
    for (const dot of this.reach.querySelectorAll(".spot-dot")) dot.setAttribute("r", this.dotSize().toFixed(1));
    this.classList.toggle("near", piece > 40);
    this.classList.toggle("far", piece < 9);
    placeNames(this);
  }

  /** Nothing may jump while a move is being tried. */
  still() {
    return Boolean(this.spot);
  }

  /** Ends of moves are dots that can be hit at any size of the table. */
  dotSize() {
    const pixel = this.pixel();
    return Math.max(4.5 * pixel, Math.min(0.2 * K, 8 * pixel));
  }

  wordSize() {
    const pixel = this.pixel();
    return Math.max(13 * pixel, Math.min(0.6 * K, 18 * pixel));
  }

  /** Bare ground: nothing is looked at any more. @param {PointerEvent} event */
  bare(event) {
    this.targets.close();
    this.emit("bare", { x: event.clientX, y: event.clientY });
  }

  /** Words on the board itself. @param {string} words */
  cheer(words) {
    this.note.textContent = words;
    this.note.hidden = !words;
  }
}

customElements.define("g-board", Board);
