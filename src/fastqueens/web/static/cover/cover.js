// Exact cover: Knuth's text in a box; its solutions counted, listed, and the choices on the way.

import { announce } from "../base/announce.js";
import { ApiError, NetworkError, post, stream } from "../base/api.js";
import { button, field, fileChooser, h, loadStyles, replaceChildren, select } from "../base/dom.js";
import { searchButton } from "../base/search_button.js";
import { onDropOrPaste } from "../base/shortcuts.js";
import { C, EXAMPLES } from "./cover_texts.js";

/** @typedef {[number, string][]} Options numbers from 1, and items */

const SOON = 250;
const PAGE = 20;

class Cover {
  /** @param {import("../base/app_types.js").App} app */
  constructor(app) {
    this.app = app;
    this.soon = 0;
    this.from = 0;
    app.setTitle(C.title);
    this.text = h("textarea", {
      id: "cover-text",
      rows: 14,
      spellcheck: "false",
      autocapitalize: "none",
      "aria-describedby": "cover-size",
      oninput: () => this.#changed(),
    });
    this.size = h("p", { id: "cover-size", class: "told", role: "status" });
    this.examples = select(
      [["", C.choose], ...EXAMPLES.map(([name], k) => /** @type {[string, string]} */ ([String(k), name]))],
      "",
      (k) => {
        if (k) this.#load(EXAMPLES[Number(k)][1]());
      },
    );
    const chooser = fileChooser(async (file) => this.#load(await file.text()));
    this.method = "auto";
    this.chosen = h("div", { class: "chosen" });
    this.found = h("div", { class: "stack" });
    this.counter = searchButton(app, C.count, "check", (signal, told) => this.#search(signal, told, false));
    this.lister = searchButton(app, C.list, "levels", (signal, told) => this.#search(signal, told, true), {});
    this.element = h(
      "div",
      { class: "stack cover-lab" },
      h("h1", {}, C.title),
      h("p", { class: "muted lead" }, C.lead),
      h(
        "div",
        { class: "two" },
        h(
          "section",
          { class: "stack" },
          h(
            "div",
            { class: "row" },
            field(C.examples, this.examples),
            button(C.file, "import", () => chooser.click()),
            chooser,
          ),
          h("label", { class: "field", for: "cover-text" }, h("span", {}, C.text)),
          this.text,
          this.size,
        ),
        h(
          "section",
          { class: "card stack" },
          field(
            C.method,
            select(C.methods, this.method, (x) => {
              this.method = x;
            }),
          ),
          h("div", { class: "row" }, this.counter.go, this.lister.go),
          this.counter.note,
          this.lister.note,
          this.chosen,
          this.found,
        ),
      ),
    );
    app.signal.addEventListener("abort", () => {
      clearTimeout(this.soon);
      this.asking?.abort();
    });
    this.#load(EXAMPLES[0][1]());
    // Here it is a problem, not a board of queens.
    onDropOrPaste(async (file) => this.#load(await file.text()), { capture: true, signal: app.signal });
  }

  /** @param {string} text */
  #load(text) {
    this.text.value = text;
    this.#changed(0);
  }

  #changed(wait = SOON) {
    this.counter.stop();
    this.lister.stop();
    for (const part of [this.counter, this.lister]) part.report("");
    replaceChildren(this.chosen);
    replaceChildren(this.found);
    this.from = 0;
    clearTimeout(this.soon);
    this.asking?.abort();
    this.soon = setTimeout(() => this.#read(), wait);
  }

  async #read() {
    const asking = (this.asking = new AbortController());
    const show = (/** @type {string} */ text, wrong = false) => {
      replaceChildren(this.size, text);
      this.size.className = wrong ? "told note wrong" : "told muted";
      this.text.setAttribute("aria-invalid", String(wrong));
      for (const part of [this.counter, this.lister]) part.go.disabled = wrong;
    };
    try {
      const found = await post("cover", { text: this.text.value }, asking.signal);
      show(C.size(found.options, found.primary, found.secondary));
    } catch (error) {
      if (asking.signal.aborted) return;
      if (!(error instanceof ApiError)) {
        if (error instanceof NetworkError) return;
        throw error;
      }
      show(error.message, true);
      const line = error.answer?.line;
      if (line) {
        this.size.append(
          h(
            "span",
            { class: "row" },
            button(C.toLine(line), "next", () => this.#toLine(line)),
          ),
        );
      }
    }
  }

  /** Select a line of the text. @param {number} line from 1 */
  #toLine(line) {
    const { text } = this;
    const lines = text.value.split("\n");
    const start = lines.slice(0, line - 1).reduce((sum, x) => sum + x.length + 1, 0);
    text.focus();
    text.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
    text.scrollTop = (text.scrollHeight / lines.length) * Math.max(0, line - 4);
  }

  /**
   * @param {AbortSignal} signal
   * @param {import("../base/search_button.js").Report} told
   * @param {boolean} list
   */
  async #search(signal, told, list) {
    (list ? this.counter : this.lister).stop();
    (list ? this.counter : this.lister).report("");
    replaceChildren(this.found);
    replaceChildren(this.chosen);
    told(C.searching);
    const solutions = h("ol", { class: "solutions", start: this.from + 1 });
    /** @type {any} */
    let done = null;
    try {
      await stream(
        "cover/search",
        { text: this.text.value, method: this.method, ...(list && { list, start: this.from, count: PAGE }) },
        (event, data) => {
          if (event === "progress") {
            told(C.progress(data.solutions, data.counters.nodes, data.ms));
            replaceChildren(this.chosen, h("h2", {}, C.chosen(data.depth)), optionsElement(data.chosen));
          } else if (event === "solution") {
            if (!solutions.isConnected) replaceChildren(this.found, solutions);
            solutions.append(h("li", {}, optionsElement(data.options)));
          } else if (event === "error") throw new ApiError(data.error, 500);
          else done = data;
        },
        signal,
      );
    } finally {
      if (done) replaceChildren(this.chosen);
    }
    if (!done) return "";
    if (list && (this.from || done.more)) {
      const turn = (/** @type {number} */ by) => {
        this.from += by;
        this.lister.begin();
      };
      this.found.prepend(
        h(
          "div",
          { class: "row" },
          button(C.before, "back", () => turn(-PAGE), { bare: true, disabled: !this.from }),
          h("p", {}, C.page(this.from + 1, this.from + solutions.children.length)),
          button(C.after, "next", () => turn(PAGE), { bare: true, disabled: !done.more }),
        ),
      );
    }
    if (done.count === "0" && done.exact) announce(C.none);
    return done.sentence;
  }
}

/** @param {Options} options */
const optionsElement = (options) =>
  h(
    "ul",
    { class: "options" },
    options.map(([number, items]) => h("li", { title: C.covered(number) }, items)),
  );

/** @param {import("../base/app_types.js").App} app */
export async function open(app) {
  await loadStyles("cover/cover");
  return new Cover(app).element;
}
