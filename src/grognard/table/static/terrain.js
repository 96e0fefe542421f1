// The ground: textures drawn in SVG, so that a wood looks like a wood at any size.

import { s } from "./dom.js";

/** @typedef {import("./wire.js").Ground} Ground */
/** @typedef {import("./wire.js").Shape} Shape */

/** The same scatter every time. @param {number} seed */
export function scatter(seed) {
  let state = seed * 2654435761;
  return () => {
    state = (state ^ (state << 13)) | 0;
    state = (state ^ (state >>> 17)) | 0;
    state = (state ^ (state << 5)) | 0;
    return ((state >>> 0) % 10000) / 10000;
  };
}

/** @param {string} id @param {number} size @param {...Element} inside */
function pattern(id, size, ...inside) {
  return s("pattern", { id: `look-${id}`, width: size, height: size, patternUnits: "userSpaceOnUse" }, inside);
}

/** @param {number} k */
function grass(k) {
  const next = scatter(7);
  const size = 11 * k;
  let dark = "";
  let light = "";
  for (let n = 0; n < 260; n += 1) {
    const x = next() * size;
    const y = next() * size;
    const lean = (next() - 0.5) * 0.12 * k;
    const blade = `M${x.toFixed(1)} ${y.toFixed(1)}l${lean.toFixed(1)} ${(-0.16 * k).toFixed(1)}`;
    if (n % 2) dark += blade;
    else light += blade;
  }
  /** @type {Element[]} */
  const blotches = [];
  for (let n = 0; n < 14; n += 1) {
    const [x, y, r, dark] = [next() * size, next() * size, (1.2 + next() * 2) * k, next() > 0.5];
    // What hangs over one edge of the tile comes in at the other.
    for (const dx of [-size, 0, size]) for (const dy of [-size, 0, size]) blotches.push(s("circle", { cx: x + dx, cy: y + dy, r, fill: `url(#soft-${dark ? "dark" : "light"})` }));
  }
  return pattern(
    "felt",
    size,
    s("rect", { width: size, height: size, class: "felt" }),
    ...blotches,
    s("path", { d: dark, class: "blade-dark", "stroke-width": 0.035 * k }),
    s("path", { d: light, class: "blade-light", "stroke-width": 0.035 * k }),
  );
}

/** @param {number} k */
function trees(k) {
  const next = scatter(11);
  const size = 4 * k;
  const crowns = [];
  for (let n = 0; n < 13; n += 1) {
    const x = next() * size;
    const y = next() * size;
    const r = (0.48 + next() * 0.34) * k;
    for (const [dx, dy] of [[0, 0], [size, 0], [0, size], [-size, 0], [0, -size]]) {
      crowns.push(
        s("circle", { cx: x + dx + 0.1 * k, cy: y + dy + 0.14 * k, r, fill: "#0003" }),
        s("circle", { cx: x + dx, cy: y + dy, r, class: n % 3 ? "tree" : "tree-2" }),
        s("circle", { cx: x + dx - r * 0.28, cy: y + dy - r * 0.3, r: r * 0.5, class: "tree-light" }),
      );
    }
  }
  return pattern("wood", size, s("rect", { width: size, height: size, class: "tree-floor" }), ...crowns);
}

/** @param {number} k */
function waves(k) {
  const size = 3 * k;
  const wave = (/** @type {number} */ x, /** @type {number} */ y) => `M${x} ${y}q${0.3 * k} ${-0.24 * k} ${0.6 * k} 0t${0.6 * k} 0`;
  const d = wave(0.2 * k, 0.6 * k) + wave(1.5 * k, 1.5 * k) + wave(0.5 * k, 2.4 * k);
  return pattern("water", size, s("rect", { width: size, height: size, class: "water" }), s("path", { d, class: "wave", "stroke-width": 0.07 * k }));
}

/** @param {number} k */
function pebbles(k) {
  const next = scatter(23);
  const size = 4 * k;
  const stones = Array.from({ length: 26 }, () => {
    const x = (0.1 + next() * 0.8) * size;
    const y = (0.1 + next() * 0.8) * size;
    const r = (0.08 + next() * 0.2) * k;
    return s("ellipse", { cx: x, cy: y, rx: r * 1.3, ry: r, class: next() > 0.5 ? "pebble" : "pebble-2" });
  });
  return pattern("rough", size, s("rect", { width: size, height: size, class: "rough" }), ...stones);
}

