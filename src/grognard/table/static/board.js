// The board: a scene drawn in SVG, with pan, zoom, selection, reach and measuring. It knows no rule: what can be done comes with the question.

import { h, length, put, s } from "./dom.js";
import { emblem, sideShape } from "./emblems.js";
import { Targets } from "./targets.js";
import { drawGround, textures } from "./terrain.js";

/** @typedef {import("./wire.js").Scene} Scene */
/** @typedef {import("./wire.js").Token} Token */
/** @typedef {import("./wire.js").Asked} Asked */
/** @typedef {import("./wire.js").Choice} Choice */
/** @typedef {[number, number]} Point */
/** @typedef {{x: number, y: number, via: Point[], facing: number, key: string}} Spot */

const K = 40; // how long one unit of the game is on the board
export const HEX_ID = /^[A-Z]?\d+[,.:-]?\d*$/; // names of hexes: every one has one, so they are written small
/** How wide the edge of the table is around the field: room for the names of pieces that stand there. @param {Scene} scene */
const edgeOf = (scene) => Math.max(0.6, Math.max(scene.width, scene.height) * 0.03);

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

export class Board extends HTMLElement {
  constructor() {
    super();
    /** @type {Scene | null} */
    this.scene = null;
    /** @type {Asked | null} */
    this.question = null;
    /** @type {Map<string, SVGGElement>} */
    this.pieces = new Map();
    /** @type {Map<string, string>} */
    this.drawn = new Map();
    this.selected = "";
    this.measuring = false;
    this.groundDrawn = "";
    /** @type {SVGTextElement[]} */
    this.placeNames = [];
    /** @type {Spot | null} */
    this.spot = null;
    /** @type {Point[]} */
    this.via = [];
    /** @type {{x: number, y: number, w: number, h: number}} */
    this.view = { x: 0, y: 0, w: 100, h: 100 };
    /** @type {Map<number, Point>} */
    this.fingers = new Map();
    /** @type {null | {kind: string, from: Point, at: Point, moved: boolean, view: {x: number, y: number, w: number, h: number}, id: string, apart: number}} */
    this.drag = null;
    this.fitted = true;
    this.paneWidth = 0;
    this.verb = "move"; // how a spot of one's own is gone to
    /** Where measuring began. @type {Point | undefined} */
    this.ruled = undefined;

    this.ground = s("g", { class: "grounds" });
    this.reach = s("g", { class: "reach" });
    this.targets = new Targets(
      K,
      (options, at, keyboard) => this.emit("area", { options, at: at.getBoundingClientRect(), keyboard }),
      (option) => this.emit("take", option.key),
      (option) => this.emit("over", option),
    );
    this.lines = s("g", { class: "lines" });
    this.tokens = s("g", { class: "tokens" });
    this.top = s("g", { class: "above" });
    this.words = s("g", { class: "words" });
    this.defs = s("g");
    this.svg = s(
      "svg",
      { class: "field", role: "group", "aria-label": "the table", tabindex: "0" },
      this.defs,
      this.ground,
      this.reach,
      this.targets.layer,
      this.lines,
      this.tokens,
      this.targets.rose,
      this.top,
      this.words,
    );
    this.ruler = h("button", { class: "tool", "aria-label": "Measure a distance", "aria-pressed": "false", title: "Measure (M)", onclick: () => this.measure(!this.measuring) }, "↔");
    this.tools = h(
      "div",
      { class: "tools", role: "toolbar", "aria-label": "View" },
      h("button", { class: "tool", "aria-label": "Zoom in", title: "Zoom in (+)", onclick: () => this.zoom(1 / 1.4) }, "+"),
      h("button", { class: "tool", "aria-label": "Zoom out", title: "Zoom out (−)", onclick: () => this.zoom(1.4) }, "−"),
      h("button", { class: "tool", "aria-label": "Show the whole table", title: "Whole table (0)", onclick: () => this.fit() }, "⤢"),
      this.ruler,
    );
    this.note = h("div", { class: "board-note", hidden: true });
  }

