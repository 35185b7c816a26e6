// The steps of a solution by named rules, shown in place of the game.

import { announce } from "../base/announce.js";
import { button, h, replaceChildren } from "../base/dom.js";
import { capitalize } from "../base/strings.js";
import { EMPTY, MARK, QUEEN, pairToCell } from "../board/game.js";
import { stepHighlights } from "../board/hint_card.js";
import { T } from "./play_menu_texts.js";

/** @typedef {import("./play_controller.js").Play} Play */
/** @typedef {import("../board/hint_card.js").LogicStep} LogicStep */

/** Returns the position before step `at`. @param {Uint8Array} start @param {LogicStep[]} steps @param {number} at @param {number} n */
function positionBefore(start, steps, at, n) {
  const cells = start.slice();
  const cell = pairToCell(n);
  for (const { placed, eliminated } of steps.slice(0, at)) {
    for (const x of placed) cells[cell(x)] = QUEEN;
    for (const x of eliminated) if (cells[cell(x)] === EMPTY) cells[cell(x)] = MARK;
  }
  return cells;
}

/** Shows all steps of a solution, while the game waits. @param {Play} play @param {boolean} fromEmpty start from the empty board */
export async function explain(play, fromEmpty) {
  const { hints, session, view } = play;
  const answer = await hints.request("explain", fromEmpty ? { queens: [], eliminated: [] } : {});
  if (!answer) return;
  const steps = /** @type {LogicStep[]} */ (answer.steps);
  if (!steps.length) {
    view.note(T.noSolutionYet);
    return;
  }
  const { n } = session.puzzle;
  const start = fromEmpty ? new Uint8Array(n * n) : session.game.cells.slice();
  let at = 0;
  const show = () => {
    const step = steps[at];
    view.board.readonly = true;
    view.board.update({ cells: positionBefore(start, steps, at, n), outlined: true });
    view.board.highlight(stepHighlights(step, n));
    back.disabled = at === 0;
    forward.disabled = at === steps.length - 1;
    const title = h("h2", {}, T.rule[step.rule] ?? capitalize(step.rule));
    replaceChildren(
      words,
      h("div", { class: "pair" }, title, h("small", {}, T.step(at + 1, steps.length))),
      h("p", {}, step.sentence),
    );
    announce(step.sentence);
  };
  const move = (/** @type {number} */ by) => {
    at = Math.min(steps.length - 1, Math.max(0, at + by));
    show();
  };
  const leave = () => {
    play.explaining = false;
    view.setToolsInert(false);
    hints.clear();
    view.show();
  };
  const words = h("div", { class: "stack" });
  const back = button(T.backward, "back", () => move(-1));
  const forward = button(T.forward, "next", () => move(1), { class: "main" });
  session.hints++;
  play.explaining = true;
  view.setToolsInert(true);
  view.showCard([words, h("div", { class: "row" }, back, forward), button(T.leave, null, leave)]);
  show();
  forward.focus();
}
