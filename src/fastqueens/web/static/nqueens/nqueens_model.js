// The model of the N-Queens lab: the rule, the placed queens, undo, and the attacked cells. Uses no DOM.

const MAX_UNDO_STEPS = 200;
const KING_STEPS = [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((x) => [y, x])).filter(([y, x]) => y || x);
const KNIGHT_STEPS = [-2, -1, 1, 2]
  .flatMap((y) => [-2, -1, 1, 2].map((x) => [y, x]))
  .filter(([y, x]) => Math.abs(y * x) === 2);

/** @typedef {{queens: number[], pawns: number[]}} Pieces the cells of the queens and the pawns */

export class NQueensModel {
  /** @param {number} n @param {string} variant @param {number} k the number of pawns in the variant plus_k */
  constructor(n, variant, k) {
    this.n = n;
    this.variant = variant;
    this.k = k;
    /** @type {Pieces} the user places only queens; pawns come from a solution of the engine */
    this.pieces = { queens: [], pawns: [] };
    /** @type {Pieces[]} */
    this.past = [];
    /** @type {Pieces[]} */
    this.future = [];
  }

  /** The rule in the form of a request. */
  get rule() {
    return { n: this.n, variant: this.variant, ...(this.variant === "plus_k" && { pawns: this.k }) };
  }

  /** The number of queens in a solution. */
  get queenCount() {
    return this.n + (this.variant === "plus_k" ? this.k : 0);
  }

  /** Returns the command line for this board. @param {string} options */
  commandLine(options) {
    const variant = this.variant === "queens" || this.variant === "plus_k" ? "" : ` --variant ${this.variant}`;
    return `fastqueens nqueens ${this.n} ${options}${variant}${this.variant === "plus_k" ? ` --pawns ${this.k}` : ""}`;
  }

  /** Removes the pieces and the undo history. */
  reset() {
    this.pieces = { queens: [], pawns: [] };
    this.past = [];
    this.future = [];
  }

  /** Replaces the pieces; this can be undone. @param {number[]} queens @param {number[]} pawns */
  setPieces(queens, pawns) {
    this.past.push(this.pieces);
    if (this.past.length > MAX_UNDO_STEPS) this.past.shift();
    this.future = [];
    this.pieces = { queens, pawns };
  }

  /** Undoes or redoes one change. Returns false if no such change exists. @param {boolean} undo */
  stepHistory(undo) {
    const [from, to] = undo ? [this.past, this.future] : [this.future, this.past];
    const pieces = from.pop();
    if (!pieces) return false;
    to.push(this.pieces);
    this.pieces = pieces;
    return true;
  }
}

/**
 * Counts the queens that attack each cell. A queen does not attack its own cell.
 * @param {number} n
 * @param {string} variant
 * @param {number[]} queens the cells of the queens
 * @param {number[]} [pawns] cells that block the lines
 */
export function countAttacks(n, variant, queens, pawns = []) {
  const counts = new Uint16Array(n * n);
  const blocked = new Set(pawns);
  for (const queen of queens) {
    const [row, column] = [Math.floor(queen / n), queen % n];
    if (variant.startsWith("toroidal")) {
      for (const cell of toroidalLines(n, variant, row, column)) counts[cell]++;
      continue;
    }
    const attack = (/** @type {number} */ y, /** @type {number} */ x) => {
      if (y < 0 || x < 0 || y >= n || x >= n || blocked.has(y * n + x)) return false;
      counts[y * n + x]++;
      return true;
    };
    for (const [y, x] of KING_STEPS) {
      const reach = variant === "hertzsprung" && y && x ? 1 : n;
      for (let k = 1; k <= reach && attack(row + k * y, column + k * x); k++);
    }
    if (variant === "superqueens") for (const [y, x] of KNIGHT_STEPS) attack(row + y, column + x);
  }
  return counts;
}

/**
 * Returns the cells on the lines of a toroidal queen, without the cell of the queen. Each cell
 * occurs once.
 * @param {number} n
 * @param {string} variant
 * @param {number} row
 * @param {number} column
 */
function toroidalLines(n, variant, row, column) {
  const cells = new Set();
  for (let k = 1; k < n; k++) {
    const y = ((row + k) % n) * n;
    cells.add(row * n + ((column + k) % n));
    cells.add(y + column);
    cells.add(y + ((column - k + n) % n));
    if (variant === "toroidal") cells.add(y + ((column + k) % n));
  }
  return cells;
}
