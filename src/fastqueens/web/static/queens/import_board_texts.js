// The texts of the dialog Import, and the texts that all screens share.

import { T as shared, plural } from "../base/strings.js";

export const T = {
  ...shared,
  importTitle: "Import a board",
  importHow:
    "Paste a board as text, JSON or a link, or choose a file or a picture. You can also drop or paste it anywhere on the page.",
  importText: "Board",
  importFile: "Choose a file",
  importGo: "Open",
  importPlaceholder: "AABB\nAABB\nCCDD\nCCDD",
  importBusy: "Reading the board",
  importMany: (/** @type {number} */ k) => `${plural(k, "board")} found`,
  importMore: (/** @type {number} */ k) =>
    `The page reads at most 500 boards at a time. ${plural(k, "board")} left out.`,
  tooManyRegions: (/** @type {number} */ k) =>
    `${k === 1 ? "A board has" : `${k} boards have`} more than 64 regions. The page cannot show ${k === 1 ? "it" : "them"}: use "fastqueens solve" on the command line.`,
  importBad: (/** @type {number} */ k) => `Board ${k} cannot be read:`,
  tooLarge: "The file is too large: a board or a picture has at most 6 MB.",
  doubtful: "Check the cells with a question mark: the picture does not show clearly to which region they belong.",
  pictureNote: (/** @type {string} */ note) => `Read from the picture: ${note}.`,
  place: (/** @type {number | null} */ line, /** @type {number | null} */ column) =>
    line ? ` (line ${line}${column ? `, column ${column}` : ""})` : "",
};
