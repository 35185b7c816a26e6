// The dialog Import: takes boards as text, JSON, link, file or picture, and lets the engine read them.

import { copyText, errorMessage, toast, withBusyNotice } from "../base/announce.js";
import { ApiError, post } from "../base/api.js";
import { button, dialog, field, h } from "../base/dom.js";
import { importBackup, saveBoard } from "../base/storage.js";
import { capitalize } from "../base/strings.js";
import { deflateText } from "../board/codec.js";
import { lazyThumbnails } from "../board/lazy_thumbnails.js";
import { bookmarklet } from "./bookmarklet.js";
import { T } from "./import_board_texts.js";

const MAX_BYTES = 6 * 2 ** 20;
/**
 * @typedef {{code?: string, n: number, stars: number, problem: string | null, note?: string | null,
 *   doubtful?: [number, number][]}} FoundBoard
 */

/**
 * Returns the address of a board in the current screen, or in Draw if it must be corrected.
 * @param {FoundBoard} board
 * @param {string | null} [state]
 */
function boardAddress({ code, n, doubtful, problem }, state) {
  const doubt = doubtful?.length ? `?doubt=${doubtful.map(([r, c]) => r * n + c).join(".")}` : "";
  const here = /^#\/(draw|watch|race)\b/.exec(location.hash)?.[1] ?? "play";
  const screen = problem || doubt ? "draw" : here;
  return `#/${screen}/${code}${state && screen === "play" ? `~${state}` : ""}${doubt}`;
}

/** Shows what the reader should know about a board that has been opened. @param {FoundBoard} board */
function showRemark({ doubtful, note, problem }) {
  const remark = problem ?? (doubtful?.length ? T.doubtful : note);
  // An error would disappear, because the router hides the errors of the previous screen.
  if (remark) toast(capitalize(remark), { ms: 9000 });
}

/**
 * Opens the board of an answer. If there are several boards, a dialog lists them.
 * @param {any} answer of `/api/parse`
 */
function openAnswer(answer) {
  const boards = /** @type {FoundBoard[]} */ (answer.boards).filter((x) => x.code);
  const large = answer.boards.length - boards.length;
  if (!boards.length && !answer.refused?.length) throw new ApiError(T.tooManyRegions(large), 422);
  if (boards.length === 1 && !answer.refused?.length && !large) {
    location.hash = boardAddress(boards[0], answer.state);
    showRemark(boards[0]);
    return;
  }
  const closed = new AbortController();
  const thumbnail = lazyThumbnails(closed.signal);
  const refused = new Set(answer.refused?.map((/** @type {any} */ x) => x.number));
  let number = 0;
  const shots = answer.boards.map((/** @type {FoundBoard} */ board) => {
    do number++;
    while (refused.has(number));
    const { code, n, note, problem } = board;
    const remark = problem ?? note;
    return (
      code &&
      h(
        "li",
        {},
        h(
          "a",
          { class: "tile", href: boardAddress(board), onclick: () => showRemark(board) },
          thumbnail(code),
          h("span", { class: "line" }, `${number}`, h("small", {}, T.sizeName(n))),
          remark && h("small", {}, capitalize(remark)),
        ),
      )
    );
  });
  const open = dialog(
    T.importMany(boards.length),
    [
      (answer.refused ?? []).map((/** @type {any} */ x) =>
        h(
          "p",
          { class: "note wrong" },
          `${T.importBad(x.number)} ${x.error}${/line \d/i.test(x.error) ? "" : T.place(x.line, x.column)}`,
        ),
      ),
      large ? h("p", { class: "note wrong" }, T.tooManyRegions(large)) : null,
      answer.more ? h("p", {}, T.importMore(answer.more)) : null,
      h("ul", { class: "tiles" }, shots),
      button(
        T.keepAll,
        "import",
        () => {
          const count = boards.filter((x) =>
            saveBoard({ code: /** @type {string} */ (x.code), name: T.sizeName(x.n) }),
          ).length;
          open.close();
          toast(T.keptBoards(count));
          location.hash = "#/levels?own";
        },
        { class: "main" },
      ),
    ],
    { class: "wide", onclose: () => closed.abort() },
  );
}

