// The texts of Import, and those of all screens.

import { T as shared, plural } from "../base/strings.js";

export const T = {
  ...shared,
  importTitle: "Import a board",
  importHow:
    "Paste a board as text or JSON, a link, or choose a file or a picture. You can also drop or paste it anywhere on the page.",
  importText: "Board",
  importFile: "Choose a file",
  importGo: "Open",
  importPlaceholder: "AABB\nAABB\nCCDD\nCCDD",
  importBusy: "Reading the board",
  importMany: (/** @type {number} */ k) => `${plural(k, "board")} found`,
  importMore: (/** @type {number} */ k) => `${plural(k, "more board")} not read: 500 at a time.`,
  tooManyRegions: (/** @type {number} */ k) =>
    `${k === 1 ? "A board has" : `${k} boards have`} more than 64 regions, and the page shows no more: solve ${k === 1 ? "it" : "them"} with "fastqueens solve" on the command line.`,
  importBad: (/** @type {number} */ k) => `Board ${k} cannot be read:`,
  tooLarge: "The file is larger than 6 MB; a board or a picture of one is smaller.",
  doubtful: "Look at the hatched cells again: the picture does not show clearly which region they belong to.",
  place: (/** @type {number | null} */ line, /** @type {number | null} */ column) =>
    line ? ` (line ${line}${column ? `, column ${column}` : ""})` : "",
};
