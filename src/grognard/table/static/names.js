// The names on the board, where there is room for them.

import { K } from "./field.js";

/** @typedef {import("./wire.js").Token} Token */

/** Put names under the pieces, or above, or nowhere: as there is room. Who is looked at or asked about comes first. @param {import("./board.js").Board} board */
export function placeNames(board) {
  const { scene } = board;
  if (!scene) return;
  const size = parseFloat(board.style.getPropertyValue("--name-size")) || 20;
  /** @type {{x: number, y: number, w: number, h: number}[]} */
  const taken = scene.tokens.filter((token) => !token.fallen).map((token) => ({ x: token.x * K, y: (scene.height - token.y) * K, w: (token.width ?? 1) * K, h: (token.height ?? 1) * K * 0.9 }));
  const rank = (/** @type {Token} */ token) => (token.id === board.selected ? 0 : board.question?.about?.includes(token.id) ? 1 : token.role === "leader" ? 2 : 3);
  for (const token of [...scene.tokens].sort((a, b) => rank(a) - rank(b))) {
    const text = /** @type {SVGTextElement | null} */ (board.pieces.get(token.id)?.querySelector(".name") ?? null);
    if (!text) continue;
    const far = Number(text.dataset.far ?? 20);
    const [x, y, w] = [token.x * K, (scene.height - token.y) * K, token.name.length * size * 0.56];
    const spots = [far + size * 0.95, -far - size * 0.45, far + size * 1.9];
    const spot = spots.find((dy) => !taken.some((other) => Math.abs(other.x - x) < (other.w + w) / 2 && Math.abs(other.y - (y + dy - size * 0.3)) < (other.h + size) / 2));
    text.classList.toggle("crowded", spot === undefined);
    text.setAttribute("y", String(spot ?? spots[0]));
    if (spot !== undefined && (board.classList.contains("few") || rank(token) < 3)) taken.push({ x, y: y + spot - size * 0.3, w, h: size });
  }
}
