// The pointer on the board and the tray: taps turn or place a piece, drags move it.

import { h, replaceChildren } from "../base/dom.js";
import { boardTheme } from "../board/board_style.js";
import { K } from "./packing_texts.js";
import { drawSinglePiece, pieceColour } from "./piece_drawing.js";

/** @typedef {import("./packing_table.js").PackingTable} PackingTable */

const TAP_DISTANCE = 6; // A movement of more pixels is a drag.
const DOUBLE_TAP = 320; // the longest time in milliseconds between the two taps of a double tap
const LIFT = 1.4; // the height in cells of a dragged piece above a finger

export class PointerInput {
  /**
   * @param {PackingTable} table
   * @param {HTMLElement} tray
   * @param {AbortSignal} signal when it is aborted, every drag ends
   */
  constructor(table, tray, signal) {
    this.table = table;
    this.tray = tray;
    this.signal = signal;
    this.pressed = false;
    /** The last tap; `turned` is true if it turned the piece. */
    this.lastTap = { piece: -1, at: 0, turned: false };
    this.#listenToBoard();
    tray.addEventListener("pointerdown", (event) => {
      const option = /** @type {Element} */ (event.target).closest("[data-piece]");
      if (!(option instanceof HTMLElement) || event.button) return;
      table.closeFilm();
      this.#onPress(event, Number(option.dataset.piece), -1);
    });
  }

  #listenToBoard() {
    const { table } = this;
    const { board, model } = table;
    const { element } = board;
    element.addEventListener("pointerdown", (event) => {
      const cell = board.cellUnder(event.clientX, event.clientY);
      if (cell < 0 || event.button || table.frame) return;
      event.preventDefault();
      this.#onPress(event, model.pieceByCell[cell], cell);
    });
    element.addEventListener("pointermove", (event) => {
      if (event.pointerType === "touch" || this.pressed) return;
      const cell = board.cellUnder(event.clientX, event.clientY);
      const over = cell >= 0;
      if (over === table.hovered && (!over || cell === table.cursor)) return;
      table.hovered = over;
      if (over) table.cursor = cell;
      if (table.chosen >= 0) table.paint();
    });
    element.addEventListener("pointerleave", () => {
      if (!table.hovered) return;
      table.hovered = false;
      table.paint();
    });
    element.addEventListener("focusin", (event) => {
      const { cell } = /** @type {HTMLElement} */ (event.target).dataset;
      if (cell !== undefined) table.cursor = Number(cell);
      table.announceFit();
      table.paint();
    });
    element.addEventListener("focusout", () => setTimeout(() => table.paint()));
  }

  /**
   * The pointer goes down; its later movement decides between a tap and a drag.
   * @param {PointerEvent} event
   * @param {number} piece the piece under the pointer, -1 for an empty cell
   * @param {number} cell the cell under the pointer, -1 for the tray
   */
  #onPress(event, piece, cell) {
    const { clientX: x0, clientY: y0, pointerId, pointerType } = event;
    const { table } = this;
    const listening = new AbortController();
    const { signal } = listening;
    let drag = /** @type {Drag | null} */ (null);
    const end = () => {
      listening.abort();
      this.pressed = false;
      drag?.end();
    };
    const on = (/** @type {string} */ kind, /** @type {(now: PointerEvent) => void} */ act) =>
      addEventListener(
        kind,
        (now) => {
          if (/** @type {PointerEvent} */ (now).pointerId === pointerId) act(/** @type {PointerEvent} */ (now));
        },
        { signal },
      );
    this.pressed = true;
    this.signal.addEventListener("abort", end, { signal });
    on("pointermove", (now) => {
      if (!drag && piece >= 0 && Math.hypot(now.clientX - x0, now.clientY - y0) > TAP_DISTANCE)
        drag = new Drag(table, piece, cell, pointerType === "touch" ? LIFT : 0);
      drag?.move(now.clientX, now.clientY);
    });
    on("pointerup", (now) => {
      end();
      if (drag) drag.drop(now.clientX, now.clientY);
      else this.#onTap(piece, cell);
    });
    on("pointercancel", end);
    addEventListener(
      "keydown",
      (now) => {
        if (now.key === "Escape") {
          end();
          table.refresh();
        } else if (drag && table.turnByKey(now)) drag.redraw();
        else return;
        now.stopPropagation(); // Otherwise the board or the tray would use the key, too.
      },
      { signal, capture: true },
    );
  }

  /**
   * A tap on a piece turns it, a double tap mirrors it. A tap on an empty cell places the piece in hand.
   * @param {number} piece
   * @param {number} cell
   */
  #onTap(piece, cell) {
    const { table } = this;
    const { model } = table;
    if (cell >= 0) table.cursor = cell;
    if (piece < 0) {
      this.#onTapEmpty(cell);
      return;
    }
    if (cell < 0 && model.placed[piece]) {
      table.choose(piece);
      return;
    }
    const now = performance.now();
    const last = this.lastTap;
    const double = last.piece === piece && now - last.at < DOUBLE_TAP;
    if (cell < 0) /** @type {HTMLElement | undefined} */ (this.tray.children[piece])?.focus();
    if (double && last.turned) model.stepHistory(true);
    table.choose(piece, false);
    const turned = table.turn(double ? "f" : "r", piece, cell < 0 ? undefined : cell);
    this.lastTap = { piece: double ? -1 : piece, at: now, turned };
  }

  /** @param {number} cell */
  #onTapEmpty(cell) {
    const { table } = this;
    if (table.chosen < 0 || table.model.placed[table.chosen]) {
      table.board.focusCell(cell);
      table.choose(-1, false);
    } else if (!table.putDown(cell)) {
      table.hovered = true;
      table.paint();
    }
  }
}

