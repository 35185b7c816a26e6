// A chess board of any size: what stands on it, what is attacked, and a cursor for keyboards.

import { announce } from "../base/announce.js";
import { h, replaceChildren, s } from "../base/dom.js";
import { PIECES } from "../board/board_style.js";
import { Q } from "./queens_texts.js";

/** What stands on a board. @typedef {{queens: number[], pawns?: number[], shaded?: number[], eliminated?: number[], wrong?: Set<number>, hand?: number | null}} Standing */

let made = 0;
const HATCHED = 50; // rows of a board whose cells are large enough for lines and crowns in them
const ROUND = 1000; // how coordinates are rounded

/** One path of all, neighbours in a row taken together. @param {number[]} cells ascending @param {number} n */
function squares(cells, n) {
  let path = "";
  for (let k = 0; k < cells.length;) {
    const first = cells[k];
    let long = 1;
    while (cells[k + long] === first + long && (first + long) % n) long++;
    path += `M${first % n} ${Math.floor(first / n)}h${long}v1h${-long}z`;
    k += long;
  }
  return path;
}

/** @param {string} id the pieces and patterns that boards refer to */
const shapes = (id) =>
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
 * A picture of a placement.
 * @param {number} n
 * @param {number[]} queens
 * @param {number[]} [pawns]
 */
export function placement(n, queens, pawns = []) {
  const id = `chess${made++}`;
  return s(
    "svg",
    { viewBox: `0 0 ${n} ${n}`, class: "chess-picture", "aria-hidden": "true" },
    shapes(id),
    s("rect", { width: n, height: n, class: "light" }),
    s("rect", { width: n, height: n, fill: `url(#${id}-checks)` }),
    queens.map((x) => s("use", { href: `#${id}-queen`, x: x % n, y: Math.floor(x / n), class: "queen" })),
    pawns.map((x) => s("use", { href: `#${id}-pawn`, x: x % n, y: Math.floor(x / n), class: "queen" })),
  );
}

export class Chessboard {
  /** @param {number} n @param {(cell: number) => void} act asked for: a queen put or taken */
  constructor(n, act) {
    this.n = n;
    this.act = act;
    this.at = 0;
    this.turn = 0;
    this.id = `chess${made++}`;
    /** @type {Standing} */
    this.standing = { queens: [] };
    this.shade = s("path", { class: "shade" });
    this.hatch = s("path", { fill: `url(#${this.id}-hatch)` });
    this.eliminated = s("path", { class: "crosses" });
    this.pieces = s("g");
    this.frame = s("rect", { width: 1, height: 1, class: "frame", visibility: "hidden" });
    this.picture = s(
      "svg",
      { viewBox: `0 0 ${n} ${n}`, "aria-hidden": "true" },
      shapes(this.id),
      s("rect", { width: n, height: n, class: "light" }),
      s("rect", { width: n, height: n, fill: `url(#${this.id}-checks)` }),
      this.shade,
      this.hatch,
      this.eliminated,
      this.pieces,
      this.frame,
    );
    // One cell is there for readers, the one with the cursor; a second takes turns with it, so that
    // every step is a focus that is read.
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
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
      },
      this.row,
    );
    this.element = h("div", { class: "chess" }, this.picture, this.grid);
    this.element.style.setProperty("--n", String(n));
    this.grid.addEventListener("click", (event) => {
      const box = this.grid.getBoundingClientRect();
      const [x, y] = [event.clientX - box.left, event.clientY - box.top].map((d) => Math.floor((d / box.width) * n));
      if (x < 0 || y < 0 || x >= n || y >= n) return;
      this.go(y * n + x);
      this.act(this.at);
    });
    this.#place();
  }

  /** @param {Standing} standing */
  show(standing) {
    const { n } = this;
    this.standing = standing;
    const shaded = squares(standing.shaded ?? [], n);
    this.shade.setAttribute("d", shaded);
    this.hatch.setAttribute("d", n <= HATCHED ? shaded : "");
    this.eliminated.setAttribute(
      "d",
      (standing.eliminated ?? [])
        .map((x) => `M${(x % n) + 0.34} ${Math.floor(x / n) + 0.34}l.32 .32m0-.32l-.32 .32`)
        .join(""),
    );
    const wrong = standing.wrong ?? new Set();
    replaceChildren(
      this.pieces,
      standing.queens
        .map((x) => [
          this.#queen(x, wrong.has(x)),
          wrong.has(x) &&
            s("circle", {
              cx: (x % n) + 0.5,
              cy: Math.floor(x / n) + 0.52,
              r: Math.max(0.44, n / 60),
              "stroke-width": Math.max(0.05, n / 300),
              "stroke-dasharray": `${n / 70} ${n / 110}`,
              class: "ring",
            }),
        ])
        .flat(),
      (standing.pawns ?? []).map((x) =>
        s("use", { href: `#${this.id}-pawn`, x: x % n, y: Math.floor(x / n), class: "queen" }),
      ),
    );
    const hand = standing.hand ?? null;
    this.frame.setAttribute("visibility", hand === null ? "hidden" : "visible");
    if (hand !== null) {
      this.frame.setAttribute("x", String(hand % n));
      this.frame.setAttribute("y", String(Math.floor(hand / n)));
    }
    this.#place();
  }

  /** @param {number} cell @param {boolean} wrong */
  #queen(cell, wrong) {
    const [x, y, kind] = [cell % this.n, Math.floor(cell / this.n), wrong ? "queen wrong" : "queen"];
    if (this.n <= HATCHED) return s("use", { href: `#${this.id}-queen`, x, y, class: kind });
    return s("circle", { cx: x + 0.5, cy: y + 0.5, r: Math.max(0.5, this.n / 170), class: kind });
  }

  /** What a cell holds, as a reader hears it. @param {number} cell */
  said(cell) {
    const { queens, pawns, wrong, shaded } = this.standing;
    const what = queens.includes(cell)
      ? wrong?.has(cell)
        ? Q.what.wrong
        : Q.what.queen
      : pawns?.includes(cell)
        ? Q.what.pawn
        : (shaded ?? this.standing.eliminated ?? []).includes(cell)
          ? Q.what.attacked
          : Q.what.free;
    return Q.cell(cell, this.n, what);
  }

  #place() {
    const [row, column] = [Math.floor(this.at / this.n), this.at % this.n];
    const cell = this.cells[this.turn];
    this.row.setAttribute("aria-rowindex", String(row + 1));
    cell.setAttribute("aria-colindex", String(column + 1));
    cell.setAttribute("aria-label", this.said(this.at));
    cell.style.insetInlineStart = `${Math.round((column * 100 * ROUND) / this.n) / ROUND}%`;
    cell.style.insetBlockStart = `${Math.round((row * 100 * ROUND) / this.n) / ROUND}%`;
  }

  /** @param {number} cell put the cursor there */
  go(cell) {
    this.at = cell;
    const before = this.cells[this.turn];
    this.turn = 1 - this.turn;
    const now = this.cells[this.turn];
    now.hidden = false;
    now.tabIndex = 0;
    this.#place();
    if (this.grid.contains(document.activeElement)) now.focus({ preventScroll: true });
    before.hidden = true;
    before.tabIndex = -1;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { n, at } = this;
    if (event.altKey || event.metaKey) return;
    const [row, column] = [Math.floor(at / n), at % n];
    const to = /** @type {Record<string, [number, number]>} */ ({
      ArrowUp: [row - 1, column],
      ArrowDown: [row + 1, column],
      ArrowLeft: [row, column - 1],
      ArrowRight: [row, column + 1],
      Home: event.ctrlKey ? [0, 0] : [row, 0],
      End: event.ctrlKey ? [n - 1, n - 1] : [row, n - 1],
      PageUp: [Math.max(0, row - 8), column],
      PageDown: [Math.min(n - 1, row + 8), column],
    })[event.key];
    if (to) {
      event.preventDefault();
      event.stopPropagation();
      if (to.every((x) => x >= 0 && x < n)) this.go(to[0] * n + to[1]);
    } else if ([" ", "Enter", "q"].includes(event.key) && !event.ctrlKey) {
      event.preventDefault();
      event.stopPropagation();
      this.act(at);
      announce(this.said(at));
    }
  }
}

