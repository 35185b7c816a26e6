// The model of a sliding puzzle: its tiles, its moves, and the moves that were made. Uses no DOM.

/**
 * A puzzle in the form in which the engine sends it.
 * @typedef {object} PuzzleInfo
 * @property {number[][]} tiles
 * @property {number[][]} goal
 * @property {number} rows
 * @property {number} columns
 * @property {string} text
 * @property {{table: number[], tiles: number[], sum: number, x: number, total: number, solvable: boolean}} kurang
 * @property {Record<string, number>} bounds for each heuristic, its lower bound of the number of
 *   moves
 * @property {string} method the default method for this size
 * @property {Record<string, string[]>} heuristics for each method, the names of its heuristics
 * @property {[number, number] | null} swap two tiles whose swap makes the puzzle solvable
 */
/**
 * @typedef {object} Solution
 * @property {string[]} moves
 * @property {number[][]} boards the tiles before the first move and after each move
 * @property {string} search the method and its options, in words
 * @property {Record<string, number>} counters
 * @property {number} ms
 * @property {number} bound no solution has fewer moves
 * @property {string[]} before the moves that the user made before the search
 */

/**
 * The number of rows and columns by which each move shifts the blank.
 * @type {Record<string, [number, number]>}
 */
export const STEPS = { UP: [-1, 0], DOWN: [1, 0], LEFT: [0, -1], RIGHT: [0, 1] };
/** @type {Record<string, string>} */
export const REVERSE = { UP: "DOWN", DOWN: "UP", LEFT: "RIGHT", RIGHT: "LEFT" };

/**
 * Returns the tiles after a move. Returns null if the blank would leave the board.
 * @param {number[]} tiles
 * @param {number} columns
 * @param {string} move the direction in which the blank moves
 */
export function applyMove(tiles, columns, move) {
  const blank = tiles.indexOf(0);
  const [down, right] = STEPS[move];
  const [row, column] = [Math.floor(blank / columns) + down, (blank % columns) + right];
  if (row < 0 || column < 0 || row >= tiles.length / columns || column >= columns) return null;
  const after = tiles.slice();
  const at = row * columns + column;
  [after[blank], after[at]] = [after[at], 0];
  return after;
}

/** Splits tiles into rows. @param {number[]} tiles @param {number} columns */
export const toRows = (tiles, columns) =>
  Array.from({ length: tiles.length / columns }, (_, k) => tiles.slice(k * columns, (k + 1) * columns));

export class SlidingGame {
  /** @param {PuzzleInfo} info */
  constructor(info) {
    /** The current position as the engine sent it. */
    this.info = info;
    this.startBounds = info.bounds;
    this.start = info.tiles.flat();
    this.tiles = this.start;
    this.goal = info.goal.flat();
    /** @type {string[]} the moves of the blank that were made */
    this.past = [];
    /** @type {string[]} */
    this.future = [];
  }

  /** Begins a puzzle. @param {PuzzleInfo} info */
  load(info) {
    this.info = info;
    this.startBounds = info.bounds;
    this.start = info.tiles.flat();
    this.goal = info.goal.flat();
    this.reset();
  }

  /** Goes back to the start. */
  reset() {
    this.tiles = this.start;
    this.past = [];
    this.future = [];
  }

  /** The current position in the form of a request. */
  get request() {
    const { columns, goal } = this.info;
    return { tiles: toRows(this.tiles, columns), goal };
  }

  /** The current position with two tiles swapped, in the form of a request. @param {[number, number]} pair */
  swapRequest([a, b]) {
    const tiles = this.tiles.map((x) => (x === a ? b : x === b ? a : x));
    return { tiles: toRows(tiles, this.info.columns), goal: this.info.goal };
  }

  get isSolved() {
    return this.tiles.every((x, k) => x === this.goal[k]);
  }

  get tilesInPlace() {
    return this.tiles.filter((x, k) => x && x === this.goal[k]).length;
  }

  /** The part of the address that describes the start and the goal. */
  get address() {
    const { rows, columns } = this.info;
    const encode = (/** @type {number[]} */ tiles) => tiles.map((x) => x.toString(36)).join("");
    const plain = this.goal.every((x, k) => x === (k + 1) % this.goal.length);
    return `${rows}x${columns}.${encode(this.start)}${plain ? "" : `~${encode(this.goal)}`}`;
  }
}
