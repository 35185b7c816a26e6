// <fq-board>: an SVG in layers, and above the SVG an ARIA grid of transparent cells. The element
// does not contain the rules: other modules call its methods to show a position, and it reports the
// actions of the player as `fq` events. A move redraws only one piece, one label and the layer of
// conflicts.

import { h, replaceChildren, s } from "../base/dom.js";
import { T } from "../base/strings.js";
import { Gestures } from "./board_gestures.js";
import { drawConflicts, drawHighlights, drawPiece, drawRemaining, drawShade, hatchConflicts } from "./board_layers.js";
import { LARGE_ROWS, boardLook, boardMargins, drawGround, letterOf, pieceShapes } from "./board_style.js";
import { EMPTY, MARK, QUEEN, makePuzzle } from "./rules.js";

/** @typedef {import("./rules.js").Puzzle} Puzzle */
/** @typedef {import("./rules.js").Conflicts} Conflicts */
/** @typedef {import("./board_layers.js").Highlights} Highlights */
/** @typedef {import("./board_style.js").Look} Look */

/**
 * The pieces on a board, and how they are shown.
 * @typedef {object} BoardContent
 * @property {Uint8Array} cells
 * @property {Uint8Array | null} [auto] 1 for each cell with an automatic mark
 * @property {((cell: number) => boolean) | null} [tried] returns whether a cell was changed in
 *   the trial
 * @property {Conflicts | null} [conflicts]
 * @property {Set<number> | null} [conflicting] the queens that take part in conflicts
 * @property {boolean} [byEngine] whether the engine put the queens; they have another colour and an outline
 * @property {Uint8Array} [own] the player's cells, whose queens are not the engine's
 * @property {ReturnType<typeof import("./rules.js").countQueens> | null} [count] if given, the numbers of missing queens are shown
 */

const MAX_FINGER_ROWS = 16; // On larger boards one finger scrolls.
const sheet = new CSSStyleSheet();
sheet.replaceSync(`
:host { display: block; position: relative; inline-size: 100%; --ink: #000; --page: #fff; }
.scroll { overflow: auto; max-block-size: var(--most-high, none); scrollbar-width: thin; overscroll-behavior: contain; }
/* Over a board that is not zoomed, the wheel scrolls the page. */
.scroll.fits { overflow: hidden; overscroll-behavior: auto; }
.stage { position: relative; aspect-ratio: 1; margin-inline: auto; user-select: none; -webkit-user-select: none;
  -webkit-touch-callout: none; -webkit-tap-highlight-color: transparent; }
svg { position: absolute; inset: 0; inline-size: 100%; block-size: 100%; display: block; overflow: hidden; }
svg text { font-family: system-ui, sans-serif; }
.axis { opacity: .7; font-size: var(--axis, .25px); }
.grid { position: absolute; display: grid; grid-auto-rows: 1fr; touch-action: none; cursor: pointer; }
.grid.glide { touch-action: pan-x pan-y; }
.grid[aria-readonly=true] { cursor: default; }
.row { display: grid; grid-auto-flow: column; grid-auto-columns: 1fr; }
.cell { outline: none; min-inline-size: 0; }
.cell:focus-visible { outline: 2px solid var(--page); box-shadow: inset 0 0 0 2px var(--ink); border-radius: 3px; z-index: 1; }
.hover:not([aria-readonly=true]) .cell:hover { background: color-mix(in srgb, var(--ink) 9%, transparent); }
.cover { position: absolute; inset: 0; display: grid; place-items: center; border-radius: 12px;
  background: var(--page); color: var(--ink); border: 2px solid var(--ink); font: 600 1.2rem system-ui, sans-serif; }
.reset { display: block; margin: .4rem auto; min-block-size: 44px; padding-inline: 1rem; font: inherit; color: inherit;
  background: none; border: 1px solid; border-radius: 10px; cursor: pointer; }
.cover[hidden], .reset[hidden] { display: none; }
@media print { .reset { display: none; } .scroll { max-block-size: none; } .stage { inline-size: 100% !important; } }
@media (prefers-reduced-motion: no-preference) {
  .fresh { animation: put 120ms ease-out; transform-box: fill-box; transform-origin: center; }
  @keyframes put { from { opacity: 0; scale: .6; } }
}
:host([plain]) .fresh { animation: none; }
@media (forced-colors: active) { .cell:focus-visible { outline: 3px solid Highlight; outline-offset: -3px; } }
@media (pointer: coarse) { .hover .cell:hover { background: none; } }
`);

