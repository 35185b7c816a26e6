// Every text of the page, in English. Another language is another file like this one.

import { columnName } from "../board/board_style.js";

/** @param {number} count @param {string} one @param {string} [many] */
export const plural = (count, one, many = `${one}s`) => `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

/** @param {string[]} items "a, b and c" */
export const listed = (items) =>
  items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;

/** @param {number} ms as 1:42 */
export function clock(ms) {
  const seconds = Math.floor(ms / 1000);
  const hours = Math.floor(seconds / 3600);
  const two = (/** @type {number} */ x) => String(x).padStart(2, "0");
  const minutes = Math.floor(seconds / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** @param {number} cell @param {number} n as b3 */
export const cellName = (cell, n) => columnName(cell % n) + (Math.floor(cell / n) + 1);

/** @param {string} text */
export const upper = (text) => text.charAt(0).toUpperCase() + text.slice(1);

export const T = {
  // cells, as a reader hears them
  row: (/** @type {number} */ k) => `row ${k + 1}`,
  column: (/** @type {number} */ k) => `column ${columnName(k)}`,
  region: (/** @type {string} */ name) => `region ${name}`,
  cell: (/** @type {number} */ cell, /** @type {number} */ n) =>
    `row ${Math.floor(cell / n) + 1}, column ${columnName(cell % n)}`,
  piece: (/** @type {number} */ stars) => (stars > 1 ? "star" : "queen"),
  mark: "mark",
  autoMark: "ruled out",
  empty: "empty",
  tried: "on trial",
  doubted: "to look at again",
  tooManyIn: (/** @type {string} */ unit) => `too many in ${unit}`,
  touches: (/** @type {string} */ what, /** @type {number} */ cell, /** @type {number} */ n) =>
    `touches the ${what} in row ${Math.floor(cell / n) + 1}, column ${columnName(cell % n)}`,
  boardName: (/** @type {number} */ n, /** @type {number} */ stars) =>
    `${stars > 1 ? `Star Battle board, ${stars} stars` : "Queens board"}, ${n} by ${n}`,

  // frame
  home: "Home",
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
  engineGone: "The engine has stopped. You can play on; hints and solving wait for it.",
  engineBack: "The engine is back.",
  notKept: "This browser refuses storage, or it is full: progress will be lost when you close this page.",
  broken: "Something went wrong on this page. What you put is kept; if it stays wrong, load the page again.",
  cannotShow: "This cannot be shown",
  unknown: (/** @type {string} */ what) => `This address asks for "${what}", which there is not.`,
  goHome: "Go to the start",
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
  copyBy: "Copy this by hand:",

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
  resetDone: "Forgotten.",
  undoIt: "Undo",
  dayName: (/** @type {Date} */ at) => at.toLocaleDateString("en", { weekday: "long", day: "numeric", month: "long" }),

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
  waits: "This waits for the engine. You can play on.",
  share: "Share",
  print: "Print",
  solving: "Solving the boards",
  badLink: "This link holds no board:",
  ownName: (/** @type {number} */ n) => `${n} × ${n}`,

  // settings
  conflictChoices: { live: "At once", full: "When a unit is full", off: "Never" },
  conflicts: "Warnings",
  autoOnOff: { auto: "When needed", on: "Always", off: "Never" },
  patterns: "Patterns",
  letters: "Letters in the cells",
  playing: "Playing",

  // draw
  rows: "Rows",
  stars: "Stars",
  score: "Score",
  kept: "Kept in My boards.",
  already: "Already in My boards.",
};
