// The texts of a lesson.

export const N = {
  title: "Lesson",
  code: "Pseudocode",
  tree: "Search tree",
  copy: "Copy the link to this lesson",
  treeName: (/** @type {string} */ at) => `The search tree; the search is at ${at}`,
  hidden: (/** @type {number} */ k) => `${k.toLocaleString("en")} ${k === 1 ? "node is" : "nodes are"} not shown.`,
  treeEnds: "The tree shows the first 2,000 nodes; the search has more.",
};
