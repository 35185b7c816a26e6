// A lesson in Watch: the sentence of each step, the pseudocode with its lit lines, and the growing search tree.

import { post } from "../base/api.js";
import { button, h, loadStyles, replaceChildren } from "../base/dom.js";
import { scrollable } from "../base/search_button.js";
import { treePicture } from "../base/tree_picture.js";
import { N } from "./lesson_texts.js";
import { placeBoxes, visibleTree } from "./lesson_tree.js";

/** @typedef {import("../board/frame_buffer.js").Frame} Frame */

const TREE_METHODS = ["backtracking", "forward-checking", "mac"];
const PANELS = ["code", "tree"];

export class LessonPanel {
  /**
   * @param {string} open the panels that are open, as in an address
   * @param {() => void} onToggle
   * @param {() => void} copyLink
   */
  constructor(open, onToggle, copyLink) {
    const names = open ? open.split(".") : PANELS;
    this.sentence = h("p", { class: "lesson-sentence" });
    this.code = h("ol", { class: "lesson-code" });
    this.tree = scrollable(N.tree, h("div"));
    this.note = h("p", { class: "muted" });
    const fold = (/** @type {string} */ key, /** @type {string} */ title, /** @type {Node[]} */ ...content) => {
      const details = h("details", { open: names.includes(key), ontoggle: onToggle }, h("summary", {}, title), content);
      details.addEventListener("toggle", () => this.#drawTree());
      return details;
    };
    this.folds = { code: fold("code", N.code, this.code), tree: fold("tree", N.tree, this.tree, this.note) };
    /** @type {import("./lesson_tree.js").RecordedTree | null} */
    this.recorded = null;
    /** @type {Frame | null} */
    this.frame = null;
    this.element = h(
      "section",
      { class: "card stack lesson", "aria-label": N.title },
      this.folds.code,
      this.folds.tree,
      h("div", { class: "row" }, button(N.copy, "share", copyLink)),
    );
  }

  /** The open panels in the form of an address. */
  get panels() {
    const open = Object.entries(this.folds).filter(([, x]) => x.open);
    return open.length ? open.map(([key]) => key).join(".") : "none";
  }

  /**
   * Begins the lesson of a search.
   * @param {string[]} pseudocode
   * @param {{board: string, method: string, options: Record<string, any>, seed: string, all: boolean}} search
   * @param {AbortSignal} signal
   */
  async begin(pseudocode, { board, method, options, seed, all }, signal) {
    replaceChildren(
      this.code,
      pseudocode.map((line) => {
        const text = line.trimStart();
        const item = h("li", {}, text);
        item.style.paddingInlineStart = `${0.6 + (line.length - text.length) * 0.35}rem`;
        return item;
      }),
    );
    this.recorded = null;
    const hasTree = TREE_METHODS.includes(method) && !options.restarts;
    this.folds.tree.hidden = !hasTree;
    if (!hasTree) return;
    await loadStyles("base/tree");
    const tree = await post("watch/tree", { board, method, options, seed, all }, signal);
    if (signal.aborted) return;
    this.recorded = tree;
    this.#drawTree();
  }

  /** @param {Frame} frame */
  show(frame) {
    this.frame = frame;
    this.sentence.textContent = frame.sentence ?? "";
    const lit = new Set(frame.lines);
    [...this.code.children].forEach((line, k) => {
      line.classList.toggle("lit", lit.has(k));
      if (lit.has(k)) line.setAttribute("aria-current", "step");
      else line.removeAttribute("aria-current");
    });
    this.#drawTree();
  }

  #drawTree() {
    const { recorded, frame, tree, folds } = this;
    if (!recorded || !frame || !folds.tree.open) return;
    const { nodes, hidden, present } = visibleTree(recorded, frame.work);
    const placed = placeBoxes(nodes);
    const { label, box } = nodes[present];
    replaceChildren(tree, treePicture(placed, N.treeName(label)));
    const [x, y] = box;
    tree.scrollTo(x - tree.clientWidth / 2, y - tree.clientHeight / 2);
    const beyond = !recorded.complete && frame.work > recorded.born[recorded.born.length - 1];
    this.note.textContent = [hidden ? N.hidden(hidden) : "", beyond ? N.treeEnds : ""].join(" ").trim();
  }
}