  connectedCallback() {
    if (this.childElementCount) return;
    this.append(this.svg, this.tools, this.note);
    this.svg.addEventListener("pointerdown", (event) => this.down(event));
    this.svg.addEventListener("pointermove", (event) => this.move(event));
    for (const name of /** @type {const} */ (["pointerup", "pointercancel"])) this.svg.addEventListener(name, (event) => this.up(event));
    this.svg.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    this.svg.addEventListener("keydown", (event) => this.key(event));
    this.svg.addEventListener("focusin", (event) => this.focused(event));
    new ResizeObserver(() => this.resized()).observe(this);
  }

  // Drawing

  /** Draw a scene; pieces that were there before move to where they are now. @param {Scene} scene */
  show(scene) {
    const first = this.scene === null;
    const resized = first || this.scene?.width !== scene.width || this.scene?.height !== scene.height;
    this.scene = scene;
    const ground = JSON.stringify([scene.ground, scene.width, scene.height]);
    if (ground !== this.groundDrawn) this.drawGround(scene, ground);
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
    this.ruler.hidden = scene.measuring === false;
    if (resized) this.fit();
    else this.declutter();
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

  /** @param {Scene} scene @param {string} ground */
  drawGround(scene, ground) {
    this.groundDrawn = ground;
    const grain = scene.unit === "hex" ? K * 0.5 : scene.unit === "cm" ? K * 2.5 : K; // how coarse the ground is drawn
    put(this.defs, textures(grain));
    const [w, t] = [scene.width * K, scene.height * K];
    const edge = edgeOf(scene) * K;
    put(
      this.ground,
      s("rect", { class: "rim", x: -edge, y: -edge, width: w + 2 * edge, height: t + 2 * edge, rx: edge * 0.5 }),
      s("rect", { class: "cloth", width: w, height: t, fill: "url(#look-felt)" }),
    );
    const areas = [...scene.ground].sort((a, b) => Number(a.shape.kind === "line") - Number(b.shape.kind === "line"));
    this.ground.classList.toggle("hexes", scene.unit === "hex");
    for (const piece of areas) this.ground.append(drawGround(piece, grain, scene.height, K));
    if (scene.unit !== "hex") this.ground.append(this.crosses(scene));
    this.placeNames = this.nameGrounds(scene);
    this.ground.append(...this.placeNames);
  }

  /** Names of places, where they do not hide each other. @param {Scene} scene */
  nameGrounds(scene) {
    /** @type {{x: number, y: number, w: number}[]} */
    const taken = [];
    /** @type {Set<string>} */
    const named = new Set();
    const size = (scene.unit === "hex" ? 0.3 : scene.unit === "cm" ? 1.6 : 0.62) * K;
    const texts = [];
    for (const piece of scene.ground) {
      const name = piece.name ?? "";
      if (HEX_ID.test(name)) {
        const [x, y] = this.middles(piece.shape)[0] ?? [0, 0];
        texts.push(s("text", { class: "hex-id", x: x * K, y: (scene.height - y) * K - 0.36 * K, "font-size": 0.17 * K }, name));
        continue;
      }
      if (!name || named.has(name) || [...named].some((other) => name.startsWith(other))) continue;
      const w = name.length * size * 0.52;
      const spot = this.middles(piece.shape)
        .map(([x, y]) => ({ x: x * K, y: (scene.height - y) * K + size * 0.3, w }))
        .find((box) => !taken.some((other) => Math.abs(other.x - box.x) < (other.w + box.w) / 2 + 8 && Math.abs(other.y - box.y) < size * 1.2));
      if (!spot) continue;
      named.add(name);
      taken.push(spot);
      texts.push(s("text", { class: "place-name", x: spot.x, y: spot.y, "font-size": size }, name));
    }
    return texts;
  }

  /** @param {Scene} scene */
  crosses(scene) {
    const step = scene.width > 60 || scene.unit === "cm" ? 12 : 6;
    let d = "";
    for (let x = step; x < scene.width; x += step) {
      for (let y = step; y < scene.height; y += step) {
        const [cx, cy] = [x * K, (scene.height - y) * K];
        d += `M${cx - 5} ${cy}h10M${cx} ${cy - 5}v10`;
      }
    }
    return s("path", { d, class: "cross" });
  }

  /** Where a name may stand on a shape, best first. @param {import("./wire.js").Shape} shape @returns {Point[]} */
  middles(shape) {
    const [x, y] = [shape.x ?? 0, shape.y ?? 0];
    if (shape.kind === "disc") return [[x, y]];
    if (shape.kind === "box") {
      const [w, t] = [shape.width ?? 0, shape.height ?? 0];
      if (w < 1.5 && t < 1.5) return [];
      /** @type {Point[]} */
      const aside = [[x + w * 0.2, y + t / 2], [x + w * 0.8, y + t / 2]];
      return w > 2.5 * t ? [...aside, [x + w / 2, y + t / 2]] : [[x + w / 2, y + t / 2], ...aside, [x + w / 2, y + t * 0.25]];
    }
    const points = shape.points ?? [];
    if (!points.length) return [];
    const sum = points.reduce((total, point) => [total[0] + point[0], total[1] + point[1]], [0, 0]);
    return [[sum[0] / points.length, sum[1] / points.length], ...points];
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
      const [name, ...figure] = this.face(token, owned ? place : -1);
      put(piece, s("title", null, token.name), s("g", { class: "figure" }, figure), name);
    }
    piece.setAttribute("aria-label", describe(token, scene));
    if (stacked) this.tokens.append(piece);
  }

