// The texts that several screens share, in English, and functions that format numbers and names.

/**
 * Returns a number with its noun, such as "2 boards".
 * @param {number} count
 * @param {string} one
 * @param {string} [many] the plural
 */
export const plural = (count, one, many = `${one}s`) => `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

/** Returns a list such as "a, b and c". @param {string[]} items */
export const joinAnd = (items) =>
  items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;

/** Returns a time such as 1:42. @param {number} ms */
export function formatClock(ms) {
  const seconds = Math.floor(ms / 1000);
  const hours = Math.floor(seconds / 3600);
  const two = (/** @type {number} */ x) => String(x).padStart(2, "0");
  const minutes = Math.floor(seconds / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** Returns a time with three digits, such as 1.23 ms or 60 s. @param {number} ms */
export function formatDuration(ms) {
  const [factor, unit] =
    ms && ms < 9.995e-4 ? [1e6, "ns"] : ms && ms < 0.9995 ? [1e3, "µs"] : ms < 999.5 ? [1, "ms"] : [1e-3, "s"];
  return `${Number((ms * factor).toPrecision(3)).toLocaleString("en")} ${unit}`;
}

/** Returns the letters of a column, as in a spreadsheet: a, b, ..., z, aa, ab. @param {number} column */
export function columnName(column) {
  let name = "";
  for (let k = column + 1; k; k = Math.floor((k - 1) / 26)) name = String.fromCharCode(97 + ((k - 1) % 26)) + name;
  return name;
}

/** Returns the name of a cell, such as b3. @param {number} cell @param {number} n */
export const cellName = (cell, n) => columnName(cell % n) + (Math.floor(cell / n) + 1);

/** Returns a text with a capital first letter. @param {string} text */
export const capitalize = (text) => text.charAt(0).toUpperCase() + text.slice(1);

export const T = {
  // cells, for screen readers
  row: (/** @type {number} */ k) => `row ${k + 1}`,
  column: (/** @type {number} */ k) => `column ${columnName(k)}`,
  region: (/** @type {string} */ name) => `region ${name}`,
  cell: cellName, // without the words row and column, because a screen reader adds the numbers of both
  piece: (/** @type {number} */ stars) => (stars > 1 ? "star" : "queen"),
  mark: "mark",
  autoMark: "ruled out",
  empty: "empty",
  inTrial: "part of the trial",
  byEngine: "placed by the engine",
  uncertain: "uncertain",
  tooManyIn: (/** @type {string} */ unit) => `too many in ${unit}`,
  touches: (/** @type {string} */ what, /** @type {number} */ cell, /** @type {number} */ n) =>
    `touches the ${what} in ${cellName(cell, n)}`,
  boardName: (/** @type {number} */ n, /** @type {number} */ stars) =>
    `${stars > 1 ? `Star Battle board, ${stars} stars` : "Queens board"}, ${n} by ${n}`,

  // frame
  home: "Home",
  present: "Present",
  resetZoom: "Reset zoom",
  levels: "Levels",
  make: "Make",
  draw: "Draw",
  labs: "Labs",
  about: "About",
  importing: "Import",
  themeNow: (/** @type {string} */ name) => `Theme: ${name}. Change`,
  themes: { system: "system", light: "light", dark: "dark" },
  settings: "Settings",
  keys: "All keys",
  retry: "Retry",
  stop: "Stop",
  engineGone: "The engine has stopped. You can continue to play, but hints and solving do not work now.",
  engineBack: "The engine works again.",
  storageRefused:
    "This browser does not store data, or its storage is full. Your progress will be lost when you close this page.",
  pageError: "An error happened on this page. Your game is saved. If the error comes again, reload the page.",
  cannotShow: "This page cannot be shown",
  unknown: (/** @type {string} */ what, /** @type {string} */ shown) =>
    `This address contains "${what}", which does not exist here. ${T.shownInstead(shown)}`,
  shownInstead: (/** @type {string} */ shown) => `Shown instead: ${shown}.`,
  emptyBoard: "an empty board",
  permitted: (/** @type {string} */ min, /** @type {string} */ max, /** @type {boolean} */ whole) =>
    `Permitted: ${whole ? "whole numbers" : "numbers"} ${max ? `from ${min} to ${Number(max).toLocaleString("en")}` : `from ${min}`}.`,
  digitsOnly: "Permitted: up to 20 digits.",
  goHome: "Go to the start page",
  undo: "Undo",
  redo: "Redo",
  tiers: /** @type {Record<string, string>} */ ({
    easy: "Easy",
    medium: "Medium",
    hard: "Hard",
    expert: "Expert",
    guess: "Needs guessing",
  }),

  copy: "Copy",
  copied: "Copied.",
  nothingPasted:
    "The page got no text and no picture from the clipboard. Save the picture and choose its file.",
  copyManually: "Copy this text yourself:",

  howToPlay: "How to play",

  // home
  rules: (/** @type {number} */ stars) => {
    const what = stars > 1 ? `${stars} stars` : "one queen";
    return [
      `Put ${what} in every row and every column.`,
      `Put ${what} in every coloured region.`,
      `No two ${stars > 1 ? "stars" : "queens"} may touch, not even at a corner.`,
    ];
  },
  random: "Random level",
  today: "Today's board",
  streak: (/** @type {number} */ k) => (k ? `${plural(k, "day")} in a row` : "Solve it today to start a streak"),

  // import
  keepAll: "Keep all in My boards",
  keptBoards: (/** @type {number} */ k) => `${plural(k, "board")} kept in My boards.`,
  restored: "Your progress and settings are back.",

  // levels
  size: "Size",
  tier: "Difficulty",
  any: "Any",
  hints: (/** @type {number} */ k) => plural(k, "hint"),
  progressDeleted: "Deleted.",
  dayName: (/** @type {Date} */ at) => at.toLocaleDateString("en", { weekday: "long", day: "numeric", month: "long" }),

  // hints
  hint: "Hint",
  hintStep: (/** @type {number} */ k) => `Hint, part ${k} of 3`,
  lookAt: (/** @type {string} */ where) => `Look at ${where}.`,
  why: "Why?",
  which: "Which one?",
  more: "Tell me more",
  doIt: "Do it",
  close: "Close",
  showThem: "Show them",
  pieceAt: (/** @type {string} */ what, /** @type {string} */ where) => `${what} in ${where}`,
  hintDone: (/** @type {string[]} */ put, /** @type {string[]} */ emptied, /** @type {string[]} */ marked) =>
    [
      put.length && `Put: ${joinAnd(put)}.`,
      emptied.length && `Emptied: ${joinAnd(emptied)}.`,
      marked.length && `Marked: ${joinAnd(marked)}.`,
    ]
      .filter(Boolean)
      .join(" "),
  severalSolutions: "several solutions",

  // play
  level: "Level",
  clear: "Clear",
  keep: "Keep",
  nothingToUndo: "Nothing to undo.",
  nothingToRedo: "Nothing to redo.",
  rule: /** @type {Record<string, string>} */ ({
    single: "One cell left",
    confined: "Confined",
    attacked: "Attacked",
    pair: "Pair",
    set: "Set",
    fish: "Fish",
    "forcing-chain": "Forcing chain",
    queen: "Queen",
    solution: "Solution",
    contradiction: "Contradiction",
  }),
  engineSilent: "The engine does not answer. You can continue to play.",
  share: "Share",
  print: "Print",
  solving: "Solving the boards",
  badLink: "This link does not contain a board:",
  sizeName: (/** @type {number} */ n, stars = 1) => `${n} × ${n}${stars > 1 ? ` ${stars}★` : ""}`,

  // settings
  conflictChoices: { live: "At once", full: "When a row, column or region is full", off: "Never" },
  conflicts: "Warnings",
  autoOnOff: { auto: "When needed", on: "Always", off: "Never" },
  patterns: "Patterns",
  letters: "Letters in the cells",
  playing: "Playing",

  // draw
  rows: "Rows",
  stars: "Stars",
  score: "Score",
  boardKept: "Kept in My boards.",
  boardAlreadyKept: "Already in My boards.",
};
