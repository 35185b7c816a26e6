// Pointers on <fq-board>: taps, strokes, long presses, and a zoom by two fingers.

import { cellsOnLine } from "./rules.js";

const LONG_PRESS_MS = 400;

/**
 * The parts of a board that gestures use.
 * @typedef {object} Target
 * @property {HTMLElement} grid
 * @property {HTMLElement} scroller
 * @property {HTMLElement[]} cellElements
 * @property {{n: number}} puzzle
 * @property {number} scale
 * @property {(scale: number, point?: {x: number, y: number}) => void} zoom
 * @property {(cell: number, scroll?: boolean) => void} focusCell
 * @property {(what: string, detail?: object) => void} emit
 */
/**
 * @typedef {{id: number, first: number, last: number, stroke: boolean, done: boolean, timer: number}} Gesture one
 *   pointer that is down
 */

export class Gestures {
  /** @param {Target} board */
  constructor(board) {
    this.board = board;
    /** @type {Map<number, {x: number, y: number}>} the pointers that are down */
    this.pointers = new Map();
    /** @type {Gesture | null} */
    this.gesture = null;
    this.pinch = { distance: 0, scale: 1, x: 0, y: 0 };
    this.justTapped = false;
    const { grid } = board;
    grid.addEventListener("pointerdown", (event) => this.#down(event));
    grid.addEventListener("pointermove", (event) => this.#move(event));
    grid.addEventListener("pointerup", (event) => this.#up(event));
    grid.addEventListener("pointercancel", (event) => {
      this.pointers.delete(event.pointerId);
      this.#cancel();
    });
    // A screen reader clicks without a pointer.
    grid.addEventListener("click", (event) => {
      const cell = board.cellElements.indexOf(/** @type {HTMLElement} */ (event.composedPath()[0]));
      if (!this.justTapped && cell >= 0 && event.detail === 0) board.emit("tap", { cell });
    });
    // Without preventDefault, the browser sends mouse events after a tap. If the tap opens a
    // dialog, the dialog would get these events.
    grid.addEventListener("touchend", (event) => {
      if (event.cancelable) event.preventDefault();
    });
    grid.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  /** Returns the cell at a point of the window, or -1. @param {{clientX: number, clientY: number}} point */
  #cellAt({ clientX, clientY }) {
    const { grid, puzzle } = this.board;
    const { n } = puzzle;
    const box = grid.getBoundingClientRect();
    const column = Math.floor(((clientX - box.left) / box.width) * n);
    const row = Math.floor(((clientY - box.top) / box.height) * n);
    return row < 0 || column < 0 || row >= n || column >= n ? -1 : row * n + column;
  }

  /**
   * Returns the distance of a pointer from the middle of a cell, to the right and downwards.
   * @param {number} cell
   * @param {PointerEvent} event
   */
  #offsetInCell(cell, event) {
    const { left, top, width, height } = this.board.cellElements[cell].getBoundingClientRect();
    return [(event.clientX - left) / width - 0.5, (event.clientY - top) / height - 0.5];
  }

  /** Returns whether a pointer scrolls the board and does not draw. @param {PointerEvent} event */
  #scrolls(event) {
    return this.board.grid.classList.contains("glide") && event.pointerType !== "mouse";
  }

  #cancel() {
    if (!this.gesture) return;
    clearTimeout(this.gesture.timer);
    if (this.gesture.stroke) this.board.emit("cancel");
    this.gesture = null;
  }

  /** Returns the distance of the two fingers and the point between them. */
  #spread() {
    const [a, b] = [...this.pointers.values()];
    return { distance: Math.hypot(a.x - b.x, a.y - b.y) || 1, x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const { board } = this;
    const mouse = event.pointerType === "mouse";
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.pointers.size > 1) {
      // A second finger ends the stroke and begins a zoom.
      this.#cancel();
      if (this.pointers.size === 2) this.pinch = { ...this.#spread(), scale: board.scale };
      return;
    }
    const cell = this.#cellAt(event);
    if (cell < 0) return;
    if (mouse) event.preventDefault();
    board.focusCell(cell, false);
    if (event.button > 2 || event.button === 1) return;
    const secondary = event.button === 2 || (event.ctrlKey && mouse);
    const gesture = { id: event.pointerId, first: cell, last: cell, stroke: false, done: secondary, timer: 0 };
    this.gesture = gesture;
    if (secondary) board.emit("alt", { cell });
    else if (!mouse) {
      gesture.timer = setTimeout(() => {
        if (this.gesture !== gesture || gesture.stroke) return;
        gesture.done = true;
        board.emit("alt", { cell });
      }, LONG_PRESS_MS);
    }
    if (!this.#scrolls(event)) board.grid.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const { board, gesture, pointers } = this;
    if (!pointers.has(event.pointerId)) return;
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (pointers.size === 2) this.#pinch();
    else if (gesture && gesture.id === event.pointerId && !gesture.done) {
      // The browser may have joined several moves in one event.
      const moves = event.getCoalescedEvents?.() ?? [];
      for (const move of moves.length ? moves : [event]) {
        const cell = this.#cellAt(move);
        if (cell < 0 || cell === gesture.last) continue;
        clearTimeout(gesture.timer);
        if (this.#scrolls(event)) {
          gesture.done = true;
          return;
        }
        if (!gesture.stroke) board.emit("begin", { cell: gesture.first });
        gesture.stroke = true;
        board.emit("over", { cells: cellsOnLine(board.puzzle.n, gesture.last, cell) });
        gesture.last = cell;
      }
    }
  }

  /** Zooms and scrolls with two fingers. */
  #pinch() {
    const { board, pinch } = this;
    const now = this.#spread();
    board.scroller.scrollLeft -= now.x - pinch.x;
    board.scroller.scrollTop -= now.y - pinch.y;
    if (Math.abs(now.distance / pinch.distance - 1) > 0.02)
      board.zoom((pinch.scale * now.distance) / pinch.distance, now);
    this.pinch = { ...pinch, x: now.x, y: now.y };
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const { board, gesture } = this;
    this.pointers.delete(event.pointerId);
    if (!gesture || gesture.id !== event.pointerId) return;
    clearTimeout(gesture.timer);
    this.gesture = null;
    // The click that follows belongs to this tap.
    this.justTapped = true;
    setTimeout(() => {
      this.justTapped = false;
    });
    if (gesture.stroke) {
      const cell = this.#cellAt(event);
      board.focusCell(cell < 0 ? gesture.first : cell, false);
      board.emit("end");
    } else if (!gesture.done) board.emit("tap", { cell: gesture.first, at: this.#offsetInCell(gesture.first, event) });
  }
}
