// <fq-board>: one SVG in layers below, an ARIA grid of transparent cells above. It knows no rules:
// it is told what stands where and what is pointed out, and says what the player does, as `fq`
// events. A move changes a piece, a label and the layer of conflicts; nothing is drawn anew.

import { h, replaceChildren, s } from "../base/dom.js";
import { T } from "../base/strings.js";
import {
  LARGE_ROWS,
  areaPath,
  boardLook,
  boardMargins,
  drawGround,
  letterOf,
  pieceShapes,
  wallPath,
} from "./board_style.js";
import { EMPTY, MARK, QUEEN, cellsOnLine, makePuzzle } from "./game.js";

/** @typedef {import("./game.js").Puzzle} Puzzle */
/** @typedef {import("./game.js").Conflicts} Conflicts */
/** @typedef {import("./board_style.js").Look} Look */

/**
 * What stands on a board.
 * @typedef {object} BoardContent
 * @property {Uint8Array} cells
 * @property {Uint8Array | null} [auto] 1 where a mark is computed
 * @property {((cell: number) => boolean) | null} [tried] whether a trial put it there
 * @property {Conflicts | null} [conflicts]
 * @property {Set<number> | null} [conflicting] the queens that have a part in them
 * @property {boolean} [outlined] queens that the computer put
 * @property {ReturnType<typeof import("./game.js").countQueens> | null} [count] to show what is left of each unit
 */

/**
 * What is pointed out.
 * @typedef {object} Highlights
 * @property {[string, number][]} [units]
 * @property {number[]} [reason]
 * @property {number[]} [target]
 * @property {number[]} [eliminated]
 * @property {number | null} [wrong]
 * @property {number | null} [correctCell]
 * @property {number[]} [differ]
 * @property {number[]} [mistakes]
 * @property {number[]} [doubt] cells to look at again
 * @property {[number, number][]} [walls] neighbours with a border between them that parts no regions yet
 * @property {boolean} [dim]
 */

const LONG_PRESS_MS = 400;
const MAX_FINGER_ROWS = 16;
const sheet = new CSSStyleSheet();
sheet.replaceSync(`
:host { display: block; position: relative; inline-size: 100%; --ink: #000; --page: #fff; }
.scroll { overflow: auto; max-block-size: var(--most-high, none); scrollbar-width: thin; overscroll-behavior: contain; }
.scroll.fits { overflow: hidden; }
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
.cover[hidden] { display: none; }
@media (prefers-reduced-motion: no-preference) {
  .fresh { animation: put 120ms ease-out; transform-box: fill-box; transform-origin: center; }
  @keyframes put { from { opacity: 0; scale: .6; } }
}
:host([plain]) .fresh { animation: none; }
@media (forced-colors: active) { .cell:focus-visible { outline: 3px solid Highlight; outline-offset: -3px; } }
@media (pointer: coarse) { .hover .cell:hover { background: none; } }
`);