export class FqBoard extends HTMLElement {
  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [sheet];
    this.puzzle = makePuzzle(1, 1, [0]);
    /** @type {Look | null} */
    this.look = null;
    /** @type {BoardContent} */
    this.content = { cells: new Uint8Array(1) };
    /** @type {Highlights} */
    this.highlights = {};
    this.focused = 0;
    this.scale = 1;
    /** whether one finger draws on a large board, and does not scroll it */
    this.drawing = false;
    this.svg = s("svg", { "aria-hidden": "true" });
    this.grid = h("div", { class: "grid", role: "grid" });
    this.stage = h("div", { class: "stage" }, this.svg, this.grid);
    this.scroller = h("div", { class: "scroll fits" }, this.stage);
    this.coverElement = h("div", { class: "cover", hidden: true });
    /** the layers from the lowest to the highest */
    this.layers = {
      ground: s("g"),
      remaining: s("g"),
      shade: s("g"),
      hatch: s("g"),
      pieces: s("g"),
      conflicts: s("g"),
      highlights: s("g"),
    };
    /** @type {(SVGElement | null)[]} */
    this.pieceElements = [];
    /** @type {string[]} */
    this.pieceKinds = [];
    /** @type {HTMLElement[]} */
    this.cellElements = [];
    this.resetButton = h(
      "button",
      { type: "button", class: "reset", hidden: true, onclick: () => this.zoom(1) },
      T.resetZoom,
    );
    root.append(this.scroller, this.resetButton, this.coverElement);
    // The names of rows and columns have the size of other small texts, for every cell size.
    new ResizeObserver(([{ contentRect }]) => {
      const { n, stars } = this.puzzle;
      const [low, high] = this.look ? boardMargins(this.look, n, stars) : [0, 0];
      const cell = contentRect.width / (n + low + high) || 13;
      this.style.setProperty("--axis", `${Math.min(n > LARGE_ROWS ? 1.5 : 0.36, Math.max(0.16, 13 / cell))}px`);
    }).observe(this.stage);
    new Gestures(this);
    this.addEventListener(
      "wheel",
      (event) => {
        if (!event.ctrlKey) return;
        event.preventDefault();
        this.zoom(this.scale * Math.exp(-event.deltaY / 300), { x: event.clientX, y: event.clientY });
      },
      { passive: false },
    );
    this.grid.addEventListener("keydown", (event) => this.#key(event));
    this.grid.addEventListener("focusin", (event) => {
      const cell = this.cellElements.indexOf(/** @type {HTMLElement} */ (event.composedPath()[0]));
      if (cell >= 0) this.#setFocused(cell);
    });
  }

  /** Sets the name of the grid. @param {string} text */
  set name(text) {
    this.grid.setAttribute("aria-label", text);
  }

  get readonly() {
    return this.grid.getAttribute("aria-readonly") === "true";
  }
  set readonly(on) {
    this.grid.setAttribute("aria-readonly", String(on));
  }

  /** Hides the board behind a text. Null shows the board again. @param {string | null} text */
  cover(text) {
    this.coverElement.hidden = text === null;
    this.coverElement.textContent = text;
    this.scroller.inert = text !== null;
  }

