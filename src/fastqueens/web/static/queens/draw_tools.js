// The tools of Draw that the page loads only when they are used: keep, save a file, print, repair.

import { announce, errorMessage, toast, withBusyNotice } from "../base/announce.js";
import { post, postForBlob } from "../base/api.js";
import { button, dialog, field, h, replaceChildren, saveFile } from "../base/dom.js";
import { getBoards, saveBoard } from "../base/storage.js";
import { decode } from "../board/codec.js";
import { T } from "./draw_tools_texts.js";

/** The formats of files, and the endings of their names. @type {[string, string][]} */
const FORMATS = [
  ["sbn", "sbn"],
  ["puzzlink", "puzz.link"],
  ["txt", "txt"],
  ["json", "json"],
  ["svg", "svg"],
  ["png", "png"],
];

/**
 * Lets the reader name a board, and keeps it in My boards.
 * @param {import("../base/storage.js").SavedBoard} board its name is the suggestion
 * @param {() => void} [then] called when the board is kept
 */
export function showKeep(board, then) {
  const name = h("input", { type: "text", maxlength: 60, value: board.name });
  const keep = (/** @type {Event} */ event) => {
    event.preventDefault();
    const isNew = saveBoard({ ...board, name: name.value.trim() || board.name });
    open.close();
    toast(isNew ? T.boardKept : T.renamed);
    then?.();
  };
  const open = dialog(T.keepTitle, [
    h(
      "form",
      { class: "naming", onsubmit: keep },
      field(T.name, name),
      button(T.keep, "star", () => {}, { class: "main", type: "submit" }),
    ),
  ]);
  name.select();
}

/**
 * Opens a dialog that saves or prints a drawing.
 * @param {import("../board/rules.js").Puzzle} puzzle
 * @param {string} code
 */
export function showFiles(puzzle, code) {
  const name = T.sizeName(puzzle.n).replaceAll(" ", "");
  const allow_empty_regions = puzzle.names.length !== puzzle.n || undefined;
  const save = async (/** @type {string} */ format, /** @type {string} */ ending) => {
    const request = { board: code, allow_empty_regions, format, name };
    const file = await withBusyNotice(T.saving, (signal) => postForBlob(request, "export", signal));
    if (file) saveFile(`${name}.${ending === "puzz.link" ? "txt" : ending}`, file, file.type);
  };
  const print = async () => {
    open.close();
    (await import("./print_boards.js")).printBoards([{ puzzle, name: T.sizeName(puzzle.n) }], 1, false);
  };
  const open = dialog(T.saveFile, [
    h(
      "div",
      { class: "row" },
      FORMATS.map(([format, ending]) => button(ending.toUpperCase(), "export", () => save(format, ending))),
      button(T.print, "print", print),
    ),
    h("small", {}, T.pdfHow),
  ]);
}

/**
 * Repairs a drawing, and shows the result in the card.
 * @param {HTMLElement} card
 * @param {string} code
 * @param {(cells: [number, number][], regions: Uint8Array) => void} apply changes the drawing
 * @param {AbortSignal} signal
 */
export async function repair(card, code, apply, signal) {
  const stop = new AbortController();
  signal.addEventListener("abort", () => stop.abort());
  replaceChildren(
    card,
    h("p", {}, `${T.repairing} …`),
    button(T.stop, "stop", () => stop.abort()),
  );
  try {
    const found = await post("repair", { board: code }, stop.signal);
    announce(found.sentence);
    const change = async () => {
      const { puzzle } = await decode(found.code);
      apply(
        found.changes.map((/** @type {any} */ x) => x.cell),
        Uint8Array.from(puzzle.regions),
      );
    };
    const go = button(T.applyRepair, "check", change, { class: "main" });
    replaceChildren(card, h("p", {}, found.sentence), found.code && found.changes.length > 0 && go);
    if (found.code) go.focus();
  } catch (error) {
    replaceChildren(card, !stop.signal.aborted && h("p", { class: "note wrong" }, errorMessage(error)));
  }
}

/**
 * Returns a sentence with a link if a board is the same puzzle as a level or as a kept board.
 * @param {string} board
 * @param {AbortSignal} signal
 */
export async function knownBoard(board, signal) {
  const boards = getBoards().filter((x) => x.code !== board);
  const request = { board, boards: boards.map(({ code, name }) => ({ board: code, name: name.slice(0, 200) })) };
  const { level, name, how } = await post("known", request, signal);
  if (!name) return null;
  const address = level ? name : boards.find((x) => x.name === name)?.code;
  const text = level ? T.levelName(name) : name;
  return h("p", {}, `${T.sameAs} `, h("a", { href: `#/play/${address}` }, text), how ? `, ${how}.` : ".");
}
