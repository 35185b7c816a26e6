// Packing puzzles: the board, the ways a piece can lie, what stands, and undo. No DOM here; the
// same rules as fastqueens/packing/model.py, against which a test holds the ways to lie.

/** @typedef {[number, number, number]} Place layer, row, column */
/** @typedef {{piece: number, cells: number[], own: boolean}} Lying a piece on the board */
/**
 * A puzzle as the engine tells of it.
 * @typedef {object} Told
 * @property {{size: string, board?: string[], layers?: number, pieces: Record<string, [number, number][]>}} puzzle
 * @property {string | null} text the file of the puzzle
 * @property {string[]} letters
 * @property {[number, number]} sums cells of the pieces, and of the board
 * @property {string | null} problem
 * @property {string[]} warnings
 * @property {number} number
 * @property {number} problems
 */

// The eight turns: (x, y) of a cell becomes (a x + b y, c x + d y). A quarter turn leads to the next
// of its four; the second four are the mirrored ones.
const TURNS = [
  [1, 0, 0, 1],
  [0, -1, 1, 0],
  [-1, 0, 0, -1],
  [0, 1, -1, 0],
  [-1, 0, 0, 1],
  [0, -1, -1, 0],
  [1, 0, 0, -1],
  [0, 1, 1, 0],
];
// The planes of a pyramid in which a piece can lie: a step along its columns and one along its rows.
/** @type {[Place, Place][]} */
const PLANES = [
  [
    [0, 0, 1],
    [0, 1, 0],
  ],
  [
    [1, -1, -1],
    [1, 0, 0],
  ],
  [
    [1, -1, 0],
    [1, 0, -1],
  ],
];
const MAX_STEPS = 500;

/** @param {Place} place */
const key = ([layer, row, column]) => `${layer},${row},${column}`;

export class Packing {
  /** @param {Told} told */
  constructor(told) {
    const { puzzle, letters } = told;
    this.told = told;
    this.letters = letters;
    this.names = Object.keys(puzzle.pieces);
    this.shapes = Object.values(puzzle.pieces);
    this.layers = puzzle.layers ?? 0;
    /** @type {Place[]} in the engine's order */
    this.cells = [];
    const rows = puzzle.board ?? [];
    for (let r = 0; r < rows.length; r++)
      for (let c = 0; c < rows[r].length; c++) if (rows[r][c] === "X") this.cells.push([0, r, c]);
    for (let layer = 0; layer < this.layers; layer++)
      for (let r = 0; r < this.layers - layer; r++)
        for (let c = 0; c < this.layers - layer; c++) this.cells.push([layer, r, c]);
    /** rows and columns of the board, or of a layer */
    this.size = (/** @type {number} */ layer) =>
      this.layers ? [this.layers - layer, this.layers - layer] : [rows.length, rows[0].length];
    this.number = new Map(this.cells.map((place, k) => [key(place), k]));
    this.planes = this.layers ? PLANES : PLANES.slice(0, 1);
    /** the way each piece is turned: 8 for each plane */
    this.ways = this.shapes.map(() => 0);
    /** the cell by which each piece is held */
    this.held = this.shapes.map((shape) => middle(shape));
    /** @type {(Lying | null)[]} */
    this.lying = this.shapes.map(() => null);
    /** @type {string[]} */
    this.past = [];
    /** @type {string[]} */
    this.future = [];
  }

  /** The piece on each cell, -1 for none. */
  get owner() {
    const found = Array(this.cells.length).fill(-1);
    for (const one of this.lying) if (one) for (const cell of one.cells) found[cell] = one.piece;
    return found;
  }

  /** The pieces that lie, as the engine reads them. @param {boolean} [own] only those the reader has put */
  place(own = false) {
    const first = this.layers ? 0 : 1;
    return Object.fromEntries(
      this.lying
        .filter((one) => one && (one.own || !own))
        .map((one) => {
          const { piece, cells } = /** @type {Lying} */ (one);
          return [this.names[piece], cells.map((cell) => this.cells[cell].slice(first))];
        }),
    );
  }

  /** @param {Record<string, number[][]>} place as the engine writes it */
  cellsOf(place) {
    return Object.entries(place).map(([name, cells]) => {
      const found = cells.map((x) => this.at(/** @type {Place} */ (this.layers ? x : [0, ...x])));
      return /** @type {[number, number[]]} */ ([this.names.indexOf(name), found]);
    });
  }

  /** @param {Place} place its number, or -1 */
  at(place) {
    return this.number.get(key(place)) ?? -1;
  }

