// How a piece is drawn: a round base, ranks of models, a counter or a marker, with its marks.

import { s } from "./dom.js";
import { emblem, sideShape } from "./emblems.js";
import { K } from "./field.js";

/** @typedef {import("./wire.js").Token} Token */

/** Everything that is drawn of a piece: its name first, then its body and its marks. @param {Token} token @param {number} place of its side; -1 for nobody's @param {string} unit @returns {Element[]} */
export function drawPiece(token, place, unit) {
  const w = (token.width ?? 1) * K;
  const t = (token.height ?? 1) * K;
  const r = Math.min(w, t) / 2;
  const shapes = token.shape === "ranks" ? ranks(token, place, w, t) : token.shape === "counter" ? counter(token, place, w, t) : token.shape === "marker" ? marker(token, r) : base(token, place, r);
  const turn = (Math.max(0, token.facing ?? 0) * Math.PI) / 180;
  const high = token.shape === "ranks" ? (Math.abs(Math.sin(turn)) * w + Math.abs(Math.cos(turn)) * t) / 2 : t / 2;
  const parts = [s("text", { class: "name", "data-far": high }, token.name), ...shapes];
  const marks = token.marks ?? [];
  const size = token.shape === "ranks" ? 0.45 * K : unit === "hex" ? r * 0.36 : Math.max(r * 0.42, 0.2 * K);
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
function base(token, place, r) {
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
function ranks(token, place, w, t) {
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
function counter(token, place, w, t) {
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
function marker(token, r) {
  const sign = emblem(token.role || "objective");
  return [
    s("circle", { class: "ring", r: r * 1.5 }),
    s("circle", { class: "shade", cx: r * 0.08, cy: r * 0.14, r }),
    s("circle", { class: "coin", r, "stroke-width": r * 0.12 }),
    s("path", { class: "emblem dark", d: sign, transform: `scale(${(r * 0.055).toFixed(3)})` }),
    ...(token.strength ? [s("text", { class: "initial dark", y: r * 0.32, "font-size": r * 0.9 }, token.strength)] : []),
  ];
}