/** @param {number} k */
function roofs(k) {
  const size = 1.2 * k;
  const row = 0.3 * k;
  let d = "";
  for (let n = 0; n < 4; n += 1) {
    d += `M0 ${n * row}H${size}`;
    const shift = n % 2 ? 0.3 * k : 0;
    d += `M${shift + 0.15 * k} ${n * row}v${row}M${shift + 0.6 * k + 0.15 * k} ${n * row}v${row}`;
  }
  return pattern("building", size, s("rect", { width: size, height: size, class: "roof" }), s("path", { d, class: "roof-line", "stroke-width": 0.045 * k }));
}

/** @param {number} k */
function furrows(k) {
  const size = 0.9 * k;
  return pattern(
    "field",
    size,
    s("rect", { width: size, height: size, class: "soil" }),
    s("path", { d: `M0 ${0.22 * k}H${size}M0 ${0.67 * k}H${size}`, class: "furrow", "stroke-width": 0.16 * k }),
    s("path", { d: `M0 ${0.2 * k}H${size}M0 ${0.65 * k}H${size}`, class: "sprout", "stroke-width": 0.06 * k, "stroke-dasharray": `${0.1 * k} ${0.08 * k}` }),
  );
}

/** @param {number} k */
function flags(k) {
  const size = 2 * k;
  const d = `M0 0H${size}M0 ${k}H${size}M${0.7 * k} 0V${k}M${1.6 * k} 0V${k}M${0.2 * k} ${k}V${size}M${1.1 * k} ${k}V${size}`;
  return pattern("stone", size, s("rect", { width: size, height: size, class: "flag" }), s("path", { d, class: "joint", "stroke-width": 0.07 * k }));
}

/** @param {number} k */
function planks(k) {
  const size = 1.6 * k;
  const d = `M0 0H${size}M0 ${0.4 * k}H${size}M0 ${0.8 * k}H${size}M0 ${1.2 * k}H${size}M${0.5 * k} 0v${0.4 * k}M${1.2 * k} ${0.4 * k}v${0.4 * k}M${0.3 * k} ${0.8 * k}v${0.4 * k}M${1 * k} ${1.2 * k}v${0.4 * k}`;
  return pattern("floor", size, s("rect", { width: size, height: size, class: "plank" }), s("path", { d, class: "plank-line", "stroke-width": 0.05 * k }));
}

/** @param {number} k */
function blots(k) {
  const next = scatter(31);
  const size = 4 * k;
  const spots = Array.from({ length: 14 }, () =>
    s("ellipse", { cx: next() * size, cy: next() * size, rx: (0.3 + next() * 0.5) * k, ry: (0.15 + next() * 0.25) * k, class: "puddle" }),
  );
  return pattern("mud", size, s("rect", { width: size, height: size, class: "mud" }), ...spots);
}

/** @param {number} k */
function hatch(k) {
  const size = 0.8 * k;
  return pattern(
    "void",
    size,
    s("rect", { width: size, height: size, class: "void" }),
    s("path", { d: `M0 ${size}L${size} 0`, class: "void-line", "stroke-width": 0.06 * k }),
  );
}

/** @param {number} k */
function slopes(k) {
  const next = scatter(41);
  const size = 3 * k;
  let d = "";
  for (let n = 0; n < 14; n += 1) {
    const x = next() * size;
    const y = next() * size;
    d += `M${x.toFixed(1)} ${y.toFixed(1)}l${(0.22 * k).toFixed(1)} ${(-0.3 * k).toFixed(1)}l${(0.22 * k).toFixed(1)} ${(0.3 * k).toFixed(1)}`;
  }
  return pattern("hill", size, s("rect", { width: size, height: size, class: "hill" }), s("path", { d, class: "slope", "stroke-width": 0.05 * k }));
}

/** Patches without an edge, for the grass. @param {string} name */
function soft(name) {
  return s("radialGradient", { id: `soft-${name}` }, s("stop", { offset: "0", class: `soft-${name}`, "stop-opacity": 0.34 }), s("stop", { offset: "1", class: `soft-${name}`, "stop-opacity": 0 }));
}

/** All textures, for a board on which one unit is k long. @param {number} k */
export function textures(k) {
  return s("defs", null, soft("dark"), soft("light"), grass(k), trees(k), waves(k), pebbles(k), roofs(k), furrows(k), flags(k), planks(k), blots(k), hatch(k), slopes(k));
}