const LINES = [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((x) => [y, x])).filter(([y, x]) => y || x);
const KNIGHT = [-2, -1, 1, 2]
  .flatMap((y) => [-2, -1, 1, 2].map((x) => [y, x]))
  .filter(([y, x]) => Math.abs(y * x) === 2);

/**
 * How many queens attack each cell; a queen does not attack its own.
 * @param {number} n
 * @param {string} variant
 * @param {number[]} queens cells
 * @param {number[]} [pawns] they block lines
 */
export function attacks(n, variant, queens, pawns = []) {
  const found = new Uint16Array(n * n);
  const blocked = new Set(pawns);
  const marked = new Uint32Array(variant.startsWith("toroidal") ? n * n : 0);
  let marks = 0;
  for (const queen of queens) {
    const [row, column] = [Math.floor(queen / n), queen % n];
    const hit = (/** @type {number} */ y, /** @type {number} */ x) => {
      if (y < 0 || x < 0 || y >= n || x >= n || blocked.has(y * n + x)) return false;
      found[y * n + x]++;
      return true;
    };
    if (variant.startsWith("toroidal")) {
      // A cell in which two lines meet is attacked once.
      const mark = ++marks;
      const once = (/** @type {number} */ cell) => {
        if (marked[cell] !== mark) found[cell]++;
        marked[cell] = mark;
      };
      for (let k = 1; k < n; k++) {
        once(row * n + ((column + k) % n));
        once(((row + k) % n) * n + column);
        once(((row + k) % n) * n + ((column - k + n) % n));
        if (variant === "toroidal") once(((row + k) % n) * n + ((column + k) % n));
      }
      continue;
    }
    for (const [y, x] of LINES) {
      const most = variant === "hertzsprung" && y && x ? 1 : n;
      for (let k = 1; k <= most && hit(row + k * y, column + k * x); k++);
    }
    if (variant === "superqueens") for (const [y, x] of KNIGHT) hit(row + y, column + x);
  }
  return found;
}
