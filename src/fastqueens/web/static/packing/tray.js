// The tray lists all pieces and marks the placed pieces.

import { h, icon, replaceChildren } from "../base/dom.js";
import { boardTheme } from "../board/board_style.js";
import { K } from "./packing_texts.js";
import { drawSinglePiece, pieceColour } from "./piece_drawing.js";

export class Tray {
  /** @param {import("./packing_table.js").PackingTable} table */
  constructor(table) {
    this.table = table;
    this.element = h("div", {
      class: "tray",
      role: "listbox",
      "aria-label": K.pieces,
      "aria-orientation": "horizontal",
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#onKey(event),
    });
  }

  draw() {
    const { element, table } = this;
    const hadFocus = element.contains(document.activeElement);
    replaceChildren(
      element,
      table.model.names.map((_, piece) => this.#option(piece)),
    );
    if (hadFocus) /** @type {HTMLElement} */ (element.children[Math.max(0, table.chosen)]).focus();
  }

  /** @param {number} piece */
  #option(piece) {
    const { chosen, model } = this.table;
    const placed = Boolean(model.placed[piece]);
    const planes = model.planes.length;
    const orientation = model.orientations[piece];
    const text = K.orientation(model, piece);
    return h(
      "div",
      {
        role: "option",
        class: `piece ${placed ? "placed" : ""}`,
        id: `piece-${piece}`,
        "data-piece": piece,
        tabindex: piece === Math.max(0, chosen) ? 0 : -1,
        "aria-selected": String(piece === chosen),
        "aria-label": K.option(model.letters[piece], model.shapes[piece].length, placed, text),
      },
      drawSinglePiece(model, piece, pieceColour(boardTheme(), piece)).picture,
      placed && h("span", { class: "sign" }, icon("check")),
      planes > 1 && !placed && orientation > 7 && h("span", { class: "plane" }, K.plane(orientation)),
    );
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const { table } = this;
    const { model, board, chosen } = table;
    const count = model.names.length;
    const from = Math.max(0, chosen);
    const target = /** @type {Record<string, number>} */ ({
      ArrowRight: from + 1,
      ArrowDown: from + 1,
      ArrowLeft: from - 1,
      ArrowUp: from - 1,
      Home: 0,
      End: count - 1,
    })[event.key];
    if (target !== undefined && !event.ctrlKey) {
      event.preventDefault();
      table.choose(chosen < 0 && event.key !== "End" ? 0 : (target + count) % count, false);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (chosen < 0) table.choose(0, false);
      table.closeFilm();
      board.focusCell(model.placed[table.chosen]?.cells[0] ?? board.focused);
    } else if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      table.takeOff(chosen);
    } else table.turnByKey(event);
  }
}
