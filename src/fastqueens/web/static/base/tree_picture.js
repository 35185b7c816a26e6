// Draws a search tree: the root at the top, and a box for each choice.

import { s } from "./dom.js";

/**
 * @typedef {object} Box
 * @property {number} parent the number of the parent box; -1 for the root, which is the first box
 * @property {string} label
 * @property {string} state
 * @property {number[]} box its middle, its top and its width
 * @property {boolean} [present] whether the search is here now
 */

/**
 * @param {{width: number, height: number, box_height: number, nodes: Box[]}} tree
 * @param {string} name
 */
export function treePicture({ width, height, box_height: high, nodes }, name) {
  const inner = new Set(nodes.map((node) => node.parent));
  const lines = nodes.slice(1).map(({ parent, box: [x, y] }) => {
    const [above, top] = nodes[parent].box;
    return `M${above} ${top + high}L${x} ${y}`;
  });
  const rem = (/** @type {number} */ px) => `${px / 16}rem`; // The tree grows with the type of the page.
  return s(
    "svg",
    { width: rem(width), height: rem(height), viewBox: `0 0 ${width} ${height}`, class: "tree", role: "img", "aria-label": name },
    s("path", { class: "edge", d: lines.join("") }),
    nodes.map(({ label, state, present, box: [x, y, wide] }, number) => {
      const cross = !inner.has(number) && (state === "failed" || state === "refuted");
      return s(
        "g",
        { class: present ? `${state} present` : state },
        s("rect", { x: x - wide / 2, y, width: wide, height: high }),
        s("text", { x, y: y + high - 8, "text-anchor": "middle" }, label),
        cross && s("path", { class: "cross", d: `M${x - 4} ${y + high + 4}l8 8m0-8l-8 8` }),
      );
    }),
  );
}
