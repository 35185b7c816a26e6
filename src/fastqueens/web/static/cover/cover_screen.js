// The exact cover lab: a problem in Knuth's format, its solutions, and the options chosen so far.

import { announce, errorMessage, toast } from "../base/announce.js";
import { CodecError, deflateText, inflateText } from "../board/codec.js";
import { ApiError, NetworkError, post, stream } from "../base/api.js";
import { button, field, fileChooser, h, loadStyles, replaceChildren, select } from "../base/dom.js";
import { onDropOrPaste } from "../base/drop_and_paste.js";
import { searchButton } from "../base/search_button.js";
import { C, ENGINE_EXAMPLES, EXAMPLES } from "./cover_texts.js";

/** @typedef {import("../base/app_types.js").App} App */
/**
 * @typedef {[number, string][]} Options pairs: the number of an option, counted from 1, and its
 *   items
 */

const READ_DELAY = 250; // milliseconds between a change of the text and its check
const PAGE_SIZE = 20;
const ADDRESS_DELAY = 300; // milliseconds between a step and the address that names it
const MAX_ADDRESS_BYTES = 32_768; // longer texts are not written into the address
const MAX_TEXT_BYTES = 1 << 20; // of a text from an address

class CoverScreen {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.timer = 0;
    this.addressTimer = 0;
    this.start = 0; // the index of the first solution of the page
    this.asking = new AbortController();
    app.setTitle(C.title);
    this.text = h("textarea", {
      id: "cover-text",
      rows: 14,
      spellcheck: "false",
      autocapitalize: "none",
      "aria-describedby": "cover-size",
      oninput: () => this.#onTextChange(),
    });
    this.size = h("p", { id: "cover-size", class: "told", role: "status" });
    this.examples = select(
      [
        ["", C.choose],
        ...EXAMPLES.map(([name], k) => /** @type {[string, string]} */ ([String(k), name])),
        ...ENGINE_EXAMPLES,
      ],
      "",
      (k) => this.#loadExample(k),
    );
    this.method = "auto";
    this.chosen = h("div", { class: "chosen" });
    this.found = h("div", { class: "stack" });
    this.stepsPlace = h("div");
    this.stepper = button(C.showSteps, "watch", () => this.#showSteps(), { "data-start": "" });
    this.counter = searchButton(app, C.count, "check", (signal, report) => this.#search(signal, report, false), {
      class: "main",
    });
    this.lister = searchButton(app, C.list, "levels", (signal, report) => this.#search(signal, report, true), {});
    this.element = this.#layout();
    app.signal.addEventListener("abort", () => {
      clearTimeout(this.timer);
      clearTimeout(this.addressTimer);
      this.asking.abort();
    });
    // On this screen a dropped file is an exact cover problem, not a board of queens.
    onDropOrPaste(async (file) => this.#load(await file.text()), { capture: true, signal: app.signal });
  }

  #layout() {
    const chooser = fileChooser(async (file) => this.#load(await file.text()));
    return h(
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
          h("div", { class: "row" }, this.counter.go, this.lister.go, this.stepper),
          this.counter.note,
          this.lister.note,
          this.chosen,
          this.found,
        ),
      ),
      this.stepsPlace,
    );
  }

  /** @param {string} key the number of an example of the page, or the name of an example of the engine */
  async #loadExample(key) {
    if (EXAMPLES[Number(key)] && key) this.#load(EXAMPLES[Number(key)][1]());
    else if (key)
      try {
        this.#load((await post("cover/example", { name: key }, this.app.signal)).text);
      } catch (error) {
        if (!this.app.signal.aborted) toast(errorMessage(error), { error: true });
      }
  }

  /** Loads the text that the address names, and shows its step. */
  async begin() {
    const { rest, query, signal } = this.app;
    if (!rest) return this.#load(EXAMPLES[0][1]());
    try {
      if (!rest.startsWith("z.")) throw new CodecError(C.wrongAddress);
      this.text.value = await inflateText(rest.slice(2), MAX_TEXT_BYTES);
    } catch (error) {
      if (!(error instanceof CodecError)) throw error;
      toast(C.noText(error.message), { error: true });
      return this.#load(EXAMPLES[0][1]());
    }
    if (signal.aborted) return;
    await this.#readText();
    const step = query.get("at");
    if (step !== null && !this.stepper.disabled) await this.#showSteps(Number(step) || 0);
  }

  /** Writes the text, and the step if it is given, into the address. @param {number} [step] */
  async #updateAddress(step) {
    const { signal } = this.asking;
    const code = await deflateText(this.text.value);
    if (signal.aborted || this.app.signal.aborted) return;
    const place = code.length > MAX_ADDRESS_BYTES ? "" : `/z.${code}`;
    this.app.replaceAddress(`#/cover${place}${place && step !== undefined ? `?at=${step}` : ""}`);
  }

  /** Shows the matrix, and the steps of a search. @param {number} [step] the step to show first */
  async #showSteps(step = 0) {
    const [{ StepsPanel }] = await Promise.all([import("./steps_panel.js"), loadStyles("cover/steps")]);
    try {
      const found = await post("cover/steps", { text: this.text.value }, this.asking.signal);
      const panel = new StepsPanel(found, this.app, (k) => {
        clearTimeout(this.addressTimer);
        this.addressTimer = setTimeout(() => this.#updateAddress(k), ADDRESS_DELAY);
      });
      replaceChildren(this.stepsPlace, panel.element);
      panel.begin(step);
    } catch (error) {
      if (!this.asking.signal.aborted) toast(errorMessage(error), { error: true });
    }
  }

  /** @param {string} text */
  #load(text) {
    this.text.value = text;
    this.#onTextChange(0);
  }

  #onTextChange(delay = READ_DELAY) {
    this.counter.stop();
    this.lister.stop();
    for (const part of [this.counter, this.lister]) part.report("");
    replaceChildren(this.chosen);
    replaceChildren(this.found);
    replaceChildren(this.stepsPlace);
    this.start = 0;
    clearTimeout(this.timer);
    clearTimeout(this.addressTimer);
    this.asking.abort();
    this.timer = setTimeout(() => this.#readText(), delay);
  }

  /** Sends the text to the engine, and shows the size of the problem or the error. */
  async #readText() {
    const { signal } = (this.asking = new AbortController());
    const report = (/** @type {string} */ text, wrong = false) => {
      replaceChildren(this.size, text);
      this.size.className = wrong ? "told note wrong" : "told muted";
      this.text.setAttribute("aria-invalid", String(wrong));
      for (const go of [this.counter.go, this.lister.go, this.stepper])
        /** @type {HTMLButtonElement} */ (go).disabled = wrong;
    };
    try {
      const found = await post("cover", { text: this.text.value }, signal);
      report(C.size(found.options, found.primary, found.secondary));
      this.#updateAddress();
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ApiError)) {
        if (error instanceof NetworkError) return;
        throw error;
      }
      report(error.message, true);
      const line = error.answer?.line;
      if (line) {
        this.size.append(
          h(
            "span",
            { class: "row" },
            button(C.toLine(line), "next", () => this.#selectLine(line)),
          ),
        );
      }
    }
  }

  /** @param {number} line the number of the line, counted from 1 */
  #selectLine(line) {
    const { text } = this;
    const lines = text.value.split("\n");
    const start = lines.slice(0, line - 1).reduce((sum, x) => sum + x.length + 1, 0);
    text.focus();
    text.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
    text.scrollTop = (text.scrollHeight / lines.length) * Math.max(0, line - 4);
  }

  /**
   * @param {AbortSignal} signal
   * @param {import("../base/search_button.js").Report} report
   * @param {boolean} list whether to list the solutions; otherwise they are only counted
   */
  async #search(signal, report, list) {
    const other = list ? this.counter : this.lister;
    other.stop();
    other.report("");
    replaceChildren(this.found);
    replaceChildren(this.chosen);
    report(C.searching);
    const solutions = h("ol", { class: "solutions", start: this.start + 1 });
    /** @type {any} */
    let done = null;
    try {
      await stream(
        "cover/search",
        { text: this.text.value, method: this.method, ...(list && { list, start: this.start, count: PAGE_SIZE }) },
        (event, data) => {
          if (event === "progress") {
            report(C.progress(data.solutions, data.counters.nodes, data.ms));
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
    if (list && (this.start || done.more)) this.found.prepend(this.#pageTurner(solutions.children.length, done.more));
    if (done.count === "0" && done.exact) announce(C.none);
    return done.sentence;
  }

  /**
   * @param {number} count the number of solutions on this page
   * @param {boolean} more whether another page follows
   */
  #pageTurner(count, more) {
    const { start } = this;
    const turnPage = (/** @type {number} */ by) => {
      this.start += by;
      this.lister.begin();
    };
    return h(
      "div",
      { class: "row" },
      button(C.before, "back", () => turnPage(-PAGE_SIZE), { bare: true, disabled: !start }),
      h("p", {}, C.page(start + 1, start + count)),
      button(C.after, "next", () => turnPage(PAGE_SIZE), { bare: true, disabled: !more }),
    );
  }
}

/** @param {Options} options */
const optionsElement = (options) =>
  h(
    "ul",
    { class: "options" },
    options.map(([number, items]) => h("li", { title: C.covered(number) }, items)),
  );

/** @param {App} app */
export async function open(app) {
  await loadStyles("cover/cover");
  const screen = new CoverScreen(app);
  screen.begin();
  return screen.element;
}
