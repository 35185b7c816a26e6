// The texts of How to play, and the texts that all screens share.

import { T as shared } from "./strings.js";

export const T = {
  ...shared,
  gestures: "Mouse and touch",
  gestureList: (/** @type {string} */ piece) => [
    `Click or tap a cell: once for a mark, twice for a ${piece}, three times to empty it.`,
    "Drag over empty cells to mark them. Begin on a mark to remove marks.",
    `Right-click, or press long, to put a ${piece} at once.`,
    "Pinch to zoom a large board.",
  ],
  keysTitle: "Keys",
  playKeys: /** @type {[string, string][]} */ ([
    ["Arrows", "move"],
    ["Space", "empty, mark, queen"],
    ["Q", "queen"],
    ["X", "mark"],
    ["Ctrl+Z", "undo"],
    ["H", "hint"],
    ["?", "all keys"],
  ]),
};
