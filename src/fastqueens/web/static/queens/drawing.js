// A drawing of regions, with undo: the part of the screen Draw that uses no DOM.

import { LETTERS, makePuzzle } from "../board/rules.js";

export const MAX_ROWS = 64;
export const MAX_INKS = 64;
const MAX_STEPS = 500;
const NO_INK = 255;

/** @typedef {"w" | "a" | "s" | "d"} Side a side of a cell: above, left, below, right */

export class Drawing {
  /** @param {import("../board/rules.js").Puzzle} puzzle */
  constructor(puzzle) {
    this.n = puzzle.n;
    this.stars = puzzle.stars;
    /** @type {Uint8Array} the ink of each cell; each ink is a region */
    this.inks = Uint8Array.from(puzzle.regions);
    /**
     * The borders inside a region. They divide the region when they form a closed line. The border
     * on the right of a cell has the number 2 * cell, and the border below has the number 2 * cell
     * + 1.
     * @type {Set<number>}
     */
    this.walls = new Set();
    /** @type {Set<number>} cells that a picture does not show clearly, until they are painted */
    this.doubt = new Set();
    /** @type {{n: number, stars: number, inks: Uint8Array, walls: Set<number>}[]} */
    this.past = [];
    /** @type {typeof this.past} */
    this.future = [];
  }

  get puzzle() {
    return makePuzzle(this.n, this.stars, this.inks, [...LETTERS]);
  }

  // ---- undo

  #copy() {
    return { n: this.n, stars: this.stars, inks: this.inks.slice(), walls: new Set(this.walls) };
  }

  /** Stores the drawing for undo. Called before a change. */
  remember() {
    this.past.push(this.#copy());
    if (this.past.length > MAX_STEPS) this.past.shift();
    this.future = [];
  }

  /**
   * Undoes or redoes one change.
   * @param {boolean} undo true for undo, false for redo
   * @returns {boolean} whether such a change exists
   */
  step(undo) {
    const [from, to] = undo ? [this.past, this.future] : [this.future, this.past];
    const state = from.pop();
    if (!state) return false;
    to.push(this.#copy());
    Object.assign(this, state);
    return true;
  }

  // ---- regions

  /** Returns the cells that have a side in common with a cell. @param {number} cell */
  #neighbours(cell) {
    const { n } = this;
    const cells = [cell % n ? cell - 1 : -1, (cell + 1) % n ? cell + 1 : -1, cell - n, cell + n];
    return cells.filter((x) => x >= 0 && x < n * n);
  }

  /** @param {number} cell @param {number} ink */
  paint(cell, ink) {
    this.inks[cell] = ink;
    this.doubt.delete(cell);
  }

  /** Paints the connected cells of the same ink. @param {number} cell @param {number} ink */
  fill(cell, ink) {
    const from = this.inks[cell];
    const open = from === ink ? [] : [cell];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (this.inks[at] !== from) continue;
      this.inks[at] = ink;
      open.push(...this.#neighbours(at));
    }
  }

  /** Paints every cell with the first ink. */
  clear() {
    this.inks.fill(0);
    this.walls.clear();
  }

  // ---- borders

  /** Returns the number of the border between two neighbours. @param {number} a @param {number} b */
  #wall(a, b) {
    return 2 * Math.min(a, b) + (Math.abs(a - b) === 1 ? 0 : 1);
  }

  /** Returns the cells of a region that can be reached from a cell without crossing a border. @param {number} cell */
  #part(cell) {
    const found = new Set([cell]);
    for (const at of found) {
      for (const to of this.#neighbours(at))
        if (this.inks[to] === this.inks[at] && !this.walls.has(this.#wall(at, to))) found.add(to);
    }
    return found;
  }

  /**
   * Returns the neighbour on a side of a cell, or null at the edge of the board.
   * @param {number} cell
   * @param {Side} side
   */
  neighbour(cell, side) {
    const to = cell + { w: -this.n, a: -1, s: this.n, d: 1 }[side];
    return this.#neighbours(cell).includes(to) ? to : null;
  }

  /**
   * Puts a border between two neighbours, or removes the border there. A region becomes two regions when its borders
   * close. Removing a border joins the pieces on its two sides; the other borders between them stay, and so do the
   * other pieces of their regions.
   * @param {number} a
   * @param {number} b
   * @returns {"put" | "removed" | "refused"} "refused" if no ink is left for the new region
   */
  toggleBorder(a, b) {
    const { inks, walls } = this;
    if (inks[a] !== inks[b]) {
      this.#join(a, b);
      return "removed";
    }
    const wall = this.#wall(a, b);
    if (walls.delete(wall)) return "removed";
    walls.add(wall);
    const part = this.#part(b);
    if (part.has(a)) return "put";
    const other = this.#part(a);
    const used = new Set(inks);
    const ink = [...Array(MAX_INKS).keys()].find((k) => !used.has(k));
    if (ink === undefined) {
      walls.delete(wall);
      return "refused";
    }
    for (const i of part.size <= other.size ? part : other) inks[i] = ink;
    return "put";
  }

  /** Moves the piece of `b` to the region of its neighbour `a`. @param {number} a @param {number} b */
  #join(a, b) {
    const { inks, walls } = this;
    const ink = inks[a];
    for (const i of this.#part(b)) {
      for (const to of this.#neighbours(i)) if (inks[to] === ink) walls.add(this.#wall(i, to));
      inks[i] = NO_INK; // These cells get their ink below.
    }
    inks.forEach((x, i) => {
      if (x === NO_INK) inks[i] = ink;
    });
    walls.delete(this.#wall(a, b));
  }

  /** Returns the borders that do not close a region yet, as pairs of cells. @returns {[number, number][]} */
  openBorders() {
    const open = /** @type {[number, number][]} */ ([]);
    for (const wall of this.walls) {
      const a = wall >> 1;
      const b = wall & 1 ? a + this.n : a + 1;
      if (this.inks[a] === this.inks[b]) open.push([a, b]);
      else this.walls.delete(wall); // Between two regions a border is always drawn.
    }
    return open;
  }

  // ---- the whole board

  /** @param {number} n */
  resize(n) {
    const { inks, n: before } = this;
    this.remember();
    this.#replace(
      Uint8Array.from({ length: n * n }, (_, i) => {
        const row = Math.min(Math.floor(i / n), before - 1);
        const column = Math.min(i % n, before - 1);
        return inks[row * before + column];
      }),
    );
    this.n = n;
  }

  /**
   * Turns the board by a quarter turn, or mirrors the board left to right.
   * @param {boolean} quarter
   */
  turn(quarter) {
    const { n, inks } = this;
    this.remember();
    this.#replace(
      inks.map((_, i) => {
        const row = Math.floor(i / n);
        const column = i % n;
        return quarter ? inks[(n - 1 - column) * n + row] : inks[row * n + n - 1 - column];
      }),
    );
  }

  /**
   * Replaces all inks. Removes the borders and the doubtful cells of the old inks.
   * @param {Uint8Array} inks
   */
  #replace(inks) {
    this.inks = inks;
    this.walls.clear();
    this.doubt.clear();
  }
}
