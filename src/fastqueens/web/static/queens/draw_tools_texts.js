// The texts of the tools of Draw, and the texts that all screens share.

import { T as shared } from "../base/strings.js";

export const T = {
  ...shared,
  keepTitle: "Keep in My boards",
  name: "Name",
  renamed: "The board has its new name.",
  saveFile: "Save or print",
  saving: "Making the file",
  pdfHow: "For a PDF, choose Print and then “Save as PDF” in the dialog of the browser.",
  repairing: "Searching for the fewest cells to change",
  applyRepair: "Change these cells",
  sameAs: "This is the same puzzle as",
  levelName: (/** @type {string} */ name) => `level ${name}`,
};
