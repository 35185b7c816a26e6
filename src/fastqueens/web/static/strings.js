// Every text of the page, in English. Another language is another file like this one.

import { columnName } from "./look.js";

/** @param {number} count @param {string} one @param {string} [many] */
export const plural = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** @param {string[]} items "a, b and c" */
export const listed = (items) =>
  items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;

/** @param {number} ms as 1:42 */
export function clock(ms) {
  const seconds = Math.floor(ms / 1000), hours = Math.floor(seconds / 3600);
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
  cell: (/** @type {number} */ cell, /** @type {number} */ n) => `row ${Math.floor(cell / n) + 1}, column ${columnName(cell % n)}`,
  piece: (/** @type {number} */ stars) => (stars > 1 ? "star" : "queen"),
  mark: "mark", autoMark: "ruled out", empty: "empty", tried: "on trial",
  tooManyIn: (/** @type {string} */ unit) => `too many in ${unit}`,
  touches: (/** @type {string} */ what, /** @type {number} */ cell, /** @type {number} */ n) =>
    `touches the ${what} in row ${Math.floor(cell / n) + 1}, column ${columnName(cell % n)}`,
  boardName: (/** @type {number} */ n, /** @type {number} */ stars) =>
    `${stars > 1 ? `Star Battle board, ${stars} stars` : "Queens board"}, ${n} by ${n}`,

  // frame
  home: "Home", levels: "Levels", make: "Make", draw: "Draw", about: "About", importing: "Import",
  themeNow: (/** @type {string} */ name) => `Theme: ${name}. Change`, themes: { system: "system", light: "light", dark: "dark" },
  settings: "Settings", keys: "All keys", close: "Close", retry: "Retry", cancel: "Cancel", copy: "Copy", stop: "Stop",
  engineGone: "The engine has stopped. You can play on; hints and solving wait for it.",
  engineBack: "The engine is back.",
  notKept: "This browser refuses storage, or it is full: progress will be lost when you close this page.",
  broken: "Something went wrong on this page. What you put is kept; if it stays wrong, load the page again.",
  cannotShow: "This cannot be shown", goHome: "Go to the start", copied: "Copied.",
  copyBy: "Copy this by hand:", loading: "Loading", undo: "Undo", redo: "Redo",
  tiers: /** @type {Record<string, string>} */ ({ easy: "Easy", medium: "Medium", hard: "Hard", expert: "Expert", guess: "Needs guessing" }),

  // home
  title: "One queen in every row, column and colour",
  lead: "Queens and Star Battle, with hints that explain. Everything runs on this computer: no account, no network.",
  rules: (/** @type {number} */ stars) => {
    const what = stars > 1 ? `${stars} stars` : "one queen";
    return [`Put ${what} in every row and every column.`, `Put ${what} in every coloured region.`,
      `No two ${stars > 1 ? "stars" : "queens"} may touch, not even at a corner.`];
  },
  play: "Play", goOn: (/** @type {string} */ name) => `Go on with ${name}`, playLevel: (/** @type {string} */ name) => `Play ${name}`,
  allDone: "Every level is done. Play one again",
  random: "Random level", tryIt: "Try it: tap once for a mark, twice for a queen.", tryWon: "Solved! That is the whole game.",
  today: "Today's board", streak: (/** @type {number} */ k) => (k ? `${plural(k, "day")} in a row` : "Solve it today to start a streak"),
  doneIn: (/** @type {string} */ time) => `Solved in ${time}`, pastDays: "Past days",
  doors: {
    levels: "All boards by size and difficulty", make: "New boards of any size, as hard as you like",
    draw: "Your own board, judged as you paint", importing: "A text, a file, a link or a picture of a board",
    random: "A board you have not solved yet", about: "Rules, keys, and how ratings work",
  },
  unfinished: "Unfinished games",

  // import
  importTitle: "Import a board",
  importHow: "Paste a board as text or JSON, a link, or choose a file or a picture. You can also drop or paste it anywhere on the page.",
  importText: "Board", importFile: "Choose a file", importGo: "Open", importPlaceholder: "AABB\nAABB\nCCDD\nCCDD",
  importBusy: "Reading the board", importMany: (/** @type {number} */ k) => `${plural(k, "board")} found`,
  importMore: (/** @type {number} */ k) => `${plural(k, "more board")} not read: 500 at a time.`,
  importBad: (/** @type {number} */ k) => `Board ${k} cannot be read:`, keepAll: "Keep all in My boards",
  keptBoards: (/** @type {number} */ k) => `${plural(k, "board")} kept in My boards.`, tooLarge: "The file is larger than 6 MB; a board or a picture of one is smaller.",
  doubtful: "Look at the hatched cells again: the picture does not show clearly which region they belong to.",
  place: (/** @type {number | null} */ line, /** @type {number | null} */ column) =>
    line ? ` (line ${line}${column ? `, column ${column}` : ""})` : "", restored: "Your progress and settings are back.",

  // levels
  challenges: "Challenges", challenge: "challenge", streakShort: (/** @type {number} */ k) => plural(k, "day"), myBoards: "My boards", daily: "Daily", size: "Size", tier: "Difficulty", state: "Show",
  states: { all: "All", open: "Not done", done: "Done", begun: "Begun" }, any: "Any",
  sort: "Order", sorts: { number: "By number", score: "By score", time: "By best time" },
  doneOf: (/** @type {number} */ a, /** @type {number} */ b) => `${a} of ${b} done`, hints: (/** @type {number} */ k) => plural(k, "hint"),
  begun: "begun", done: "done", solvedForYou: "shown", none: "No level is like that. Choose another filter.",
  noBoards: "Nothing here yet. Boards that you draw, make or import are kept here.",
  reset: "Reset", forgetThis: "Forget my time here", resetLevels: (/** @type {string} */ what) => `Forget times and games of ${what}?`, resetDone: "Forgotten.", resetGo: "Forget them",
  resetAll: "all levels and days", undoIt: "Undo", backup: "Save progress to a file", restoreFile: "Read progress from a file",
  notBackup: "This is no file of progress saved here.", remove: "Remove", removed: "Removed from My boards.",
  month: (/** @type {Date} */ at) => at.toLocaleDateString("en", { month: "long", year: "numeric" }),
  dayName: (/** @type {Date} */ at) => at.toLocaleDateString("en", { weekday: "long", day: "numeric", month: "long" }),
  previousMonth: "Month before", nextMonth: "Month after",

  // play
  level: "Level", previous: "Level before", next: "Next level", pause: "Pause", goOnPlaying: "Go on", paused: "Paused",
  hideClock: "Hide the time", showClock: "Show the time", ownBoard: "Board", time: "Time",
  starsEach: (/** @type {number} */ k) => `${k} stars in every row, column and region`,
  oneSolution: "one solution", severalSolutions: "several solutions", clear: "Clear", check: "Check", hint: "Hint", trial: "Trial", more: "More", auto: "Auto",
  trialOn: "A trial: keep or drop what you put now.", keep: "Keep", drop: "Drop", trialKept: "Kept.", trialDropped: "Dropped.",
  undone: (/** @type {string} */ what) => `Undone: ${what}.`, redone: (/** @type {string} */ what) => `Redone: ${what}.`,
  nothingToUndo: "Nothing to undo.", nothingToRedo: "Nothing to redo.", cleared: "The board is empty.",
  acts: /** @type {Record<string, string>} */ ({ clear: "clear", trial: "trial begun", keep: "trial kept", drop: "trial dropped",
    restore: "checkpoint", hint: "hint", fill: "queens filled in", solve: "solution" }),
  stroke: (/** @type {string} */ what, /** @type {number} */ k) => plural(k, what),
  at: (/** @type {string} */ what, /** @type {string} */ where) => `${what} in ${where}`,
  lookAt: (/** @type {string} */ where) => `Look at ${where}.`, why: "Why?", whereTo: "Where does it belong?", doIt: "Do it",
  wrongHere: (/** @type {string} */ what, /** @type {string} */ where) => `The ${what} on ${where} is wrong.`,
  mustNot: (/** @type {string} */ where) => `The mark on ${where} is wrong.`,
  showSolution: "Show the whole solution", hintStep: (/** @type {number} */ k) => `Hint, part ${k} of 3`, thinking: "The engine is thinking",
  hintHow: "Three presses: where to look, why, and do it.", another: "Another hint", noSolutionYet: "The engine found no answer in its time. Put a queen or two yourself and ask again.",
  rule: /** @type {Record<string, string>} */ ({ single: "One cell left", confined: "Confined", attacked: "Attacked", pair: "Pair", set: "Set",
    fish: "Fish", suppose: "Forcing chain", queen: "Queen", solution: "Solution", contradiction: "Contradiction" }),
  showThem: "Show them", noMistakes: "No mistakes so far.", conflict: (/** @type {string} */ what) => `Two ${what}s are in each other's way.`,
  noSolution: "This board has no solution.", showWhy: "Show why", waits: "This waits for the engine. You can play on.",
  left: (/** @type {number} */ k, /** @type {string} */ what) => `${plural(k, what)} to go`,
  units: "Rows, columns and regions", unitLine: (/** @type {string} */ name, /** @type {number} */ left, /** @type {string} */ what, /** @type {string[]} */ open) =>
    left > 0 ? `${name}: ${plural(left, what)} to go, ${plural(open.length, "open cell")}${open.length ? `: ${open.join(" ")}` : ""}`
      : left < 0 ? `${name}: ${-left} too many` : `${name}: full`,
  statusLine: (/** @type {string} */ what, /** @type {number} */ k, /** @type {number} */ all) => `${k} of ${all} ${what}s`,
  fillIn: "Put the queens that have one cell left", fillNone: "No row, column or region has exactly one open cell left.",
  filled: (/** @type {number} */ k, /** @type {string} */ what) => `${plural(k, what)} put.`,
  checkpoints: "Checkpoints", checkpoint: "Keep this position", checkpointName: (/** @type {number} */ k) => `Checkpoint ${k}`, noCheckpoints: "None yet. Keep as many positions as you like and come back to any of them.",
  goBack: "Go back to it", share: "Share", shareBoard: "Link to the board", sharePosition: "Link to what you have put", shareHow: "A link opens the board on any computer where fastqueens runs. It holds the board itself; nothing is sent anywhere.",
  export: "Save a picture or a file", exportHow: "With what stands on the board now.", print: "Print", explain: "Explain step by step", solve: "Solve",
  solveHow: "Watch a method at work, with its own numbers. No time is recorded for a board the engine solved.", method: "Method", solved: "Solved",
  step: (/** @type {number} */ k, /** @type {number} */ all) => `Step ${k} of ${all}`, backward: "Step back", forward: "Step on", leave: "Back to your game",
  editBoard: "Change this board in Draw", keepBoard: "Keep in My boards", restart: "Start again", restarted: "Begun again.",
  drawOn: "Draw", drawHow: "One finger scrolls this board. Press Draw to put marks by drag.", zoomIn: "Larger", zoomOut: "Smaller",
  won: "Solved!", wonBy: "Here is the solution", best: "Best time", firstTime: "First time", better: (/** @type {string} */ by) => `${by} faster than before`, slower: (/** @type {string} */ by) => `${by} behind your best`,
  nextLevel: "Next level", allLevels: "Levels", replay: "Replay my moves", copyResult: "Copy the result", lookBoard: "Look at the board", noTime: "The engine solved it: no time is recorded.",
  noHints: "no hints", result: (/** @type {string} */ name, /** @type {string} */ time, /** @type {string} */ hints) => `fastqueens ${name} in ${time}, ${hints}`,
  noLevel: (/** @type {string} */ name) => `There is no level "${name}".`, nearest: (/** @type {string} */ name) => `Open ${name}, the nearest`, badLink: "This link holds no board:",
  fixIt: "Mend it in Import", ownName: (/** @type {number} */ n) => `${n} × ${n}`, begin: "The time runs from your first move.",

  // settings
  looks: "Look", playing: "Playing", theme: "Theme", letters: "Letters in the cells", patterns: "Patterns", axes: "Row and column names around the board",
  autoOnOff: { auto: "When needed", on: "Always", off: "Never" }, ownPalette: "Own colours", paletteStart: "Start from the theme",
  least: (/** @type {number} */ d) => `Least difference of two colours, for any kind of colour vision: ${d.toFixed(1)}.`, tooNear: "Under 8 some regions will be hard to tell apart. Turn letters or patterns on, or change the two colours named.",
  nearest2: (/** @type {number} */ a, /** @type {number} */ b) => `Colours ${a} and ${b} are nearest.`, colour: (/** @type {number} */ k) => `Colour ${k}`,
  autoMarks: "Mark what queens rule out", conflicts: "Warnings", conflictChoices: { live: "At once", full: "When all queens stand", off: "Never" },
  order: "A click puts", orders: { mark: "a mark, then a queen", queen: "a queen, then a mark", drag: "a queen; marks by drag" },
  press: "Right click or long press", presses: { queen: "puts a queen", mark: "puts a mark" }, showTime: "Show the time", singleKeys: "Single keys (H, C, T ...)", sound: "Sounds", vibrate: "Vibration",

  // keys
  keyList: /** @type {[string, string][]} */ ([
    ["Arrows", "move; with Shift, mark along the way"], ["Home End", "ends of the row; with Ctrl, of the board"], ["PageUp PageDown", "five rows"],
    ["Space", "empty, mark, queen"], ["Q Enter", "queen"], ["X", "mark"], ["Delete", "empty"],
    ["Ctrl+Z", "undo"], ["Ctrl+Y", "redo"], ["H", "hint"], ["C", "check"], ["T", "trial"], ["P", "pause"], ["L", "letters"], ["N", "next level"],
    ["+ - 0", "zoom"], ["?", "this list"]]),
  keysNote: "Single letters work while the board has the focus, and can be switched off in the settings.",

  // draw
  drawTitle: "Draw a board", drawn: "drawn", rowsRange: (/** @type {number} */ most) => `A board has 1 to ${most} rows.`, rows: "Rows", stars: "Stars", tools: "Tool", paint: "Paint", fillTool: "Fill", pick: "Pick", newRegion: "New region", flip: "Flip", turn: "Turn",
  ink: (/** @type {string} */ name) => `Region ${name}`, regionInk: "Region to paint with", judging: "Judging", playIt: "Play it",
  verdicts: ["No solution", "Exactly one solution", "Two solutions or more"], verdictNote: { 0: "Change some cells: queens have no room.", 1: "A proper puzzle.", 2: "The hatched cells differ between two solutions." },
  showA: "Show one", showB: "Show another", hideThem: "Hide", inPieces: (/** @type {string[]} */ names) => `In several pieces: ${listed(names)}.`,
  regionsOf: (/** @type {number} */ a, /** @type {number} */ b) => `${plural(a, "region")}, ${b} needed.`, rulesUsed: "Rules it takes", score: "Score", kept: "Kept in My boards.", already: "Already in My boards.",
  changeSize: "The drawing is cut or grown; undo brings it back.", stoppedTime: "The engine did not finish in its time: this board is too open to judge quickly.",
  drawKeys: "Click or drag to paint; on the keyboard Space paints, Shift and an arrow paint along, F fills, and P picks up the colour under the focus.",

  // make
  makeTitle: "Make boards", style: "Region sizes", styles: { mixed: "As they come", balanced: "Alike", lopsided: "Very different" },
  connected: "Regions in one piece", count: "How many", seed: "Seed", seedNote: "The same seed makes the same boards.", makeGo: "Make", making: (/** @type {number} */ k, /** @type {number} */ all) => `Making boards: ${k} of ${all}`,
  made: (/** @type {number} */ k) => `${plural(k, "board")} made`, downloadJsonl: "Save as .jsonl", printSheet: "Print a sheet", perPage: "Boards a page", withSolutions: "Solutions on the last page",
  makeStars: (/** @type {number} */ least) => `With so many stars a board has ${least} rows at least.`, stopped: "Stopped.", goOnMaking: "Go on", chooseBoard: (/** @type {string} */ name) => `Play ${name}`,
  keepIt: "Keep", makeEmpty: "Choose a size and press Make. Each board has exactly one solution; no two are alike.",

  // about
  version: "Version", ruleName: "Rule", meaning: "What it says", engine: "The engine", starRules: "Star Battle is the same game with two stars or more in every row, column and region.", instructions: "Instruction set", kernels: "Kernels", privacy: "Privacy", privacyText: "Nothing leaves this computer. The page talks only to the engine that you started; what you play is kept in this browser, in one file that you can save and read back.",
  howRated: "How ratings work", ratedText: "A board is solved by named rules, easiest first. Its tier is that of the hardest rule it takes; its score adds the costs of all steps. None of the rules guesses.", licence: "Licence", licenceText: "MIT",
  rulesTitle: "Rules", colours: "Colours", coloursText: "The twelve colours of a theme were found by search: they differ as much as twelve can for normal sight and three kinds of colour blindness at once, and colour is never the only sign.",
};
