// A game: the queens and marks that the player has put, with undo, trials and checkpoints.
// Automatic marks and conflicts are computed from the queens and marks, so undo is always exact.
// This module uses no DOM.

import { EMPTY, MARK, QUEEN, cellsWith, findConflicts } from "./rules.js";

/** @typedef {import("./rules.js").Puzzle} Puzzle */

/**
 * One undo step.
 * @typedef {object} Step
 * @property {string} what the kind of the step, such as "trial"
 * @property {number[]} changes three numbers for each changed cell: the cell, its value before and its value after
 * @property {[Uint8Array | null, Uint8Array | null]} [saved] `Game.saved` before and after the step, if the step changes it
 */

const MAX_STEPS = 2000;

/**
 * Returns the value of a cell after a click.
 * @param {number} value
 * @param {"mark" | "queen" | "drag"} order the piece that the first click puts; with "drag",
 *   clicks put no marks
 */
export function nextValue(value, order) {
  if (order === "mark") return (value + 1) % 3;
  if (order === "queen") return (value + 2) % 3;
  return value === QUEEN ? EMPTY : QUEEN;
}

export class Game {
  /** @param {Puzzle} puzzle */
  constructor(puzzle) {
    this.puzzle = puzzle;
    this.cells = new Uint8Array(puzzle.n ** 2);
    /** @type {Uint8Array | null} the position when the trial began; null if there is no trial */
    this.saved = null;
    /** @type {Step[]} */
    this.undone = [];
    /** @type {Step[]} */
    this.done = [];
    /** @type {{name: string, cells: Uint8Array, saved: Uint8Array | null}[]} */
    this.checkpoints = [];
    /** @type {Step | null} the current stroke */
    this.stroke = null;
    /** the value of the cell in which the stroke began */
    this.strokeValue = EMPTY;
  }

  get empty() {
    return this.cells.every((x) => x === EMPTY);
  }
  get trial() {
    return this.saved !== null;
  }
  get queens() {
    return cellsWith(this.cells, QUEEN);
  }
  get marks() {
    return cellsWith(this.cells, MARK);
  }
  get conflicts() {
    return findConflicts(this.puzzle, this.cells);
  }

  /**
   * Returns whether a cell was changed in the trial.
   * @param {number} cell
   */
  isTried(cell) {
    return this.saved !== null && this.saved[cell] !== this.cells[cell];
  }

  /**
   * Begins a stroke. All changes until the end of the stroke are one undo step.
   * @param {string} what
   */
  beginStroke(what) {
    this.endStroke();
    this.stroke = { what, changes: [] };
  }

  /**
   * @param {number} cell
   * @param {number} value
   */
  put(cell, value) {
    const before = this.cells[cell];
    if (before === value) return false;
    const alone = !this.stroke;
    if (alone) this.beginStroke(value === QUEEN ? "queen" : value === MARK ? "mark" : "empty");
    this.stroke?.changes.push(cell, before, value);
    this.cells[cell] = value;
    if (alone) this.endStroke();
    return true;
  }

  /** Ends the stroke. The stroke becomes an undo step if it has changed the game. */
  endStroke() {
    const step = this.stroke;
    this.stroke = null;
    if (step && (step.changes.length || step.saved)) {
      this.done.push(step);
      if (this.done.length > MAX_STEPS) this.done.shift();
      this.undone = [];
    }
    return step;
  }

  /** Undoes and ends the current stroke. */
  cancelStroke() {
    if (this.stroke) this.#apply(this.stroke, false);
    this.stroke = null;
  }

  /**
   * Changes several cells in one undo step.
   * @param {string} what
   * @param {Iterable<[number, number]>} pairs pairs of cell and new value
   */
  changeCells(what, pairs) {
    this.beginStroke(what);
    for (const [cell, value] of pairs) this.put(cell, value);
    return this.endStroke();
  }

  clear() {
    return this.changeCells(
      "clear",
      [...this.cells.keys()].map((i) => [i, EMPTY]),
    );
  }