/** @param {number} cell @param {number} n */
const translateTo = (cell, n) => `translate(${cell % n} ${Math.floor(cell / n)})`;

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
    /** whether one finger draws on boards that it scrolls otherwise */
    this.drawing = false;
    this.svg = s("svg", { "aria-hidden": "true" });
    this.grid = h("div", { class: "grid", role: "grid" });
    this.stage = h("div", { class: "stage" }, this.svg, this.grid);
    this.scroller = h("div", { class: "scroll fits" }, this.stage);
    this.coverElement = h("div", { class: "cover", hidden: true });
    this.layers = { ground: s("g"), left: s("g"), below: s("g"), pieces: s("g"), above: s("g"), shade: s("g") };
    /** @type {(SVGElement | null)[]} */
    this.pieceElements = [];
    /** @type {string[]} */
    this.pieceKinds = [];
    /** @type {HTMLElement[]} */
    this.cellElements = [];
    root.append(this.scroller, this.coverElement);
    // Names of rows and columns are as large as other small texts, however large the cells.
    new ResizeObserver(([{ contentRect }]) => {
      const [low, high] = this.look ? boardMargins(this.look, this.puzzle.n, this.puzzle.stars) : [0, 0];
      const cell = contentRect.width / (this.puzzle.n + low + high);
      this.style.setProperty(
        "--axis",
        `${Math.min(this.puzzle.n > LARGE_ROWS ? 1.5 : 0.36, Math.max(0.16, 13 / (cell || 13)))}px`,
      );
    }).observe(this.stage);
    this.#listen();
  }

  /** @param {string} text the grid's name */
  set name(text) {
    this.grid.setAttribute("aria-label", text);
  }

  get readonly() {
    return this.grid.getAttribute("aria-readonly") === "true";
  }
  set readonly(on) {
    this.grid.setAttribute("aria-readonly", String(on));
  }

  /** @param {string | null} text hide the board behind a text, or show it again */
  cover(text) {
    this.coverElement.hidden = text === null;
    this.coverElement.textContent = text;
    this.scroller.inert = text !== null;
  }

  /**
   * Show a board, or the same one in another look.
   * @param {Puzzle} puzzle
   * @param {Partial<Look>} [wishes]
   */
  show(puzzle, wishes = {}) {
    const rows = this.puzzle.n !== puzzle.n || !this.cellElements.length;
    const stars = this.puzzle.stars !== puzzle.stars;
    this.puzzle = puzzle;
    this.look = boardLook(puzzle, wishes);
    const { n } = puzzle;
    const { theme } = this.look;
    const [low, high] = boardMargins(this.look, n, puzzle.stars);
    const size = n + low + high;
    this.style.setProperty("--ink", theme.ink);
    this.style.setProperty("--page", theme.page);
    this.svg.setAttribute("viewBox", `${-low} ${-low} ${size} ${size}`);
    for (const side of ["left", "top"]) this.grid.style.setProperty(side, `${(100 * low) / size}%`);
    for (const side of ["right", "bottom"]) this.grid.style.setProperty(side, `${(100 * high) / size}%`);
    const symbols = s(
      "defs",
      {},
      s("g", { id: "queen" }, pieceShapes(puzzle.stars)),
      s("path", { id: "mark", d: "M.34 .34L.66 .66M.66 .34L.34 .66", fill: "none", "stroke-linecap": "round" }),
      s("path", { id: "auto", d: "M.385 .385L.615 .615M.615 .385L.385 .615", fill: "none", "stroke-linecap": "round" }),
      s(
        "pattern",
        { id: "hatch", width: 0.22, height: 0.22, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
        s("path", { d: "M.11 0V.22", stroke: theme.conflict, "stroke-width": 0.07, "stroke-opacity": 0.75 }),
      ),
    );
    const { layers } = this;
    layers.ground = drawGround(puzzle, this.look);
    replaceChildren(
      this.svg,
      symbols,
      layers.ground,
      layers.left,
      layers.shade,
      layers.below,
      layers.pieces,
      layers.above,
    );
    if (rows || stars) {
      this.pieceElements = Array(n * n).fill(null);
      replaceChildren(layers.pieces);
    }
    if (rows) {
      this.focused = 0;
      this.cellElements = [];
      replaceChildren(
        this.grid,
        Array.from({ length: n }, (_, r) =>
          h(
            "div",
            { class: "row", role: "row", "aria-label": T.row(r) },
            Array.from({ length: n }, () => {
              const cell = h("div", { class: "cell", role: "gridcell", tabindex: -1 });
              this.cellElements.push(cell);
              return cell;
            }),
          ),
        ),
      );
      this.cellElements[0].tabIndex = 0;
      this.grid.setAttribute("aria-rowcount", String(n));
      this.grid.setAttribute("aria-colcount", String(n));
    }
    this.pieceKinds = Array(n * n).fill("");
    if (this.content.cells.length !== n * n) this.content = { cells: new Uint8Array(n * n) };
    this.update(this.content, true);
    this.highlight(this.highlights);
    this.#updateZoom();
  }

  /**
   * Show what stands on the board: only what changed is drawn.
   * @param {BoardContent} standing
   * @param {boolean} [all]
   */
  update(standing, all = false) {
    const { n } = this.puzzle;
    const { auto, tried, conflicting: broken } = standing;
    const theme = /** @type {Look} */ (this.look).theme;
    this.content = standing;
    for (let i = 0; i < n * n; i++) {
      const value = standing.cells[i];
      const what = value === QUEEN ? "queen" : value === MARK ? "mark" : auto?.[i] ? "auto" : "";
      const way =
        what && what !== "auto"
          ? (tried?.(i) ? "t" : "") + (broken?.has(i) ? "!" : "") + (what === "queen" && standing.outlined ? "o" : "")
          : "";
      if (!all && this.pieceKinds[i] === what + way) {
        // A queen in conflict may have got another one.
        if (broken?.has(i)) this.cellElements[i].setAttribute("aria-label", this.describe(i));
        continue;
      }
      const fresh = !all && !this.pieceKinds[i].startsWith(what || "-");
      this.pieceKinds[i] = what + way;
      this.pieceElements[i]?.remove();
      this.pieceElements[i] = what ? this.#piece(i, what, way, theme) : null;
      const element = this.pieceElements[i];
      if (element) {
        if (fresh) element.firstElementChild?.classList.add("fresh");
        this.layers.pieces.append(element);
      }
      this.cellElements[i].setAttribute("aria-label", this.describe(i));
    }
    this.#conflicts();
    this.#showRemaining();
  }

  /** Beside rows and columns, and in the first cell of regions: how many stars are still to go. */
  #showRemaining() {
    const { puzzle, content: standing } = this;
    const { n, stars, regions } = puzzle;
    const { count } = standing;
    const theme = /** @type {Look} */ (this.look).theme;
    const group = this.layers.left;
    if (!count) {
      replaceChildren(group);
      return;
    }
    const text = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ have, size = 0.28) =>
      s(
        "text",
        {
          x,
          y,
          "font-size": size,
          fill: have > stars ? theme.conflict : theme.ink,
          "font-weight": 650,
          "text-anchor": "middle",
          "fill-opacity": have === stars ? 0.35 : 0.9,
        },
        have === stars ? "✓" : stars - have,
      );
    const first = Array.from(puzzle.names.keys(), (k) => regions.indexOf(k));
    replaceChildren(
      group,
      [...count.rows].map((have, k) => text(n + 0.3, k + 0.6, have)),
      [...count.columns].map((have, k) => text(k + 0.5, n + 0.36, have)),
      first.map((i, k) => text((i % n) + 0.86, Math.floor(i / n) + 0.25, count.regions[k], 0.22)),
    );
  }

  /**
   * @param {number} cell
   * @param {string} what
   * @param {string} way
   * @param {import("./palette.js").Theme} theme
   */
  #piece(cell, what, way, theme) {
    const colour = way.includes("!") ? theme.conflict : way.includes("t") ? theme.target : theme.ink;
    const group = s("g", { transform: translateTo(cell, this.puzzle.n) });
    if (what === "queen") {
      const hollow = way.includes("o");
      group.append(
        s("use", {
          href: "#queen",
          fill: hollow ? "none" : colour,
          ...(hollow && { stroke: colour, "stroke-width": 0.035 }),
        }),
      );
    } else {
      group.append(
        s("use", {
          href: `#${what}`,
          stroke: colour,
          "stroke-width": what === "auto" ? 0.045 : 0.075,
          "stroke-opacity": what === "auto" ? 0.45 : 0.9,
        }),
      );
    }
    if (way.includes("t")) {
      group.append(
        s("rect", {
          x: 0.1,
          y: 0.1,
          width: 0.8,
          height: 0.8,
          rx: 0.18,
          fill: "none",
          stroke: theme.target,
          "stroke-width": 0.035,
          "stroke-dasharray": ".02 .09",
          "stroke-linecap": "round",
        }),
      );
    }
    return group;
  }

  #conflicts() {
    const { n, regions } = this.puzzle;
    const { conflicts, conflicting: broken } = this.content;
    const theme = /** @type {Look} */ (this.look).theme;
    const { below, above } = this.layers;
    replaceChildren(below);
    above.querySelector(".conflicts")?.remove();
    if (!conflicts || !broken?.size) return;
    for (const k of conflicts.rows) below.append(s("rect", { y: k, width: n, height: 1, fill: "url(#hatch)" }));
    for (const k of conflicts.columns) below.append(s("rect", { x: k, width: 1, height: n, fill: "url(#hatch)" }));
    for (const k of conflicts.regions) {
      below.append(s("path", { d: areaPath(n, (i) => regions[i] === k), fill: "url(#hatch)" }));
    }
    const group = s("g", { class: "conflicts" });
    for (const [a, b] of conflicts.touching) {
      group.append(
        s("path", {
          d: `M${(a % n) + 0.5} ${Math.floor(a / n) + 0.5}L${(b % n) + 0.5} ${Math.floor(b / n) + 0.5}`,
          stroke: theme.conflict,
          "stroke-width": 0.1,
          "stroke-linecap": "round",
          "stroke-opacity": 0.8,
        }),
      );
    }
    for (const i of broken) {
      group.append(
        s(
          "g",
          { transform: translateTo(i, n) },
          s("circle", { cx: 0.5, cy: 0.5, r: 0.44, fill: "none", stroke: theme.conflict, "stroke-width": 0.06 }),
          s("circle", { cx: 0.82, cy: 0.2, r: 0.17, fill: theme.conflict, stroke: theme.page, "stroke-width": 0.03 }),
          s("path", {
            d: "M.82 .1V.22M.82 .285v.001",
            stroke: theme.page,
            "stroke-width": 0.05,
            "stroke-linecap": "round",
          }),
        ),
      );
    }
    above.append(group);
  }

  /**
   * Point cells out.
   * @param {Highlights} marks
   */
  highlight(marks) {
    const doubted = new Set([...(this.highlights.doubt ?? []), ...(marks.doubt ?? [])]);
    this.highlights = marks;
    for (const i of doubted) this.cellElements[i]?.setAttribute("aria-label", this.describe(i));
    const { n, regions } = this.puzzle;
    const theme = /** @type {Look} */ (this.look).theme;
    const { above, shade } = this.layers;
    const { units = [], reason = [], target = [], eliminated = [], wrong = null, correctCell = null } = marks;
    const inUnits = (/** @type {number} */ i) =>
      units.some(([kind, k]) => k === (kind === "row" ? Math.floor(i / n) : kind === "column" ? i % n : regions[i]));
    const named = new Set([...reason, ...target, ...eliminated, ...[wrong, correctCell].filter((x) => x !== null)]);
    replaceChildren(
      shade,
      marks.dim &&
        s("path", { d: areaPath(n, (i) => !inUnits(i) && !named.has(i)), fill: theme.page, "fill-opacity": 0.62 }),
    );
    above.querySelector(".marks")?.remove();
    const group = s("g", { class: "marks", fill: "none", stroke: theme.target });
    if (units.length) {
      const edge = wallPath(n, (a, b) => (a >= 0 && inUnits(a)) !== (b >= 0 && inUnits(b)), true);
      group.append(
        s("path", { d: edge, stroke: theme.page, "stroke-width": 0.17, "stroke-linecap": "round" }),
        s("path", { d: edge, "stroke-width": 0.1, "stroke-linecap": "round" }),
      );
    }
    const box = (/** @type {number} */ i, /** @type {object} */ props, /** @type {(SVGElement | null)[]} */ ...more) =>
      s(
        "g",
        { transform: translateTo(i, n) },
        s("rect", { x: 0.1, y: 0.1, width: 0.8, height: 0.8, rx: 0.12, ...props }),
        more,
      );
    for (const i of reason) group.append(box(i, { "stroke-width": 0.06, "stroke-dasharray": ".14 .1" }));
    for (const i of eliminated) {
      group.append(
        box(
          i,
          { "stroke-width": 0.05 },
          s("path", { d: "M.38 .38L.62 .62M.62 .38L.38 .62", "stroke-width": 0.07, "stroke-linecap": "round" }),
        ),
      );
    }
    for (const i of target) group.append(box(i, { "stroke-width": 0.11 }));
    for (const i of marks.differ ?? []) {
      group.append(box(i, { "stroke-width": 0.05, fill: "url(#hatch)", stroke: theme.conflict }));
    }
    for (const i of marks.doubt ?? []) {
      const sign = { x: 0.5, y: 0.66, "font-size": 0.46, "font-weight": 700, "text-anchor": "middle" };
      group.append(
        box(
          i,
          { "stroke-width": 0.06, "stroke-dasharray": ".14 .1", fill: theme.page, "fill-opacity": 0.75 },
          s("text", { ...sign, fill: theme.ink, stroke: "none" }, "?"),
        ),
      );
    }
    for (const [a, b] of marks.walls ?? []) {
      const d = b === a + 1 ? "M1 0V1" : "M0 1H1";
      group.append(
        s("path", {
          transform: translateTo(a, n),
          d,
          stroke: theme.line,
          "stroke-width": 0.09,
          "stroke-dasharray": ".16 .1",
        }),
      );
    }
    for (const i of [...(marks.mistakes ?? []), ...(wrong === null ? [] : [wrong])]) {
      group.append(
        s(
          "g",
          { transform: translateTo(i, n), stroke: theme.conflict, "stroke-width": 0.09, "stroke-linecap": "round" },
          s("rect", { x: 0.07, y: 0.07, width: 0.86, height: 0.86, rx: 0.12, "stroke-width": 0.06 }),
          s("path", { d: "M.14 .86L.86 .14" }),
        ),
      );
    }
    if (correctCell !== null && correctCell !== wrong) {
      group.append(box(correctCell, { "stroke-width": 0.11 }));
      if (wrong !== null) group.append(this.#arrow(wrong, correctCell, theme.target));
    }
    // A sentence names regions by letters, so the board shows them.
    const spoken = new Set(units.filter(([kind]) => kind === "region").map(([, k]) => k));
    for (const i of [wrong, correctCell]) if (i !== null) spoken.add(regions[i]);
    if (!this.look?.letters) {
      for (const k of spoken) {
        const i = regions.indexOf(k);
        group.append(
          s(
            "g",
            { transform: translateTo(i, n), stroke: "none" },
            s("circle", { cx: 0.2, cy: 0.2, r: 0.17, fill: theme.page, stroke: theme.target, "stroke-width": 0.03 }),
            s(
              "text",
              { x: 0.2, y: 0.285, "font-size": 0.24, "font-weight": 700, "text-anchor": "middle", fill: theme.ink },
              letterOf(this.puzzle, k),
            ),
          ),
        );
      }
    }
    above.append(group);
  }

  /** @param {number} from @param {number} to @param {string} colour */
  #arrow(from, to, colour) {
    const { n } = this.puzzle;
    const x = (from % n) + 0.5;
    const y = Math.floor(from / n) + 0.5;
    const right = (to % n) + 0.5 - x;
    const down = Math.floor(to / n) + 0.5 - y;
    const far = Math.hypot(right, down);
    const [a, b] = [right / far, down / far];
    const [ex, ey] = [x + right - a * 0.3, y + down - b * 0.3];
    const d =
      `M${x + a * 0.35} ${y + b * 0.35}L${ex} ${ey}` +
      `M${ex - a * 0.26 - b * 0.2} ${ey - b * 0.26 + a * 0.2}L${ex} ${ey}L${ex - a * 0.26 + b * 0.2} ${ey - b * 0.26 - a * 0.2}`;
    const page = /** @type {Look} */ (this.look).theme.page;
    const round = { "stroke-linecap": "round", "stroke-linejoin": "round" };
    return s(
      "g",
      {},
      s("path", { d, ...round, stroke: page, "stroke-width": 0.17 }),
      s("path", { d, ...round, stroke: colour, "stroke-width": 0.09 }),
    );
  }

  /** @param {number} cell what a reader hears of it */
  describe(cell) {
    const { puzzle, content: standing } = this;
    const { n, regions } = puzzle;
    const value = standing.cells[cell];
    const what =
      value === QUEEN ? T.piece(puzzle.stars) : value === MARK ? T.mark : standing.auto?.[cell] ? T.autoMark : T.empty;
    const facts = [T.cell(cell, n), T.region(letterOf(puzzle, regions[cell])), what];
    if (value !== EMPTY && standing.tried?.(cell)) facts.push(T.tried);
    if (this.highlights.doubt?.includes(cell)) facts.push(T.doubted);
    const { conflicts, conflicting: broken } = standing;
    if (conflicts && broken?.has(cell)) {
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

  // ---- what the player does

  /** @param {string} what @param {object} [detail] */
  #emit(what, detail = {}) {
    this.dispatchEvent(new CustomEvent("fq", { detail: { what, ...detail }, bubbles: true }));
  }

  /** The focus comes back to the cell it left, after a dialog. */
  focus() {
    this.focusCell(this.focused);
  }

  /** @param {number} cell @param {boolean} [seen] */
  focusCell(cell, seen = true) {
    this.cellElements[this.focused].tabIndex = -1;
    this.focused = cell;
    this.cellElements[cell].tabIndex = 0;
    this.cellElements[cell].focus({ preventScroll: !seen });
  }

  /** @param {number} x @param {number} y the cell there, or -1 */
  #cellAt(x, y) {
    const box = this.grid.getBoundingClientRect();
    const { n } = this.puzzle;
    const column = Math.floor(((x - box.left) / box.width) * n);
    const row = Math.floor(((y - box.top) / box.height) * n);
    return row < 0 || column < 0 || row >= n || column >= n ? -1 : row * n + column;
  }

  /** @param {number} cell @param {PointerEvent} event where in a cell it is, from its middle: right and down */
  #offsetInCell(cell, event) {
    const { left, top, width, height } = this.cellElements[cell].getBoundingClientRect();
    return [(event.clientX - left) / width - 0.5, (event.clientY - top) / height - 0.5];
  }

  #updateZoom() {
    this.grid.classList.toggle("glide", this.puzzle.n > MAX_FINGER_ROWS && !this.drawing);
    this.grid.classList.add("hover");
    this.scroller.classList.toggle("fits", this.scale <= 1);
    this.stage.style.inlineSize = `${100 * this.scale}%`;
  }

  /** @param {boolean} on whether one finger draws on a large board */
  setDrawing(on) {
    this.drawing = on;
    this.#updateZoom();
  }

  /**
   * Zoom, and keep a point where it is.
   * @param {number} scale
   * @param {{x: number, y: number}} [about] of the window
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
    this.#emit("zoom", { scale: this.scale });
  }

  #listen() {
    /** @type {Map<number, {x: number, y: number}>} fingers and mouse that are down */
    const down = new Map();
    /** @type {{id: number, first: number, last: number, stroke: boolean, done: boolean, alt: boolean, timer: number} | null} */
    let gesture = null;
    let pinch = { far: 0, scale: 1, x: 0, y: 0 };
    let clicked = false;

    const drop = () => {
      if (!gesture) return;
      clearTimeout(gesture.timer);
      if (gesture.stroke) this.#emit("cancel");
      gesture = null;
    };
    const spread = () => {
      const [a, b] = [...down.values()];
      return { far: Math.hypot(a.x - b.x, a.y - b.y) || 1, x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    };
    this.grid.addEventListener("pointerdown", (event) => {
      down.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (down.size > 1) {
        // a second finger: no stroke but a zoom
        drop();
        if (down.size === 2) pinch = { ...spread(), scale: this.scale };
        return;
      }
      const cell = this.#cellAt(event.clientX, event.clientY);
      if (cell < 0) return;
      if (event.pointerType === "mouse") event.preventDefault();
      this.focusCell(cell, false);
      if (event.button > 2 || event.button === 1) return;
      const alt = event.button === 2 || (event.ctrlKey && event.pointerType === "mouse");
      gesture = { id: event.pointerId, first: cell, last: cell, stroke: false, done: alt, alt, timer: 0 };
      if (alt) this.#emit("alt", { cell });
      else if (event.pointerType !== "mouse") {
        gesture.timer = setTimeout(() => {
          if (!gesture || gesture.stroke) return;
          gesture.done = true;
          this.#emit("alt", { cell });
        }, LONG_PRESS_MS);
      }
      if (!this.grid.classList.contains("glide") || event.pointerType === "mouse")
        this.grid.setPointerCapture(event.pointerId);
    });
    this.grid.addEventListener("pointermove", (event) => {
      if (!down.has(event.pointerId)) return;
      down.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (down.size === 2) {
        const now = spread();
        this.scroller.scrollLeft -= now.x - pinch.x;
        this.scroller.scrollTop -= now.y - pinch.y;
        if (Math.abs(now.far / pinch.far - 1) > 0.02) this.zoom((pinch.scale * now.far) / pinch.far, now);
        pinch = { ...pinch, x: now.x, y: now.y };
        return;
      }
      if (!gesture || gesture.id !== event.pointerId || gesture.done) return;
      const glide = this.grid.classList.contains("glide") && event.pointerType !== "mouse";
      const path = event.getCoalescedEvents?.() ?? [];
      for (const { clientX, clientY } of path.length ? path : [event]) {
        const cell = this.#cellAt(clientX, clientY);
        if (cell < 0 || cell === gesture.last) continue;
        clearTimeout(gesture.timer);
        if (glide) {
          gesture.done = true;
          return;
        }
        if (!gesture.stroke) {
          gesture.stroke = true;
          this.#emit("begin", { cell: gesture.first });
        }
        this.#emit("over", { cells: cellsOnLine(this.puzzle.n, gesture.last, cell) });
        gesture.last = cell;
      }
    });
    this.grid.addEventListener("pointerup", (event) => {
      down.delete(event.pointerId);
      if (!gesture || gesture.id !== event.pointerId) return;
      clearTimeout(gesture.timer);
      const { stroke, done, first } = gesture;
      gesture = null;
      clicked = true;
      setTimeout(() => {
        clicked = false;
      });
      if (stroke) {
        this.focusCell(
          this.#cellAt(event.clientX, event.clientY) < 0 ? first : this.#cellAt(event.clientX, event.clientY),
          false,
        );
        this.#emit("end");
      } else if (!done) this.#emit("tap", { cell: first, at: this.#offsetInCell(first, event) });
    });
    this.grid.addEventListener("pointercancel", (event) => {
      down.delete(event.pointerId);
      drop();
    });
    // A screen reader clicks without a pointer.
    this.grid.addEventListener("click", (event) => {
      const cell = this.cellElements.indexOf(/** @type {HTMLElement} */ (event.composedPath()[0]));
      if (!clicked && cell >= 0 && event.detail === 0) this.#emit("tap", { cell });
    });
    // No mouse events after a finger's: they would land on what the tap has opened.
    this.grid.addEventListener("touchend", (event) => {
      if (event.cancelable) event.preventDefault();
    });
    this.grid.addEventListener("contextmenu", (event) => event.preventDefault());
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
      if (cell < 0 || cell === this.focused) return;
      this.cellElements[this.focused].tabIndex = -1;
      this.cellElements[cell].tabIndex = 0;
      this.focused = cell;
    });
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
    const act = acts[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (move && !event.altKey) {
      const [r, c] = move.map((x) => Math.min(n - 1, Math.max(0, x)));
      const to = r * n + c;
      if (event.shiftKey && event.key.startsWith("Arrow")) this.#emit("along", { cells: [cell, to] });
      this.focusCell(to);
    } else if (act && !ctrl && !event.altKey) this.#emit(act, { cell });
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
