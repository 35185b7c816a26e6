// The texts of the board on which the reader draws a mask.

import { T as shared } from "../base/strings.js";

export const T = {
  ...shared,
  maskName: "Your drawing",
  regionInk: "Region to draw with",
  ink: (/** @type {string} */ name) => `Region ${name}`,
  freeCells: "Free cells",
  newRegion: "New region",
  maskKeys:
    "Click or drag to draw, right-click to free a cell. On the keyboard, Space draws a cell, Shift with an arrow key draws a line, and Q fills an area.",
};
