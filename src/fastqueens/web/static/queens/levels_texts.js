// The texts of Levels, and those of all screens.

import { T as shared, plural } from "../base/strings.js";

export const T = {
  ...shared,
  challenges: "Challenges",
  challenge: "challenge",
  streakShort: (/** @type {number} */ k) => plural(k, "day"),
  myBoards: "My boards",
  daily: "Daily",
  state: "Show",
  states: { all: "All", open: "Not done", done: "Done", begun: "Begun" },
  sort: "Order",
  sorts: { number: "By number", score: "By score", time: "By best time" },
  doneOf: (/** @type {number} */ a, /** @type {number} */ b) => `${a} of ${b} done`,
  begun: "begun",
  done: "done",
  solvedForYou: "shown",
  none: "No level is like that. Choose another filter.",
  noBoards: "Nothing here yet. Boards that you draw, make or import are kept here.",
  reset: "Reset",
  resetLevels: (/** @type {string} */ what) => `Forget times and games of ${what}?`,
  resetGo: "Forget them",
  resetAll: "all levels and days",
  backup: "Save progress to a file",
  restoreFile: "Read progress from a file",
  notBackup: "This is no file of progress saved here.",
  remove: "Remove",
  removed: "Removed from My boards.",
  month: (/** @type {Date} */ at) => at.toLocaleDateString("en", { month: "long", year: "numeric" }),
  previousMonth: "Month before",
  nextMonth: "Month after",
};
