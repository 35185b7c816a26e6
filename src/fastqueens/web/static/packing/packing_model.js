// The model of a packing puzzle: its board, the orientations of its pieces, the placed pieces and
// undo. This module uses no DOM. Its rules are the rules of fastqueens/packing/placement_tables.py
// and space.py; a test compares the placements of both.

/** @typedef {[number, number, number]} Coordinates the layer, the row and the column of a cell */
/** @typedef {{piece: number, cells: number[], own: boolean}} PlacedPiece `own` is true if the user placed it */
/** @typedef {{orientation: number, anchor: number, cells: number[]}} Placement */
/**
 * A puzzle in the form in which the engine sends it.
 * @typedef {object} PuzzleInfo
 * @property {{size: string, board?: string[] | string[][], layers?: number, pieces: Record<string, number[][]>,
 *   reflect?: boolean, optional_pieces?: string[]}} puzzle a board with layers is a box in space
 * @property {string | null} text the puzzle in the file format
 * @property {string[]} letters
 * @property {[number, number]} sums the number of cells of all pieces, and of the board
 * @property {string | null} problem the reason why the puzzle has no solution, if the sums prove
 *   this
 * @property {string[]} warnings
 * @property {number} number the number of the problem in its file, counted from 1
 * @property {number} problems the number of problems in the file
 */

// The eight orientations in a plane: (x, y) becomes (a x + b y, c x + d y). Each group of four is
// ordered by quarter turns; the second group is mirrored.
const MATRICES = [
  [1, 0, 0, 1],
  [0, -1, 1, 0],
  [-1, 0, 0, -1],
  [0, 1, -1, 0],
  [-1, 0, 0, 1],
  [0, -1, -1, 0],
  [1, 0, 0, -1],
  [0, 1, 1, 0],
];
// The planes of a pyramid in which a piece can lie. Each plane has two vectors: the step from a
// column of the piece to the next column, and the step from a row of the piece to the next row.
/** @type {[Coordinates, Coordinates][]} */
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
// The turns of a piece in space, which map (layer, row, column): about the vertical axis, forwards,
// sideways, and a reflection.
/** @type {Record<string, (at: number[]) => number[]>} */
const TURNS = {
  r: ([z, y, x]) => [z, x, -y],
  u: ([z, y, x]) => [y, -z, x],
  f: ([z, y, x]) => [x, y, -z],
  m: ([z, y, x]) => [z, y, -x],
};
const MAX_UNDO_STEPS = 500;

