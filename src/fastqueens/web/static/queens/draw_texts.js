// The texts of the screen Draw, and the texts that all screens share.

import { T as shared, joinAnd, plural } from "../base/strings.js";

export const T = {
  ...shared,
  drawTitle: "Draw a board",
  drawn: "drawn",
  rowsRange: (/** @type {number} */ max) => `A board has 1 to ${max} rows.`,
  tools: "Tool",
  paint: "Paint",
  fillTool: "Fill",
  pick: "Pick",
  borders: "Borders",
  borderPut: (/** @type {string} */ side) => `Border ${side}.`,
  borderGone: (/** @type {string} */ side) => `No border ${side}.`,
  sides: { a: "to the left", d: "to the right", w: "above", s: "below" },
  rim: "That is the edge of the board.",
  maxRegions: (/** @type {number} */ max) => `A board drawn here has at most ${max} regions.`,
  doubts: (/** @type {number} */ k) =>
    `${plural(k, "uncertain cell")}: the picture does not show clearly to which region ${k === 1 ? "it belongs" : "they belong"}. Paint over the cells that are wrong.`,
  nextDoubt: "Next cell",
  noDoubt: "All cells are right",
  newRegion: "New region",
  flip: "Flip",
  turn: "Turn",
  ink: (/** @type {string} */ name) => `Region ${name}`,
  regionInk: "Region to paint with",
  judging: "Checking the board",
  playIt: "Play it",
  verdicts: ["No solution", "Exactly one solution", "Two solutions or more"],
  verdictNote: { 0: "The queens do not fit. Change some cells.", 2: "The hatched cells differ between two solutions." },
  showA: "Show a solution",
  showB: "Show another solution",
  hideThem: "Hide the solution",
  inPieces: (/** @type {string[]} */ names) => `Regions in several pieces: ${joinAnd(names)}.`,
  regionsOf: (/** @type {number} */ a, /** @type {number} */ b) =>
    `The board has ${plural(a, "region")}, but it needs ${b}.`,
  paintRegions: (/** @type {number} */ all, /** @type {number} */ k) => `Paint ${plural(all, "region")}: ${k} so far`,
  finishDrawing: "Let the engine finish it",
  repair: "Repair",
  files: "Save or print",
  rulesUsed: "Rules used",
  stoppedTime:
    "The engine could not judge this board in the time limit, because the regions leave too many possibilities.",
  drawKeys:
    "Click or drag to paint. On the keyboard, Space paints a cell, Shift with an arrow key paints a line, F fills a region, and P picks the colour of a cell. W, A, S and D put or remove the border above, left, below and right of a cell. A region becomes two regions when a closed border cuts it. A region may have several pieces.",
  watchIt: "Watch it solved",
};