/** Which texture a look has. @type {{[look: string]: string}} */
const LOOKS = {
  wood: "wood",
  woods: "wood",
  forest: "wood",
  trees: "wood",
  orchard: "wood",
  water: "water",
  river: "water",
  stream: "water",
  lake: "water",
  ford: "water",
  sea: "water",
  marsh: "mud",
  swamp: "mud",
  mud: "mud",
  rough: "rough",
  rubble: "rough",
  scrub: "rough",
  rocks: "rough",
  building: "building",
  house: "building",
  roof: "building",
  field: "field",
  crops: "field",
  garden: "field",
  stone: "stone",
  pavement: "stone",
  courtyard: "stone",
  street: "stone",
  town: "stone",
  floor: "floor",
  room: "floor",
  bridge: "floor",
  stairs: "floor",
  cart: "floor",
  wagon: "floor",
  barrels: "floor",
  barrel: "floor",
  crates: "floor",
  table: "floor",
  furniture: "floor",
  boat: "floor",
  scaffold: "floor",
  platform: "floor",
  plinth: "stone",
  gallery: "floor",
  pit: "void",
  rock: "rough",
  ladder: "floor",
  timber: "floor",
  void: "void",
  hill: "hill",
  mountain: "hill",
  slope: "hill",
  clear: "felt",
  open: "felt",
  grass: "felt",
};

/** Things on wheels, with their deck. */
const CARTS = new Set(["cart", "coach", "wagon", "gun", "cannon"]);

/** Things that are lines or walls rather than areas. */
const WALLS = new Set(["wall", "fence", "barricade", "palisade", "parapet"]);
const HEDGES = new Set(["hedge", "bushes"]);
const WAYS = new Set(["road", "path", "track", "ditch", "trench"]);

/**
 * The outline of a shape in board units.
 * @param {Shape} shape
 * @param {number} k
 * @param {number} high
 */
export function outline(shape, k, high) {
  const x = (shape.x ?? 0) * k;
  const y = (high - (shape.y ?? 0)) * k;
  if (shape.kind === "disc") {
    const r = (shape.radius ?? 0) * k;
    return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
  }
  if (shape.kind === "box") {
    const w = (shape.width ?? 0) * k;
    const t = (shape.height ?? 0) * k;
    const [cx, cy] = [x + w / 2, y - t / 2];
    const turn = ((shape.facing ?? 0) * Math.PI) / 180;
    const corner = (/** @type {number} */ dx, /** @type {number} */ dy) =>
      `${(cx + dx * Math.cos(turn) - dy * Math.sin(turn)).toFixed(2)} ${(cy + dx * Math.sin(turn) + dy * Math.cos(turn)).toFixed(2)}`;
    return `M${corner(-w / 2, -t / 2)}L${corner(w / 2, -t / 2)}L${corner(w / 2, t / 2)}L${corner(-w / 2, t / 2)}Z`;
  }
  const points = (shape.points ?? []).map(([px, py]) => `${(px * k).toFixed(2)} ${((high - py) * k).toFixed(2)}`);
  return points.length ? `M${points.join("L")}${shape.kind === "polygon" ? "Z" : ""}` : "";
}

/**
 * A cart, a coach or a gun from above: wheels, deck, and a shaft or a barrel.
 * @param {Shape} shape
 * @param {string} d
 * @param {string[]} words
 * @param {number} high
 * @param {number} k
 */