export class PackingModel {
  /** @param {PuzzleInfo} info */
  constructor({ puzzle, letters }) {
    this.letters = letters;
    this.names = Object.keys(puzzle.pieces);
    this.shapes = Object.values(puzzle.pieces);
    this.sizeText = puzzle.size;
    const board = puzzle.board ?? [];
    /** Whether the board is a box in space. */
    this.solid = Array.isArray(board[0]);
    /** The number of layers of a pyramid or a box; 0 for a flat board. */
    this.layers = puzzle.layers ?? (this.solid ? board.length : 0);
    const plates = /** @type {string[][]} */ (this.solid ? board : [board]);
    if (puzzle.layers)
      for (let side = puzzle.layers; side; side--) plates[puzzle.layers - side] = Array(side).fill("X".repeat(side));
    /** @type {Coordinates[]} the cells of the board, in the order of the engine */
    this.cells = [];
    /** The cells that may stay empty. */
    this.optionalCells = new Set();
    for (const [layer, rows] of plates.entries())
      for (const [r, row] of rows.entries())
        for (const [c, sign] of [...row].entries()) {
          if (sign === "+") this.optionalCells.add(this.cells.length);
          if (sign !== ".") this.cells.push([layer, r, c]);
        }
    /** For each piece, whether it may stay out. */
    this.mayStayOut = this.names.map((name) => puzzle.optional_pieces?.includes(name));
    /** Returns the number of rows and the number of columns of a layer. */
    this.size = (/** @type {number} */ layer) => [plates[layer].length, plates[layer][0].length];
    this.cellNumbers = new Map(this.cells.map((at, k) => [at.join(), k]));
    this.planes = this.layers && !this.solid ? PLANES : PLANES.slice(0, 1);
    this.reflect = puzzle.reflect;
    /** The orientations in space, as functions of a cell. */
    this.poses = [(/** @type {number[]} */ cell) => cell];
    for (const pose of this.poses)
      for (const key of puzzle.reflect ? "rum" : "ru")
        if (this.#poseAfter(pose, key) < 0) this.poses.push((cell) => TURNS[key](pose(cell)));
    this.orientationCount = this.solid ? this.poses.length : 8 * this.planes.length;
    /** The number of the orientation of each piece. Each plane has 8 orientations. */
    this.orientations = this.shapes.map(() => 0);
    /** The anchor of each piece: the cell of its shape by which the user holds it. */
    this.anchors = this.shapes.map((shape) => middleCell(shape));
    /** @type {(PlacedPiece | null)[]} the placement of each piece; null if it is not placed */
    this.placed = this.shapes.map(() => null);
    /** @type {string[]} */
    this.past = [];
    /** @type {string[]} */
    this.future = [];
  }

  /** The piece on each cell, -1 for an empty cell. */
  get pieceByCell() {
    const pieces = Array(this.cells.length).fill(-1);
    for (const one of this.placed) if (one) for (const cell of one.cells) pieces[cell] = one.piece;
    return pieces;
  }

  get isFull() {
    return (
      this.pieceByCell.every((piece, k) => piece >= 0 || this.optionalCells.has(k)) &&
      this.placed.every((one, k) => one || this.mayStayOut[k])
    );
  }

  /**
   * Returns the placed pieces in the form of a request.
   * @param {boolean} [ownOnly] only the pieces that the user placed
   */
  placements(ownOnly = false) {
    const first = this.layers ? 0 : 1;
    return Object.fromEntries(
      this.placed
        .filter((one) => one && (one.own || !ownOnly))
        .map((one) => {
          const { piece, cells } = /** @type {PlacedPiece} */ (one);
          return [this.names[piece], cells.map((cell) => this.cells[cell].slice(first))];
        }),
    );
  }

  /** Converts placements of the engine to pieces and cell numbers. @param {Record<string, number[][]>} placements */
  readPlacements(placements) {
    return Object.entries(placements).map(([name, cells]) => {
      const numbers = cells.map((x) => this.cellAt(/** @type {Coordinates} */ (this.layers ? x : [0, ...x])));
      return /** @type {[number, number[]]} */ ([this.names.indexOf(name), numbers]);
    });
  }

  /** Returns the number of a cell, or -1 outside the board. @param {Coordinates} at */
  cellAt(at) {
    return this.cellNumbers.get(at.join()) ?? -1;
  }

  /**
   * Returns the coordinates that a piece would cover, its anchor first.
   * @param {number} piece
   * @param {Coordinates} at the coordinates of the anchor
   * @param {number} [orientation]
   * @param {number} [anchor]
   * @returns {Coordinates[]}
   */
  coordinatesOf(piece, [layer, row, column], orientation = this.orientations[piece], anchor = this.anchors[piece]) {
    const shape = this.shapes[piece];
    if (this.solid) {
      const spots = shape.map((cell) => {
        const [z, y, x] = this.poses[orientation](cell.map((u, k) => u - shape[anchor][k]));
        return /** @type {Coordinates} */ ([layer + z, row + y, column + x]);
      });
      return [spots[anchor], ...spots.filter((_, k) => k !== anchor)];
    }
    const [across, down] = this.planes[orientation >> 3];
    const [a, b, c, d] = MATRICES[orientation & 7];
    const [y0, x0] = shape[anchor];
    const found = shape.map(([y, x]) => {
      const u = a * (x - x0) + b * (y - y0);
      const v = c * (x - x0) + d * (y - y0);
      return /** @type {Coordinates} */ ([
        layer + u * across[0] + v * down[0],
        row + u * across[1] + v * down[1],
        column + u * across[2] + v * down[2],
      ]);
    });
    return [found[anchor], ...found.filter((_, k) => k !== anchor)];
  }

  /**
   * Returns the cells at the coordinates if all of them are free, else null. A cell that the piece
   * itself covers counts as free.
   * @param {number} piece
   * @param {Coordinates[]} coordinates
   */
  fitCells(piece, coordinates) {
    const { pieceByCell } = this;
    const cells = coordinates.map((at) => this.cellAt(at));
    const free = cells.every((cell) => cell >= 0 && (pieceByCell[cell] < 0 || pieceByCell[cell] === piece));
    return free ? cells.sort((a, b) => a - b) : null;
  }

  /**
   * Returns all placements of a piece that cover a cell. Each set of covered cells occurs only
   * once.
   * @param {number} piece
   * @param {number} cell
   */
  placementsOver(piece, cell) {
    const seen = new Set();
    const found = /** @type {Placement[]} */ ([]);
    for (let orientation = 0; orientation < this.orientationCount; orientation++) {
      for (let anchor = 0; anchor < this.shapes[piece].length; anchor++) {
        const cells = this.fitCells(piece, this.coordinatesOf(piece, this.cells[cell], orientation, anchor));
        if (!cells || seen.has(cells.join())) continue;
        seen.add(cells.join());
        found.push({ orientation, anchor, cells });
      }
    }
    return found;
  }

  /**
   * Returns an orientation after a turn. In space, "r", "u" and "f" are quarter turns about the three
   * axes; "f" is a reflection if pieces may be mirrored. Else "r" is a quarter turn, "f" mirrors left
   * to right, and "u" changes the plane.
   * @param {string} key
   * @param {number} orientation
   */
  turn(key, orientation) {
    if (this.solid) return this.#poseAfter(this.poses[orientation], key === "f" && this.reflect ? "m" : key);
    if (key === "r") return (orientation & ~3) | ((orientation + 1) & 3);
    if (key === "u") return (orientation + 8) % this.orientationCount;
    // The mirror image of quarter turn k is 4 + (-k mod 4), and the other way round.
    return ((orientation & ~3) ^ 4) | (-orientation & 3);
  }

  /** Returns the number of an orientation in space after a turn, or -1. @param {(cell: number[]) => number[]} pose @param {string} key */
  #poseAfter(pose, key) {
    const image = TURNS[key](pose([1, 2, 3])).join();
    return this.poses.findIndex((other) => other([1, 2, 3]).join() === image);
  }

