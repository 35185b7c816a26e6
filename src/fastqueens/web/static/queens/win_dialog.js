// The dialog after a win: the time, a link to the next level, and a button that copies the result.

import { copyText } from "../base/announce.js";
import { button, dialog, h, icon } from "../base/dom.js";
import { formatClock } from "../base/strings.js";
import { regionRows } from "../board/rules.js";
import { T } from "./play_texts.js";

/** @typedef {import("./play_session.js").Session} Session */
/** @typedef {import("./play_view.js").PlayView} PlayView */

const SQUARES = ["🟦", "🟧", "🟨", "🟪", "🟩", "🟫", "🟥", "⬜", "⬛"];
const MAX_SQUARE_ROWS = 11;

/** Returns the regions as coloured squares, without the queens. @param {import("../board/rules.js").Puzzle} puzzle */
const colouredSquares = (puzzle) =>
  puzzle.n > MAX_SQUARE_ROWS ? "" : regionRows(puzzle, (k) => SQUARES[k % SQUARES.length]).join("\n");

/** Returns the link to the next level, or to the list of levels. @param {Session} session @param {string} style */
function nextLink({ subject }, style) {
  const href = subject.next ? `#/play/${subject.next}` : "#/levels";
  return h("a", { class: style, href }, icon("next"), subject.next ? T.nextLevel : T.allLevels);
}

/**
 * Shows the win in a dialog, and in the card beside the board.
 * @param {Session} session
 * @param {PlayView} view
 * @param {{ms: number, before: number | undefined}} win the time, and the best time before
 * @param {() => void} restart
 */
export function showWin(session, view, { ms, before }, restart) {
  const { subject, puzzle, game } = session;
  const time = formatClock(ms);
  const hints = session.hints ? T.hints(session.hints) : T.noHints;
  const name = subject.key.includes("x") ? T.sizeName(puzzle.n) : subject.name;
  const difference =
    before === undefined
      ? T.firstTime
      : ms <= before
        ? T.fasterBy(formatClock(before - ms))
        : T.slowerBy(formatClock(ms - before));
  const link = nextLink(session, "button main big");
  const trophy = icon("trophy");
  trophy.classList.add("trophy");
  const open = dialog(T.solved, [
    h(
      "div",
      { class: "stack won" },
      trophy,
      h("p", { class: "time" }, time),
      h("p", { class: "muted" }, `${subject.name} · ${hints} · ${difference}`),
      before !== undefined && h("p", { class: "muted" }, T.best(formatClock(Math.min(before, ms)))),
      link,
      h(
        "div",
        { class: "row" },
        h("a", { class: "button", href: "#/levels" }, T.allLevels),
        button(T.replay, "play", () => {
          open.close();
          replayMoves(session, view, game);
        }),
        button(T.copyResult, "share", () => copyText(`${T.result(name, time, hints)}\n${colouredSquares(puzzle)}`)),
        button(T.showBoard, null, () => open.close()),
      ),
    ),
  ]);
  link.focus();
  view.note(
    `${T.solved} ${time}, ${hints}.`,
    false,
    h(
      "div",
      { class: "row" },
      nextLink(session, "button main"),
      button(T.replay, "play", () => replayMoves(session, view, game)),
      button(T.restart, "turn", restart),
    ),
  );
}

let replayTimer = 0;

/**
 * Shows the moves of a finished game again, one after another.
 * @param {Session} session
 * @param {PlayView} view
 * @param {import("../board/game.js").Game} game
 */
function replayMoves(session, view, game) {
  const steps = game.done.slice();
  const cells = new Uint8Array(game.cells.length);
  let at = 0;
  clearInterval(replayTimer);
  replayTimer = setInterval(
    () => {
      const step = steps[at++];
      if (step && session.over && view.board.isConnected) {
        for (let k = 0; k < step.changes.length; k += 3) cells[step.changes[k]] = step.changes[k + 2];
        view.board.update({ cells });
        return;
      }
      clearInterval(replayTimer);
      if (session.over) view.show();
    },
    Math.max(40, Math.min(400, 8000 / steps.length)),
  );
}
