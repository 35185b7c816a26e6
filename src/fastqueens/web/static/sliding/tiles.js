// The tray of sliding tiles: each tile is a button, moved by click, drag, swipe and arrows.

import { h, replaceChildren } from "../base/dom.js";
import { S } from "./slide_texts.js";

/** Where each move takes the blank. @type {Record<string, [number, number]>} */
export const STEPS = { UP: [-1, 0], DOWN: [1, 0], LEFT: [0, -1], RIGHT: [0, 1] };
/** An arrow slides a tile that way, so the blank goes the other. @type {Record<string, string>} */
const ARROWS = { ArrowUp: "DOWN", ArrowDown: "UP", ArrowLeft: "RIGHT", ArrowRight: "LEFT" };
const ENOUGH = 0.35; // of a cell: a tile dragged so far stays there
const SWIPE = 24; // pixels of a swipe

/**
 * @param {number[]} tiles
 * @param {number} columns
 * @param {string} move of the blank
 * @returns {number[] | null} the tiles after a move; null if there is none that way
 */
export function moved(tiles, columns, move) {
  const blank = tiles.indexOf(0);
  const [down, right] = STEPS[move];
  const [row, column] = [Math.floor(blank / columns) + down, (blank % columns) + right];
  if (row < 0 || column < 0 || row >= tiles.length / columns || column >= columns) return null;
  const after = tiles.slice();
  const at = row * columns + column;
  [after[blank], after[at]] = [after[at], 0];
  return after;
}

export class Tray {
  /**
   * @param {number} rows
   * @param {number} columns
   * @param {number[]} goal
   * @param {(move: string, count: number) => void} act asked for: so many moves of the blank
   */
  constructor(rows, columns, goal, act) {
    this.rows = rows;
    this.columns = columns;
    this.goal = goal;
    this.act = act;
    /** @type {number[]} */
    this.tiles = [];
    /** @type {HTMLButtonElement[]} by number; 0 is none */
    this.buttons = goal.map((_, tile) =>
      h("button", { type: "button", class: "slab", onclick: () => this.#clicked(tile) }, tile || ""),
    );
    this.read = h("p", { class: "hidden", id: "tiles-read" });
    this.place = h("div", { class: "slabs" }, this.buttons.slice(1));
    this.element = h(
      "div",
      {
        class: "tray",
        role: "group",
        "aria-label": S.board(rows, columns),
        "aria-describedby": "tiles-read",
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
      },
      this.place,
      this.read,
    );
    this.element.style.setProperty("--rows", String(rows));
    this.element.style.setProperty("--columns", String(columns));
    /** @type {{id: number, x: number, y: number, tiles: number[], move: string, far: number} | null} */
    this.drag = null;
    this.dragged = false;
    this.place.addEventListener("pointerdown", (event) => this.#down(event));
    this.place.addEventListener("pointermove", (event) => this.#drag(event));
    for (const end of ["pointerup", "pointercancel"]) {
      this.place.addEventListener(end, (event) => this.#up(/** @type {PointerEvent} */ (event)));
    }
  }

  /** @param {number[]} tiles @param {number} [hand] the tile that moved last */
  show(tiles, hand = 0) {
    this.tiles = tiles;
    for (const [cell, tile] of tiles.entries()) {
      if (!tile) continue;
      const [row, column] = [Math.floor(cell / this.columns), cell % this.columns];
      const slab = this.buttons[tile];
      const home = this.goal[cell] === tile;
      slab.style.transform = `translate(${column * 100}%, ${row * 100}%)`;
      slab.classList.toggle("home", home);
      slab.classList.toggle("hand", tile === hand);
      slab.tabIndex = this.#way(tile) || document.activeElement === slab ? 0 : -1;
      slab.setAttribute("aria-label", S.tile(tile, row, column, home));
    }
    const lines = Array.from({ length: this.rows }, (_, k) => tiles.slice(k * this.columns, (k + 1) * this.columns));
    replaceChildren(this.read, S.rowsRead(lines));
  }

  /** The moves of the blank that bring it where a tile is. @param {number} tile */
  #way(tile) {
    const [at, blank] = [this.tiles.indexOf(tile), this.tiles.indexOf(0)];
    const rows = Math.floor(at / this.columns) - Math.floor(blank / this.columns);
    const columns = (at % this.columns) - (blank % this.columns);
    if ((rows !== 0) === (columns !== 0)) return null;
    const move = rows ? (rows < 0 ? "UP" : "DOWN") : columns < 0 ? "LEFT" : "RIGHT";
    return { move, count: Math.abs(rows + columns) };
  }

  /** @param {number} tile */
  #clicked(tile) {
    if (this.dragged) {
      this.dragged = false;
      return;
    }
    const way = this.#way(tile);
    this.act(way?.move ?? "", way?.count ?? 0);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const move = ARROWS[event.key];
    if (!move || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    event.preventDefault();
    this.act(move, 1);
    // The focus stays on a tile that can go on.
    const focused = this.buttons.find((x) => x === document.activeElement);
    if (focused && focused.tabIndex < 0) this.buttons.find((x) => x.tabIndex === 0)?.focus();
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (this.drag || event.button) return;
    this.dragged = false;
    const tile = this.buttons.indexOf(/** @type {any} */ (event.target));
    const way = tile > 0 ? this.#way(tile) : null;
    const tiles = [];
    for (let at = this.tiles.indexOf(0), k = 0; way && k < way.count; k++) {
      at += STEPS[way.move][0] * this.columns + STEPS[way.move][1];
      tiles.push(this.tiles[at]);
    }
    this.drag = { id: event.pointerId, x: event.clientX, y: event.clientY, tiles, move: way?.move ?? "", far: 0 };
  }

  /** @param {PointerEvent} event */
  #drag(event) {
    const { drag } = this;
    if (!drag || drag.id !== event.pointerId || !drag.tiles.length) return;
    const side = this.place.clientWidth / this.columns;
    const [down, right] = STEPS[drag.move];
    // Tiles go against the blank.
    const along = -(down * (event.clientY - drag.y) + right * (event.clientX - drag.x));
    drag.far = Math.min(1, Math.max(0, along / side));
    if (!this.dragged) {
      if (drag.far * side < 3) return;
      this.dragged = true;
      this.place.setPointerCapture(event.pointerId);
    }
    for (const tile of drag.tiles) {
      const slab = this.buttons[tile];
      slab.classList.add("held");
      slab.style.translate = `${-right * drag.far * side}px ${-down * drag.far * side}px`;
    }
  }

  /** @param {PointerEvent} event */
  #up(event) {
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
      if (drag.far >= ENOUGH) this.act(drag.move, drag.tiles.length);
    } else if (Math.max(Math.abs(x), Math.abs(y)) >= SWIPE) {
      // A swipe from anywhere slides the tile beside the blank that way.
      this.dragged = true;
      const move = Math.abs(x) > Math.abs(y) ? (x > 0 ? "LEFT" : "RIGHT") : y > 0 ? "UP" : "DOWN";
      this.act(move, 1);
    }
    // The click that may follow has been acted on.
    setTimeout(() => {
      this.dragged = false;
    });
  }
}