  /** @param {Token} token @param {number} place @returns {Element[]} */
  face(token, place) {
    const w = (token.width ?? 1) * K;
    const t = (token.height ?? 1) * K;
    const r = Math.min(w, t) / 2;
    const shapes = token.shape === "ranks" ? this.ranks(token, place, w, t) : token.shape === "counter" ? this.counter(token, place, w, t) : token.shape === "marker" ? this.marker(token, r) : this.base(token, place, r);
    const turn = (Math.max(0, token.facing ?? 0) * Math.PI) / 180;
    const high = token.shape === "ranks" ? (Math.abs(Math.sin(turn)) * w + Math.abs(Math.cos(turn)) * t) / 2 : t / 2;
    const parts = [s("text", { class: "name", "data-far": high }, token.name), ...shapes];
    const marks = token.marks ?? [];
    const size = token.shape === "ranks" ? 0.45 * K : this.scene?.unit === "hex" ? r * 0.36 : Math.max(r * 0.42, 0.2 * K);
    marks.slice(0, 5).forEach((mark, n) => {
      const angle = ((45 + n * 48) * Math.PI) / 180;
      const far = token.shape === "ranks" ? w / 2 : token.shape === "counter" ? r * 1.05 : r * 1.12;
      const mx = token.shape === "ranks" ? (n - (Math.min(marks.length, 5) - 1) / 2) * size * 2.2 : Math.sin(angle) * far;
      const my = token.shape === "ranks" ? -1.2 * K : -Math.cos(angle) * far;
      parts.push(
        s(
          "g",
          { class: `mark ${mark.tone ?? ""}`, transform: `translate(${mx.toFixed(1)} ${my.toFixed(1)})` },
          s("title", null, mark.meaning),
          mark.tone === "bad" ? s("rect", { x: -size, y: -size, width: 2 * size, height: 2 * size, rx: size * 0.3 }) : s("circle", { r: size }),
          s("text", { y: size * 0.38, "font-size": size * (mark.letter.length > 1 ? 1.05 : 1.3) }, mark.letter.slice(0, 3)),
        ),
      );
    });
    return parts;
  }

  /** @param {Token} token @param {number} place @param {number} r */
  base(token, place, r) {
    /** @type {SVGElement[]} */
    const parts = [s("circle", { class: "ring", r: r * 1.5 }), s("circle", { class: "shade", cx: r * 0.1, cy: r * 0.16, r: r * 1.04 })];
    if ((token.facing ?? -1) >= 0) parts.push(s("path", { class: "nose", d: `M${-r * 0.42} ${-r * 0.95}L0 ${-r * 1.55}L${r * 0.42} ${-r * 0.95}Z`, transform: `rotate(${token.facing})` }));
    parts.push(s("circle", { class: "stand", r }));
    parts.push(s("path", { class: "body", d: sideShape(Math.max(place, 0), r * 0.84), "stroke-width": r * 0.14 }));
    const sign = emblem(token.role ?? "");
    if (sign) parts.push(s("path", { class: "emblem", d: sign, transform: `scale(${(r * 0.05).toFixed(3)})` }));
    else parts.push(s("text", { class: "initial", y: r * 0.32, "font-size": r * 0.9 }, token.name.slice(0, 1)));
    if (token.strength) {
      parts.push(s("g", { class: "strength", transform: `translate(${-r * 0.95} ${r * 0.8})` }, s("rect", { x: -r * 0.55, y: -r * 0.42, width: r * 1.1, height: r * 0.84, rx: r * 0.2 }), s("text", { y: r * 0.26, "font-size": r * 0.72 }, token.strength)));
    }
    return parts;
  }

