// The menu of Play, and the view of the steps of a solution. The page loads this module only when
// the player opens one of them.

import { announce, toast, toastWithUndo } from "../base/announce.js";
import { button, dialog, field, h, replaceChildren, select } from "../base/dom.js";
import { changeSettings, forgetProgress, saveBoard, settings } from "../base/storage.js";
import { capitalize } from "../base/strings.js";
import { encode } from "../board/codec.js";
import { EMPTY, MARK, QUEEN, pairToCell } from "../board/rules.js";
import { stepHighlights } from "../board/hint_card.js";
import { showCheckpoints, showExport, showShare, showSolve } from "./play_dialogs.js";
import { T } from "./play_menu_texts.js";

/** @typedef {import("./play_controller.js").Play} Play */
/** @typedef {import("../board/hint_card.js").LogicStep} LogicStep */

/**
 * Returns a list that changes one setting.
 * @param {"letters" | "patterns" | "conflicts"} key
 * @param {string} text
 * @param {Record<string, string>} options
 */
const settingChooser = (key, text, options) =>
  field(
    text,
    select(Object.entries(options), settings[key], (value) => changeSettings({ [key]: value })),
  );

/** Shows the whole solution. @param {Play} play */
async function solution(play) {
  const answer = await play.hints.request("hint", { show_solution: true });
  if (answer?.solution) play.showSolution(answer.solution.map(pairToCell(play.session.puzzle.n)));
  else if (answer) play.view.note(answer.kind ? answer.sentence : T.noSolutionYet);
}

/** Opens Watch with this board. @param {Play} play */
async function watch({ session }) {
  const { key } = session.subject;
  location.hash = `#/watch/${/^\d+-\d+$/.test(key) ? key : await encode(session.puzzle)}`;
}

/** @param {Play} play */
async function print({ session }) {
  const { printBoards } = await import("./print_boards.js");
  printBoards([{ puzzle: session.puzzle, name: session.subject.name }], 1, false);
}

/** Keeps the board in My boards. @param {Play} play */
async function keepBoard({ session }) {
  const { name, tier } = session.subject;
  const isNew = saveBoard({ code: await encode(session.puzzle), name, ...(tier && { tier }) });
  toast(isNew ? T.boardKept : T.boardAlreadyKept);
}

/** Deletes the stored time and the stored game of this board. @param {Play} play */
function forget(play) {
  const undo = forgetProgress((name) => name === play.session.subject.key);
  play.restart();
  toastWithUndo(T.progressDeleted, undo);
}

/** @param {Play} play */
export function openMenu(play) {
  const { over } = play.session;
  /** @param {string} text @param {string} picture @param {() => void} act @param {boolean} [disabled] */
  const item = (text, picture, act, disabled = false) => {
    const run = () => {
      open.close();
      act();
    };
    return button(text, picture, run, { disabled });
  };
  const help = [
    item(T.showSolution, "flag", () => solution(play), over),
    item(T.explain, "explain", () => explain(play, false), over),
    item(T.solve, "solve", () => showSolve(play), over),
    item(T.watchIt, "watch", () => watch(play)),
    item(T.fillIn, "crown", () => play.fillIn(), over),
    item(T.checkpoints, "star", () => showCheckpoints(play), over),
    item(T.restart, "turn", () => play.restart()),
  ];
  const others = [
    item(T.share, "share", () => showShare(play)),
    item(T.export, "export", () => showExport(play)),
    item(T.print, "print", () => print(play)),
    item(T.keepBoard, "import", () => keepBoard(play)),
    item(T.editBoard, "draw", () => play.edit()),
    item(T.forgetThis, "clear", () => forget(play)),
    item(settings.clock ? T.hideClock : T.showClock, "pause", () => changeSettings({ clock: !settings.clock })),
    item(T.settings, "settings", async () => (await import("../board/settings_dialog.js")).showSettings()),
  ];
  const open = dialog(T.more, [
    h(
      "div",
      { class: "thirds" },
      settingChooser("letters", T.letters, T.autoOnOff),
      settingChooser("patterns", T.patterns, T.autoOnOff),
      settingChooser("conflicts", T.conflicts, T.conflictChoices),
    ),
    h("div", { class: "columns" }, h("div", { class: "menu" }, help), h("div", { class: "menu" }, others)),
  ]);
}

/**
 * Returns the position before step `at`.
 * @param {Uint8Array} start
 * @param {LogicStep[]} steps
 * @param {number} at
 * @param {number} n
 */
function positionBefore(start, steps, at, n) {
  const cells = start.slice();
  const cell = pairToCell(n);
  for (const { placed, eliminated } of steps.slice(0, at)) {
    for (const x of placed) cells[cell(x)] = QUEEN;
    for (const x of eliminated) if (cells[cell(x)] === EMPTY) cells[cell(x)] = MARK;
  }
  return cells;
}

/**
 * Shows all steps of a solution. The game continues afterwards.
 * @param {Play} play
 * @param {boolean} fromEmpty whether the steps start from the empty board
 */
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
    view.board.update({ cells: positionBefore(start, steps, at, n), byEngine: true, own: start });
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
