// A board on which the reader draws a mask: some cells of regions; the engine fills the free cells.

import { announce } from "../base/announce.js";
import { button, h, replaceChildren } from "../base/dom.js";
import { boardElement } from "../board/board_element.js";
import { makePuzzle, renumber } from "../board/rules.js";
import { Drawing } from "./drawing.js";
import { radio, swatch } from "./ink_bar.js";
import { T } from "./mask_editor_texts.js";
import { SIGNS, isBlank, writeMask } from "./mask.js";

/** The fill of each ink; the first is the fill of an empty drawing. */
const FILLS = [8, 5, 0, 2, 10, 6, 1, 4, 9, 3, 7, 11];
const FIRST_INKS = 4; // the inks offered at first: the free cells and three regions

export class MaskEditor {
  /**
   * @param {number} n
   * @param {Uint8Array} inks
   */
  constructor(n, inks) {
    this.drawing = new Drawing({ n, stars: 1, regions: inks, names: [] });
    this.ink = 1;
    this.board = boardElement(this.#puzzle, T.maskName, this.#look());
    this.inkBar = h("div", { class: "inks", role: "radiogroup", "aria-label": T.regionInk });
    this.board.addEventListener("fq", (event) => this.#act(/** @type {CustomEvent} */ (event).detail));
    const undo = (/** @type {boolean} */ back) => () => {
      if (this.drawing.step(back)) this.show();
      else announce(back ? T.nothingToUndo : T.nothingToRedo);
    };
    const clear = () => {
      this.drawing.remember();
      this.drawing.clear();
      this.show();
    };
    this.element = h(
      "div",
      { class: "stack" },
      this.inkBar,
      this.board,
      h(
        "div",
        { class: "row" },
        button(T.undo, "undo", undo(true)),
        button(T.redo, "redo", undo(false)),
        button(T.clear, "clear", clear),
      ),
      h("small", {}, T.maskKeys),
    );
    this.show();
  }

  get blank() {
    return isBlank(this.drawing.inks);
  }

  /** Returns the rows of the mask. @param {string} between the text between two rows */
  text(between) {
    return writeMask(this.drawing.n, this.drawing.inks, between);
  }

  /** @param {number} n */
  resize(n) {
    const { drawing } = this;
    const before = drawing.n;
    if (n === before) return;
    drawing.resize(n);
    // New rows and columns are free.
    drawing.inks.forEach((_, i) => {
      if (Math.max(Math.floor(i / n), i % n) >= before) drawing.inks[i] = 0;
    });
    this.show();
  }

  get #puzzle() {
    return makePuzzle(this.drawing.n, 1, this.drawing.inks, SIGNS);
  }

  #look() {
    const { order } = renumber(this.drawing.inks);
    return { fills: order.map((ink) => FILLS[ink % FILLS.length]), letters: true };
  }

  show() {
    this.board.show(this.#puzzle, this.#look());
    this.board.update({ cells: new Uint8Array(this.drawing.n ** 2) });
    this.#showInks();
  }

  #showInks() {
    const count = Math.min(
      this.drawing.n + 1,
      Math.max(FIRST_INKS, this.ink + 1, ...this.drawing.inks.map((x) => x + 1)),
    );
    const focused = document.activeElement?.parentElement === this.inkBar;
    const choose = (/** @type {number} */ ink) => {
      this.ink = ink;
      this.#showInks();
    };
    replaceChildren(
      this.inkBar,
      Array.from({ length: count }, (_, ink) =>
        swatch({
          on: this.ink === ink,
          letter: SIGNS[ink],
          label: ink ? T.ink(SIGNS[ink]) : T.freeCells,
          fill: FILLS[ink % FILLS.length],
          choose: () => choose(ink),
        }),
      ),
      count <= this.drawing.n && button(T.newRegion, "plus", () => choose(count), { bare: true, ...radio(false) }),
    );
    if (focused) /** @type {HTMLElement | null} */ (this.inkBar.querySelector("[aria-checked=true]"))?.focus();
  }

  /**
   * Carries out an action of the reader on the board.
   * @param {{what: string, cell?: number, cells?: number[]}} action
   */
  #act({ what, cell = 0, cells = [] }) {
    const { drawing } = this;
    if (what === "zoom" || what === "end") return;
    if (what === "cancel") drawing.step(true);
    else if (what === "over" || what === "along") {
      if (what === "along") drawing.remember();
      for (const i of cells) drawing.paint(i, this.ink);
    } else {
      drawing.remember();
      if (what === "queen") drawing.fill(cell, this.ink);
      else drawing.paint(cell, what === "alt" ? 0 : this.ink);
    }
    this.show();
    if (what !== "over") announce(this.board.describe(cell));
  }
}