  /** @param {Token} token @param {number} place @param {number} w @param {number} t */
  ranks(token, place, w, t) {
    const facing = Math.max(0, token.facing ?? 0);
    const files = Math.max(1, token.files || Math.round(w / (0.8 * K)));
    const models = token.models || files * Math.max(1, token.ranks ?? 1);
    const ranks = Math.max(1, token.ranks || Math.ceil(models / files));
    const [dx, dy] = [w / files, t / ranks];
    const r = Math.min(dx * 0.42, dy * 0.42, 0.4 * K);
    let men = "";
    for (let n = 0; n < Math.min(models, files * ranks); n += 1) {
      const row = Math.floor(n / files);
      const inRow = Math.min(files, models - row * files);
      const cx = (n % files) * dx + dx / 2 - w / 2 + ((files - inRow) * dx) / 2;
      const cy = row * dy + dy / 2 - t / 2;
      men += `M${(cx - r).toFixed(1)} ${cy.toFixed(1)}a${r.toFixed(1)} ${r.toFixed(1)} 0 1 0 ${(2 * r).toFixed(1)} 0a${r.toFixed(1)} ${r.toFixed(1)} 0 1 0 ${(-2 * r).toFixed(1)} 0Z`;
    }
    const flag = Math.min(Math.max(Math.min(w, t) * 0.34, 0.42 * K), 0.75 * K);
    const sign = emblem(token.role ?? "");
    return [
      s(
        "g",
        { class: "block", transform: `rotate(${facing})` },
        s("rect", { class: "ring", x: -w / 2 - 8, y: -t / 2 - 8, width: w + 16, height: t + 16, rx: 8 }),
        s("rect", { class: "shade", x: -w / 2 + 3, y: -t / 2 + 5, width: w, height: t, rx: 3 }),
        s("rect", { class: "tray", x: -w / 2, y: -t / 2, width: w, height: t, rx: 3 }),
        s("path", { class: "men", d: men }),
        s("path", { class: "front", d: `M${-w / 2} ${-t / 2}H${w / 2}M${-0.28 * K} ${-t / 2}L0 ${-t / 2 - 0.42 * K}L${0.28 * K} ${-t / 2}Z`, "stroke-width": 0.1 * K }),
      ),
      s("g", { class: "flag" }, s("path", { class: "body", d: sideShape(Math.max(place, 0), flag), "stroke-width": flag * 0.12 }), sign ? s("path", { class: "emblem", d: sign, transform: `scale(${(flag * 0.055).toFixed(3)})` }) : s("text", { class: "initial", y: flag * 0.34, "font-size": flag }, token.name.slice(0, 1))),
      ...(token.strength ? [s("g", { class: "strength", transform: `translate(${flag * 1.1} ${flag * 0.9})` }, s("rect", { x: -flag * 0.7, y: -flag * 0.5, width: flag * 1.4, height: flag, rx: 4 }), s("text", { y: flag * 0.3, "font-size": flag * 0.8 }, token.strength))] : []),
    ];
  }

  /** @param {Token} token @param {number} place @param {number} w @param {number} t */
  counter(token, place, w, t) {
    const sign = emblem(token.role ?? "");
    const box = { x: -w / 2, y: -t / 2, width: w, height: t, rx: w * 0.1 };
    return [
      s("rect", { class: "ring", x: -w / 2 - 6, y: -t / 2 - 6, width: w + 12, height: t + 12, rx: w * 0.14 }),
      s("rect", { class: "shade", ...box, x: box.x + w * 0.04, y: box.y + t * 0.07 }),
      s("rect", { class: "body card", ...box, "stroke-width": w * 0.035 }),
      s("rect", { class: "band", x: -w / 2 + w * 0.06, y: -t / 2 + t * 0.06, width: w * 0.88, height: t * 0.6, rx: w * 0.06 }),
      s("path", { class: "sign", d: sideShape(Math.max(place, 0), w * 0.08), transform: `translate(${-w * 0.34} ${-t * 0.32})` }),
      ...((token.facing ?? -1) >= 0 ? [s("path", { class: "nose", d: `M${-w * 0.16} ${-t * 0.52}L0 ${-t * 0.72}L${w * 0.16} ${-t * 0.52}Z`, transform: `rotate(${token.facing})` })] : []),
      sign ? s("path", { class: "emblem dark", d: sign, transform: `translate(0 ${-t * 0.13}) scale(${(w * 0.0185).toFixed(4)})` }) : s("text", { class: "initial dark", y: 0, "font-size": w * 0.36 }, token.name.slice(0, 2)),
      s("text", { class: "strength-line", y: t * 0.4, "font-size": w * 0.27 }, token.strength || token.name.slice(0, 5)),
    ];
  }

