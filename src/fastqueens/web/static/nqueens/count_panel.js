// Counts and lists the solutions; a listed solution opens with its mirrored and turned images.

import { announce, copyText } from "../base/announce.js";
import { ApiError, post, stream } from "../base/api.js";
import { button, dialog, field, h, replaceChildren, select } from "../base/dom.js";
import { checkFields } from "../base/field_errors.js";
import { searchButton } from "../base/search_button.js";
import { cellName } from "../base/strings.js";
import { placementPicture } from "./chessboard.js";
import { Q } from "./nqueens_texts.js";

/** @typedef {{queens: number[], pawns: number[], orbit: [number[], number[]][]}} Solution */

const MAX_COUNTED = 18; // the most rows of a board whose solutions are counted here
const PAGE_SIZE = 12;

export class CountPanel {
  /**
   * @param {import("../base/app_types.js").App} app
   * @param {import("./nqueens_model.js").NQueensModel} model
   * @param {(queens: number[], pawns: number[]) => void} showSolution puts a solution on the board
   */
  constructor(app, model, showSolution) {
    this.app = app;
    this.model = model;
    this.showSolution = showSolution;
    this.symmetry = "all";
    this.start = 0; // the index of the first solution of the page
    this.progress = h("progress", { max: 1, value: 0, hidden: true, "aria-label": Q.count });
    this.counter = searchButton(app, Q.countGo, "check", (signal, report) => this.#count(signal, report));
    this.terminal = h("div");
    this.gallery = h("div", { class: "stack" });
    const symmetries = select(Object.entries(Q.symmetries), this.symmetry, (x) => {
      this.symmetry = x;
      this.#clear();
    });
    const lister = button(Q.listGo, "levels", () => {
      if (!checkFields()) return;
      this.start = 0;
      this.#list();
    });
    this.content = [
      h("div", { class: "form" }, field(Q.solutions, symmetries)),
      h("div", { class: "row" }, this.counter.go, lister),
      this.progress,
      this.counter.note,
      this.terminal,
      this.gallery,
    ];
  }

  /** Removes all results, after a change of the board or the rule. */
  reset() {
    this.counter.stop();
    this.counter.report("");
    this.#clear();
  }

  /**
   * Clears the list. If a count would take too long, disables the button and shows a command line.
   */
  #clear() {
    const { model, symmetry } = this;
    this.start = 0;
    replaceChildren(this.gallery);
    const quick = model.variant === "hertzsprung" && symmetry === "all";
    const tooLarge = model.n > MAX_COUNTED && !quick;
    this.counter.go.disabled = tooLarge;
    const line = model.commandLine(`--count${symmetry === "all" ? "" : " --symmetry fundamental"}`);
    replaceChildren(
      this.terminal,
      tooLarge && [
        h("p", {}, Q.useTerminal(model.n)),
        h(
          "div",
          { class: "row" },
          h("code", { class: "command" }, line),
          button(Q.copy, "share", () => copyText(line)),
        ),
      ],
    );
  }

  /** @param {AbortSignal} signal @param {import("../base/search_button.js").Report} report */
  async #count(signal, report) {
    const { progress } = this;
    let result = "";
    try {
      await stream(
        "nqueens/count",
        { ...this.model.rule, symmetry: this.symmetry },
        (event, data) => {
          if (event === "progress") {
            progress.hidden = false;
            progress.value = data.fraction;
            report(Q.progress(data.fraction, data.solutions, data.left));
          } else if (event === "done") result = Q.counted(data.sentence, data.nodes, data.ms);
          else if (event === "error") throw new ApiError(data.error, 500);
        },
        signal,
      );
    } finally {
      progress.hidden = true;
    }
    return result;
  }

  async #list() {
    const { gallery, model } = this;
    const { n } = model;
    const request = { ...model.rule, symmetry: this.symmetry, start: this.start, count: PAGE_SIZE };
    const page = await post("nqueens/list", request, this.app.signal);
    if (n !== model.n) return;
    const stopped = page.stopped && h("p", { class: "muted" }, Q.listStopped(n));
    if (!page.solutions.length) {
      replaceChildren(gallery, stopped || h("p", {}, Q.noSolutions));
      return;
    }
    const text = Q.page(page.start + 1, page.start + page.solutions.length);
    const turnPage = (/** @type {number} */ by) => {
      this.start += by;
      this.#list();
    };
    replaceChildren(
      gallery,
      h(
        "div",
        { class: "row" },
        button(Q.before, "back", () => turnPage(-PAGE_SIZE), { bare: true, disabled: page.start === 0 }),
        h("p", { class: "paged" }, text),
        button(Q.after, "next", () => turnPage(PAGE_SIZE), { bare: true, disabled: !page.more }),
      ),
      h(
        "ul",
        { class: "tiles large" },
        page.solutions.map((/** @type {Solution} */ x, /** @type {number} */ k) =>
          this.#solutionItem(page.start + 1 + k, x),
        ),
      ),
      stopped,
    );
    announce(text);
  }

  /** @param {number[]} cells */
  #names(cells) {
    return cells.map((x) => cellName(x, this.model.n)).join(" ");
  }

  /** @param {number} number @param {Solution} solution */
  #solutionItem(number, solution) {
    const { queens, pawns, orbit } = solution;
    return h(
      "li",
      {},
      h(
        "button",
        { type: "button", class: "tile", onclick: () => this.#openOrbit(number, solution) },
        placementPicture(this.model.n, queens, pawns),
        h("span", { class: "hidden" }, Q.solution(this.#names(queens))),
        h("span", { class: "line" }, h("span", {}, number), h("small", {}, Q.images(orbit.length))),
      ),
    );
  }

  /** Shows a solution with its turned and mirrored images. @param {number} number @param {Solution} solution */
  #openOrbit(number, solution) {
    const imageItem = (/** @type {[number[], number[]]} */ [queens, pawns]) =>
      h(
        "li",
        {},
        h(
          "button",
          {
            type: "button",
            class: "tile",
            "aria-label": `${this.#names(queens)}. ${Q.use}`,
            onclick: () => {
              box.close();
              this.showSolution(queens, pawns);
            },
          },
          placementPicture(this.model.n, queens, pawns),
        ),
      );
    const images = h("ul", { class: "tiles" }, solution.orbit.map(imageItem));
    const box = dialog(Q.orbit(number), [h("p", { class: "muted" }, Q.orbitHow), images], { class: "wide" });
  }
}
