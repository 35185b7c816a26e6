// A board of four rows for readers who play for the first time.

import { announce } from "../base/announce.js";
import { h } from "../base/dom.js";
import { howToPlay } from "../base/how_to_play.js";
import { settings } from "../base/storage.js";
import { boardElement } from "../board/board_element.js";
import { Game, nextValue } from "../board/game.js";
import { EMPTY, MARK, QUEEN, conflictingQueens, makePuzzle } from "../board/rules.js";
import { T } from "./home_texts.js";

/** Returns the board with its text, and a function that redraws the board. */
export function tutorialBoard() {
  const puzzle = makePuzzle(4, 1, [0, 1, 1, 1, 0, 0, 1, 2, 3, 2, 2, 2, 3, 3, 3, 2]); /* TUTORIAL in router.js */
  const game = new Game(puzzle);
  const board = boardElement(puzzle, T.boardName(4, 1), { axes: false });
  const note = h("p", { class: "muted", role: "status" }, T.tryIt);
  board.addEventListener("fq", (event) => {
    const { what, cell, cells } = /** @type {CustomEvent} */ (event).detail;
    if (board.readonly) return;
    if (what === "over") for (const i of cells) game.put(i, game.cells[i] === EMPTY ? MARK : game.cells[i]);
    else if (["tap", "alt", "queen", "mark", "empty"].includes(what)) {
      game.put(
        cell,
        what === "tap"
          ? nextValue(game.cells[cell], settings.order)
          : what === "mark"
            ? MARK
            : what === "empty"
              ? EMPTY
              : QUEEN,
      );
      announce(board.describe(cell));
    }
    const conflicts = game.conflicts;
    board.update({ cells: game.cells, conflicts, conflicting: conflictingQueens(puzzle, game.cells, conflicts) });
    if (conflicts.complete) {
      board.readonly = true;
      note.textContent = T.tryWon;
    }
  });
  return {
    element: h("div", { class: "try" }, board, note, howToPlay(T.howToPlay, 1)),
    look: () => board.show(puzzle, { axes: false }),
  };
}
