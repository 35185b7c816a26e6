// The boards of the packing lab: one for each layer, drawn as pieces of joined balls, and above the
// drawing a grid of cells for the pointer, the focus and the reader. It is told what lies where.

import { h, replaceChildren, s } from "../base/dom.js";
import { K } from "./pack_texts.js";

/** @typedef {import("./packing.js").Packing} Packing */
/** @typedef {import("./packing.js").Place} Place */
/** @typedef {import("../board/palette.js").Theme} Theme */
/**
 * What is shown besides the pieces.
 * @typedef {object} Shown
 * @property {number[]} owner the piece on each cell
 * @property {boolean[]} own whether the reader has put each piece
 * @property {{piece: number, places: Place[], fits: boolean} | null} ghost
 * @property {number} chosen
 * @property {number} hand the cell that a search fills, -1 for none
 */

/** @param {string} colour @param {string} other @param {number} share */
function mix(colour, other, share) {
  const parts = [1, 3, 5].map((k) => [colour, other].map((x) => parseInt(x.slice(k, k + 2), 16)));
  return `#${parts
    .map(([a, b]) =>
      Math.round(a + (b - a) * share)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}

/** A piece's fill: beyond 12 they come again, more like the page. @param {Theme} theme @param {number} k */
export function fillOf(theme, k) {
  const fills = theme.fills.length;
  const colour = theme.fills[k % fills];
  return k < fills || !colour.startsWith("#") ? colour : mix(colour, theme.page, 1 - 0.75 ** Math.floor(k / fills));
}

/**
 * The way of a pen as wide as a ball that draws a piece: its cells, joined where they touch.
 * @param {[number, number][]} cells row and column
 */
export function pen(cells) {
  const inside = new Set(cells.map(([r, c]) => `${r},${c}`));
  const has = (/** @type {number} */ r, /** @type {number} */ c) => inside.has(`${r},${c}`);
  let path = "";
  for (const [r, c] of cells) {
    path += `M${c + 0.5} ${r + 0.5}h0`;
    if (has(r, c + 1)) path += `M${c + 0.5} ${r + 0.5}h1`;
    if (has(r + 1, c)) path += `M${c + 0.5} ${r + 0.5}v1`;
    if (has(r, c + 1) && has(r + 1, c) && has(r + 1, c + 1)) path += `M${c + 0.5} ${r + 0.5}h1v1h-1z`;
  }
  return path;
}

/**
 * Draw a piece.
 * @param {[number, number][]} cells row and column
 * @param {string} colour
 * @param {string} letter on each cell of `marked`
 * @param {[number, number][]} marked
 * @param {string} [more] classes
 */
export function blob(cells, colour, letter, marked, more = "") {
  const d = pen(cells);
  return s(
    "g",
    { class: `blob ${more}` },
    s("path", { class: "rim", d }),
    s("path", { class: "body", d, fill: colour, stroke: colour }),
    cells.map(([r, c]) => s("circle", { class: "gloss", cx: c + 0.5, cy: r + 0.5, r: 0.34, fill: "url(#fq-gloss)" })),
    more.includes("own") && marked.map(([r, c]) => s("circle", { class: "pin", cx: c + 0.5, cy: r + 0.5, r: 0.29 })),
    marked.map(([r, c]) => s("text", { x: c + 0.5, y: r + 0.5 }, letter)),
  );
}

/** What all drawings share; it has to be on the page once. */
export const gloss = () =>
  s(
    "svg",
    { class: "hidden", "aria-hidden": "true", focusable: "false" },
    s(
      "radialGradient",
      { id: "fq-gloss", cx: "38%", cy: "32%", r: "62%" },
      s("stop", { offset: 0, "stop-color": "#fff", "stop-opacity": 0.62 }),
      s("stop", { offset: 0.55, "stop-color": "#fff", "stop-opacity": 0.1 }),
      s("stop", { offset: 1, "stop-color": "#000", "stop-opacity": 0.12 }),
    ),
  );

/** A cell of each part of a piece to write its letter on. @param {[number, number][]} cells */
function parts(cells) {
  const left = new Map(cells.map((cell) => [cell.join(), cell]));
  const found = [];
  for (const cell of cells) {
    if (!left.has(cell.join())) continue;
    const part = /** @type {[number, number][]} */ ([]);
    const open = [cell];
    left.delete(cell.join());
    for (let at = open.pop(); at; at = open.pop()) {
      part.push(at);
      for (const [r, c] of [
        [at[0] - 1, at[1]],
        [at[0] + 1, at[1]],
        [at[0], at[1] - 1],
        [at[0], at[1] + 1],
      ]) {
        const near = left.get(`${r},${c}`);
        if (near) {
          open.push(near);
          left.delete(`${r},${c}`);
        }
      }
    }
    const [y, x] = [0, 1].map((k) => part.reduce((sum, one) => sum + one[k], 0) / part.length);
    const far = (/** @type {[number, number]} */ one) => (one[0] - y) ** 2 + (one[1] - x) ** 2;
    found.push(part.reduce((a, b) => (far(b) < far(a) ? b : a)));
  }
  return found;
}

export class Boards {
  /** @param {Packing} model */
  constructor(model) {
    this.model = model;
    this.focused = 0;
    /** @type {HTMLElement[]} by the number of the cell */
    this.cellElements = [];
    /** @type {SVGGElement[]} */
    this.grounds = [];
    /** @type {SVGGElement[]} */
    this.pieces = [];
    /** @type {SVGGElement[]} */
    this.ghosts = [];
    this.element = h(
      "div",
      { class: `flat ${model.layers ? "layers" : ""} ${model.layers > 5 ? "many" : ""}` },
      Array.from({ length: model.layers || 1 }, (_, layer) => this.#layer(layer)),
    );
    this.names = model.cells.map((place) => this.#where(place));
    /** @type {string[]} what was drawn last, by layer */
    this.drawn = [];
    this.onLayer = this.pieces.map((_, layer) => [...model.cells.keys()].filter((k) => model.cells[k][0] === layer));
  }

  /** @param {number} layer */
  #layer(layer) {
    const { model } = this;
    const [rows, columns] = model.size(layer);
    const ground = s("g", { class: "ground" });
    const pieces = s("g");
    const ghost = s("g");
    this.grounds.push(ground);
    this.pieces.push(pieces);
    this.ghosts.push(ghost);
    const here = [...model.cells.entries()].filter(([, place]) => place[0] === layer);
    for (const [, [, r, c]] of here) {
      ground.append(s("rect", { x: c, y: r, width: 1, height: 1 }), s("circle", { cx: c + 0.5, cy: r + 0.5, r: 0.36 }));
    }
    const lines = /** @type {HTMLElement[]} */ ([]);
    let line = -1;
    for (const [k, [, r, c]] of here) {
      if (r !== line) {
        line = r;
        lines.push(h("div", { role: "row", "aria-rowindex": r + 1 }));
      }
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
      lines[lines.length - 1].append(cell);
    }
    const name = model.layers ? K.layer(layer, model.layers) : K.board(rows, columns);
    const grid = h("div", { role: "grid", "aria-label": name, "aria-rowcount": rows, "aria-colcount": columns }, lines);
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

  /** @param {Place} place */
  #where([layer, row, column]) {
    return (this.model.layers ? `${K.layerShort(layer)}, ` : "") + K.cell(row, column);
  }

  /** @param {Shown} shown @param {Theme} theme */
  show(shown, theme) {
    const { model } = this;
    const look = [theme.name, theme.fills, shown.chosen, shown.own.map(Number)].join();
    for (const [layer, drawing] of this.pieces.entries()) {
      // Pieces are drawn anew only where something has changed: a cursor that moves changes the ghost.
      const here = this.onLayer[layer].map((k) => shown.owner[k]);
      const state = `${look};${here}`;
      if (this.drawn[layer] !== state) {
        this.drawn[layer] = state;
        const by = /** @type {Map<number, [number, number][]>} */ (new Map());
        for (const [i, piece] of here.entries()) {
          const [, row, column] = model.cells[this.onLayer[layer][i]];
          if (piece >= 0) by.set(piece, [...(by.get(piece) ?? []), [row, column]]);
        }
        replaceChildren(
          drawing,
          [...by].map(([piece, cells]) => {
            const classes = `${shown.own[piece] ? "own" : "engine"} ${piece === shown.chosen ? "chosen" : ""}`;
            return blob(cells, fillOf(theme, piece), model.letters[piece], parts(cells), classes);
          }),
        );
        for (const k of this.onLayer[layer]) {
          const piece = shown.owner[k];
          const lying = piece < 0 ? K.empty : K.pieceHere(model.letters[piece], shown.own[piece]);
          const cell = this.cellElements[k];
          cell.setAttribute("aria-label", `${this.names[k]}, ${lying}`);
          cell.classList.toggle("taken", piece >= 0);
        }
      }
      const { ghost } = shown;
      const places = ghost?.places.filter((place) => place[0] === layer) ?? [];
      const flat = places.map(([, r, c]) => /** @type {[number, number]} */ ([r, c]));
      replaceChildren(
        this.ghosts[layer],
        ghost &&
          flat.length > 0 && [
            s(
              "g",
              { class: `ghost ${ghost.fits ? "fits" : "bad"}` },
              s("path", { class: "rim", d: pen(flat) }),
              s("path", {
                class: "body",
                d: pen(flat),
                stroke: fillOf(theme, ghost.piece),
                fill: fillOf(theme, ghost.piece),
              }),
              flat.map(([r, c]) =>
                s("text", { x: c + 0.5, y: r + 0.5 }, ghost.fits ? model.letters[ghost.piece] : "×"),
              ),
            ),
          ],
        shown.hand >= 0 &&
          model.cells[shown.hand][0] === layer &&
          s("circle", {
            class: "hand",
            cx: model.cells[shown.hand][2] + 0.5,
            cy: model.cells[shown.hand][1] + 0.5,
            r: 0.42,
          }),
      );
    }
  }

  /** @param {number} cell */
  focus(cell) {
    this.cellElements[this.focused].tabIndex = -1;
    this.focused = cell;
    this.cellElements[cell].tabIndex = 0;
    this.cellElements[cell].focus();
  }

  /** The cell under a point of the window, or -1. @param {number} x @param {number} y */
  under(x, y) {
    const found = document.elementFromPoint(x, y)?.closest("[data-cell]");
    return found instanceof HTMLElement && this.element.contains(found) ? Number(found.dataset.cell) : -1;
  }

  /** The side of a cell on the screen. */
  get side() {
    return this.cellElements[0].getBoundingClientRect().width;
  }

  /**
   * Where a key moves the cursor; null for a key that does not.
   * @param {KeyboardEvent} event
   * @returns {number | null}
   */
  moved(event) {
    const { model } = this;
    const [layer, row, column] = model.cells[this.focused];
    const all = event.ctrlKey || event.metaKey;
    const find = (/** @type {number} */ dr, /** @type {number} */ dc) => {
      const [rows, columns] = model.size(layer);
      for (let r = row + dr, c = column + dc; r >= 0 && c >= 0 && r < rows && c < columns; r += dr, c += dc) {
        const cell = model.at([layer, r, c]);
        if (cell >= 0) return cell; // over the holes
      }
      return this.focused;
    };
    const last = (/** @type {number} */ cell, /** @type {number} */ dr, /** @type {number} */ dc) => {
      let far = cell;
      for (const [k, [l, r, c]] of model.cells.entries()) {
        const [, y, x] = model.cells[far];
        if (l === layer && (all || (dr ? c === column : r === row)) && (dr ? (r - y) * dr : (c - x) * dc) > 0) far = k;
      }
      return far;
    };
    const here = model.cells.findIndex((place) => place[0] === layer);
    const next = (/** @type {number} */ to) => {
      if (!model.layers) return last(this.focused, to, 0);
      const up = Math.min(model.layers - 1, Math.max(0, layer + to));
      const side = model.size(up)[0] - 1;
      return model.at([up, Math.min(row, side), Math.min(column, side)]);
    };
    switch (event.key) {
      case "ArrowLeft":
        return find(0, -1);
      case "ArrowRight":
        return find(0, 1);
      case "ArrowUp":
        return find(-1, 0);
      case "ArrowDown":
        return find(1, 0);
      case "Home":
        return all ? here : last(this.focused, 0, -1);
      case "End":
        return all ? model.cells.findLastIndex((place) => place[0] === layer) : last(this.focused, 0, 1);
      case "PageUp":
        return next(model.layers ? 1 : -1);
      case "PageDown":
        return next(model.layers ? -1 : 1);
      default:
        return null;
    }
  }
}
