// The rules of coloured Queens and Star Battle, and a game: what the player put, and nothing else.
// Automatic marks and conflicts are computed from it, so that undo is always exact. No DOM here.

/**
 * A board: the region of each cell, row by row, numbered in order of first appearance.
 * @typedef {object} Puzzle
 * @property {number} n
 * @property {number} stars
 * @property {Uint8Array} regions
 * @property {string[]} names one a region
 */

/**
 * @typedef {object} Conflicts
 * @property {number[]} rows those with more queens than they take
 * @property {number[]} columns
 * @property {number[]} regions
 * @property {[number, number][]} touching pairs of cells, the one further up or left first
 * @property {boolean} complete
 */

/**
 * One undo step: cells that changed, as triples of cell, before and after; and the position in
 * which a trial began, before and after the step.
 * @typedef {{what: string, changes: number[], saved?: [Uint8Array | null, Uint8Array | null]}} Step
 */

export const EMPTY = 0,
  MARK = 1,
  QUEEN = 2;
export const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const MAX_STEPS = 2000;

/**
 * Number regions in order of first appearance.
 * @param {ArrayLike<number>} cells
 * @returns {{regions: Uint8Array, order: number[]}} and the old number of each
 */
export function renumber(cells) {
  const order = /** @type {number[]} */ ([]);
  const seen = new Map();
  const regions = new Uint8Array(cells.length);
  for (let i = 0; i < cells.length; i++) {
    if (!seen.has(cells[i])) {
      seen.set(cells[i], order.length);
      order.push(cells[i]);
    }
    regions[i] = seen.get(cells[i]);
  }
  return { regions, order };
}

/**
 * @param {number} n
 * @param {number} stars
 * @param {ArrayLike<number>} cells
 * @param {string[]} [labels] of the numbers in cells
 * @returns {Puzzle}
 */
export function makePuzzle(n, stars, cells, labels) {
  const { regions, order } = renumber(cells);
  return { n, stars, regions, names: order.map((old, k) => labels?.[old] ?? LETTERS[k]) };
}

/**
 * The cells of value `value`, as numbers.
 * @param {Uint8Array} cells
 * @param {number} value
 */
export function cellsWith(cells, value) {
  const found = /** @type {number[]} */ ([]);
  for (let i = 0; i < cells.length; i++) if (cells[i] === value) found.push(i);
  return found;
}

/** Returns a function from [row, column] to the number of a cell. @param {number} n */
export const pairToCell =
  (n) =>
  (/** @type {[number, number]} */ [row, column]) =>
    row * n + column;

/** Returns a function from the number of a cell to [row, column]. @param {number} n */
export const cellToPair = (n) => (/** @type {number} */ cell) => [Math.floor(cell / n), cell % n];

/**
 * The cells a king's move away.
 * @param {number} n
 * @param {number} cell
 */
export function touchingCells(n, cell) {
  const found = [];
  const row = Math.floor(cell / n);
  const column = cell % n;
  for (let r = Math.max(0, row - 1); r <= Math.min(n - 1, row + 1); r++) {
    for (let c = Math.max(0, column - 1); c <= Math.min(n - 1, column + 1); c++) {
      if (r * n + c !== cell) found.push(r * n + c);
    }
  }
  return found;
}

/**
 * How many queens each row, column and region has.
 * @param {Puzzle} puzzle
 * @param {Uint8Array} cells
 */
export function countQueens(puzzle, cells) {
  const { n, regions, names } = puzzle;
  const rows = new Uint16Array(n);
  const columns = new Uint16Array(n);
  const inRegions = new Uint16Array(names.length);
  let queens = 0;
  for (let i = 0; i < cells.length; i++) {
    if (cells[i] !== QUEEN) continue;
    queens++;
    rows[Math.floor(i / n)]++;
    columns[i % n]++;
    inRegions[regions[i]]++;
  }
  return { rows, columns, regions: inRegions, queens };
}

/**
 * Which rules a placement breaks.
 * @param {Puzzle} puzzle
 * @param {Uint8Array} cells
 * @returns {Conflicts}
 */
