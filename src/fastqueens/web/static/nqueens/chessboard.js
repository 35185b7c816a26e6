// A chessboard of any size: its pieces, the attacked cells, and a cursor for the keyboard.

import { announce } from "../base/announce.js";
import { h, replaceChildren, s } from "../base/dom.js";
import { PIECES } from "../board/board_style.js";
import { Q } from "./nqueens_texts.js";

/**
 * The contents of a board that are drawn. All numbers are cell numbers.
 * @typedef {object} BoardView
 * @property {number[]} queens
 * @property {number[]} [pawns]
 * @property {number[]} [attacked]
 * @property {number[]} [eliminated] cells that a search has crossed out
 * @property {Set<number>} [wrong] attacked queens
 * @property {number | null} [framed] the cell that a search tried last
 */

let boardCount = 0;
const MAX_DETAILED = 50; // the most rows of a board with crowns and hatching
const PRECISION = 1000; // coordinates are rounded to 1 / PRECISION of a percent

/**
 * Returns one SVG path for all cells. Neighbours in a row are joined.
 * @param {number[]} cells in ascending order
 * @param {number} n
 */
function cellsPath(cells, n) {
  let path = "";
  for (let k = 0; k < cells.length;) {
    const first = cells[k];
    let length = 1;
    while (cells[k + length] === first + length && (first + length) % n) length++;
    path += `M${first % n} ${Math.floor(first / n)}h${length}v1h${-length}z`;
    k += length;
  }
  return path;
}

