// The board of the packing lab, the piece in hand, and the actions of the user.

import { announce, toast } from "../base/announce.js";
import { isTyping } from "../base/shortcuts.js";
import { settings } from "../base/storage.js";
import { boardTheme } from "../board/board_style.js";
import { PackingBoard } from "./packing_board.js";
import { K } from "./packing_texts.js";

export class PackingTable {
  /** @param {import("./packing_model.js").PackingModel} model */
  constructor(model) {
    this.model = model;
    this.board = new PackingBoard(model);
    /** @type {import("./pyramid.js").Pyramid | null} */
    this.pyramid = null;
    /** The selected piece, -1 for none. */
    this.chosen = -1;
    /** The cell under the pointer or the focus. */
    this.cursor = 0;
    this.hovered = false;
    /** Whether a piece follows the pointer. */
    this.dragging = false;
    /** @type {any} a frame of a search, shown in place of the user's board */
    this.frame = null;
    /** Called after every change. The screen sets this function to draw its other parts. */
    this.onRefresh = () => {};
    /** Ends the display of a search. The screen sets this function. */
    this.closeFilm = () => {};
  }

  /** The preview of the piece in hand under the cursor, or null. @returns {import("./packing_board.js").Ghost | null} */
  get ghost() {
    const { model, chosen, board } = this;
    if (chosen < 0 || model.placed[chosen] || this.frame) return null;
    if (!this.hovered && !board.element.contains(document.activeElement)) return null;
    const coordinates = model.coordinatesOf(chosen, model.cells[this.cursor]);
    return { piece: chosen, coordinates, fits: model.fitCells(chosen, coordinates) !== null };
  }

  /** Draws only the board and the pyramid. This is fast enough for every movement of the cursor. */
  paint() {
    const { model, frame } = this;
    const theme = boardTheme();
    const view = {
      pieceByCell: /** @type {number[]} */ (frame?.cells ?? model.pieceByCell),
      own: model.placed.map((one) => Boolean(one?.own) && !frame),
      ghost: this.ghost,
      chosen: frame ? -1 : this.chosen,
      searchCell: frame?.hand ?? -1,
    };
    this.board.show(view, theme);
    this.pyramid?.show(view, theme);
  }

  refresh() {
    this.paint();
    this.onRefresh();
  }

  /** Changes the placed pieces and shows the result. @param {() => void} act @param {string} [message] */
  change(act, message) {
    this.closeFilm();
    const { model } = this;
    const before = model.isFull;
    act();
    this.refresh();
    if (model.isFull && !before && model.placed.every((one) => one?.own)) toast(K.won);
    else if (message) announce(message);
  }

  /** @param {number} piece */
  choose(piece, announced = true) {
    this.chosen = piece;
    this.refresh();
    if (announced && piece >= 0) announce(K.chosen(this.model.letters[piece], this.#orientationText(piece)));
  }

  /** @param {number} piece */
  #orientationText(piece) {
    return K.orientation(this.model, piece);
  }

  /** Announces which piece is in hand, and whether the piece fits under the cursor. */
  announceHand() {
    const { ghost, model, chosen } = this;
    const fits = ghost ? `, ${(ghost.fits ? K.fits : K.fitsNot)(model.letters[ghost.piece])}` : "";
    if (chosen >= 0) announce(`${K.chosen(model.letters[chosen], this.#orientationText(chosen))}${fits}`);
  }

  /** Announces whether the piece in hand fits under the cursor. */
  announceFit() {
    const { ghost, model } = this;
    if (ghost) announce((ghost.fits ? K.fits : K.fitsNot)(model.letters[ghost.piece]));
  }

  /**
   * Sets the orientation and the anchor of a placed piece from the cells that it covers.
   * @param {number} piece
   * @param {number} cell the cell on which the anchor shall lie
   */
  holdPlaced(piece, cell) {
    const { model } = this;
    const placed = model.placed[piece];
    if (!placed) return;
    for (const orientation of [model.orientations[piece], ...Array(model.orientationCount).keys()])
      for (let anchor = 0; anchor < model.shapes[piece].length; anchor++) {
        const coordinates = model.coordinatesOf(piece, model.cells[cell], orientation, anchor);
        if (coordinates.every((at) => placed.cells.includes(model.cellAt(at)))) {
          model.orientations[piece] = orientation;
          model.anchors[piece] = anchor;
          return;
        }
      }
  }

  /**
   * Turns a piece in the tray, in hand or on the board. A piece on the board turns only if it fits.
   * @param {string} key the key of the turn, see `PackingModel.turn`
   * @param {number} piece
   * @param {number} [cell] the fixed cell of a piece on the board
   * @returns {boolean} whether the piece was turned
   */
  turn(key, piece, cell) {
    const { model } = this;
    if (piece < 0) {
      announce(K.choose);
      return false;
    }
    if (this.dragging) {
      // This change becomes an undo step when the user drops the piece.
      model.orientations[piece] = model.turn(key, model.orientations[piece]);
      return true;
    }
    if (model.placed[piece]) return this.#turnPlaced(key, piece, cell);
    this.change(() =>
      model.change(() => {
        model.orientations[piece] = model.turn(key, model.orientations[piece]);
      }),
    );
    this.announceHand();
    return true;
  }

  /** @param {string} key @param {number} piece @param {number} [cell] */
  #turnPlaced(key, piece, cell) {
    const { model } = this;
    const { cells: before } = /** @type {import("./packing_model.js").PlacedPiece} */ (model.placed[piece]);
    const centre = cell ?? (before.includes(this.cursor) ? this.cursor : before[0]);
    this.holdPlaced(piece, centre);
    const from = model.orientations[piece];
    for (let orientation = model.turn(key, from), tries = 0; tries < 3 && orientation !== from; tries++) {
      const cells = model.fitCells(piece, model.coordinatesOf(piece, model.cells[centre], orientation));
      if (cells && cells.join() !== before.join()) {
        this.change(
          () =>
            model.change(() => {
              model.orientations[piece] = orientation;
              model.placed[piece] = { piece, cells, own: true };
            }),
          K.placed(model.letters[piece]),
        );
        return true;
      }
      orientation = model.turn(key, orientation);
    }
    toast(K.noRoom(model.letters[piece]));
    return false;
  }

