// The texts of printed sheets, in English.

import { T as shared } from "../base/strings.js";

export const T = {
  ...shared,
  sheetTitle: (/** @type {number} */ n, /** @type {number} */ stars) =>
    `${stars > 1 ? "Star Battle" : "Queens"} ${shared.sizeName(n, stars)}`,
  nameLine: "Name",
  dateLine: "Date",
  solutions: "Solutions",
  boards: "Boards",
};