  /** @param {Token} token @param {number} r */
  marker(token, r) {
    const sign = emblem(token.role || "objective");
    return [
      s("circle", { class: "ring", r: r * 1.5 }),
      s("circle", { class: "shade", cx: r * 0.08, cy: r * 0.14, r }),
      s("circle", { class: "coin", r, "stroke-width": r * 0.12 }),
      s("path", { class: "emblem dark", d: sign, transform: `scale(${(r * 0.055).toFixed(3)})` }),
      ...(token.strength ? [s("text", { class: "initial dark", y: r * 0.32, "font-size": r * 0.9 }, token.strength)] : []),
    ];
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
    if (id && !this.drag) this.emit("select", id);
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
    else if (event.key === "m" && this.scene?.measuring !== false) this.measure(!this.measuring);
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

  // Pan, zoom, drag

  box() {
    const scene = this.scene;
    const edge = scene ? edgeOf(scene) * K : 0;
    return scene ? { x: -edge, y: -edge, w: scene.width * K + 2 * edge, h: scene.height * K + 2 * edge } : { x: 0, y: 0, w: 100, h: 100 };
  }

  /** The pane has another size: show the whole table anew, but let nothing jump while a move is being tried. */
  resized() {
    const pane = this.svg.getBoundingClientRect();
    if (!pane.width || !pane.height) return;
    if (this.fitted && !this.spot) {
      this.fit();
      return;
    }
    const scale = this.paneWidth ? this.view.w / this.paneWidth : this.view.w / pane.width;
    this.view = { ...this.view, w: pane.width * scale, h: pane.height * scale };
    this.paint();
  }

  /** Show the whole table. */
  fit() {
    const box = this.box();
    const pane = this.svg.getBoundingClientRect();
    const ratio = pane.width && pane.height ? pane.width / pane.height : box.w / box.h;
    const [w, t] = box.w / box.h > ratio ? [box.w, box.w / ratio] : [box.h * ratio, box.h];
    this.view = { x: box.x + (box.w - w) / 2, y: box.y + (box.h - t) / 2, w, h: t };
    this.fitted = true;
    this.paint();
  }

  paint() {
    const { x, y, w, h: t } = this.view;
    this.svg.setAttribute("viewBox", `${x.toFixed(1)} ${y.toFixed(1)} ${w.toFixed(1)} ${t.toFixed(1)}`);
    const pane = this.svg.clientWidth || 800;
    this.paneWidth = pane;
    const scale = pane / w; // pixels for one length on the board
    this.style.setProperty("--name-size", `${Math.max(10.5 / scale, Math.min(0.5 * K, 14 / scale)).toFixed(1)}px`);
    const wide = (this.scene?.tokens ?? []).map((token) => token.width ?? 1).sort((a, b) => a - b);
    const piece = scale * K * (wide[wide.length >> 1] ?? 1); // how wide a usual piece is on the screen
    this.style.setProperty("--grow", Math.max(1, Math.min(1.5, 20 / piece)).toFixed(3));
    this.targets.pixel = 1 / scale;
    for (const dot of this.reach.querySelectorAll(".spot-dot")) dot.setAttribute("r", this.dotSize().toFixed(1));
    this.classList.toggle("near", piece > 40);
    this.classList.toggle("far", piece < 9);
    this.declutter();
  }

  /** Put names under the pieces, or above, or nowhere: as there is room. */
  declutter() {
    const scene = this.scene;
    if (!scene) return;
    const size = parseFloat(this.style.getPropertyValue("--name-size")) || 20;
    /** @type {{x: number, y: number, w: number, h: number}[]} */
    const taken = scene.tokens.filter((token) => !token.fallen).map((token) => ({ x: token.x * K, y: (scene.height - token.y) * K, w: (token.width ?? 1) * K, h: (token.height ?? 1) * K * 0.9 }));
    const rank = (/** @type {Token} */ token) => (token.id === this.selected ? 0 : this.question?.about?.includes(token.id) ? 1 : token.role === "leader" ? 2 : 3);
    for (const token of [...scene.tokens].sort((a, b) => rank(a) - rank(b))) {
      const text = /** @type {SVGTextElement | null} */ (this.pieces.get(token.id)?.querySelector(".name") ?? null);
      if (!text) continue;
      const far = Number(text.dataset.far ?? 20);
      const [x, y, w] = [token.x * K, (scene.height - token.y) * K, token.name.length * size * 0.56];
      const spots = [far + size * 0.95, -far - size * 0.45, far + size * 1.9];
      const spot = spots.find((dy) => !taken.some((other) => Math.abs(other.x - x) < (other.w + w) / 2 && Math.abs(other.y - (y + dy - size * 0.3)) < (other.h + size) / 2));
      text.classList.toggle("crowded", spot === undefined);
      text.setAttribute("y", String(spot ?? spots[0]));
      if (spot !== undefined && (this.classList.contains("few") || rank(token) < 3)) taken.push({ x, y: y + spot - size * 0.3, w, h: size });
    }
  }

  /** Ends of moves are dots that can be hit at any size of the table. */
  dotSize() {
    const pixel = this.view.w / (this.svg.clientWidth || 800);
    return Math.max(4.5 * pixel, Math.min(0.2 * K, 8 * pixel));
  }

  wordSize() {
    const pixel = this.view.w / (this.svg.clientWidth || 800);
    return Math.max(13 * pixel, Math.min(0.6 * K, 18 * pixel));
  }

  /** @param {number} factor @param {Point} [at] */
  zoom(factor, at = undefined) {
    const box = this.box();
    const w = Math.max(box.w / 14, Math.min(box.w * 2.2, this.view.w * factor));
    const real = w / this.view.w;
    const [cx, cy] = at ?? [this.view.x + this.view.w / 2, this.view.y + this.view.h / 2];
    this.view = { x: cx - (cx - this.view.x) * real, y: cy - (cy - this.view.y) * real, w, h: this.view.h * real };
    this.fitted = false;
    this.paint();
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.view = { ...this.view, x: this.view.x - dx, y: this.view.y - dy };
    this.fitted = false;
    this.paint();
  }

  /** Move the view so that a piece is in sight. @param {string} id */
  reveal(id) {
    const scene = this.scene;
    const token = scene?.tokens.find((one) => one.id === id);
    if (!token || !scene || this.fitted) return;
    const [x, y] = [token.x * K, (scene.height - token.y) * K];
    const { view } = this;
    if (x < view.x || x > view.x + view.w || y < view.y || y > view.y + view.h) {
      this.view = { ...view, x: x - view.w / 2, y: y - view.h / 2 };
      this.paint();
    }
  }

  /** Where on the board a pointer is. @param {{clientX: number, clientY: number}} event @returns {Point} */
  at(event) {
    const pane = this.svg.getBoundingClientRect();
    return [this.view.x + ((event.clientX - pane.left) / pane.width) * this.view.w, this.view.y + ((event.clientY - pane.top) / pane.height) * this.view.h];
  }

  /** The same in the game's unit. @param {{clientX: number, clientY: number}} event @returns {Point} */
  unitsAt(event) {
    const [x, y] = this.at(event);
    return [x / K, (this.scene?.height ?? 0) - y / K];
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.button > 0) return;
    const point = /** @type {Point} */ ([event.clientX, event.clientY]);
    this.fingers.set(event.pointerId, point);
    const id = this.idAt(event.target);
    if (this.fingers.size === 2) {
      const [a, b] = [...this.fingers.values()];
      this.drag = { kind: "pinch", from: [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2], at: point, moved: true, view: { ...this.view }, id: "", apart: Math.hypot(a[0] - b[0], a[1] - b[1]) };
      return;
    }
    const place = this.question?.place;
    const ghost = event.target instanceof Element && event.target.closest(".ghost");
    const kind = this.measuring ? "measure" : place && (id === place.mover || ghost) ? "way" : "pan";
    this.drag = { kind, from: point, at: point, moved: false, view: { ...this.view }, id, apart: 0 };
    if (kind === "measure") this.ruled = this.unitsAt(event);
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (!this.fingers.has(event.pointerId) || !this.drag) return;
    const point = /** @type {Point} */ ([event.clientX, event.clientY]);
    this.fingers.set(event.pointerId, point);
    const drag = this.drag;
    const pane = this.svg.getBoundingClientRect();
    const scale = drag.view.w / pane.width;
    if (drag.kind === "pinch" && this.fingers.size >= 2) {
      const [a, b] = [...this.fingers.values()];
      const apart = Math.hypot(a[0] - b[0], a[1] - b[1]);
      const factor = Math.max(0.05, drag.apart / Math.max(apart, 1));
      const mid = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
      this.view = { ...drag.view };
      this.zoom(factor, [drag.view.x + (drag.from[0] - pane.left) * scale, drag.view.y + (drag.from[1] - pane.top) * scale]);
      const now = this.view.w / pane.width;
      this.pan((mid[0] - drag.from[0]) * now, (mid[1] - drag.from[1]) * now);
      return;
    }
    if (!drag.moved && Math.hypot(point[0] - drag.from[0], point[1] - drag.from[1]) < 5) return;
    if (!drag.moved) this.svg.setPointerCapture(event.pointerId);
    drag.moved = true;
    if (drag.kind === "pan") {
      this.view = { ...drag.view, x: drag.view.x - (point[0] - drag.from[0]) * scale, y: drag.view.y - (point[1] - drag.from[1]) * scale };
      this.fitted = false;
      this.paint();
    } else if (drag.kind === "measure") {
      this.drawRuler(this.unitsAt(event));
    } else if (drag.kind === "way") {
      this.tryAt(...this.unitsAt(event));
    }
  }