export function findConflicts(puzzle, cells) {
  const { n, stars } = puzzle;
  const count = countQueens(puzzle, cells);
  /** @param {Uint16Array} have */
  const crowded = (have) => [...have.keys()].filter((k) => have[k] > stars);
  const rows = crowded(count.rows);
  const columns = crowded(count.columns);
  const regions = crowded(count.regions);
  const touching = /** @type {[number, number][]} */ ([]);
  for (const a of cellsWith(cells, QUEEN)) {
    for (const b of touchingCells(n, a)) if (b > a && cells[b] === QUEEN) touching.push([a, b]);
  }
  const clean = !(rows.length || columns.length || regions.length || touching.length);
  return { rows, columns, regions, touching, complete: clean && count.queens === n * stars };
}

/**
 * The queens that have a part in a conflict.
 * @param {Puzzle} puzzle
 * @param {Uint8Array} cells
 * @param {Conflicts} conflicts
 */
export function conflictingQueens(puzzle, cells, conflicts) {
  const { n, regions } = puzzle;
  const found = new Set(conflicts.touching.flat());
  for (const i of cellsWith(cells, QUEEN)) {
    if (
      conflicts.rows.includes(Math.floor(i / n)) ||
      conflicts.columns.includes(i % n) ||
      conflicts.regions.includes(regions[i])
    )
      found.add(i);
  }
  return found;
}

/**
 * The empty cells that the queens on the board rule out: those that touch one, and those of units
 * that are full.
 * @param {Puzzle} puzzle
 * @param {Uint8Array} cells
 * @returns {Uint8Array} 1 for each
 */
export function autoMarks(puzzle, cells) {
  const { n, stars, regions } = puzzle;
  const count = countQueens(puzzle, cells);
  const out = new Uint8Array(cells.length);
  for (let i = 0; i < cells.length; i++) {
    if (cells[i] === QUEEN) for (const j of touchingCells(n, i)) out[j] = 1;
    else if (
      count.rows[Math.floor(i / n)] >= stars ||
      count.columns[i % n] >= stars ||
      count.regions[regions[i]] >= stars
    )
      out[i] = 1;
  }
  for (let i = 0; i < cells.length; i++) if (cells[i] !== EMPTY) out[i] = 0;
  return out;
}

/**
 * Returns every region, row and column with the number of its missing queens and its open cells.
 * @param {Puzzle} puzzle
 * @param {Uint8Array} cells
 * @returns {{unit: [string, number], missing: number, open: number[]}[]}
 */
export function unitStates(puzzle, cells) {
  const { n, stars, regions } = puzzle;
  const count = countQueens(puzzle, cells);
  const out = autoMarks(puzzle, cells);
  const open = cellsWith(cells, EMPTY).filter((i) => !out[i]);
  /** @param {string} kind @param {Uint16Array} queens @param {(cell: number) => number} unitOf */
  const states = (kind, queens, unitOf) =>
    Array.from(queens, (have, k) => ({
      unit: /** @type {[string, number]} */ ([kind, k]),
      missing: stars - have,
      open: open.filter((i) => unitOf(i) === k),
    }));
  return [
    ...states("region", count.regions, (i) => regions[i]),
    ...states("row", count.rows, (i) => Math.floor(i / n)),
    ...states("column", count.columns, (i) => i % n),
  ];
}

/**
 * Of the conflicts, those of units that are full: no cell of theirs is open any more.
 * @param {Puzzle} puzzle
 * @param {Uint8Array} cells
 * @param {Conflicts} conflicts
 * @param {boolean} auto whether computed marks close cells too
 * @returns {Conflicts}
 */
export function conflictsInFullUnits(puzzle, cells, conflicts, auto) {
  const { n, regions } = puzzle;
  const out = auto ? autoMarks(puzzle, cells) : null;
  const rows = new Set();
  const columns = new Set();
  const open = new Set();
  cells.forEach((value, i) => {
    if (value !== EMPTY || out?.[i]) return;
    rows.add(Math.floor(i / n));
    columns.add(i % n);
    open.add(regions[i]);
  });
  const full = (/** @type {number} */ i) =>
    !rows.has(Math.floor(i / n)) || !columns.has(i % n) || !open.has(regions[i]);
  return {
    rows: conflicts.rows.filter((k) => !rows.has(k)),
    columns: conflicts.columns.filter((k) => !columns.has(k)),
    regions: conflicts.regions.filter((k) => !open.has(k)),
    touching: conflicts.touching.filter(([a, b]) => full(a) || full(b)),
    complete: conflicts.complete,
  };
}

