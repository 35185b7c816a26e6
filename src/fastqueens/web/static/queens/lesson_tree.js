// The part of a search tree that a lesson shows after an amount of work, and the places of its boxes. This module
// uses no DOM.

/**
 * A recorded search tree; node 0 is the root, and parents come before their children.
 * @typedef {object} RecordedTree
 * @property {number[]} parents
 * @property {string[]} labels
 * @property {string[]} states the states of the nodes at the end
 * @property {number[]} born the work at which the search made each choice
 * @property {number[]} left the work at which the search took each choice back, or -1
 * @property {[number, number][]} solved nodes with a solution, and the work at which it was found
 * @property {boolean} complete whether the tree has every node of the search
 */
/** @typedef {import("../base/tree_picture.js").Box} Box */

export const MAX_BOXES = 40; // Larger trees are pruned.
const MAX_CHILDREN = 5; // the largest number of children that are shown below a node of a pruned tree
const BOX_HEIGHT = 25;
const ROW = 54; // the distance between two depths
const GAP = 8;
const MARGIN = 10;

/**
 * Returns the nodes to show after an amount of work, in the order of the record.
 * @param {RecordedTree} tree
 * @param {number} work
 * @returns {{nodes: (Box & {hidden: number})[], hidden: number, present: number}} `hidden` is the number of nodes that
 *   are not shown, below a node or in all; `present` is the place of the present node in `nodes`
 */
export function visibleTree(tree, work) {
  const { parents, labels, states, born, left } = tree;
  const solved = new Map(tree.solved);
  const count = born.findLastIndex((x) => x <= work) + 1;
  const isOpen = (/** @type {number} */ k) => left[k] < 0 || left[k] > work;
  /** @type {number[][]} */
  const children = Array.from({ length: count }, () => []);
  const size = new Array(count).fill(1); // the number of nodes of each subtree
  for (let k = count - 1; k; k--) {
    size[parents[k]] += size[k];
    children[parents[k]].unshift(k);
  }
  const path = [0];
  for (let next; (next = children[path[path.length - 1]].findLast(isOpen)) !== undefined;) path.push(next);
  const onPath = new Set(path);
  const pruned = count > MAX_BOXES;
  const shown = [0];
  const place = new Map([[0, 0]]);
  for (let k = 1; k < count; k++) {
    const above = children[parents[k]];
    const last = above.length - above.indexOf(k) <= MAX_CHILDREN;
    if (pruned && !(onPath.has(parents[k]) && (last || onPath.has(k)))) continue;
    place.set(k, shown.length);
    shown.push(k);
  }
  const nodes = shown.map((k) => {
    const below = shown.filter((x) => x && parents[x] === k).reduce((sum, x) => sum + size[x], 1);
    const hidden = size[k] - below;
    const found = solved.get(k);
    return {
      parent: k ? /** @type {number} */ (place.get(parents[k])) : -1,
      label: hidden ? `${labels[k]} +${hidden}` : labels[k],
      state: found !== undefined && found <= work ? "solution" : isOpen(k) ? "open" : states[k],
      present: k === path[path.length - 1],
      hidden,
      box: [0, 0, 0],
    };
  });
  return { nodes, hidden: count - shown.length, present: /** @type {number} */ (place.get(path[path.length - 1])) };
}

/**
 * Places the boxes: a node is above the middle of its children, and no two subtrees overlap.
 * @param {Box[]} nodes
 */
export function placeBoxes(nodes) {
  const widths = nodes.map(({ label }) => 16 + 8 * label.length);
  const depths = nodes.map(() => 0);
  const inside = nodes.map(() => 0); // the width of the children of each node together
  nodes.forEach(({ parent }, k) => {
    if (k) depths[k] = depths[parent] + 1;
  });
  const span = (/** @type {number} */ k) => Math.max(widths[k], inside[k]);
  for (let k = nodes.length - 1; k; k--) {
    const { parent } = nodes[k];
    inside[parent] += span(k) + (inside[parent] ? GAP : 0);
  }
  const starts = nodes.map(() => MARGIN); // where the next child of each node begins
  nodes.forEach((node, k) => {
    const start = k ? starts[node.parent] : MARGIN;
    if (k) starts[node.parent] += span(k) + GAP;
    starts[k] = start + (span(k) - inside[k]) / 2;
    node.box = [start + span(k) / 2, MARGIN + depths[k] * ROW, widths[k]];
  });
  return {
    width: span(0) + 2 * MARGIN,
    height: Math.max(...depths) * ROW + BOX_HEIGHT + 2 * MARGIN,
    box_height: BOX_HEIGHT,
    nodes,
  };
}
