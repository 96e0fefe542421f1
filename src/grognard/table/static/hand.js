// The hand on the board: what pressing, dragging, pinching and turning the wheel mean there.

/** @typedef {import("./board.js").Board} Board */
/** @typedef {[number, number]} Point */

const A_TREMBLE = 5; // pixels that a finger may slip and still press

export class Hand {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** @type {Map<number, Point>} */
    this.fingers = new Map();
    /** @type {null | {kind: string, from: Point, at: Point, moved: boolean, view: {x: number, y: number, w: number, h: number}, id: string, apart: number}} */
    this.drag = null;
    board.svg.addEventListener("pointerdown", (event) => this.down(event));
    board.svg.addEventListener("pointermove", (event) => this.move(event));
    for (const name of /** @type {const} */ (["pointerup", "pointercancel"])) board.svg.addEventListener(name, (event) => this.up(event));
    board.svg.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
  }

  /** @param {PointerEvent} event */
  down(event) {
    const { board } = this;
    if (event.button > 0) return;
    const point = /** @type {Point} */ ([event.clientX, event.clientY]);
    this.fingers.set(event.pointerId, point);
    const id = board.idAt(event.target);
    if (this.fingers.size === 2) {
      const [a, b] = [...this.fingers.values()];
      this.drag = { kind: "pinch", from: [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2], at: point, moved: true, view: { ...board.view }, id: "", apart: Math.hypot(a[0] - b[0], a[1] - b[1]) };
      return;
    }
    const place = board.question?.place;
    const ghost = event.target instanceof Element && event.target.closest(".ghost");
    const kind = board.ruler.on ? "measure" : place && (id === place.mover || ghost) ? "way" : "pan";
    this.drag = { kind, from: point, at: point, moved: false, view: { ...board.view }, id, apart: 0 };
    if (kind === "measure") board.ruler.from = board.unitsAt(event);
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { board } = this;
    if (!this.fingers.has(event.pointerId) || !this.drag) return;
    const point = /** @type {Point} */ ([event.clientX, event.clientY]);
    this.fingers.set(event.pointerId, point);
    const drag = this.drag;
    const pane = board.svg.getBoundingClientRect();
    const scale = drag.view.w / pane.width;
    if (drag.kind === "pinch" && this.fingers.size >= 2) {
      const [a, b] = [...this.fingers.values()];
      const apart = Math.hypot(a[0] - b[0], a[1] - b[1]);
      const factor = Math.max(0.05, drag.apart / Math.max(apart, 1));
      const mid = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
      board.view = { ...drag.view };
      board.zoom(factor, [drag.view.x + (drag.from[0] - pane.left) * scale, drag.view.y + (drag.from[1] - pane.top) * scale]);
      const now = board.view.w / pane.width;
      board.pan((mid[0] - drag.from[0]) * now, (mid[1] - drag.from[1]) * now);
      return;
    }
    if (!drag.moved && Math.hypot(point[0] - drag.from[0], point[1] - drag.from[1]) < A_TREMBLE) return;
    if (!drag.moved) board.svg.setPointerCapture(event.pointerId);
    drag.moved = true;
    if (drag.kind === "pan") {
      board.view = { ...drag.view, x: drag.view.x - (point[0] - drag.from[0]) * scale, y: drag.view.y - (point[1] - drag.from[1]) * scale };
      board.fitted = board.closeUp = false;
      board.paint();
    } else if (drag.kind === "measure") {
      board.ruler.draw(board.unitsAt(event));
    } else if (drag.kind === "way") {
      board.tryAt(...board.unitsAt(event));
    }
  }

  /** @param {PointerEvent} event */
  up(event) {
    const { board } = this;
    const drag = this.drag;
    this.fingers.delete(event.pointerId);
    if (!drag) return;
    if (this.fingers.size === 0) this.drag = null;
    if (drag.moved || event.type === "pointercancel") return;
    if (event.target instanceof Element && event.target.closest(".ghost:not(.refused)")) board.emit("confirm", null);
    else if (drag.id && drag.id !== board.question?.place?.mover) board.emit("piece", { id: drag.id, keyboard: false });
    else if (board.question?.place && !drag.id && drag.kind !== "measure" && !(event.target instanceof Element && event.target.closest(".spot-dot"))) board.tryAt(...board.unitsAt(event));
    else if (drag.id) board.emit("select", drag.id);
    else if (!(event.target instanceof Element && event.target.closest(".spot-dot, .area, .rose"))) board.bare(event);
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    const { board } = this;
    event.preventDefault();
    board.zoom(Math.exp(Math.max(-60, Math.min(60, event.deltaY)) * 0.004), board.at(event));
  }
}
