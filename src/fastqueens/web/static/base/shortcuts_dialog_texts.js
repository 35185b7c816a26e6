// The texts of the list of keyboard shortcuts, and the texts that all screens share.

import { T as shared } from "./strings.js";

export const T = {
  ...shared,
  keyList: /** @type {[string, string][]} */ ([
    ["Arrows", "move; with Shift: mark the cells on the way"],
    ["Home End", "go to an end of the row; with Ctrl: of the board"],
    ["PageUp PageDown", "move by five rows"],
    ["Space", "empty, mark, queen"],
    ["Q Enter", "queen"],
    ["X", "mark"],
    ["Delete", "empty"],
    ["Ctrl+Z", "undo"],
    ["Ctrl+Y", "redo"],
    ["H", "hint"],
    ["C", "check"],
    ["T", "trial"],
    ["P", "pause"],
    ["L", "letters"],
    ["R", "list the cells of the region"],
    ["N", "next level"],
    ["+ - 0", "zoom"],
    ["Space ← →", "in a player: play or pause, step back or forward"],
    ["Arrows", "on the tiles: slide a tile in this direction"],
    [", .", "in a player: slower, faster"],
    ["?", "this list"],
  ]),
  keysNote:
    "Single-letter keys work after you click the board or go to it with Tab. You can switch them off in the settings.",
};
