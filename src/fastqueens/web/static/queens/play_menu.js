// The menu of Play: what a player can do besides playing. It is loaded when it is opened.

import { toast, toastWithUndo } from "../base/announce.js";
import { button, dialog, field, h, select } from "../base/dom.js";
import { changeSettings, forgetProgress, saveBoard, settings } from "../base/storage.js";
import { pairToCell } from "../board/game.js";
import { encode } from "../board/codec.js";
import { showCheckpoints, showExport, showShare, showSolve } from "./play_dialogs.js";
import { explain } from "./play_explain.js";
import { T } from "./play_menu_texts.js";

/** @typedef {import("./play_controller.js").Play} Play */

/** Returns a list that changes one setting. @param {"letters" | "patterns" | "conflicts"} key @param {string} text @param {Record<string, string>} options */
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
  toast(isNew ? T.kept : T.already);
}

/** Forgets the time and the game of this board. @param {Play} play */
function forget(play) {
  const undo = forgetProgress((name) => name === play.session.subject.key);
  play.restart();
  toastWithUndo(T.resetDone, undo);
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