/** Sends a board to the engine. @param {object} request @param {string} typed the text to show again after an error */
async function parse(request, typed) {
  try {
    const answer = await withBusyNotice(T.importBusy, (signal) => post("parse", request, signal));
    if (answer) openAnswer(answer);
  } catch (error) {
    const answer = /** @type {any} */ (error).answer;
    const text = errorMessage(error);
    const hasPlace = /^line \d/i.test(text);
    showImport(typed, hasPlace ? text : text + T.place(answer?.line ?? null, answer?.column ?? null));
  }
}

const PACKING = /^\s*\d+ +\d+ +\d+\s*\n\s*(DEFAULT|CUSTOM|PYRAMID)\b/;

/** Opens a text: a board, a packing puzzle or a progress file. @param {string} text */
export async function importText(text) {
  if (text.startsWith("javascript:")) {
    toast(T.bookmarkDrag); // The bookmark was dropped on our own page.
    return;
  }
  if (PACKING.test(text)) {
    location.hash = `#/pack/z.${await deflateText(text)}`;
    return;
  }
  if (text.includes('"fastqueens"') && importBackup(text)) {
    toast(T.restored);
    dispatchEvent(new Event("hashchange"));
  } else await parse({ text }, text);
}

/**
 * Decodes a file that is text.
 * @param {Uint8Array} bytes
 * @returns {string | null} null for a picture or another binary file
 */
function decodeText(bytes) {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}

/** Opens a file. @param {File} file */
export async function importFile(file) {
  if (file.size > MAX_BYTES) {
    showImport("", T.tooLarge);
    return;
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = decodeText(bytes);
  if (text !== null) {
    await importText(text);
    return;
  }
  let coded = "";
  for (let k = 0; k < bytes.length; k += 32768) coded += String.fromCharCode(...bytes.subarray(k, k + 32768));
  await parse({ image: btoa(coded) }, "");
}

/** Returns the ways to get a board from the page of a game. @param {boolean} open whether they are shown at once */
function gameSection(open) {
  const link = bookmarklet(new URL(".", location.href).href.slice(0, -1));
  const told = h("p", { role: "status" });
  /** The link would run in our own page. @param {Event} event */
  const explain = (event) => {
    event.preventDefault();
    told.textContent = T.bookmarkDrag;
  };
  const copy = async () => {
    await copyText(link);
    told.textContent = T.bookmarkPaste;
  };
  return h(
    "details",
    { open },
    h("summary", {}, T.fromGame),
    h(
      "div",
      { class: "stack" },
      h("p", {}, T.bookmarkHow),
      h(
        "div",
        { class: "row" },
        h("a", { class: "button", href: link, onclick: explain, onauxclick: explain }, T.bookmark),
        button(T.copyBookmark, null, copy),
      ),
      told,
      h("p", {}, T.bookmarkUse),
      h("p", { class: "muted" }, T.htmlHow),
    ),
  );
}

/**
 * Opens the dialog.
 * @param {string} [text] in the text field
 * @param {string} [wrong] an error to show
 * @param {boolean} [fromGame] whether to show how to get a board from the page of a game
 */
export function showImport(text = "", wrong = "", fromGame = false) {
  const area = h("textarea", {
    spellcheck: "false",
    placeholder: T.importPlaceholder,
    "aria-describedby": wrong && "import-wrong",
  });
  area.value = text.length > 200000 ? "" : text;
  const file = h("input", {
    type: "file",
    onchange: () => {
      const chosen = file.files?.[0];
      open.close();
      if (chosen) importFile(chosen);
    },
  });
  const open = dialog(T.importTitle, [
    h("p", { class: "muted" }, T.importHow),
    wrong ? h("p", { class: "note wrong", id: "import-wrong", role: "alert" }, wrong) : null,
    field(T.importText, area),
    h(
      "div",
      { class: "row" },
      button(
        T.importGo,
        "import",
        () => {
          if (!area.value.trim()) {
            area.focus();
            return;
          }
          open.close();
          importText(area.value);
        },
        { class: "main" },
      ),
    ),
    field(T.importFile, file),
    gameSection(fromGame),
  ]);
  area.focus();
  return open;
}