  /** @param {PointerEvent} event */
  up(event) {
    const drag = this.drag;
    this.fingers.delete(event.pointerId);
    if (!drag) return;
    if (this.fingers.size === 0) this.drag = null;
    if (drag.moved || event.type === "pointercancel") return;
    if (event.target instanceof Element && event.target.closest(".ghost:not(.refused)")) this.emit("confirm", null);
    else if (drag.id && drag.id !== this.question?.place?.mover) this.emit("piece", { id: drag.id, keyboard: false });
    else if (this.question?.place && !drag.id && drag.kind !== "measure" && !(event.target instanceof Element && event.target.closest(".spot-dot"))) this.tryAt(...this.unitsAt(event));
    else if (drag.id) this.emit("select", drag.id);
    else if (!(event.target instanceof Element && event.target.closest(".spot-dot, .area, .rose"))) this.bare(event);
  }

  /** Bare ground: nothing is looked at any more. @param {PointerEvent} event */
  bare(event) {
    this.targets.close();
    this.emit("bare", { x: event.clientX, y: event.clientY });
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    event.preventDefault();
    this.zoom(Math.exp(Math.max(-60, Math.min(60, event.deltaY)) * 0.004), this.at(event));
  }

  // Measuring

  /** @param {boolean} on */
  measure(on) {
    this.measuring = on;
    this.ruler.setAttribute("aria-pressed", String(on));
    this.classList.toggle("ruling", on);
    put(this.top);
    this.cheer(on ? "Drag from one point to another to measure." : "");
  }

  /** @param {Point} to */
  drawRuler(to) {
    const from = this.ruled;
    const scene = this.scene;
    if (!from || !scene) return;
    const far = Math.hypot(to[0] - from[0], to[1] - from[1]);
    const [x1, y1, x2, y2] = [from[0] * K, (scene.height - from[1]) * K, to[0] * K, (scene.height - to[1]) * K];
    put(this.top, s("path", { class: "ruler", d: `M${x1} ${y1}L${x2} ${y2}` }), s("text", { class: "price", x: (x1 + x2) / 2, y: (y1 + y2) / 2 - 8, "font-size": this.wordSize() }, length(Math.round(far * 10) / 10, scene.unit)));
  }

  /** Words on the board itself. @param {string} words */
  cheer(words) {
    this.note.textContent = words;
    this.note.hidden = !words;
  }
}

customElements.define("g-board", Board);
