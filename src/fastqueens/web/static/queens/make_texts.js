// The texts of the screen Make, and the texts that all screens share.

import { T as shared, plural } from "../base/strings.js";

export const T = {
  ...shared,
  makeTitle: "Make boards",
  style: "Regions",
  styles: { mixed: "Mixed", balanced: "Similar sizes", lopsided: "Very different sizes", drawn: "As people draw" },
  pieces: "Region pieces",
  count: "How many",
  seed: "Seed",
  anySeed: "any seed",
  rowsRaised: (/** @type {number} */ stars, /** @type {string} */ least, /** @type {string} */ rows) =>
    `Changed to ${rows}: ${plural(stars, "star")} need at least ${least} rows.`,
  seedNote: "The same seed makes the same boards.",
  makeGo: "Make",
  making: (/** @type {number} */ k, /** @type {number} */ all) => `Making boards: ${k} of ${all}`,
  made: (/** @type {number} */ k) => `${plural(k, "board")} made.`,
  downloadJsonl: "Save as .jsonl",
  printSheet: "Print a sheet",
  perPage: "Boards a page",
  savePdf: "Save as PDF",
  savingPdf: "Drawing the PDF file",
  withSolutions: "Solutions on the last page",
  goOnMaking: "Continue",
  chooseBoard: (/** @type {string} */ name) => `Play ${name}`,
  knownAs: (/** @type {string} */ name, /** @type {string} */ how) => `Level ${name}${how && `, ${how}`}`,
  keepIt: "Keep",
  makeEmpty: "Choose a size and press Make. Each board has exactly one solution, and all boards differ.",
};
