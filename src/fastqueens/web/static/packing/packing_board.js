// The board of a packing puzzle: one drawing for each layer. A transparent grid of cells lies above
// each drawing. The grid receives the pointer and the focus, and screen readers read the grid.

import { h, replaceChildren, s } from "../base/dom.js";
import { K } from "./packing_texts.js";
import { drawPiece, pieceColour, piecePath } from "./piece_drawing.js";

/** @typedef {import("./packing_model.js").PackingModel} PackingModel */
/** @typedef {import("./packing_model.js").Coordinates} Coordinates */
/** @typedef {import("../board/palette.js").Theme} Theme */
/** @typedef {{piece: number, coordinates: Coordinates[], fits: boolean}} Ghost a preview of the piece in hand */
/**
 * The contents of the board that are drawn.
 * @typedef {object} BoardView
 * @property {number[]} pieceByCell
 * @property {boolean[]} own for each piece, whether the user placed it
 * @property {Ghost | null} ghost
 * @property {number} chosen the selected piece, -1 for none
 * @property {number} searchCell the cell that a search will fill next, -1 for none
 */

export class PackingBoard {
  /** @param {PackingModel} model */
  constructor(model) {
    this.model = model;
    this.focused = 0;
    /** @type {HTMLElement[]} the element of each cell */
    this.cellElements = [];
    /** @type {SVGGElement[]} by layer */
    this.pieces = [];
    /** @type {SVGGElement[]} by layer */
    this.ghosts = [];
    this.element = h(
      "div",
      { class: `flat ${model.layers ? "layers" : ""} ${model.layers > 5 ? "many" : ""}` },
      Array.from({ length: model.layers || 1 }, (_, layer) => this.#layerElement(layer)),
    );
    this.names = model.cells.map(
      ([layer, row, column]) => (model.layers ? `${K.layerShort(layer)}, ` : "") + K.cell(row, column),
    );
    /** @type {string[]} for each layer, a key that identifies the state that was drawn last */
    this.drawnStates = [];
    this.cellsOfLayer = this.pieces.map((_, layer) =>
      [...model.cells.keys()].filter((k) => model.cells[k][0] === layer),
    );
  }

  /** @param {number} layer */
  #layerElement(layer) {
    const { model } = this;
    const [rows, columns] = model.size(layer);
    const ground = s("g", { class: "ground" });
    const pieces = (this.pieces[layer] = s("g"));
    const ghost = (this.ghosts[layer] = s("g"));
    const cells = [...model.cells.entries()].filter(([, at]) => at[0] === layer);
    for (const [, [, r, c]] of cells) {
      ground.append(s("rect", { x: c, y: r, width: 1, height: 1 }), s("circle", { cx: c + 0.5, cy: r + 0.5, r: 0.36 }));
    }
    const name = model.layers ? K.layer(layer, model.layers) : K.board(rows, columns);
    const grid = h(
      "div",
      { role: "grid", "aria-label": name, "aria-rowcount": rows, "aria-colcount": columns },
      this.#rowElements(cells),
    );
    const box = h(
      "div",
      { class: "plate" },
      s("svg", { viewBox: `0 0 ${columns} ${rows}`, "aria-hidden": "true", focusable: "false" }, ground, pieces, ghost),
      grid,
    );
    box.style.setProperty("--rows", String(rows));
    box.style.setProperty("--columns", String(columns));
    return model.layers ? h("figure", {}, h("figcaption", { "aria-hidden": "true" }, name), box) : box;
  }

