// The texts of what Play does besides playing, and its own.

import { T as play } from "./play_texts.js";

export const T = {
  ...play,
  watchIt: "Watch it solved",
  forgetThis: "Forget my time here",
  hideClock: "Hide the time",
  showClock: "Show the time",
  showSolution: "Show the whole solution",
  fillIn: "Put the queens that have one cell left",
  checkpoints: "Checkpoints",
  checkpoint: "Keep this position",
  checkpointName: (/** @type {number} */ k) => `Checkpoint ${k}`,
  noCheckpoints: "None yet. Keep as many positions as you like, and come back to any of them.",
  checkpointCalled: "Name",
  checkpointOf: (/** @type {string} */ name) => `Name of ${name}`,
  deleteIt: (/** @type {string} */ name) => `Delete ${name}`,
  deleted: (/** @type {string} */ name) => `${name} is deleted.`,
  keptAs: (/** @type {string} */ name) => `Kept: ${name}.`,
  goBack: "Go back to it",
  shareBoard: "Link to the board",
  sharePosition: "Link to what you have put",
  shareHow:
    "A link opens the board on any computer where fastqueens runs. It holds the board itself; nothing is sent anywhere.",
  export: "Save a picture or a file",
  exporting: "Making the file",
  exportHow: "With what stands on the board now.",
  explain: "Explain step by step",
  solve: "Solve",
  solveHow: "Let a method solve the board, and see its numbers. No time is recorded for a board the engine solved.",
  method: "Method",
  step: (/** @type {number} */ k, /** @type {number} */ all) => `Step ${k} of ${all}`,
  backward: "Step back",
  forward: "Step on",
  leave: "Back to your game",
  keepBoard: "Keep in My boards",
};