  /** @param {number} piece */
  takeOff(piece) {
    const { model } = this;
    const placed = model.placed[piece];
    if (!placed) return;
    this.holdPlaced(piece, placed.cells[0]);
    this.change(() => model.removePiece(piece), K.taken(model.letters[piece]));
  }

  /**
   * Places the chosen piece so that its anchor lies on a cell. Returns whether the piece fits
   * there.
   * @param {number} cell
   */
  putDown(cell) {
    const { model, chosen } = this;
    const cells = model.fitCells(chosen, model.coordinatesOf(chosen, model.cells[cell]));
    if (!cells) {
      announce(K.fitsNot(model.letters[chosen]));
      this.refresh();
      return false;
    }
    this.chosen = -1;
    this.change(() => model.putPiece(chosen, cells), K.placed(model.letters[chosen]));
    return true;
  }

  /** Takes a piece from the board into the hand. @param {number} piece */
  pickUp(piece) {
    this.holdPlaced(piece, this.cursor);
    this.chosen = piece;
    this.change(() => this.model.removePiece(piece));
    this.announceHand();
  }

  /** Turns the piece in hand to the next placement that covers the cursor. */
  nextFit() {
    const { model, chosen } = this;
    if (chosen < 0) {
      announce(K.choose);
      return;
    }
    const placed = model.placed[chosen];
    const cell = placed && !placed.cells.includes(this.cursor) ? placed.cells[0] : this.cursor;
    const fits = model.placementsOver(chosen, cell);
    if (!fits.length) {
      toast(K.noFit(model.letters[chosen]));
      return;
    }
    const isCurrent = (/** @type {import("./packing_model.js").Placement} */ x) =>
      placed
        ? x.cells.join() === placed.cells.join()
        : x.orientation === model.orientations[chosen] && x.anchor === model.anchors[chosen];
    const k = (fits.findIndex(isCurrent) + 1) % fits.length;
    this.change(() =>
      model.change(() => {
        model.orientations[chosen] = fits[k].orientation;
        model.anchors[chosen] = fits[k].anchor;
        if (placed) model.placed[chosen] = { piece: chosen, cells: fits[k].cells, own: true };
      }),
    );
    this.hovered = true;
    this.paint();
    announce(K.fitOf(k + 1, fits.length));
  }

  /** Chooses the previous or the next piece in the tray. @param {number} by */
  chooseNeighbour(by) {
    const { model } = this;
    const count = model.names.length;
    let piece = this.chosen < 0 && by < 0 ? 0 : this.chosen;
    for (let k = 0; k < count; k++) {
      piece = (piece + by + count) % count;
      if (!model.placed[piece]) {
        this.choose(piece, false);
        this.announceHand();
        return;
      }
    }
  }

  /** @param {boolean} undo true for undo, false for redo */
  stepHistory(undo) {
    this.closeFilm();
    const done = this.model.stepHistory(undo);
    this.refresh();
    announce(done ? (undo ? K.undone : K.redone) : K.nothing);
  }

  // ---- keys

  /**
   * Turns the piece in hand if the key is a command to turn. Returns whether the key was used.
   * @param {KeyboardEvent} event
   */
  turnByKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event) || !settings.keys) return false;
    const key = event.key.toLowerCase();
    if (key.length > 1 || !"rfu".includes(key)) return false;
    event.preventDefault();
    this.turn(key, this.chosen);
    return true;
  }

  /** Handles a key on the board. @param {KeyboardEvent} event */
  onBoardKey(event) {
    const { board, model } = this;
    if (this.frame) return;
    const target = event.altKey ? null : board.keyTarget(event);
    if (target !== null) {
      event.preventDefault();
      board.focusCell(target);
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const under = model.pieceByCell[this.cursor];
    const putOrPickUp = () => {
      if (this.chosen >= 0 && !model.placed[this.chosen]) this.putDown(this.cursor);
      else if (under < 0) announce(K.choose);
      else this.pickUp(under);
    };
    const remove = () => this.takeOff(under >= 0 ? under : this.chosen);
    const act = /** @type {Record<string, () => void>} */ ({
      Enter: putOrPickUp,
      " ": putOrPickUp,
      Delete: remove,
      Backspace: remove,
      Escape: () => this.choose(-1),
      ...(settings.keys && {
        n: () => this.nextFit(),
        ",": () => this.chooseNeighbour(-1),
        ".": () => this.chooseNeighbour(1),
      }),
    })[key];
    if (act) {
      event.preventDefault();
      act();
      return;
    }
    if (this.chosen < 0 && under >= 0 && "rfu".includes(key)) this.choose(under, false);
    this.turnByKey(event);
  }
}
