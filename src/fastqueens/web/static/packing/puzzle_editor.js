// The editor shows a packing puzzle as small grids of cells and as text. The text defines the
// puzzle; a change in a grid rewrites the text.

import { errorMessage } from "../base/announce.js";
import { ApiError, post } from "../base/api.js";
import { button, dialog, field, h, replaceChildren, select } from "../base/dom.js";
import { K } from "./packing_texts.js";

/** @typedef {import("./packing_model.js").PuzzleInfo} PuzzleInfo */

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const MAX_SIZE = 16; // the most rows and columns of a grid; a text may have a larger board
const PIECE_SIZE = 5; // the smallest number of rows and columns of the grid of a piece

/**
 * Makes a grid of cells. The user switches cells on and off by the pointer or by keys.
 * @param {boolean[][]} cells changed in place
 * @param {string} name
 * @param {() => void} onChange
 */
function toggleGrid(cells, name, onChange) {
  let painting = false;
  let paint = true;
  const set = (/** @type {HTMLElement} */ element, /** @type {boolean} */ on) => {
    const [r, c] = [Number(element.dataset.r), Number(element.dataset.c)];
    if (cells[r][c] === on) return;
    cells[r][c] = on;
    element.setAttribute("aria-pressed", String(on));
    onChange();
  };
  const toggles = cells.map((row, r) =>
    row.map((on, c) =>
      h("button", {
        type: "button",
        class: "toggle",
        "aria-pressed": String(on),
        "aria-label": K.cell(r, c),
        "data-r": r,
        "data-c": c,
        tabindex: r || c ? -1 : 0,
        onclick: (/** @type {MouseEvent} */ event) => {
          // Only a click by a key is handled here.
          if (!event.detail) set(toggles[r][c], !cells[r][c]);
        },
      }),
    ),
  );
  const element = h("div", { class: "toggles", role: "group", "aria-label": name }, toggles.flat());
  element.style.setProperty("--columns", String(cells[0].length));
  element.addEventListener("pointerdown", (event) => {
    const cell = /** @type {Element} */ (event.target).closest(".toggle");
    if (!(cell instanceof HTMLElement) || event.button) return;
    cell.releasePointerCapture(event.pointerId);
    painting = true;
    paint = cell.getAttribute("aria-pressed") !== "true";
    set(cell, paint);
  });
  element.addEventListener("pointerover", (event) => {
    const cell = /** @type {Element} */ (event.target).closest(".toggle");
    painting &&= Boolean(event.buttons);
    if (painting && cell instanceof HTMLElement) set(cell, paint);
  });
  element.addEventListener("keydown", (event) => moveFocus(event, toggles));
  return element;
}

/** Moves the focus by the arrow keys. @param {KeyboardEvent} event @param {HTMLElement[][]} toggles */
function moveFocus(event, toggles) {
  const step = /** @type {Record<string, [number, number]>} */ ({
    ArrowLeft: [0, -1],
    ArrowRight: [0, 1],
    ArrowUp: [-1, 0],
    ArrowDown: [1, 0],
  })[event.key];
  const from = /** @type {HTMLElement} */ (event.target);
  const next = step && toggles[Number(from.dataset.r) + step[0]]?.[Number(from.dataset.c) + step[1]];
  if (!next) return;
  event.preventDefault();
  from.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}

/** @param {[number, number][]} cells @param {number} least the least number of rows and columns */
function gridOf(cells, least) {
  const size = (/** @type {0 | 1} */ k) => Math.max(least, ...cells.map((cell) => cell[k] + 1));
  const grid = Array.from({ length: size(0) }, () => Array(size(1)).fill(false));
  for (const [r, c] of cells) grid[r][c] = true;
  return /** @type {boolean[][]} */ (grid);
}

export class PuzzleEditor {
  /**
   * @param {PuzzleInfo} info the puzzle to begin with
   * @param {(text: string) => void} use receives the text of the edited puzzle
   * @param {{text: string, error: string}} [invalid] a text that the engine refused, and its message
   */
  constructor(info, use, invalid) {
    this.use = use;
    this.invalid = invalid;
    this.layers = 0;
    this.board = [[true]];
    /** @type {boolean[][][]} */
    this.pieces = [];
    this.checking = new AbortController();
    this.boardPart = h("div", { class: "stack tight" });
    this.pieceList = h("div", { class: "own-pieces" });
    this.text = h("textarea", {
      spellcheck: "false",
      rows: 12,
      class: "source",
      "aria-describedby": "pack-wrong",
      onchange: () => this.#check(true),
    });
    this.verdict = h("p", { class: "judged", id: "pack-wrong", role: "status" });
    this.#readPuzzle(info.puzzle);
    if (invalid) {
      this.text.value = invalid.text;
      this.#report(invalid.error, true);
    } else if (info.text === null) this.#writeText();
    else {
      this.text.value = info.text;
      this.#check(false);
    }
  }

  open() {
    const use = button(
      K.use,
      "check",
      () => {
        box.close();
        this.use(this.text.value);
      },
      { class: "main" },
    );
    const grids = h("div", { class: "stack tight" }, this.boardPart, this.pieceList);
    const source = h(
      "div",
      { class: "stack tight" },
      field(K.asText, this.text, K.asTextNote),
      this.verdict,
      h("div", { class: "row" }, use),
    );
    const box = dialog(K.editTitle, [h("div", { class: "own-puzzle" }, grids, source)], {
      class: "wide",
      onclose: () => this.checking.abort(),
    });
    if (this.invalid) this.text.focus();
  }