/** Makes the pieces and patterns of one board. @param {string} id the prefix of their ids */
const symbols = (id) =>
  s(
    "defs",
    {},
    s(
      "pattern",
      { id: `${id}-checks`, width: 2, height: 2, patternUnits: "userSpaceOnUse" },
      s("path", { d: "M1 0h1v1h-1zM0 1h1v1h-1z", class: "dark" }),
    ),
    s(
      "pattern",
      { id: `${id}-hatch`, width: 0.25, height: 0.25, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
      s("path", { d: "M0 0v.25", class: "hatch" }),
    ),
    s(
      "g",
      { id: `${id}-queen` },
      s("path", { d: PIECES.queen }),
      PIECES.pearls.map(([cx, cy, r]) => s("circle", { cx, cy, r })),
    ),
    s("path", {
      id: `${id}-pawn`,
      d: "M.5 .2a.13 .13 0 0 1 .07 .24L.64 .72H.74V.82H.26V.72H.36L.43 .44A.13 .13 0 0 1 .5 .2z",
    }),
  );

/**
 * Draws a small picture of a placement.
 * @param {number} n
 * @param {number[]} queens
 * @param {number[]} [pawns]
 */
export function placementPicture(n, queens, pawns = []) {
  const id = `chess${boardCount++}`;
  const use = (/** @type {string} */ piece) => (/** @type {number} */ x) =>
    s("use", { href: `#${id}-${piece}`, x: x % n, y: Math.floor(x / n), class: "queen" });
  return s(
    "svg",
    { viewBox: `0 0 ${n} ${n}`, class: "chess-picture", "aria-hidden": "true" },
    symbols(id),
    s("rect", { width: n, height: n, class: "light" }),
    s("rect", { width: n, height: n, fill: `url(#${id}-checks)` }),
    queens.map(use("queen")),
    pawns.map(use("pawn")),
  );
}

export class Chessboard {
  /** @param {number} n @param {(cell: number) => void} onPress called when the user presses a cell */
  constructor(n, onPress) {
    this.n = n;
    this.onPress = onPress;
    /** The number of the cell under the cursor. */
    this.cursor = 0;
    /** The index of the cell element that shows the cursor. */
    this.active = 0;
    this.id = `chess${boardCount++}`;
    /** @type {BoardView} */
    this.view = { queens: [] };
    this.shade = s("path", { class: "shade" });
    this.hatch = s("path", { fill: `url(#${this.id}-hatch)` });
    this.eliminated = s("path", { class: "crosses" });
    this.pieces = s("g");
    this.frame = s("rect", { width: 1, height: 1, class: "frame", visibility: "hidden" });
    this.picture = s(
      "svg",
      { viewBox: `0 0 ${n} ${n}`, "aria-hidden": "true" },
      symbols(this.id),
      s("rect", { width: n, height: n, class: "light" }),
      s("rect", { width: n, height: n, fill: `url(#${this.id}-checks)` }),
      this.shade,
      this.hatch,
      this.eliminated,
      this.pieces,
      this.frame,
    );
    // Screen readers see only the cell with the cursor. Two elements take turns, because a screen
    // reader reads a cell when an element receives the focus.
    this.cells = [0, 1].map((k) =>
      h("div", { role: "gridcell", class: "cursor", tabindex: k ? -1 : 0, hidden: k > 0, "aria-selected": "false" }),
    );
    this.row = h("div", { role: "row" }, this.cells);
    this.grid = h(
      "div",
      {
        role: "grid",
        class: "grid",
        "aria-rowcount": n,
        "aria-colcount": n,
        "aria-label": Q.board(n),
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.#onKey(event),
      },
      this.row,
    );
    this.element = h("div", { class: "chess" }, this.picture, this.grid);
    this.element.style.setProperty("--n", String(n));
    this.grid.addEventListener("click", (event) => {
      const box = this.grid.getBoundingClientRect();
      const [x, y] = [event.clientX - box.left, event.clientY - box.top].map((d) => Math.floor((d / box.width) * n));
      if (x < 0 || y < 0 || x >= n || y >= n) return;
      this.moveCursor(y * n + x);
      this.onPress(this.cursor);
    });
    this.#placeCursor();
  }

  /** @param {BoardView} view */
  show(view) {
    const { n } = this;
    this.view = view;
    const attacked = cellsPath(view.attacked ?? [], n);
    this.shade.setAttribute("d", attacked);
    this.hatch.setAttribute("d", n <= MAX_DETAILED ? attacked : "");
    this.eliminated.setAttribute(
      "d",
      (view.eliminated ?? [])
        .map((x) => `M${(x % n) + 0.34} ${Math.floor(x / n) + 0.34}l.32 .32m0-.32l-.32 .32`)
        .join(""),
    );
    const wrong = view.wrong ?? new Set();
    replaceChildren(
      this.pieces,
      view.queens.flatMap((x) => [this.#queenElement(x, wrong.has(x)), wrong.has(x) && this.#ringElement(x)]),
      (view.pawns ?? []).map((x) =>
        s("use", { href: `#${this.id}-pawn`, x: x % n, y: Math.floor(x / n), class: "queen" }),
      ),
    );
    const framed = view.framed ?? null;
    this.frame.setAttribute("visibility", framed === null ? "hidden" : "visible");
    if (framed !== null) {
      this.frame.setAttribute("x", String(framed % n));
      this.frame.setAttribute("y", String(Math.floor(framed / n)));
    }
    this.#placeCursor();
  }

  /** Draws a ring around an attacked queen. @param {number} cell */
  #ringElement(cell) {
    const { n } = this;
    return s("circle", {
      cx: (cell % n) + 0.5,
      cy: Math.floor(cell / n) + 0.52,
      r: Math.max(0.44, n / 60),
      "stroke-width": Math.max(0.05, n / 300),
      "stroke-dasharray": `${n / 70} ${n / 110}`,
      class: "ring",
    });
  }

  /** @param {number} cell @param {boolean} wrong */
  #queenElement(cell, wrong) {
    const [x, y, kind] = [cell % this.n, Math.floor(cell / this.n), wrong ? "queen wrong" : "queen"];
    if (this.n <= MAX_DETAILED) return s("use", { href: `#${this.id}-queen`, x, y, class: kind });
    return s("circle", { cx: x + 0.5, cy: y + 0.5, r: Math.max(0.5, this.n / 170), class: kind });
  }

  /** Returns the text of a cell for screen readers. @param {number} cell */
  describeCell(cell) {
    const { queens, pawns, wrong, attacked, eliminated } = this.view;
    const content = queens.includes(cell)
      ? wrong?.has(cell)
        ? Q.contents.wrong
        : Q.contents.queen
      : pawns?.includes(cell)
        ? Q.contents.pawn
        : (attacked ?? eliminated ?? []).includes(cell)
          ? Q.contents.attacked
          : Q.contents.free;
    return Q.cell(cell, this.n, content);
  }

  #placeCursor() {
    const [row, column] = [Math.floor(this.cursor / this.n), this.cursor % this.n];
    const cell = this.cells[this.active];
    this.row.setAttribute("aria-rowindex", String(row + 1));
    cell.setAttribute("aria-colindex", String(column + 1));
    cell.setAttribute("aria-label", this.describeCell(this.cursor));
    const percent = (/** @type {number} */ k) => `${Math.round((k * 100 * PRECISION) / this.n) / PRECISION}%`;
    cell.style.insetInlineStart = percent(column);
    cell.style.insetBlockStart = percent(row);
  }

  /** @param {number} cell */
  moveCursor(cell) {
    this.cursor = cell;
    const before = this.cells[this.active];
    this.active = 1 - this.active;
    const now = this.cells[this.active];
    now.hidden = false;
    now.tabIndex = 0;
    this.#placeCursor();
    if (this.grid.contains(document.activeElement)) now.focus({ preventScroll: true });
    before.hidden = true;
    before.tabIndex = -1;
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const { n, cursor } = this;
    if (event.altKey || event.metaKey) return;
    const [row, column] = [Math.floor(cursor / n), cursor % n];
    const target = /** @type {Record<string, [number, number]>} */ ({
      ArrowUp: [row - 1, column],
      ArrowDown: [row + 1, column],
      ArrowLeft: [row, column - 1],
      ArrowRight: [row, column + 1],
      Home: event.ctrlKey ? [0, 0] : [row, 0],
      End: event.ctrlKey ? [n - 1, n - 1] : [row, n - 1],
      PageUp: [Math.max(0, row - 8), column],
      PageDown: [Math.min(n - 1, row + 8), column],
    })[event.key];
    if (target) {
      event.preventDefault();
      event.stopPropagation();
      if (target.every((x) => x >= 0 && x < n)) this.moveCursor(target[0] * n + target[1]);
    } else if ([" ", "Enter", "q"].includes(event.key) && !event.ctrlKey) {
      event.preventDefault();
      event.stopPropagation();
      this.onPress(cursor);
      announce(this.describeCell(cursor));
    }
  }
}
