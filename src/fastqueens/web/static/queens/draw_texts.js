// The texts of Draw, and those of all screens.

import { T as shared, joinAnd, plural } from "../base/strings.js";

export const T = {
  ...shared,
  drawTitle: "Draw a board",
  drawn: "drawn",
  rowsRange: (/** @type {number} */ most) => `A board has 1 to ${most} rows.`,
  tools: "Tool",
  paint: "Paint",
  fillTool: "Fill",
  pick: "Pick",
  borders: "Borders",
  borderPut: (/** @type {string} */ side) => `Border ${side}.`,
  borderGone: (/** @type {string} */ side) => `No border ${side}.`,
  sides: { a: "to the left", d: "to the right", w: "above", s: "below" },
  rim: "That is the edge of the board.",
  mostRegions: (/** @type {number} */ most) => `A board drawn here has ${most} regions at most.`,
  doubts: (/** @type {number} */ k) =>
    `${plural(k, "cell")} to look at again: the picture does not show clearly to which region ${k === 1 ? "it belongs" : "they belong"}. Paint over what is wrong.`,
  nextDoubt: "Show the next",
  noDoubt: "They are right",
  newRegion: "New region",
  flip: "Flip",
  turn: "Turn",
  ink: (/** @type {string} */ name) => `Region ${name}`,
  regionInk: "Region to paint with",
  judging: "Judging",
  playIt: "Play it",
  verdicts: ["No solution", "Exactly one solution", "Two solutions or more"],
  verdictNote: {
    0: "Change some cells: queens have no room.",
    1: "A proper puzzle.",
    2: "The hatched cells differ between two solutions.",
  },
  showA: "Show one",
  showB: "Show another",
  hideThem: "Hide",
  inPieces: (/** @type {string[]} */ names) => `In several pieces: ${joinAnd(names)}.`,
  regionsOf: (/** @type {number} */ a, /** @type {number} */ b) => `${plural(a, "region")}, ${b} needed.`,
  rulesUsed: "Rules it takes",
  stoppedTime: "The engine did not finish in its time: this board is too open to judge quickly.",
  drawKeys:
    "Click or drag to paint; on the keyboard Space paints, Shift and an arrow paint along, F fills, and P picks up the colour under the focus. W, A, S and D put or remove the border above, left, below and right of it: a region whose borders close becomes two.",
  watchIt: "Watch it solved",
};