  /** @param {PuzzleInfo["puzzle"]} puzzle */
  #readPuzzle(puzzle) {
    this.layers = puzzle.layers ?? 0;
    const board = puzzle.board ?? ["XXXXX"];
    // A box in space is edited as text only.
    const solid = Array.isArray(board[0]);
    this.boardPart.hidden = this.pieceList.hidden = solid;
    if (solid) return;
    this.board = /** @type {string[]} */ (board).map((row) => [...row].map((x) => x === "X"));
    this.pieces = Object.values(puzzle.pieces)
      .slice(0, LETTERS.length)
      .map((cells) => gridOf(/** @type {[number, number][]} */ (cells), PIECE_SIZE));
    this.#drawBoard();
    this.#drawPieces();
  }

  /**
   * Sends the text to the engine, which checks it.
   * @param {boolean} typed whether the user typed the text, so that the grids must be updated
   */
  async #check(typed) {
    this.checking.abort();
    const { signal } = (this.checking = new AbortController());
    try {
      const answer = await post("pack/read", { text: this.text.value }, signal);
      const [cells, room] = answer.sums;
      const verdict = cells !== room ? K.sums(cells, room) : answer.problem ? `${answer.problem}.` : K.sum(cells);
      this.#report([verdict, ...answer.warnings].join(" "), cells !== room || answer.problem);
      if (typed) this.#readPuzzle(answer.puzzle);
    } catch (error) {
      if (!signal.aborted) this.#report(error instanceof ApiError ? error.message : errorMessage(error), true);
    }
  }

  /** @param {string} text @param {boolean} wrong */
  #report(text, wrong) {
    this.verdict.textContent = text;
    this.verdict.classList.toggle("wrong", Boolean(wrong));
  }

  /** Writes the text of the puzzle that the grids show. */
  #writeText() {
    const { layers, board } = this;
    const pieces = this.pieces.filter((cells) => cells.some((row) => row.some(Boolean)));
    const whole = board.every((row) => row.every(Boolean));
    const [rows, columns] = layers ? [layers, layers] : [board.length, board[0].length];
    this.text.value = [
      `${rows} ${columns} ${pieces.length}`,
      layers ? "PYRAMID" : whole ? "DEFAULT" : "CUSTOM",
      ...(layers || whole ? [] : board.map((row) => row.map((on) => (on ? "X" : ".")).join(""))),
      ...pieces.flatMap(pieceLines),
      "",
    ].join("\n");
    this.#check(false);
  }

  /**
   * @param {string} name
   * @param {number} value
   * @param {number} max
   * @param {(x: number) => void} set
   */
  #numberField(name, value, max, set) {
    const input = h("input", {
      type: "number",
      min: 1,
      max,
      value,
      inputmode: "numeric",
      onchange: () => {
        const x = Math.round(Number(input.value));
        if (x >= 1 && x <= max) set(x);
        this.#drawBoard();
        this.#writeText();
      },
    });
    return field(name, input);
  }

  /** @param {number} rows @param {number} columns */
  #resize(rows, columns) {
    const { board } = this;
    this.board = Array.from({ length: rows }, (_, r) =>
      Array.from({ length: columns }, (_, c) => board[r]?.[c] ?? true),
    );
  }

  #drawBoard() {
    const { layers, board } = this;
    const [rows, columns] = [board.length, board[0].length];
    const kinds = select(
      Object.entries(K.kinds),
      layers ? "pyramid" : "plane",
      (x) => {
        this.layers = x === "pyramid" ? 5 : 0;
        this.#drawBoard();
        this.#writeText();
      },
      { "aria-label": K.kinds.plane },
    );
    const sizes = layers
      ? this.#numberField(K.layersWord, layers, 8, (x) => {
          this.layers = x;
        })
      : [
          this.#numberField(K.rows, rows, MAX_SIZE, (x) => this.#resize(x, columns)),
          this.#numberField(K.columns, columns, MAX_SIZE, (x) => this.#resize(rows, x)),
        ];
    replaceChildren(
      this.boardPart,
      h("div", { class: "row" }, kinds, sizes),
      !layers &&
        Math.max(rows, columns) <= MAX_SIZE && [
          h("small", {}, K.boardCells),
          toggleGrid(board, K.boardCells, () => this.#writeText()),
        ],
    );
  }

  #drawPieces() {
    const { pieces } = this;
    const removePiece = (/** @type {number} */ k) => {
      pieces.splice(k, 1);
      this.#drawPieces();
      this.#writeText();
    };
    const addPiece = () => {
      pieces.push(gridOf([[0, 0]], PIECE_SIZE));
      this.#drawPieces();
      this.#writeText();
      /** @type {HTMLElement | null} */ (this.pieceList.querySelector(".own-piece:last-of-type .toggle"))?.focus();
    };
    replaceChildren(
      this.pieceList,
      pieces.map((cells, k) =>
        h(
          "div",
          { class: "own-piece" },
          h(
            "div",
            { class: "row" },
            h("b", {}, LETTERS[k]),
            button(K.removePiece(LETTERS[k]), "close", () => removePiece(k), { bare: true }),
          ),
          toggleGrid(cells, K.pieceCells(LETTERS[k]), () => this.#writeText()),
        ),
      ),
      pieces.length < LETTERS.length && button(K.addPiece, "plus", addPiece),
    );
  }
}

/**
 * Returns the lines of a piece in the file format, without empty rows and columns around it.
 * @param {boolean[][]} cells
 * @param {number} k
 */
function pieceLines(cells, k) {
  const on = cells.flatMap((row, r) => row.flatMap((x, c) => (x ? [[r, c]] : [])));
  const [top, left] = [0, 1].map((i) => Math.min(...on.map((cell) => cell[i])));
  const bottom = Math.max(...on.map((cell) => cell[0]));
  return cells.slice(top, bottom + 1).map((row) =>
    row
      .slice(left)
      .map((x) => (x ? LETTERS[k] : " "))
      .join("")
      .trimEnd(),
  );
}
