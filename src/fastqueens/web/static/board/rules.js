// The rules of coloured Queens and Star Battle. Uses no DOM.

/**
 * @typedef {object} Puzzle a board
 * @property {number} n the number of rows
 * @property {number} stars the number of queens in each row, column and region
 * @property {Uint8Array} regions the region of each cell, row by row; regions are numbered in order of first appearance
 * @property {string[]} names the name of each region
 */

/**
 * @typedef {object} Conflicts
 * @property {number[]} rows the rows with too many queens
 * @property {number[]} columns the columns with too many queens
 * @property {number[]} regions the regions with too many queens
 * @property {[number, number][]} touching the pairs of queens that touch, the lower cell number first
 * @property {boolean} complete whether the queens are a solution
 */

export const EMPTY = 0;
export const MARK = 1;
export const QUEEN = 2;
export const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/**
 * Numbers regions in order of first appearance.
 * @param {ArrayLike<number>} cells the old number of the region of each cell
 * @returns {{regions: Uint8Array, order: number[]}} the new numbers, and the old number of each new number
 */
export function renumber(cells) {
  const order = /** @type {number[]} */ ([]);
  const numbers = new Map();
  const regions = new Uint8Array(cells.length);
  for (let i = 0; i < cells.length; i++) {
    if (!numbers.has(cells[i])) {
      numbers.set(cells[i], order.length);
      order.push(cells[i]);
    }
    regions[i] = numbers.get(cells[i]);
  }
  return { regions, order };
}

/**
 * @param {number} n
 * @param {number} stars
 * @param {ArrayLike<number>} cells
 * @param {string[]} [labels] the names of the numbers in `cells`
 * @returns {Puzzle}
 */
export function makePuzzle(n, stars, cells, labels) {
  const { regions, order } = renumber(cells);
  return { n, stars, regions, names: order.map((old, k) => labels?.[old] ?? LETTERS[k]) };
}

/**
 * Returns the numbers of the cells with a value.
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
 * Returns a text for each row. The text contains the name of the region of each cell.
 * @param {Puzzle} puzzle
 * @param {(region: number) => string} nameOf
 */
export const regionRows = ({ n, regions }, nameOf) =>
  Array.from({ length: n }, (_, r) => [...regions.slice(r * n, r * n + n)].map(nameOf).join(""));

/**
 * Returns the cells that touch a cell, also at a corner.
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
 * Counts the queens of each row, column and region.
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
 * Returns the rules that the queens break.
 * @param {Puzzle} puzzle
 * @param {Uint8Array} cells
 * @returns {Conflicts}
 */
export function findConflicts(puzzle, cells) {
  const { n, stars } = puzzle;
  const count = countQueens(puzzle, cells);
  /** @param {Uint16Array} have */
  const overfull = (have) => [...have.keys()].filter((k) => have[k] > stars);
  const rows = overfull(count.rows);
  const columns = overfull(count.columns);
  const regions = overfull(count.regions);
  const touching = /** @type {[number, number][]} */ ([]);
  for (const a of cellsWith(cells, QUEEN)) {
    for (const b of touchingCells(n, a)) if (b > a && cells[b] === QUEEN) touching.push([a, b]);
  }
  const clean = !(rows.length || columns.length || regions.length || touching.length);
  return { rows, columns, regions, touching, complete: clean && count.queens === n * stars };
}

/**
 * Returns the queens that take part in a conflict.
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
 * Finds the empty cells that the queens rule out. These cells touch a queen or lie in a unit that
 * already has all of its queens.
 * @param {Puzzle} puzzle
 * @param {Uint8Array} cells
 * @returns {Uint8Array} 1 for each cell that is ruled out
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
 * Returns a list of all regions, rows and columns. Each item contains the number of missing queens
 * and the open cells.
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
 * Returns the conflicts in full units. A unit is full if it has no open cell.
 * @param {Puzzle} puzzle
 * @param {Uint8Array} cells
 * @param {Conflicts} conflicts
 * @param {boolean} auto whether automatic marks close cells too
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
 * Returns the cells on the straight line between two cells, with the last cell and without the
 * first. During a fast drag the browser reports only some of these cells.
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
