// The texts of the dialog Import, and the texts that all screens share.

import { T as shared, plural } from "../base/strings.js";

export const T = {
  ...shared,
  importTitle: "Import a board",
  importHow:
    "Paste a board as text, JSON, HTML or a link, or choose a file or a picture. You can also drop or paste a board anywhere on the page.",
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
  fromGame: "From the web page of a game",
  bookmark: "Open in fastqueens",
  bookmarkHow: "Drag this link to the bookmarks bar of your browser:",
  bookmarkUse:
    "Then open the game, start it, and click the bookmark: it opens the board in fastqueens and sends no data.",
  bookmarkDrag: "This link works in the page of a game: drag it to the bookmarks bar.",
  copyBookmark: "Copy the bookmark",
  bookmarkPaste: "Make a new bookmark, and paste the copied text as its address.",
  htmlHow:
    "Without a bookmark: in the game, right-click the board and choose Inspect. Right-click the marked line, or a line above it that contains the whole board, and choose Copy, then Copy element or Outer HTML. Paste the copied text above. You can also save the page as a file and open the file here. fastqueens does not run the scripts of the file.",
  bookmarkNoBoard: "fastqueens found no board in this page. Start the game, then try again.",
  bookmarkNoRegions: "fastqueens cannot read the colours of this board. Open a screenshot of it in fastqueens.",
  doubtful: "Check the cells with a question mark: the picture does not show clearly to which region they belong.",
  place: (/** @type {number | null} */ line, /** @type {number | null} */ column) =>
    line ? ` (line ${line}${column ? `, column ${column}` : ""})` : "",
};