  // ---- changes and undo

  #state() {
    return JSON.stringify([this.placed, this.orientations, this.anchors]);
  }

  /** Runs a change that can be undone. @param {() => void} act */
  change(act) {
    const before = this.#state();
    act();
    if (this.#state() === before) return;
    this.past.push(before);
    if (this.past.length > MAX_UNDO_STEPS) this.past.shift();
    this.future = [];
  }

  /** Undoes or redoes one change. Returns false if no such change exists. @param {boolean} undo */
  stepHistory(undo) {
    const [from, to] = undo ? [this.past, this.future] : [this.future, this.past];
    const state = from.pop();
    if (state === undefined) return false;
    to.push(this.#state());
    [this.placed, this.orientations, this.anchors] = JSON.parse(state);
    return true;
  }

  /** @param {number} piece @param {number[]} cells */
  putPiece(piece, cells) {
    this.change(() => {
      this.placed[piece] = { piece, cells, own: true };
    });
  }

  /** @param {number} piece */
  removePiece(piece) {
    this.change(() => {
      this.placed[piece] = null;
    });
  }

  clear() {
    this.change(() => this.placed.fill(null));
  }

  /**
   * Puts a solution on the board. The pieces of the user stay there.
   * @param {[number, number[]][]} solution
   */
  putSolution(solution) {
    this.change(() => {
      for (const [piece, cells] of solution)
        if (!this.placed[piece]?.own) this.placed[piece] = { piece, cells: cells.sort((a, b) => a - b), own: false };
    });
  }
}

/** Returns the index of the cell nearest to the centre of a shape. @param {number[][]} shape */
function middleCell(shape) {
  const centre = shape[0].map((_, k) => shape.reduce((sum, cell) => sum + cell[k], 0) / shape.length);
  const distances = shape.map((cell) => cell.reduce((sum, x, k) => sum + (x - centre[k]) ** 2, 0));
  return distances.indexOf(Math.min(...distances));
}
