// The ground of a table: its rim and cloth, the terrain on it, and the names of places where there is room for them.

import { put, s } from "./dom.js";
import { drawGround, textures } from "./terrain.js";

/** @typedef {import("./wire.js").Scene} Scene */
/** @typedef {[number, number]} Point */

export const K = 40; // how long one unit of the game is on the board
export const HEX_ID = /^[A-Z]?\d+[,.:-]?\d*$/; // names of hexes: every one has one, so they are written small
/** How wide the edge of the table is around the field: room for the names of pieces that stand there. @param {Scene} scene */
export const edgeOf = (scene) => Math.max(0.6, Math.max(scene.width, scene.height) * 0.03);

/** The whole ground, into its layer. @param {Scene} scene @param {SVGElement} layer @param {SVGElement} defs where its textures go */
export function drawField(scene, layer, defs) {
  const grain = scene.unit === "hex" ? K * 0.5 : scene.unit === "cm" ? K * 2.5 : K; // how coarse the ground is drawn
  put(defs, textures(grain));
  const [w, t] = [scene.width * K, scene.height * K];
  const edge = edgeOf(scene) * K;
  put(
    layer,
    s("rect", { class: "rim", x: -edge, y: -edge, width: w + 2 * edge, height: t + 2 * edge, rx: edge * 0.5 }),
    s("rect", { class: "cloth", width: w, height: t, fill: "url(#look-felt)" }),
  );
  const areas = [...scene.ground].sort((a, b) => Number(a.shape.kind === "line") - Number(b.shape.kind === "line"));
  layer.classList.toggle("hexes", scene.unit === "hex");
  for (const piece of areas) layer.append(drawGround(piece, grain, scene.height, K));
  if (scene.unit !== "hex") layer.append(crosses(scene));
  layer.append(...nameGrounds(scene));
}

/** Names of places, where they do not hide each other. @param {Scene} scene */
function nameGrounds(scene) {
  /** @type {{x: number, y: number, w: number}[]} */
  const taken = [];
  /** @type {Set<string>} */
  const named = new Set();
  const size = (scene.unit === "hex" ? 0.3 : scene.unit === "cm" ? 1.6 : 0.62) * K;
  const texts = [];
  for (const piece of scene.ground) {
    const name = piece.name ?? "";
    if (HEX_ID.test(name)) {
      const [x, y] = middles(piece.shape)[0] ?? [0, 0];
      texts.push(s("text", { class: "hex-id", "aria-hidden": "true", x: x * K, y: (scene.height - y) * K - 0.36 * K, "font-size": 0.17 * K }, name));
      continue;
    }
    if (!name || named.has(name) || [...named].some((other) => name.startsWith(other))) continue;
    const w = name.length * size * 0.52;
    const spot = middles(piece.shape)
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
function crosses(scene) {
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
function middles(shape) {
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