  /**
   * The places a piece would have, its held cell first.
   * @param {number} piece
   * @param {Place} place where its held cell lies
   * @param {number} [way]
   * @param {number} [held]
   * @returns {Place[]}
   */
  spread(piece, [layer, row, column], way = this.ways[piece], held = this.held[piece]) {
    const [across, down] = this.planes[way >> 3];
    const [a, b, c, d] = TURNS[way & 7];
    const [y0, x0] = this.shapes[piece][held];
    const found = this.shapes[piece].map(([y, x]) => {
      const u = a * (x - x0) + b * (y - y0);
      const v = c * (x - x0) + d * (y - y0);
      return /** @type {Place} */ ([
        layer + u * across[0] + v * down[0],
        row + u * across[1] + v * down[1],
        column + u * across[2] + v * down[2],
      ]);
    });
    return [found[held], ...found.filter((_, k) => k !== held)];
  }

  /**
   * Whether a piece can lie there: its cells, or null. It may lie over itself.
   * @param {number} piece
   * @param {Place[]} places
   */
  fit(piece, places) {
    const { owner } = this;
    const cells = places.map((place) => this.at(place));
    const free = cells.every((cell) => cell >= 0 && (owner[cell] < 0 || owner[cell] === piece));
    return free ? cells.sort((a, b) => a - b) : null;
  }

  /**
   * All ways in which a piece can cover a cell, each set of cells once.
   * @param {number} piece
   * @param {number} cell
   */
  covering(piece, cell) {
    const seen = new Set();
    const found = [];
    for (let way = 0; way < 8 * this.planes.length; way++) {
      for (let held = 0; held < this.shapes[piece].length; held++) {
        const cells = this.fit(piece, this.spread(piece, this.cells[cell], way, held));
        if (!cells || seen.has(cells.join())) continue;
        seen.add(cells.join());
        found.push({ way, held, cells });
      }
    }
    return found;
  }

  /** The next quarter turn of a way. @param {number} way */
  static turned(way) {
    return (way & ~3) | ((way + 1) & 3);
  }

  /** A way seen in a mirror whose line is upright. @param {number} way */
  static mirrored(way) {
    const [a, b, c, d] = TURNS[way & 7];
    const image = TURNS.findIndex((t) => t[0] === -a && t[1] === -b && t[2] === c && t[3] === d);
    return (way & ~7) | image;
  }

  /** The same way in the next plane. @param {number} way */
  raised(way) {
    return (way + 8) % (8 * this.planes.length);
  }

  // ---- what stands, and undo

  #state() {
    return JSON.stringify([this.lying, this.ways, this.held]);
  }

  /** @param {string} state */
  #restore(state) {
    [this.lying, this.ways, this.held] = JSON.parse(state);
  }

  /** Do something that can be undone. @param {() => void} act */
  change(act) {
    const before = this.#state();
    act();
    if (this.#state() === before) return;
    this.past.push(before);
    if (this.past.length > MAX_STEPS) this.past.shift();
    this.future = [];
  }

  /** @param {boolean} undo or redo @returns {boolean} whether there was something */
  back(undo) {
    const [from, to] = undo ? [this.past, this.future] : [this.future, this.past];
    const state = from.pop();
    if (state === undefined) return false;
    to.push(this.#state());
    this.#restore(state);
    return true;
  }

  /** @param {number} piece @param {number[]} cells */
  put(piece, cells, own = true) {
    this.change(() => {
      this.lying[piece] = { piece, cells, own };
    });
  }

  /** @param {number} piece */
  take(piece) {
    this.change(() => {
      this.lying[piece] = null;
    });
  }

  clear() {
    this.change(() => this.lying.fill(null));
  }

  /** Put a solution on the board; what the reader has put stays as it is. @param {[number, number[]][]} found */
  answer(found) {
    this.change(() => {
      for (const [piece, cells] of found)
        if (!this.lying[piece]?.own) this.lying[piece] = { piece, cells: [...cells].sort((a, b) => a - b), own: false };
    });
  }

  get full() {
    return this.owner.every((piece) => piece >= 0) && this.lying.every(Boolean);
  }
}

/** The cell of a piece nearest to its middle. @param {[number, number][]} shape */
function middle(shape) {
  const [y, x] = [0, 1].map((k) => shape.reduce((sum, cell) => sum + cell[k], 0) / shape.length);
  const far = shape.map(([r, c]) => (r - y) ** 2 + (c - x) ** 2);
  return far.indexOf(Math.min(...far));
}
