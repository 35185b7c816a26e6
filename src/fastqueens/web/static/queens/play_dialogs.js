// The dialogs that the menu of Play opens: solve by a method, checkpoints, share, save.

import { announce, copyText, errorMessage, toast, withBusyNotice } from "../base/announce.js";
import { getCached, post, postForBlob } from "../base/api.js";
import { button, definitionItems, dialog, field, h, replaceChildren, saveFile, select } from "../base/dom.js";
import { formatDuration } from "../base/strings.js";
import { encode } from "../board/codec.js";
import { QUEEN, cellsWith, pairToCell } from "../board/rules.js";
import { T } from "./play_menu_texts.js";

/** @typedef {import("./play_controller.js").Play} Play */

/** Lets a method solve the board, and shows its counters. @param {Play} play */
export async function showSolve(play) {
  const { methods } = await getCached("info");
  const { puzzle, position } = play.session;
  const able = methods.filter(
    (/** @type {any} */ x) => x.family === "queens" && !x.counts_only && (puzzle.stars === 1 || x.stars),
  );
  const names = able.map((/** @type {any} */ x) => x.method);
  let method = (able.find((/** @type {any} */ x) => x.default) ?? able[0]).method;
  const result = h("div", { class: "stack", role: "status" });
  const stop = new AbortController();
  const run = async () => {
    replaceChildren(result, h("p", {}, `${T.thinking} …`));
    try {
      const { board, allow_empty_regions } = position;
      const answer = await post("solve", { board, allow_empty_regions, method }, stop.signal);
      replaceChildren(
        result,
        h("p", {}, answer.sentence),
        h("dl", { class: "facts" }, definitionItems(solveFacts(answer))),
      );
      if (answer.queens) play.showSolution(answer.queens.map(pairToCell(puzzle.n)));
    } catch (error) {
      if (!stop.signal.aborted) replaceChildren(result, h("p", { class: "note wrong" }, errorMessage(error)));
    }
  };
  const chooser = select(
    names.map((/** @type {string} */ x) => [x, x]),
    method,
    (value) => {
      method = value;
    },
    { "aria-label": T.method },
  );
  dialog(
    T.solve,
    [
      h("p", { class: "muted" }, T.solveHow),
      h("div", { class: "row" }, chooser, button(T.solve, "solve", run, { class: "main" })),
      result,
    ],
    { onclose: () => stop.abort() },
  );
}

/**
 * Returns the counters and the time of an answer, as pairs of name and value.
 * @param {any} answer
 * @returns {[string, string | number][]}
 */
const solveFacts = ({ counters, ms }) => [
  ...Object.entries(counters).map(
    ([name, value]) =>
      /** @type {[string, string]} */ ([name.replaceAll("_", " "), Number(value).toLocaleString("en")]),
  ),
  ["time", formatDuration(ms)],
];

/** Shows the checkpoints: the positions that the player has stored. @param {Play} play */
export function showCheckpoints(play) {
  const { game } = play;
  const newName = () => T.checkpointName(game.checkpoints.length + 1);
  const name = h("input", { type: "text", maxlength: 60, value: newName() });
  const list = h("ul", { class: "kept" });
  const show = () =>
    replaceChildren(
      list,
      !game.checkpoints.length && h("li", { class: "muted" }, T.noCheckpoints),
      game.checkpoints.map((x, k) => checkpointRow(play, k, show, () => open.close(), name)),
    );
  const keep = (/** @type {Event} */ event) => {
    event.preventDefault();
    const text = name.value.trim() || newName();
    game.addCheckpoint(text);
    play.save();
    open.close();
    toast(T.keptAs(text));
  };
  show();
  const open = dialog(T.checkpoints, [
    h(
      "form",
      { class: "naming", onsubmit: keep },
      field(T.checkpointCalled, name),
      button(T.checkpoint, "plus", () => {}, { class: "main", type: "submit" }),
    ),
    list,
  ]);
  name.select();
}

/**
 * Returns the row of one checkpoint: its name, which can be changed, and its buttons.
 * @param {Play} play
 * @param {number} k
 * @param {() => void} show shows the changed list
 * @param {() => void} close
 * @param {HTMLElement} next gets the focus when the row is deleted
 */
function checkpointRow(play, k, show, close, next) {
  const { game, session } = play;
  const { puzzle, pieceName } = session;
  const checkpoint = game.checkpoints[k];
  const { name } = checkpoint;
  const text = h("input", {
    type: "text",
    maxlength: 60,
    value: name,
    "aria-label": T.checkpointOf(name),
    onchange: () => {
      checkpoint.name = text.value.trim() || name;
      play.save();
      show();
    },
  });
  const goBack = () => {
    close();
    game.restoreCheckpoint(k);
    play.moved();
  };
  const remove = () => {
    game.checkpoints.splice(k, 1);
    play.save();
    show();
    announce(T.deleted(name));
    next.focus();
  };
  const queens = cellsWith(checkpoint.cells, QUEEN).length;
  return h(
    "li",
    {},
    text,
    h("small", {}, T.statusLine(pieceName, queens, puzzle.n * puzzle.stars)),
    button(T.goBack, "undo", goBack),
    button(T.deleteIt(name), "clear", remove, { bare: true }),
  );
}

/** Opens a dialog with links to the board and to the position. @param {Play} play */
export async function showShare({ game, session }) {
  const { puzzle, subject } = session;
  const base = `${location.origin}${location.pathname}#/play/`;
  const isLevel = !subject.key.includes("x") && !subject.day;
  const board = base + (isLevel ? subject.key : await encode(puzzle));
  const position = base + (await encode(puzzle, game.cells));
  dialog(T.share, [
    h("p", { class: "muted" }, T.shareHow),
    button(T.shareBoard, "share", () => copyText(board)),
    button(T.sharePosition, "share", () => copyText(position), { disabled: game.empty }),
  ]);
}

/**
 * Opens a dialog in which the player saves the position as a file in one of several formats.
 * @param {Play} play
 */
export function showExport({ session, view }) {
  const name = session.subject.name.replaceAll("/", "-");
  const save = async (/** @type {string} */ format) => {
    const { look } = view.board;
    const request = {
      ...session.position,
      format,
      theme: look?.theme.name === "dark" ? "dark" : "light",
      letters: Boolean(look?.letters),
      patterns: look?.patterns,
      name,
    };
    const file = await withBusyNotice(T.exporting, (signal) => postForBlob(request, "export", signal));
    if (file) saveFile(`${name}.${format}`, file, file.type);
  };
  const formats = ["png", "svg", "gif", "txt", "json"];
  dialog(T.export, [
    h("p", { class: "muted" }, T.exportHow),
    h(
      "div",
      { class: "row" },
      formats.map((x) => button(x.toUpperCase(), "export", () => save(x))),
    ),
  ]);
}