  /**
   * Shows another board, or shows the same board in another look.
   * @param {Puzzle} puzzle
   * @param {Partial<Look>} [wishes]
   */
  show(puzzle, wishes = {}) {
    const { layers, svg } = this;
    const { n } = puzzle;
    const resized = this.puzzle.n !== n || !this.cellElements.length;
    if (resized || this.puzzle.stars !== puzzle.stars) {
      this.pieceElements = Array(n * n).fill(null);
      replaceChildren(layers.pieces);
    }
    if (resized) this.#buildGrid(n);
    this.puzzle = puzzle;
    this.look = boardLook(puzzle, wishes);
    this.#setMargins();
    layers.ground = drawGround(puzzle, this.look);
    replaceChildren(svg, this.#symbols(), ...Object.values(layers));
    this.pieceKinds = Array(n * n).fill("");
    if (this.content.cells.length !== n * n) this.content = { cells: new Uint8Array(n * n) };
    this.update(this.content, true);
    this.highlight(this.highlights);
    this.#updateZoom();
  }

  /** Fits the picture and the grid to the margins of the board. */
  #setMargins() {
    const { puzzle, grid, style } = this;
    const look = /** @type {Look} */ (this.look);
    const [low, high] = boardMargins(look, puzzle.n, puzzle.stars);
    const size = puzzle.n + low + high;
    style.setProperty("--ink", look.theme.ink);
    style.setProperty("--page", look.theme.page);
    this.svg.setAttribute("viewBox", `${-low} ${-low} ${size} ${size}`);
    for (const side of ["left", "top"]) grid.style.setProperty(side, `${(100 * low) / size}%`);
    for (const side of ["right", "bottom"]) grid.style.setProperty(side, `${(100 * high) / size}%`);
  }

  /** Returns the definitions of the pieces and of the hatching. */
  #symbols() {
    const { theme } = /** @type {Look} */ (this.look);
    const cross = { fill: "none", "stroke-linecap": "round" };
    return s(
      "defs",
      {},
      s("g", { id: "queen" }, pieceShapes(this.puzzle.stars)),
      s("path", { id: "mark", d: "M.34 .34L.66 .66M.66 .34L.34 .66", ...cross }),
      s("path", { id: "auto", d: "M.385 .385L.615 .615M.615 .385L.385 .615", ...cross }),
      s(
        "pattern",
        { id: "hatch", width: 0.22, height: 0.22, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
        s("path", { d: "M.11 0V.22", stroke: theme.conflict, "stroke-width": 0.07, "stroke-opacity": 0.75 }),
      ),
    );
  }

