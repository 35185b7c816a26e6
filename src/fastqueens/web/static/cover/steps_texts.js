// The texts of the steps of an exact cover search.

import { plural } from "../base/strings.js";

export const S = {
  title: "Step by step",
  player: "The steps of the search",
  start: "No option is chosen yet. Press Play or Step.",
  matrix: "The matrix: a row for each option, a column for each item",
  state: (/** @type {number} */ left, /** @type {number} */ covered, /** @type {number} */ items) =>
    `${plural(left, "option")} left, ${covered} of ${plural(items, "item")} covered`,
  signs:
    "Dots: the items of an option. Shaded columns are covered, crossed-out rows are excluded, framed rows are chosen.",
  step: (/** @type {number} */ k, /** @type {number} */ count) => `step ${k} of ${count}`,
  first: (/** @type {number} */ count) => `These are the first ${count.toLocaleString("en")} steps of the search.`,
};
