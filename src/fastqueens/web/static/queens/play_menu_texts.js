// The texts of the menu of Play and of its dialogs, and the texts of Play itself.

import { T as play } from "./play_texts.js";

export const T = {
  ...play,
  watchIt: "Watch it solved",
  forgetThis: "Delete my time for this board",
  hideClock: "Hide the time",
  showClock: "Show the time",
  showSolution: "Show the whole solution",
  fillIn: "Put queens that have one place left",
  checkpoints: "Checkpoints",
  checkpoint: "Keep this position",
  checkpointName: (/** @type {number} */ k) => `Checkpoint ${k}`,
  noCheckpoints: "There are no checkpoints yet. You can keep many positions and return to each of them.",
  checkpointCalled: "Name",
  checkpointOf: (/** @type {string} */ name) => `Name of ${name}`,
  deleteIt: (/** @type {string} */ name) => `Delete ${name}`,
  deleted: (/** @type {string} */ name) => `${name} is deleted.`,
  keptAs: (/** @type {string} */ name) => `Kept: ${name}.`,
  goBack: "Return to it",
  shareBoard: "Link to the board",
  sharePosition: "Link to your position",
  shareHow:
    "A link opens the board on any computer where fastqueens runs. The link contains the whole board; nothing is sent over the network.",
  export: "Save a picture or a file",
  exporting: "Making the file",
  exportHow: "The file shows the current position.",
  explain: "Explain step by step",
  solve: "Solve",
  solveHow:
    "A method solves the board and shows how much work it did. No time is recorded for a board that the engine solved.",
  method: "Method",
  step: (/** @type {number} */ k, /** @type {number} */ all) => `Step ${k} of ${all}`,
  backward: "Step back",
  forward: "Next step",
  leave: "Back to your game",
  keepBoard: "Keep in My boards",
};
