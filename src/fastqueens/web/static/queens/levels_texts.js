// The texts of the screen Levels, and the texts that all screens share.

import { T as shared, plural } from "../base/strings.js";

export const T = {
  ...shared,
  sizeLine: (
    /** @type {number} */ solved,
    /** @type {string} */ average,
    /** @type {string} */ best,
    /** @type {number} */ days,
  ) =>
    `${plural(solved, "level")} solved · average ${average} · best ${best}${days ? ` · ${plural(days, "day")} in a row` : ""}`,
  challenges: "Challenges",
  challenge: "challenge",
  streakShort: (/** @type {number} */ k) => plural(k, "day"),
  myBoards: "My boards",
  daily: "Daily",
  state: "Show",
  states: { all: "All", open: "Not done", done: "Done", begun: "Started" },
  sort: "Order",
  sorts: { number: "By number", score: "By score", time: "By best time" },
  doneOf: (/** @type {number} */ a, /** @type {number} */ b) => `${a} of ${b} done`,
  begun: "started",
  done: "done",
  solvedForYou: "solution shown",
  none: "No level matches these filters.",
  noBoards: "There are no boards yet. You can keep boards here that you draw, make or import.",
  reset: "Reset",
  resetLevels: (/** @type {string} */ what) => `Delete times and games of ${what}?`,
  resetGo: "Delete",
  resetAll: "all levels and days",
  backup: "Save progress to a file",
  restoreFile: "Load progress from a file",
  notBackup: "This is not a progress file of fastqueens.",
  rename: "Rename",
  remove: "Remove",
  removed: "Removed from My boards.",
  month: (/** @type {Date} */ at) => at.toLocaleDateString("en", { month: "long", year: "numeric" }),
  previousMonth: "Previous month",
  nextMonth: "Next month",
};
