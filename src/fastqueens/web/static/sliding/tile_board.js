// The board of sliding tiles. Each tile is a button; clicks, drags, swipes and arrow keys move it.

import { h, replaceChildren } from "../base/dom.js";
import { STEPS } from "./sliding_model.js";
import { S } from "./sliding_texts.js";

/**
 * The move of the blank for each key. An arrow key moves a tile in its direction, so the blank
 * moves in the opposite direction.
 * @type {Record<string, string>}
 */
const MOVE_OF_KEY = { ArrowUp: "DOWN", ArrowDown: "UP", ArrowLeft: "RIGHT", ArrowRight: "LEFT" };
const MIN_DRAG = 0.35; // in cells; a shorter drag does not move a tile
const MIN_SWIPE = 24; // in pixels; a shorter movement is not a swipe

export class TileBoard {
  /**
   * @param {number} rows
   * @param {number} columns
   * @param {number[]} goal
   * @param {(move: string, count: number) => void} onMove receives a move of the blank and its number of steps
   */
  constructor(rows, columns, goal, onMove) {
    this.rows = rows;
    this.columns = columns;
    this.goal = goal;
    this.onMove = onMove;
    /** @type {number[]} */
    this.tiles = [];
    /** @type {HTMLButtonElement[]} the button of each tile; the button with index 0 is unused */
    this.buttons = goal.map((_, tile) =>
      h("button", { type: "button", class: "slab", onclick: () => this.#onClick(tile) }, tile || ""),
    );
    this.readout = h("p", { class: "hidden", id: "tiles-read" });
    this.slabs = h("div", { class: "slabs" }, this.buttons.slice(1));
    this.element = h(
      "div",
      {
        class: "tray",
        role: "group",
        "aria-label": S.board(rows, columns),
        "aria-describedby": "tiles-read",
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.#onKey(event),
      },
      this.slabs,
      this.readout,
    );
    this.element.style.setProperty("--rows", String(rows));
    this.element.style.setProperty("--columns", String(columns));
    /** @type {{id: number, x: number, y: number, tiles: number[], move: string, share: number} | null} the share of a cell that was dragged */
    this.drag = null;
    this.dragged = false;
    this.slabs.addEventListener("pointerdown", (event) => this.#onDown(event));
    this.slabs.addEventListener("pointermove", (event) => this.#onDrag(event));
    for (const end of ["pointerup", "pointercancel"]) {
      this.slabs.addEventListener(end, (event) => this.#onUp(/** @type {PointerEvent} */ (event)));
    }
  }

  /** @param {number[]} tiles @param {number} [moved] the tile that moved last */
  show(tiles, moved = 0) {
    this.tiles = tiles;
    for (const [cell, tile] of tiles.entries()) {
      if (!tile) continue;
      const [row, column] = [Math.floor(cell / this.columns), cell % this.columns];
      const slab = this.buttons[tile];
      const home = this.goal[cell] === tile;
      slab.style.transform = `translate(${column * 100}%, ${row * 100}%)`;
      slab.classList.toggle("home", home);
      slab.classList.toggle("hand", tile === moved);
      slab.tabIndex = this.#moveTo(tile) || document.activeElement === slab ? 0 : -1;
      slab.setAttribute("aria-label", S.tile(tile, row, column, home));
    }
    const lines = Array.from({ length: this.rows }, (_, k) => tiles.slice(k * this.columns, (k + 1) * this.columns));
    replaceChildren(this.readout, S.rowsRead(lines));
  }

  /** Returns the move that brings the blank to a tile, or null if the tile cannot move. @param {number} tile */
  #moveTo(tile) {
    const [at, blank] = [this.tiles.indexOf(tile), this.tiles.indexOf(0)];
    const rows = Math.floor(at / this.columns) - Math.floor(blank / this.columns);
    const columns = (at % this.columns) - (blank % this.columns);
    if ((rows !== 0) === (columns !== 0)) return null;
    const move = rows ? (rows < 0 ? "UP" : "DOWN") : columns < 0 ? "LEFT" : "RIGHT";
    return { move, count: Math.abs(rows + columns) };
  }

  /** @param {number} tile */
  #onClick(tile) {
    if (this.dragged) {
      this.dragged = false;
      return;
    }
    const move = this.#moveTo(tile);
    this.onMove(move?.move ?? "", move?.count ?? 0);
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const move = MOVE_OF_KEY[event.key];
    if (!move || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    event.preventDefault();
    this.onMove(move, 1);
    // The focus stays on a tile that can move.
    const focused = this.buttons.find((x) => x === document.activeElement);
    if (focused && focused.tabIndex < 0) this.buttons.find((x) => x.tabIndex === 0)?.focus();
  }

  /** @param {PointerEvent} event */
  #onDown(event) {
    if (this.drag || event.button) return;
    this.dragged = false;
    const tile = this.buttons.indexOf(/** @type {any} */ (event.target));
    const move = tile > 0 ? this.#moveTo(tile) : null;
    const tiles = [];
    for (let at = this.tiles.indexOf(0), k = 0; move && k < move.count; k++) {
      at += STEPS[move.move][0] * this.columns + STEPS[move.move][1];
      tiles.push(this.tiles[at]);
    }
    this.drag = { id: event.pointerId, x: event.clientX, y: event.clientY, tiles, move: move?.move ?? "", share: 0 };
  }

  /** @param {PointerEvent} event */
  #onDrag(event) {
    const { drag } = this;
    if (!drag || drag.id !== event.pointerId || !drag.tiles.length) return;
    const side = this.slabs.clientWidth / this.columns;
    const [down, right] = STEPS[drag.move];
    // A tile moves in the opposite direction of the blank.
    const along = -(down * (event.clientY - drag.y) + right * (event.clientX - drag.x));
    drag.share = Math.min(1, Math.max(0, along / side));
    if (!this.dragged) {
      if (drag.share * side < 3) return;
      this.dragged = true;
      this.slabs.setPointerCapture(event.pointerId);
    }
    for (const tile of drag.tiles) {
      const slab = this.buttons[tile];
      slab.classList.add("held");
      slab.style.translate = `${-right * drag.share * side}px ${-down * drag.share * side}px`;
    }
  }

  /** @param {PointerEvent} event */
  #onUp(event) {
    const { drag } = this;
    if (!drag || drag.id !== event.pointerId) return;
    this.drag = null;
    for (const tile of drag.tiles) {
      this.buttons[tile].classList.remove("held");
      this.buttons[tile].style.translate = "";
    }
    if (event.type === "pointercancel") return;
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    if (this.dragged) {
      if (drag.share >= MIN_DRAG) this.onMove(drag.move, drag.tiles.length);
    } else if (Math.max(Math.abs(x), Math.abs(y)) >= MIN_SWIPE) {
      // A swipe anywhere on the board slides a tile into the blank, in the direction of the swipe.
      this.dragged = true;
      const move = Math.abs(x) > Math.abs(y) ? (x > 0 ? "LEFT" : "RIGHT") : y > 0 ? "UP" : "DOWN";
      this.onMove(move, 1);
    }
    // The browser may send a click after the drag. This click must not move a tile again.
    setTimeout(() => {
      this.dragged = false;
    });
  }
}