/**
 * The cells on the straight line between two, with the last and without the first: what a fast
 * drag jumps over.
 * @param {number} n
 * @param {number} from
 * @param {number} to
 */
export function cellsOnLine(n, from, to) {
  let row = Math.floor(from / n);
  let column = from % n;
  const down = Math.floor(to / n) - row;
  const right = (to % n) - column;
  const steps = Math.max(Math.abs(down), Math.abs(right));
  const found = [];
  for (let k = 1; k <= steps; k++) {
    found.push(Math.round(row + (down * k) / steps) * n + Math.round(column + (right * k) / steps));
  }
  return found;
}

/**
 * What a click makes of a cell.
 * @param {number} value
 * @param {"mark" | "queen" | "drag"} order which comes first; "drag": clicks put no marks
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
    /** @type {Uint8Array | null} the position in which the trial began */
    this.saved = null;
    /** @type {Step[]} */
    this.undone = [];
    /** @type {Step[]} */
    this.done = [];
    /** @type {{name: string, cells: Uint8Array, saved: Uint8Array | null}[]} */
    this.checkpoints = [];
    /** @type {Step | null} the stroke under way */
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
   * Whether a cell was changed in the trial.
   * @param {number} cell
   */
  isTried(cell) {
    return this.saved !== null && this.saved[cell] !== this.cells[cell];
  }

  /** @param {string} what begin a stroke: all that is put until `end` is one step */
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

  /** End the stroke; one that changed nothing is none. */
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

  /** Take back the stroke under way. */
  cancelStroke() {
    if (this.stroke) this.#apply(this.stroke, false);
    this.stroke = null;
  }

  /**
   * Several cells as one step.
   * @param {string} what
   * @param {Iterable<[number, number]>} pairs cell and value
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

  /** Begin a trial: what follows can be kept or dropped as a whole. */
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

  /** Take back the last step, and return it. */
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

  /** What is kept of a game, as plain data. */
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
   * Take up a game from what was kept. What does not fit is left out: the history where it does not
   * lead to the position, all of it where the position is none.
   * @param {Puzzle} puzzle
   * @param {any} kept
   */
  static from(puzzle, kept) {
    const game = new Game(puzzle);
    const size = puzzle.n ** 2;
    /** @param {any} text */
    const read = (text) =>
      typeof text === "string" && text.length === size && /^[012]*$/.test(text) ? Uint8Array.from(text, Number) : null;
    const cells = read(kept?.cells);
    if (!cells) return game;
    game.cells = cells;
    game.saved = read(kept.saved);
    for (const item of Array.isArray(kept.checkpoints) ? kept.checkpoints : []) {
      const there = Array.isArray(item) && read(item[1]);
      if (there) game.checkpoints.push({ name: String(item[0]), cells: there, saved: read(item[2]) });
    }
    try {
      const trace = new Game(puzzle);
      trace.cells = cells.slice();
      for (const back of [true, false]) {
        const steps = (back ? kept.done : kept.undone).map((/** @type {any[]} */ item) => {
          const [what, changes, ...saved] = item;
          const ok = changes.every(
            (/** @type {any} */ x, /** @type {number} */ k) => Number.isInteger(x) && x >= 0 && x < (k % 3 ? 3 : size),
          );
          if (!ok || changes.length % 3) throw new Error("no step");
          return { what: String(what), changes, ...(saved.length && { saved: [read(saved[0]), read(saved[1])] }) };
        });
        trace.cells = cells.slice();
        for (const step of [...steps].reverse()) {
          const at = back ? 2 : 1;
          for (let k = 0; k < step.changes.length; k += 3) {
            const j = back ? step.changes.length - 3 - k : k;
            if (trace.cells[step.changes[j]] !== step.changes[j + at]) throw new Error("no history");
            trace.cells[step.changes[j]] = step.changes[j + 3 - at];
          }
        }
        if (back) game.done = steps;
        else game.undone = steps;
      }
    } catch {
      game.done = game.undone = [];
    }
    return game;
  }
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