  /** @param {[number, Coordinates][]} cells the cells of one layer, row by row */
  #rowElements(cells) {
    const rows = /** @type {HTMLElement[]} */ ([]);
    let last = -1;
    for (const [k, [, r, c]] of cells) {
      if (r !== last) rows.push(h("div", { role: "row", "aria-rowindex": r + 1 }));
      last = r;
      const cell = h("div", {
        role: "gridcell",
        class: "cell",
        "aria-colindex": c + 1,
        "data-cell": k,
        tabindex: k === this.focused ? 0 : -1,
      });
      cell.style.setProperty("--r", String(r));
      cell.style.setProperty("--c", String(c));
      this.cellElements[k] = cell;
      rows[rows.length - 1].append(cell);
    }
    return rows;
  }

  /** @param {BoardView} view @param {Theme} theme */
  show(view, theme) {
    const look = [theme.name, theme.fills, view.chosen, view.own.map(Number)].join();
    for (const [layer, cells] of this.cellsOfLayer.entries()) {
      // A moving cursor redraws only the ghost. The pieces are redrawn only if they have changed.
      const state = `${look};${cells.map((k) => view.pieceByCell[k])}`;
      if (this.drawnStates[layer] !== state) this.#drawPieces(layer, view, theme);
      this.drawnStates[layer] = state;
      this.#drawGhost(layer, view, theme);
    }
  }

  /** @param {number} layer @param {BoardView} view @param {Theme} theme */
  #drawPieces(layer, { pieceByCell, own, chosen }, theme) {
    const { model } = this;
    const cellsOfPiece = /** @type {Map<number, [number, number][]>} */ (new Map());
    for (const k of this.cellsOfLayer[layer]) {
      const piece = pieceByCell[k];
      const [, row, column] = model.cells[k];
      if (piece >= 0) cellsOfPiece.set(piece, [...(cellsOfPiece.get(piece) ?? []), [row, column]]);
      const content = piece < 0 ? K.empty : K.pieceHere(model.letters[piece], own[piece]);
      this.cellElements[k].setAttribute("aria-label", `${this.names[k]}, ${content}`);
      this.cellElements[k].classList.toggle("taken", piece >= 0);
    }
    replaceChildren(
      this.pieces[layer],
      [...cellsOfPiece].map(([piece, cells]) => {
        const classes = `${own[piece] ? "own" : "engine"} ${piece === chosen ? "chosen" : ""}`;
        return drawPiece(cells, pieceColour(theme, piece), model.letters[piece], letterCells(cells), classes);
      }),
    );
  }

  /** @param {number} layer @param {BoardView} view @param {Theme} theme */
  #drawGhost(layer, { ghost, searchCell }, theme) {
    const { model } = this;
    const coordinates = ghost?.coordinates.filter((at) => at[0] === layer) ?? [];
    const cells = coordinates.map(([, r, c]) => /** @type {[number, number]} */ ([r, c]));
    const colour = ghost ? pieceColour(theme, ghost.piece) : "";
    const [on, row, column] = model.cells[searchCell] ?? [-1, 0, 0];
    replaceChildren(
      this.ghosts[layer],
      ghost &&
        cells.length > 0 && [
          s(
            "g",
            { class: `ghost ${ghost.fits ? "fits" : "bad"}` },
            s("path", { class: "rim", d: piecePath(cells) }),
            s("path", { class: "body", d: piecePath(cells), stroke: colour, fill: colour }),
            cells.map(([r, c]) => s("text", { x: c + 0.5, y: r + 0.5 }, ghost.fits ? model.letters[ghost.piece] : "×")),
          ),
        ],
      on === layer && s("circle", { class: "hand", cx: column + 0.5, cy: row + 0.5, r: 0.42 }),
    );
  }

  /** @param {number} cell */
  focusCell(cell) {
    this.cellElements[this.focused].tabIndex = -1;
    this.focused = cell;
    this.cellElements[cell].tabIndex = 0;
    this.cellElements[cell].focus();
  }

  /** Returns the cell under a point of the window, or -1. @param {number} x @param {number} y */
  cellUnder(x, y) {
    const found = document.elementFromPoint(x, y)?.closest("[data-cell]");
    return found instanceof HTMLElement && this.element.contains(found) ? Number(found.dataset.cell) : -1;
  }

  /** The side of a cell in pixels. */
  get cellSide() {
    return this.cellElements[0].getBoundingClientRect().width;
  }

  /**
   * Returns the cell to which a key moves the focus. Returns null if the key does not move the
   * focus.
   * @param {KeyboardEvent} event
   * @returns {number | null}
   */
  keyTarget(event) {
    const { model } = this;
    const [layer] = model.cells[this.focused];
    const whole = event.ctrlKey || event.metaKey;
    switch (event.key) {
      case "ArrowLeft":
        return this.#neighbour(0, -1);
      case "ArrowRight":
        return this.#neighbour(0, 1);
      case "ArrowUp":
        return this.#neighbour(-1, 0);
      case "ArrowDown":
        return this.#neighbour(1, 0);
      case "Home":
        return whole ? model.cells.findIndex((at) => at[0] === layer) : this.#farthest(0, -1);
      case "End":
        return whole ? model.cells.findLastIndex((at) => at[0] === layer) : this.#farthest(0, 1);
      case "PageUp":
        return model.layers ? this.#cellOfLayer(layer + 1) : this.#farthest(-1, 0, whole);
      case "PageDown":
        return model.layers ? this.#cellOfLayer(layer - 1) : this.#farthest(1, 0, whole);
      default:
        return null;
    }
  }

  /**
   * Returns the next cell in a direction. Holes of the board are skipped.
   * @param {number} dr
   * @param {number} dc
   */
  #neighbour(dr, dc) {
    const { model } = this;
    const [layer, row, column] = model.cells[this.focused];
    const [rows, columns] = model.size(layer);
    for (let r = row + dr, c = column + dc; r >= 0 && c >= 0 && r < rows && c < columns; r += dr, c += dc) {
      const cell = model.cellAt([layer, r, c]);
      if (cell >= 0) return cell;
    }
    return this.focused;
  }

  /**
   * Returns the last cell in a direction.
   * @param {number} dr
   * @param {number} dc
   * @param {boolean} [whole] whether to search the whole layer; otherwise only the row or column
   */
  #farthest(dr, dc, whole = false) {
    const { cells } = this.model;
    const [layer, row, column] = cells[this.focused];
    let far = this.focused;
    for (const [k, [l, r, c]] of cells.entries()) {
      const [, y, x] = cells[far];
      if (l === layer && (whole || (dr ? c === column : r === row)) && (dr ? (r - y) * dr : (c - x) * dc) > 0) far = k;
    }
    return far;
  }

  /** Returns the nearest cell of another layer. @param {number} wanted the number of this layer */
  #cellOfLayer(wanted) {
    const { model } = this;
    const [, row, column] = model.cells[this.focused];
    const layer = Math.min(model.layers - 1, Math.max(0, wanted));
    const far = (/** @type {number} */ k) => Math.abs(model.cells[k][1] - row) + Math.abs(model.cells[k][2] - column);
    return [...this.cellsOfLayer[layer]].sort((a, b) => far(a) - far(b))[0] ?? this.focused;
  }
}

/**
 * Returns the cells that show the letter of a piece: one cell for each connected part of the piece.
 * @param {[number, number][]} cells
 */
function letterCells(cells) {
  const unvisited = new Map(cells.map((cell) => [cell.join(), cell]));
  const found = [];
  for (const cell of cells) {
    if (!unvisited.delete(cell.join())) continue;
    const part = [cell];
    for (const [y, x] of part)
      for (const [r, c] of [
        [y - 1, x],
        [y + 1, x],
        [y, x - 1],
        [y, x + 1],
      ]) {
        const near = unvisited.get(`${r},${c}`);
        if (near) part.push(near);
        unvisited.delete(`${r},${c}`);
      }
    const [y, x] = [0, 1].map((k) => part.reduce((sum, one) => sum + one[k], 0) / part.length);
    const distance = (/** @type {[number, number]} */ one) => (one[0] - y) ** 2 + (one[1] - x) ** 2;
    found.push(part.reduce((a, b) => (distance(b) < distance(a) ? b : a)));
  }
  return found;
}
