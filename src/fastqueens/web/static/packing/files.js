// The packing lab: reads and saves the files of puzzles, and copies links to puzzles.

import { copyText, errorMessage, toast } from "../base/announce.js";
import { postForBlob } from "../base/api.js";
import { button, dialog, h, saveFile } from "../base/dom.js";
import { themeName } from "../board/board_style.js";
import { deflateText } from "../board/codec.js";
import { K } from "./packing_texts.js";

/** @typedef {import("./packing_model.js").PuzzleInfo} PuzzleInfo */

export const MAX_FILE_BYTES = 2 ** 20;

/** Returns the address of a puzzle: the name of a ready-made puzzle, or the whole file. @param {PuzzleInfo} info @param {string} name */
export const puzzleAddress = async (info, name) =>
  name && !name.startsWith("z.") ? name : `z.${await deflateText(info.text ?? JSON.stringify(info.puzzle))}`;

/** @param {PuzzleInfo} info @param {string} name */
export async function copyLink(info, name) {
  await copyText(`${location.origin}${location.pathname}#/pack/${await puzzleAddress(info, name)}`);
}

/** Returns the file as a request to the engine, and as a text for the editor. @param {File} file */
export async function readFile(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = "";
  for (let k = 0; k < bytes.length; k += 32768) binary += String.fromCharCode(...bytes.subarray(k, k + 32768));
  // A BurrTools file is XML, or XML compressed by gzip. A gzip file begins with byte 31.
  const isXml = bytes[0] === 31 || binary.trimStart().startsWith("<");
  return { request: { file: btoa(binary) }, text: isXml ? "" : new TextDecoder().decode(bytes) };
}

/**
 * Lets the user choose a format and save the board.
 * @param {[string, string, string?][]} formats the name, the description and the view of each format
 * @param {Record<string, any>} request the puzzle, its placements and perhaps the counters of the search
 * @param {string} name
 */
export function openSaveDialog(formats, request, name) {
  const saveAs = async (/** @type {string} */ format, /** @type {string} */ view = "layers") => {
    const theme = themeName() === "dark" ? "dark" : "light";
    const content = await postForBlob({ ...request, format, view, theme, letters: true, name }, "pack/export");
    saveFile(`${name}.${format === "puzzle" ? "txt" : format}`, content, content.type);
    box.close();
    toast(K.saved);
  };
  const box = dialog(K.save, [
    h(
      "div",
      { class: "menu" },
      formats.map(([format, text, view]) =>
        button(text, "export", () =>
          saveAs(format, view).catch((error) => toast(errorMessage(error), { error: true })),
        ),
      ),
    ),
  ]);
}