function cart(shape, d, words, high, k) {
  const box = shape.kind === "box";
  const [w, t] = [(box ? (shape.width ?? 1) : 2 * (shape.radius || 1)) * k, (box ? (shape.height ?? 1) : 2 * (shape.radius || 1)) * k];
  const cx = (shape.x ?? 0) * k + (box ? w / 2 : 0);
  const cy = (high - (shape.y ?? 0)) * k - (box ? t / 2 : 0);
  const upright = t > w;
  const [long, wide] = upright ? [t, w] : [w, t];
  const at = `translate(${cx} ${cy}) rotate(${(shape.facing ?? 0) + (upright ? 90 : 0)})`;
  const wheel = (/** @type {number} */ x, /** @type {number} */ y) => s("rect", { class: "wheel", x: x - long * 0.13, y: y - wide * 0.06, width: long * 0.26, height: wide * 0.12, rx: wide * 0.05 });
  const wheels = [[-0.28, -0.44], [0.28, -0.44], [-0.28, 0.44], [0.28, 0.44]].map(([x, y]) => wheel(x * long, y * wide));
  const deck = { x: -long * 0.46, y: -wide * 0.36, width: long * 0.92, height: wide * 0.72, rx: wide * 0.06 };
  const foot = s("path", { d, class: "cart-foot" });
  if (words.includes("gun") || words.includes("cannon")) {
    return [foot, s("g", { transform: at }, wheels, s("rect", { class: "plank", ...deck, y: -wide * 0.16, height: wide * 0.32 }), s("rect", { class: "barrel", x: -long * 0.2, y: -wide * 0.11, width: long * 0.68, height: wide * 0.22, rx: wide * 0.1 }))];
  }
  const boards = [-0.18, 0, 0.18].map((y) => `M${deck.x} ${y * wide}h${deck.width}`).join("");
  const inside = words.includes("coach")
    ? [s("rect", { class: "coach-roof", ...deck }), s("rect", { class: "coach-top", x: -long * 0.3, y: -wide * 0.24, width: long * 0.6, height: wide * 0.48, rx: wide * 0.08 })]
    : [s("rect", { class: "plank cart-deck", ...deck }), s("path", { class: "plank-line", d: boards, "stroke-width": wide * 0.03 })];
  return [foot, s("g", { transform: at }, wheels, inside)];
}

/**
 * One piece of ground.
 * @param {Ground} ground
 * @param {number} k how long a unit is for the width of walls and roads
 * @param {number} high
 * @param {number} unit how long a unit is on the board
 * @returns {SVGGElement}
 */
export function drawGround(ground, k, high, unit) {
  const d = outline(ground.shape, unit, high);
  const look = ground.look.toLowerCase();
  const words = look.split(/[^a-z]+/);
  const named = words.find((word) => LOOKS[word]);
  const line = ground.shape.kind === "line";
  const group = s("g", { class: `ground look-${words.join(" look-")}` });
  const name = ground.name || ground.look;
  group.append(s("title", null, ground.about ? `${name}: ${ground.about}` : name));
  if (words.includes("objective")) {
    group.append(s("path", { d, class: line ? "objective" : "objective filled", "stroke-width": 0.11 * k, "stroke-linecap": "round", "stroke-dasharray": `${0.18 * k} ${0.2 * k}` }));
  } else if (words.some((word) => WALLS.has(word))) {
    const wide = line ? 0.42 * k : 0.12 * k;
    group.append(
      s("path", { d, class: line ? "wall-foot" : "wall-foot filled", "stroke-width": wide, "stroke-linejoin": "round" }),
      s("path", { d, class: "wall-top", "stroke-width": line ? 0.2 * k : 0.07 * k, "stroke-dasharray": `${0.55 * k} ${0.09 * k}` }),
    );
  } else if (!line && words.some((word) => CARTS.has(word))) {
    group.append(...cart(ground.shape, d, words, high, unit));
  } else if (words.some((word) => HEDGES.has(word))) {
    group.append(
      s("path", { d, class: line ? "hedge" : "hedge filled", "stroke-width": 0.5 * k, "stroke-linecap": "round", "stroke-linejoin": "round" }),
      s("path", { d, class: "hedge-leaf", "stroke-width": 0.36 * k, "stroke-linecap": "round", "stroke-dasharray": `0.1 ${0.42 * k}` }),
    );
  } else if (words.some((word) => WAYS.has(word))) {
    if (line) {
      group.append(
        s("path", { d, class: "way", "stroke-width": 1.4 * k, "stroke-linejoin": "round" }),
        s("path", { d, class: "rut", "stroke-width": 0.6 * k, "stroke-linejoin": "round" }),
        s("path", { d, class: "way-mid", "stroke-width": 0.48 * k, "stroke-linejoin": "round" }),
      );
    } else {
      group.append(s("path", { d, class: "way filled", "stroke-width": 0.08 * k }));
    }
  } else if (words.some((word) => ["door", "gate", "window"].includes(word))) {
    group.append(s("path", { d, class: line ? "door" : "door filled", "stroke-width": (line ? 0.34 : 0.08) * k }));
  } else if (line) {
    group.append(s("path", { d, class: `line-${named ?? "any"}`, "stroke-width": 0.5 * k, "stroke-linecap": "round", "stroke-linejoin": "round" }));
  } else {
    group.append(s("path", { d, class: `edge edge-${named ?? "any"}`, fill: `url(#look-${named ? LOOKS[named] : "rough"})`, "stroke-width": 0.1 * k, "stroke-linejoin": "round" }));
  }
  return group;
}