  /** Builds the grid of cells, which takes the focus and the pointer. @param {number} n */
  #buildGrid(n) {
    this.focused = 0;
    this.cellElements = Array.from({ length: n * n }, () =>
      h("div", { class: "cell", role: "gridcell", tabindex: -1 }),
    );
    this.cellElements[0].tabIndex = 0;
    replaceChildren(
      this.grid,
      Array.from({ length: n }, (_, r) =>
        h("div", { class: "row", role: "row", "aria-label": T.row(r) }, this.cellElements.slice(r * n, r * n + n)),
      ),
    );
    this.grid.setAttribute("aria-rowcount", String(n));
    this.grid.setAttribute("aria-colcount", String(n));
  }

  /**
   * Shows the pieces. Only changed cells are drawn again.
   * @param {BoardContent} content
   * @param {boolean} [all] whether to draw all cells
   */
  update(content, all = false) {
    const { puzzle, layers } = this;
    const { count, conflicting } = content;
    const { theme } = /** @type {Look} */ (this.look);
    this.content = content;
    for (let i = 0; i < puzzle.n ** 2; i++) {
      const kind = this.#kindOf(i);
      if (all || this.pieceKinds[i] !== kind) this.#drawCell(i, kind, all);
      // A queen that stays in conflict may be in another conflict now.
      else if (conflicting?.has(i)) this.#setLabel(i);
    }
    this.#showConflicts();
    replaceChildren(layers.remaining, count ? drawRemaining(puzzle, count, theme) : []);
  }

  /** Returns whether the engine put the queen in a cell. @param {number} cell */
  #isByEngine(cell) {
    const { byEngine, cells, own } = this.content;
    return byEngine && cells[cell] === QUEEN && own?.[cell] !== QUEEN;
  }

  /** Returns a word for the look of a cell: the piece and the signs of its state. @param {number} cell */
  #kindOf(cell) {
    const { cells, auto, tried, conflicting } = this.content;
    const value = cells[cell];
    if (value === EMPTY) return auto?.[cell] ? "auto" : "";
    return (
      (value === QUEEN ? "queen" : "mark") +
      (tried?.(cell) ? " tried" : "") +
      (conflicting?.has(cell) ? " conflicting" : "") +
      (this.#isByEngine(cell) ? " byEngine" : "")
    );
  }

  /** @param {number} cell @param {string} kind @param {boolean} still whether a new piece appears without animation */
  #drawCell(cell, kind, still) {
    const { theme } = /** @type {Look} */ (this.look);
    const [piece, ...signs] = kind.split(" ");
    const fresh = !still && this.pieceKinds[cell].split(" ")[0] !== piece;
    this.pieceKinds[cell] = kind;
    this.pieceElements[cell]?.remove();
    this.pieceElements[cell] = null;
    if (piece) {
      const state = {
        tried: signs.includes("tried"),
        conflicting: signs.includes("conflicting"),
        byEngine: signs.includes("byEngine"),
      };
      const element = drawPiece(cell, this.puzzle.n, /** @type {"queen" | "mark" | "auto"} */ (piece), state, theme);
      if (fresh) element.firstElementChild?.classList.add("fresh");
      this.pieceElements[cell] = element;
      this.layers.pieces.append(element);
    }
    this.#setLabel(cell);
  }

  #showConflicts() {
    const { puzzle, content, layers } = this;
    const { conflicts, conflicting } = content;
    const { theme } = /** @type {Look} */ (this.look);
    const shown = conflicts && conflicting?.size;
    replaceChildren(layers.hatch, shown ? hatchConflicts(puzzle, conflicts) : []);
    replaceChildren(layers.conflicts, shown ? drawConflicts(puzzle, conflicts, conflicting, theme) : []);
  }

  /** Highlights units and cells. @param {Highlights} highlights */
  highlight(highlights) {
    const { puzzle, layers } = this;
    const { theme, letters } = /** @type {Look} */ (this.look);
    const changed = new Set([...(this.highlights.doubt ?? []), ...(highlights.doubt ?? [])]);
    this.highlights = highlights;
    for (const i of changed) if (this.cellElements[i]) this.#setLabel(i);
    replaceChildren(layers.shade, highlights.dim && drawShade(puzzle, highlights, theme));
    replaceChildren(layers.highlights, drawHighlights(puzzle, highlights, theme, !letters));
  }

  /** Returns the text of a cell for a screen reader. @param {number} cell */
  describe(cell) {
    const { puzzle, content } = this;
    const { n, regions } = puzzle;
    const value = content.cells[cell];
    const what =
      value === QUEEN ? T.piece(puzzle.stars) : value === MARK ? T.mark : content.auto?.[cell] ? T.autoMark : T.empty;
    const facts = [T.cell(cell, n), T.region(letterOf(puzzle, regions[cell])), what];
    if (value !== EMPTY && content.tried?.(cell)) facts.push(T.inTrial);
    if (this.#isByEngine(cell)) facts.push(T.byEngine);
    if (this.highlights.doubt?.includes(cell)) facts.push(T.uncertain);
    const { conflicts, conflicting } = content;
    if (conflicts && conflicting?.has(cell)) {
      const row = Math.floor(cell / n);
      if (conflicts.rows.includes(row)) facts.push(T.tooManyIn(T.row(row)));
      if (conflicts.columns.includes(cell % n)) facts.push(T.tooManyIn(T.column(cell % n)));
      if (conflicts.regions.includes(regions[cell])) facts.push(T.tooManyIn(T.region(letterOf(puzzle, regions[cell]))));
      for (const pair of conflicts.touching) {
        if (pair.includes(cell)) facts.push(T.touches(T.piece(puzzle.stars), pair[0] === cell ? pair[1] : pair[0], n));
      }
    }
    return facts.join(", ");
  }

  // ---- actions of the player

  /** Reports an action of the player. @param {string} what @param {object} [detail] */
  emit(what, detail = {}) {
    this.dispatchEvent(new CustomEvent("fq", { detail: { what, ...detail }, bubbles: true }));
  }

  /** Focuses the cell that had the focus last. */
  focus() {
    this.focusCell(this.focused);
  }

  /** @param {number} cell @param {boolean} [scroll] whether to scroll to the cell */
  focusCell(cell, scroll = true) {
    this.#setFocused(cell);
    this.cellElements[cell].focus({ preventScroll: !scroll });
  }

  /** Sets the cell that gets the focus when the player presses Tab. @param {number} cell */
  #setFocused(cell) {
    const before = this.cellElements[this.focused];
    before.tabIndex = -1;
    before.parentElement?.setAttribute("aria-label", T.row(Math.floor(this.focused / this.puzzle.n)));
    this.focused = cell;
    this.cellElements[cell].tabIndex = 0;
    this.#setLabel(cell);
  }

  /**
   * Updates the name of a cell for screen readers. The row of the focused cell has the same name, because a screen
   * reader may say the name of the row, and not the name of the cell, when the focus arrives on the board.
   * @param {number} cell
   */
  #setLabel(cell) {
    const element = this.cellElements[cell];
    const text = this.describe(cell);
    element.setAttribute("aria-label", text);
    if (cell === this.focused) element.parentElement?.setAttribute("aria-label", text);
  }

  /** Applies the scale, and the choice whether one finger draws or scrolls. */
  #updateZoom() {
    this.grid.classList.toggle("glide", this.puzzle.n > MAX_FINGER_ROWS && !this.drawing);
    this.grid.classList.add("hover");
    this.scroller.classList.toggle("fits", this.scale <= 1);
    this.stage.style.inlineSize = `${100 * this.scale}%`;
    this.resetButton.hidden = this.scale === 1;
  }

  /** Sets whether one finger draws on a large board, or scrolls it. @param {boolean} on */
  setDrawing(on) {
    this.drawing = on;
    this.#updateZoom();
  }

  /**
   * Zooms the board. A given point of the window keeps its place.
   * @param {number} scale
   * @param {{x: number, y: number}} [about]
   */
  zoom(scale, about) {
    const box = this.scroller.getBoundingClientRect();
    const before = this.stage.getBoundingClientRect();
    const x = about?.x ?? box.left + box.width / 2;
    const y = about?.y ?? box.top + box.height / 2;
    const [u, v] = [(x - before.left) / before.width, (y - before.top) / before.height];
    this.scale = Math.min(4, Math.max(0.5, scale));
    this.style.setProperty(
      "--most-high",
      this.scale > 1 ? `${Math.max(240, Math.min(box.width, innerHeight - 120))}px` : "none",
    );
    this.#updateZoom();
    const after = this.stage.getBoundingClientRect();
    this.scroller.scrollLeft += after.left + u * after.width - x;
    this.scroller.scrollTop += after.top + v * after.height - y;
    this.emit("zoom", { scale: this.scale });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { n } = this.puzzle;
    const row = Math.floor(this.focused / n);
    const column = this.focused % n;
    const ctrl = event.ctrlKey || event.metaKey;
    const cell = this.focused;
    /** @type {Record<string, [number, number]>} */
    const moves = {
      ArrowUp: [row - 1, column],
      ArrowDown: [row + 1, column],
      ArrowLeft: [row, column - 1],
      ArrowRight: [row, column + 1],
      Home: [ctrl ? 0 : row, 0],
      End: [ctrl ? n - 1 : row, n - 1],
      PageUp: [Math.max(0, row - 5), column],
      PageDown: [Math.min(n - 1, row + 5), column],
    };
    /** @type {Record<string, string>} */
    const acts = { " ": "tap", Enter: "queen", q: "queen", x: "mark", Delete: "empty", Backspace: "empty" };
    const move = moves[event.key];
    // Shift+Enter runs the cell of a notebook.
    const runs = event.key === "Enter" && event.shiftKey;
    const act = runs ? undefined : acts[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (move && !event.altKey) {
      const [r, c] = move.map((x) => Math.min(n - 1, Math.max(0, x)));
      const to = r * n + c;
      if (event.shiftKey && event.key.startsWith("Arrow")) this.emit("along", { cell: to, cells: [cell, to] });
      this.focusCell(to);
    } else if (act && !ctrl && !event.altKey) this.emit(act, { cell });
    else if (!ctrl && !event.altKey && "+=-0".includes(event.key) && event.key.length === 1) {
      this.zoom(event.key === "0" ? 1 : event.key === "-" ? this.scale / 1.25 : this.scale * 1.25);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

customElements.define("fq-board", FqBoard);

/** @param {Puzzle} puzzle @param {string} name @param {Partial<Look>} [wishes] */
export function boardElement(puzzle, name, wishes) {
  const board = /** @type {FqBoard} */ (document.createElement("fq-board"));
  board.name = name;
  board.show(puzzle, wishes);
  return board;
}