  /**
   * @param {string} what
   * @param {Uint8Array} cells
   * @param {Uint8Array | null} saved
   */
  #replacePosition(what, cells, saved) {
    this.beginStroke(what);
    const step = /** @type {Step} */ (this.stroke);
    for (const [i, value] of [...cells].entries()) this.put(i, value);
    if (this.saved !== saved) step.saved = [this.saved, saved];
    this.saved = saved;
    return this.endStroke();
  }

  /** Begins a trial. The player can keep or drop all changes of a trial at once. */
  beginTrial() {
    if (!this.saved) this.#replacePosition("trial", this.cells, this.cells.slice());
  }
  keepTrial() {
    if (this.saved) this.#replacePosition("keep", this.cells, null);
  }
  dropTrial() {
    if (this.saved) this.#replacePosition("drop", this.saved, null);
  }

  /** @param {string} name */
  addCheckpoint(name) {
    this.checkpoints.push({ name, cells: this.cells.slice(), saved: this.saved });
  }

  /** @param {number} k */
  restoreCheckpoint(k) {
    const { cells, saved } = this.checkpoints[k];
    return this.#replacePosition("restore", cells, saved);
  }

  /**
   * @param {Step} step
   * @param {boolean} forward
   */
  #apply(step, forward) {
    const { changes } = step;
    for (let k = 0; k < changes.length; k += 3) {
      const at = forward ? k : changes.length - 3 - k;
      this.cells[changes[at]] = changes[at + (forward ? 2 : 1)];
    }
    if (step.saved) this.saved = step.saved[forward ? 1 : 0];
  }

  /** Undoes the last step, and returns this step. */
  undo() {
    this.endStroke();
    const step = this.done.pop();
    if (step) {
      this.#apply(step, false);
      this.undone.push(step);
    }
    return step;
  }

  redo() {
    this.endStroke();
    const step = this.undone.pop();
    if (step) {
      this.#apply(step, true);
      this.done.push(step);
    }
    return step;
  }

  /** Returns the game as plain data for storage. */
  toJSON() {
    const text = (/** @type {Uint8Array | null} */ x) => x && [...x].join("");
    const steps = (/** @type {Step[]} */ all) =>
      all.map((x) => [x.what, x.changes, ...(x.saved ? x.saved.map(text) : [])]);
    return {
      cells: text(this.cells),
      saved: text(this.saved),
      done: steps(this.done),
      undone: steps(this.undone),
      checkpoints: this.checkpoints.map((x) => [x.name, text(x.cells), text(x.saved)]),
    };
  }

  /**
   * Reads a game from storage. An undo history that does not lead to the position is ignored. If
   * the position does not fit the board, the game starts empty.
   * @param {Puzzle} puzzle
   * @param {any} kept
   */
  static from(puzzle, kept) {
    const game = new Game(puzzle);
    const size = puzzle.n ** 2;
    const cells = readCells(kept?.cells, size);
    if (!cells) return game;
    game.cells = cells;
    game.saved = readCells(kept.saved, size);
    for (const item of Array.isArray(kept.checkpoints) ? kept.checkpoints : []) {
      const position = Array.isArray(item) && readCells(item[1], size);
      if (position) game.checkpoints.push({ name: String(item[0]), cells: position, saved: readCells(item[2], size) });
    }
    try {
      game.done = readSteps(kept.done, cells, true);
      game.undone = readSteps(kept.undone, cells, false);
    } catch {
      game.done = game.undone = [];
    }
    return game;
  }
}

/** Reads the cells of a position from storage. @param {any} text @param {number} size */
const readCells = (text, size) =>
  typeof text === "string" && text.length === size && /^[012]*$/.test(text) ? Uint8Array.from(text, Number) : null;

/**
 * Reads steps from storage, and throws an error if they do not start from the position.
 * @param {any[]} items
 * @param {Uint8Array} cells
 * @param {boolean} undo true for steps to undo, false for steps to redo
 * @returns {Step[]}
 */
function readSteps(items, cells, undo) {
  const size = cells.length;
  const steps = items.map(([what, changes, ...saved]) => {
    const valid = changes.every(
      (/** @type {any} */ x, /** @type {number} */ k) => Number.isInteger(x) && x >= 0 && x < (k % 3 ? 3 : size),
    );
    if (!valid || changes.length % 3) throw new Error("found a damaged step");
    const trial = saved.length && { saved: [readCells(saved[0], size), readCells(saved[1], size)] };
    return { what: String(what), changes, ...trial };
  });
  const trace = cells.slice();
  const [from, to] = undo ? [2, 1] : [1, 2];
  for (const { changes } of [...steps].reverse()) {
    for (let k = 0; k < changes.length; k += 3) {
      const at = undo ? changes.length - 3 - k : k;
      if (trace[changes[at]] !== changes[at + from]) throw new Error("found a history of another position");
      trace[changes[at]] = changes[at + to];
    }
  }
  return steps;
}

/**
 * Applies an action of the player on `<fq-board>` to a game.
 * @param {Game} game
 * @param {{what: string, cell?: number, cells?: number[]}} action
 * @param {"mark" | "queen" | "drag"} [order] the order in which taps change a cell
 * @param {number} [alternative] the value that a right click or a long press puts
 */
export function applyAction(game, { what, cell = 0, cells = [] }, order = "mark", alternative = QUEEN) {
  const value = game.cells[cell];
  const opposite = (/** @type {number} */ x) => (x === MARK ? EMPTY : MARK);
  if (what === "begin") {
    // The first cell decides whether the stroke puts marks or removes marks.
    game.beginStroke(value === MARK ? "erase" : "mark");
    game.strokeValue = value;
    if (value !== QUEEN) game.put(cell, opposite(value));
  } else if (what === "over") {
    const from = game.strokeValue;
    for (const i of cells) if (from !== QUEEN && game.cells[i] === from) game.put(i, opposite(from));
  } else if (what === "end") game.endStroke();
  else if (what === "cancel") game.cancelStroke();
  else if (what === "along") {
    const empty = cells.filter((i) => game.cells[i] === EMPTY);
    game.changeCells(
      "mark",
      empty.map((i) => [i, MARK]),
    );
  } else {
    const wanted =
      /** @type {Record<string, number>} */ ({ alt: alternative, queen: QUEEN, mark: MARK })[what] ?? EMPTY;
    game.put(cell, what === "tap" ? nextValue(value, order) : value === wanted ? EMPTY : wanted);
  }
}
