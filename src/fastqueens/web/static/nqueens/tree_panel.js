// Draws the search tree of N-Queens: the root at the top, and a box for each queen that was placed.

import { post } from "../base/api.js";
import { field, h, loadStyles, replaceChildren, select } from "../base/dom.js";
import { scrollable, searchButton } from "../base/search_button.js";
import { treePicture } from "../base/tree_picture.js";
import { Q } from "./nqueens_texts.js";

const METHODS = ["backtracking", "backtracking-memo", "forward-checking", "mac"];

/**
 * @typedef {object} Tree
 * @property {string} summary
 * @property {string} text
 * @property {number} width
 * @property {number} height
 * @property {number} box_height
 * @property {{parent: number, label: string, state: string, box: [number, number, number]}[]} nodes
 *   a box is its middle, its top and its width
 */

export class TreePanel {
  /** @param {import("../base/app_types.js").App} app @param {import("./nqueens_model.js").NQueensModel} model */
  constructor(app, model) {
    this.model = model;
    let method = METHODS[0];
    const named = Q.methods.filter(([name]) => METHODS.includes(name));
    const methods = select(named, method, (x) => {
      method = x;
    });
    const nodes = h("input", { type: "number", min: 1, max: 1000, value: 200, inputmode: "numeric" });
    const all = h("input", { type: "checkbox" });
    this.output = h("div");
    this.search = searchButton(app, Q.growthGo, "draw", async (signal) => {
      if (!nodes.reportValidity()) return;
      const request = { ...model.rule, method, nodes: Number(nodes.value), all: all.checked };
      const [tree] = await Promise.all([post("nqueens/tree", request, signal), loadStyles("base/tree")]);
      const { figure, scroller } = treeFigure(tree);
      replaceChildren(this.output, figure);
      scroller.scrollLeft = tree.nodes[0].box[0] - scroller.clientWidth / 2; // shows the root
      return tree.summary;
    });
    this.content = [
      h("p", { class: "muted" }, Q.treeHow),
      h("div", { class: "form" }, h("div", { class: "wide" }, field(Q.method, methods)), field(Q.treeNodes, nodes)),
      h("label", { class: "tick" }, all, Q.all),
      h("div", { class: "row" }, this.search.go),
      this.search.note,
      this.output,
    ];
  }

  /** Removes the tree, after a change of the board or the rule. */
  reset() {
    this.search.stop();
    this.search.report("");
    replaceChildren(this.output);
  }
}

/** @param {Tree} tree */
function treeFigure({ summary, text, width, height, box_height, nodes }) {
  const picture = treePicture({ width, height, box_height, nodes }, summary);
  const scroller = scrollable(Q.tree, picture);
  const figure = h(
    "figure",
    { class: "stack" },
    scroller,
    h("details", {}, h("summary", {}, Q.treeText), scrollable(Q.treeText, h("pre", {}, text))),
  );
  return { figure, scroller };
}
