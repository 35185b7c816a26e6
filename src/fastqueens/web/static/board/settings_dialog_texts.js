// The texts of the settings, and those of all screens.

import { T as shared } from "../base/strings.js";

export const T = {
  ...shared,
  looks: "Look",
  theme: "Theme",
  axes: "Row and column names around the board",
  ownPalette: "Own colours",
  paletteStart: "Start from the theme",
  least: (/** @type {number} */ d) =>
    `Least difference of two colours, for any kind of colour vision: ${d.toFixed(1)}.`,
  tooNear:
    "Under 8 some regions will be hard to tell apart. Turn letters or patterns on, or change the two colours named.",
  nearest2: (/** @type {number} */ a, /** @type {number} */ b) => `Colours ${a} and ${b} are nearest.`,
  colour: (/** @type {number} */ k) => `Colour ${k}`,
  autoMarks: "Mark what queens rule out",
  order: "A click puts",
  orders: { mark: "a mark, then a queen", queen: "a queen, then a mark", drag: "a queen; marks by drag" },
  press: "Right click or long press",
  presses: { queen: "puts a queen", mark: "puts a mark" },
  showTime: "Show the time",
  singleKeys: "Single keys (H, C, T ...)",
  sound: "Sounds",
  vibrate: "Vibration",
};