/**
 * A piece that follows the pointer. Over the board, a preview of the placement replaces the piece.
 */
class Drag {
  /**
   * @param {PackingTable} table
   * @param {number} piece
   * @param {number} cell the cell by which the user holds the piece; -1 for a piece from the tray
   * @param {number} lift the height above the pointer, in cells
   */
  constructor(table, piece, cell, lift) {
    this.table = table;
    this.piece = piece;
    const { model, board } = table;
    if (cell >= 0) table.holdPlaced(piece, cell);
    table.chosen = piece;
    this.from = model.placed[piece];
    model.placed[piece] = null; // `end` puts the piece back before any change is recorded.
    table.dragging = true;
    this.side = board.cellSide;
    this.rise = lift * this.side;
    this.floating = h("div", { class: "floating", "aria-hidden": "true" });
    this.x = 0;
    this.y = 0;
    this.paintedCell = -2;
    document.body.append(this.floating);
    table.refresh();
    this.redraw();
  }

  redraw() {
    const { floating, piece, side } = this;
    const drawn = drawSinglePiece(this.table.model, piece, pieceColour(boardTheme(), piece));
    const setSize = (
      /** @type {HTMLElement | SVGElement} */ element,
      /** @type {string} */ name,
      /** @type {number} */ cells,
    ) => element.style.setProperty(name, `${cells * side}px`);
    setSize(drawn.picture, "inline-size", drawn.columns + 0.12);
    setSize(drawn.picture, "block-size", drawn.rows + 0.12);
    replaceChildren(floating, drawn.picture);
    setSize(floating, "margin-left", -drawn.anchor[1] - 0.56);
    setSize(floating, "margin-top", -drawn.anchor[0] - 0.56);
    this.paintedCell = -2;
    this.move(this.x, this.y);
  }

  /** @param {number} x @param {number} y */
  move(x, y) {
    const { table, floating } = this;
    this.x = x;
    this.y = y;
    floating.style.setProperty("translate", `${x}px ${y - this.rise}px`);
    const cell = table.board.cellUnder(x, y - this.rise);
    if (cell === this.paintedCell) return;
    this.paintedCell = cell;
    table.hovered = cell >= 0;
    floating.classList.toggle("over", table.hovered);
    if (table.hovered) table.cursor = cell;
    table.paint();
  }

  /** Puts the piece back to its old place. */
  end() {
    const { table } = this;
    this.floating.remove();
    table.dragging = false;
    table.hovered = false;
    table.model.placed[this.piece] = this.from;
  }

  /** Places the piece, or takes it off the board if it was dropped outside. @param {number} x @param {number} y */
  drop(x, y) {
    const { table, piece } = this;
    const { model } = table;
    const cell = table.board.cellUnder(x, y - this.rise);
    if (cell >= 0) table.putDown(cell);
    else if (this.from) table.change(() => model.removePiece(piece), K.taken(model.letters[piece]));
    else table.refresh();
  }
}
