// The panel after a win: it stands beside the board, which stays in sight. The queens step in place, then the panel
// shows the time, the streak, a link to the next level, and buttons that share the result.

import { announce, copyText } from "../base/announce.js";
import { button, h, icon } from "../base/dom.js";
import { dateKey, getProgress, streak } from "../base/storage.js";
import { formatClock } from "../base/strings.js";
import { reducedMotion } from "../board/board_style.js";
import { encode } from "../board/codec.js";
import { regionRows } from "../board/rules.js";
import { T } from "./play_texts.js";
import { sizeStatistics } from "./size_statistics.js";

/** @typedef {import("./play_session.js").Session} Session */
/** @typedef {import("./play_view.js").PlayView} PlayView */

const SQUARES = ["🟦", "🟧", "🟨", "🟪", "🟩", "🟫", "🟥", "⬜", "⬛"];
const MAX_SQUARE_ROWS = 11;
const CELEBRATION_MS = 600; // the time in which all queens step in place
const STEP_MS = 250; // the time of one queen

/** Returns the regions as coloured squares, without the queens. @param {import("../board/rules.js").Puzzle} puzzle */
const colouredSquares = (puzzle) =>
  puzzle.n > MAX_SQUARE_ROWS ? "" : regionRows(puzzle, (k) => SQUARES[k % SQUARES.length]).join("\n");

/** Returns the address of the board, for a link that is shared. @param {Session} session */
async function boardAddress({ subject, puzzle }) {
  const { day, key } = subject;
  const name = day ? `daily/${day}` : `play/${key.includes("x") ? await encode(puzzle) : key}`;
  return `${location.origin}${location.pathname}#/${name}`;
}

/**
 * Returns the days in a row on which the reader solved the board of the day, or a level of the same size; 0 for other
 * boards.
 * @param {Session["subject"]} subject
 */
function daysInARow({ day, key }) {
  if (day) return day === dateKey() ? streak() : 0;
  const size = /^\d+(\/\d+)?-/.exec(key);
  return size ? sizeStatistics(getProgress(), size[0]).streak : 0;
}

/** Lets the queens step in place, one after another. @param {Session} session @param {PlayView} view */
async function celebrate({ game }, { board }) {
  const queens = game.queens;
  if (reducedMotion.matches) return;
  const steps = [{ translate: "0 0" }, { translate: "0 -0.16px" }, { translate: "0 0" }];
  const gap = (CELEBRATION_MS - STEP_MS) / Math.max(1, queens.length - 1);
  const moves = queens.map((cell, k) =>
    board.pieceElements[cell]?.firstElementChild?.animate(steps, {
      duration: STEP_MS,
      delay: k * gap,
      easing: "ease-out",
    }),
  );
  await Promise.allSettled(moves.map((x) => x?.finished));
}

/**
 * Shows the win beside the board.
 * @param {Session} session
 * @param {PlayView} view
 * @param {{ms: number, before: number | undefined}} win the time, and the best time before
 * @param {() => void} restart
 */
export async function showWin(session, view, { ms, before }, restart) {
  const { subject, puzzle, game } = session;
  const time = formatClock(ms);
  const hints = session.hints ? T.hints(session.hints) : T.noHints;
  announce(`${T.solved} ${time}, ${hints}.`);
  await celebrate(session, view);
  if (!session.over || session.game !== game || !view.element.isConnected) return;
  const name = subject.key.includes("x") ? T.sizeName(puzzle.n) : subject.name;
  const difference =
    before === undefined
      ? T.firstTime
      : ms <= before
        ? T.fasterBy(formatClock(before - ms))
        : T.slowerBy(formatClock(ms - before));
  const best = before !== undefined && ` · ${T.best(formatClock(Math.min(before, ms)))}`;
  const days = daysInARow(subject);
  const link = h(
    "a",
    // The focus moves to this link, and interrupts a screen reader that says the result.
    {
      class: "button main big",
      "aria-describedby": "won-title won-time won-facts",
      href: subject.next ? `#/play/${subject.next}` : "#/levels",
    },
    icon("next"),
    subject.next ? T.nextLevel : T.allLevels,
  );
  const share = async () =>
    copyText(`${T.result(name, time, hints)}\n${colouredSquares(puzzle)}\n${await boardAddress(session)}`.trim());
  view.showCard([
    h("h2", { id: "won-title" }, icon("trophy"), ` ${T.solved}`),
    h("p", { class: "time", id: "won-time" }, time),
    h("p", { class: "muted", id: "won-facts" }, `${hints} · ${difference}`, best),
    days > 0 && h("p", {}, T.streak(days)),
    h("div", { class: "row" }, link, button(T.share, "share", share)),
    h(
      "div",
      { class: "row" },
      button(T.replay, "play", () => replayMoves(session, view, game)),
      button(T.restart, "turn", restart),
      subject.next && h("a", { class: "button", href: "#/levels" }, T.allLevels),
    ),
  ]);
  view.card.classList.add("won");
  link.focus({ preventScroll: true });
  view.card.scrollIntoView({ block: "nearest" });
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
