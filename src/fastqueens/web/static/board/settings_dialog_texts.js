// The texts of the settings dialog, and the texts that all screens share.

import { T as shared } from "../base/strings.js";

export const T = {
  ...shared,
  looks: "Look",
  theme: "Theme",
  axes: "Row and column names around the board",
  ownPalette: "Own colours",
  paletteStart: "Use the colours of the theme",
  minDistance: (/** @type {number} */ d) =>
    `The smallest difference between two colours, for all kinds of colour vision, is ${d.toFixed(1)}.`,
  tooSimilar:
    "Below 8, some regions are hard to distinguish. Turn on letters or patterns, or change one of these two colours.",
  nearestColours: (/** @type {number} */ a, /** @type {number} */ b) => `Colours ${a} and ${b} are the most similar.`,
  colour: (/** @type {number} */ k) => `Colour ${k}`,
  autoMarks: "Mark cells that queens rule out",
  order: "A click puts",
  orders: { mark: "a mark, then a queen", queen: "a queen, then a mark", drag: "a queen; dragging puts marks" },
  press: "Right click or long press",
  presses: { queen: "puts a queen", mark: "puts a mark" },
  showTime: "Show the time",
  singleKeys: "Single keys (H, C, T ...)",
  sound: "Sounds",
  vibrate: "Vibration",
};
