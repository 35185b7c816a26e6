// The solver of the packing lab: finds solutions one after another and counts them.

import { errorMessage } from "../base/announce.js";
import { ApiError, post, stream } from "../base/api.js";
import { button, definitionItems, field, h, replaceChildren, select } from "../base/dom.js";
import { formatDuration } from "../base/strings.js";
import { K } from "./packing_texts.js";

/** @typedef {import("./packing_table.js").PackingTable} PackingTable */

export class Solver {
  /**
   * @param {PackingTable} table
   * @param {import("./packing_model.js").PuzzleInfo["puzzle"]} puzzle
   * @param {string[]} methods
   */
  constructor(table, puzzle, methods) {
    this.table = table;
    this.puzzle = puzzle;
    this.method = "auto";
    this.distinct = false;
    /** @type {{key: string, k: number} | null} the number of the solution on the board, for a search with this key */
    this.shown = null;
    /**
     * @type {{key: string, counters: Record<string, number>, ms: number} | null} result of the last
     *   search that ended
     */
    this.result = null;
    /** @type {AbortController | null} */
    this.running = null;
    /** @type {string | null} the text to show if the user stops the running count */
    this.partialCount = null;
    /** Opens the display of a search. The screen sets this function. */
    this.openFilm = () => {};
    this.stopButton = button(K.stop, "stop", () => this.stop(), { class: "wide-button" });
    this.nextButton = button(K.next, "next", () => this.solve(true));
    this.watchButton = button(this.#watchText(), "play", () => this.openFilm(), { "data-start": "" });
    this.countButton = button(K.count, "levels", () => this.count());
    this.distinctTick = h("input", {
      type: "checkbox",
      onchange: () => {
        this.distinct = this.distinctTick.checked;
        this.shown = null;
      },
    });
    this.startButtons = h(
      "div",
      { class: "tools two" },
      button(K.solveHere, "solve", () => this.solve(false), { class: "main" }),
      this.nextButton,
      this.countButton,
      this.watchButton,
    );
    this.verdict = h("div", { class: "card verdict", role: "status" });
    this.element = this.#form(methods.filter((x) => !table.model.solid || !K.plainMethods.includes(x)));
    this.report(K.idle);
  }

  /** @param {string[]} methods */
  #form(methods) {
    const choices = select(
      methods.map((x) => [x, K.methods[x] ?? x]),
      this.method,
      (x) => {
        this.method = x;
        /** @type {Element} */ (this.watchButton.lastElementChild).textContent = this.#watchText();
        this.refresh();
      },
    );
    return h(
      "div",
      { class: "stack tight" },
      field(K.method, choices),
      h("label", { class: "tick" }, this.distinctTick, h("span", {}, K.distinct)),
      this.startButtons,
      this.stopButton,
    );
  }

  #watchText() {
    const { method, table } = this;
    return !table.model.solid && (method === "auto" || method === "brute-force") ? K.watch : K.watchOther;
  }

  /** Whether the method finds one solution at most. */
  get onlyOne() {
    return this.method === "brute-force";
  }

  /** Shows the buttons that belong to the state of the search. */
  refresh() {
    const { onlyOne } = this;
    this.nextButton.disabled = onlyOne || !this.shown || this.shown.key !== this.key();
    this.countButton.disabled = this.distinctTick.disabled = onlyOne;
    this.startButtons.hidden = Boolean(this.running);
    this.stopButton.hidden = !this.running;
  }

  /** @param {string | null} head @param {[string, string][]} [facts] @param {boolean} [wrong] */
  report(head, facts = [], wrong = false) {
    replaceChildren(
      this.verdict,
      head && h("p", { class: wrong ? "wrong" : facts.length ? "big-number" : "" }, head),
      facts.length > 0 && h("dl", { class: "facts" }, definitionItems(facts)),
    );
  }

  /** Shows a headline with the counters and the time of an answer. @param {string} head @param {any} answer */
  reportAnswer(head, answer) {
    const counters = Object.entries(/** @type {Record<string, number>} */ (answer.counters));
    this.report(head, [
      ...counters.map(
        ([name, k]) => /** @type {[string, string]} */ ([K.counters[name] ?? name, k.toLocaleString("en")]),
      ),
      [K.time, formatDuration(answer.ms)],
    ]);
  }

  /** Returns a key that identifies the position and the options to which a result belongs. */
  key() {
    return JSON.stringify([this.table.model.placements(true), this.method, this.distinct]);
  }

  /** Returns the keys and values that all requests have in common. */
  request() {
    return { puzzle: this.puzzle, place: this.table.model.placements(true), method: this.method };
  }

  stop() {
    this.running?.abort();
  }

  /**
   * Runs a search. A Stop button is shown while the search runs.
   * @param {string} text
   * @param {(signal: AbortSignal) => Promise<void>} search
   */
  async #run(text, search) {
    this.stop();
    this.table.closeFilm();
    const running = (this.running = new AbortController());
    this.report(text);
    this.refresh();
    try {
      await search(running.signal);
    } catch (error) {
      if (this.running !== running) return;
      if (running.signal.aborted) this.report(this.partialCount ?? K.stopped);
      else this.report(errorMessage(error), [], true);
    } finally {
      if (this.running === running) {
        const hadFocus = document.activeElement === this.stopButton;
        this.running = this.partialCount = null;
        this.refresh();
        if (hadFocus)
          /** @type {HTMLElement | null} */ (this.startButtons.querySelector("button:not([disabled])"))?.focus();
      }
    }
  }

  /** @param {boolean} next whether to show the solution after the last shown solution */
  solve(next) {
    return this.#run(K.solving, async (signal) => {
      const { model } = this.table;
      const key = this.key();
      const from = next && this.shown?.key === key ? this.shown.k + 1 : 0;
      const distinct = (this.distinct && !this.onlyOne) || undefined;
      const request = { ...this.request(), from, distinct };
      const answer = await post("pack/solve", request, signal);
      const [solution] = answer.solutions;
      if (!solution) {
        this.shown = null;
        this.reportAnswer(answer.status === "solved" ? K.noMore(answer.found) : answer.head, answer);
        return;
      }
      this.table.chosen = -1;
      this.table.change(() => model.putSolution(model.readPlacements(solution)));
      this.shown = { key, k: from };
      this.result = { key, counters: answer.counters, ms: answer.ms };
      this.reportAnswer(K.solution(from + 1), answer);
    });
  }

  count() {
    return this.#run(K.counting, (signal) =>
      stream(
        "pack/count",
        { ...this.request(), distinct: this.distinct || undefined },
        (event, data) => {
          if (event === "error") throw new ApiError(data.error, 422);
          if (event === "done") {
            this.reportAnswer(data.head, data);
            return;
          }
          const text = data.least ? K.atLeast(data.least) : K.counting;
          this.partialCount = data.least ? K.stoppedAt(data.least) : null;
          this.reportAnswer(text, data);
        },
        signal,
      ),
    );
  }
}
