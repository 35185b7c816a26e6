// The N-Queens lab: place queens, count and list solutions, watch a search, make large boards.

import { announce, errorMessage, warnUnknown } from "../base/announce.js";
import { ApiError, NetworkError, post } from "../base/api.js";
import { button, field, h, loadStyles, replaceChildren, select } from "../base/dom.js";
import { checkFields } from "../base/field_errors.js";
import { onUndoKeys } from "../base/shortcuts.js";
import { cellName } from "../base/strings.js";
import { Chessboard } from "./chessboard.js";
import { CountPanel } from "./count_panel.js";
import { growthPanel } from "./growth_panel.js";
import { largeBoardsPanel } from "./large_boards.js";
import { NQueensModel, countAttacks } from "./nqueens_model.js";
import { Q, cellOf } from "./nqueens_texts.js";
import { SearchFilm } from "./search_film.js";
import { TreePanel } from "./tree_panel.js";

/** @typedef {import("../base/app_types.js").App} App */

const MAX_DRAWN = 200; // the most rows of a board that is drawn
const MAX_PAWNS = 8; // the most pawns or, with a minus sign, missing queens
const MAX_COMPLETED = 64; // the most rows of a board whose completions are counted
const COUNT_DELAY = 120; // milliseconds between a change and the request for completions

/** Reads the size and the rule from the address. @param {App} app */
function modelOf(app) {
  const wanted = Number(app.rest);
  const n = Number.isInteger(wanted) && wanted >= 1 && wanted <= 1000 ? wanted : 8;
  const name = app.query.get("v");
  const variant = Q.variants.map(([x]) => x).find((x) => x === name) ?? "queens";
  const k = Number(app.query.get("k") ?? 1);
  const pawns = Number.isInteger(k) && Math.abs(k) <= MAX_PAWNS ? k : 1;
  const sizeText = `${Q.n} ${n}`;
  warnUnknown(
    [app.rest !== String(n) && app.rest, sizeText],
    [name, variant],
    [k !== pawns && `k=${app.query.get("k")}`, `k=${pawns}`],
  );
  return new NQueensModel(n, variant, pawns);
}

/** @param {string} title @param {any[]} content */
const foldedCard = (title, content) =>
  h("details", { class: "card" }, h("summary", {}, title), h("div", { class: "stack" }, content));

class NQueensScreen {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.model = modelOf(app);
    /** @type {{queens: number[], pawns: number[]} | null} a completion of the placed queens */
    this.example = null;
    this.timer = 0;
    this.counting = new AbortController();
    /** @type {Chessboard | null} */
    this.board = null;
    app.setTitle(Q.title);
    this.boardPlace = h("div", { class: "board-place" });
    this.status = h("p", { class: "state", role: "status" });
    this.completions = h("p", { class: "completions" });
    this.cellsInput = h("input", {
      type: "text",
      autocapitalize: "none",
      spellcheck: "false",
      placeholder: Q.queensHow,
      onchange: () => this.#readCells(),
    });
    this.undoButton = button(Q.undo, "undo", () => this.stepHistory(true));
    this.fillButton = button(Q.fill, "solve", () => this.#fill());
    this.constructButton = button(Q.construct, "draw", () => this.#make("construct"));
    this.randomButton = button(Q.random, "random", () => this.#make("random"));
    this.film = new SearchFilm(
      app,
      this.model,
      (view, text) => {
        this.board?.show(view);
        replaceChildren(this.status, text);
      },
      () => this.#show(),
    );
    this.countPanel = new CountPanel(app, this.model, (queens, pawns) => {
      if (this.board) this.#setPieces(queens, pawns);
      this.boardPlace.scrollIntoView({ block: "nearest" });
    });
    this.treePanel = new TreePanel(app, this.model);
    this.element = this.#layout();
    this.#reset();
    onUndoKeys(app.signal, (undo) => this.stepHistory(undo));
    app.signal.addEventListener("abort", () => {
      clearTimeout(this.timer);
      this.counting.abort();
    });
  }

  #layout() {
    return h(
      "div",
      { class: "stack queens-lab" },
      h("h1", {}, Q.title),
      h(
        "div",
        { class: "play" },
        h("div", { class: "arena" }, this.boardPlace, this.status, this.film.screen),
        h(
          "div",
          { class: "side" },
          h("p", { class: "muted" }, Q.lead),
          h(
            "section",
            { class: "card stack" },
            this.#ruleForm(),
            field(Q.queensOn, this.cellsInput),
            this.completions,
            h(
              "div",
              { class: "row" },
              this.fillButton,
              this.undoButton,
              button(Q.clear, "clear", () => this.#setPieces([], [])),
              this.randomButton,
              this.constructButton,
            ),
          ),
          foldedCard(Q.watch, this.film.content),
        ),
      ),
      foldedCard(Q.count, this.countPanel.content),
      foldedCard(Q.tree, this.treePanel.content),
      foldedCard(Q.growth, growthPanel(this.app)),
      foldedCard(Q.large, largeBoardsPanel(this.app)),
    );
  }

  /** The fields for the size and the rule. */
  #ruleForm() {
    const { model } = this;
    const numberInput = (/** @type {Record<string, number>} */ range, /** @type {(x: number) => void} */ set) => {
      const input = h("input", {
        type: "number",
        inputmode: range.min < 0 ? null : "numeric", // Some numeric keypads have no minus sign.
        ...range,
        onchange: () => {
          if (input.reportValidity()) set(Number(input.value));
        },
      });
      return input;
    };
    const size = numberInput({ min: 1, max: 1000, value: model.n }, (n) => {
      model.n = n;
      model.reset();
      this.#reset();
    });
    const pawns = numberInput({ min: -MAX_PAWNS, max: MAX_PAWNS, value: model.k }, (k) => {
      model.k = k;
      this.#reset();
    });
    const pawnsField = field(Q.pawns, pawns);
    pawnsField.hidden = model.variant !== "plus_k";
    const variants = select(Q.variants, model.variant, (x) => {
      model.variant = x;
      pawnsField.hidden = x !== "plus_k";
      this.#reset();
    });
    return h(
      "div",
      { class: "form" },
      field(Q.n, size),
      pawnsField,
      h("div", { class: "wide" }, field(Q.variant, variants)),
    );
  }

  /**
   * Shows the board for a new size or rule. Keeps the queens and removes the pawns of a solution.
   */
  #reset() {
    this.film.close();
    const { model } = this;
    const { n, variant, k } = model;
    model.pieces = { ...model.pieces, pawns: [] };
    this.countPanel.reset();
    this.treePanel.reset();
    this.board = n <= MAX_DRAWN ? new Chessboard(n, (cell) => this.toggleQueen(cell)) : null;
    replaceChildren(this.boardPlace, this.board?.element ?? h("p", { class: "note" }, Q.notDrawn(n)));
    const plain = variant === "queens";
    this.constructButton.disabled = this.randomButton.disabled = !plain || n > MAX_DRAWN;
    const query = plain ? "" : `?v=${variant}${variant === "plus_k" ? `&k=${k}` : ""}`;
    this.app.replaceAddress(`#/queens/${n}${query}`);
    this.#onChange();
  }

  // ---- placing queens

  /** Puts a queen on a cell or takes it away. @param {number} cell */
  toggleQueen(cell) {
    this.film.close();
    const { n, pieces } = this.model;
    const { queens, pawns } = pieces;
    const present = queens.includes(cell);
    const others = queens.filter((x) => x !== cell);
    this.#setPieces(
      present ? others : [...queens, cell],
      pawns.filter((x) => x !== cell),
    );
    announce(present ? Q.taken(cellName(cell, n)) : Q.put(cellName(cell, n)));
  }

  /** @param {number[]} queens @param {number[]} pawns */
  #setPieces(queens, pawns) {
    this.film.close();
    this.model.setPieces(queens, pawns);
    this.#onChange();
  }

  /** Places the queens on the cells that the user typed. */
  #readCells() {
    const { cellsInput, model } = this;
    const names = cellsInput.value
      .toLowerCase()
      .split(/[\s,;]+/)
      .filter(Boolean);
    const invalid = names.find((x) => cellOf(x, model.n) < 0);
    cellsInput.setCustomValidity(invalid === undefined ? "" : Q.noCell(invalid, model.n));
    if (cellsInput.reportValidity()) this.#setPieces([...new Set(names.map((x) => cellOf(x, model.n)))], []);
  }

  /** @param {boolean} undo true for undo, false for redo */
  stepHistory(undo) {
    const { model } = this;
    if (!(undo ? model.past : model.future).length) {
      announce(undo ? Q.nothingToUndo : Q.nothingToRedo);
      return;
    }
    this.film.close();
    model.stepHistory(undo);
    this.#onChange();
    announce(Q.placed(model.pieces.queens.length, 0));
  }

  #show() {
    const { n, variant, pieces } = this.model;
    const { queens, pawns } = pieces;
    if (!this.board) return;
    const attacks = countAttacks(n, variant, queens, pawns);
    const wrong = new Set(queens.filter((x) => attacks[x]));
    const occupied = new Set([...queens, ...pawns]);
    const attacked = [...attacks.keys()].filter((x) => attacks[x] && !occupied.has(x));
    this.board.show({ queens, pawns, attacked, wrong });
    replaceChildren(this.status, Q.placed(queens.length, wrong.size));
  }

  #onChange() {
    this.#show();
    const { model, cellsInput } = this;
    const { n } = model;
    cellsInput.value = [...model.pieces.queens]
      .sort((a, b) => a - b)
      .map((x) => cellName(x, n))
      .join(" ");
    cellsInput.setCustomValidity("");
    this.undoButton.disabled = !model.past.length;
    this.example = null;
    this.fillButton.disabled = true;
    clearTimeout(this.timer);
    this.counting.abort();
    const countable = n <= MAX_COMPLETED;
    this.#reportCompletions(countable ? Q.counting : Q.tooLarge, countable);
    if (countable) this.timer = setTimeout(() => this.#countCompletions(), COUNT_DELAY);
  }

  /** @param {string} text @param {boolean} [large] @param {boolean} [solved] */
  #reportCompletions(text, large = true, solved = false) {
    const classes = `big-number${solved ? " done" : ""}`;
    replaceChildren(this.completions, large ? h("span", { class: classes }, text) : h("small", {}, text));
  }

  async #countCompletions() {
    const { signal } = (this.counting = new AbortController());
    const { n, rule, queenCount, pieces } = this.model;
    const queens = pieces.queens.map((x) => [Math.floor(x / n), x % n]);
    try {
      const answer = await post("nqueens", { ...rule, queens }, signal);
      const { count, exact, example, pawns, problem } = answer;
      const solved = example && queens.length === queenCount;
      const text = solved ? Q.solved : count === "0" && exact ? Q.none : Q.completions(count, exact);
      this.#reportCompletions(problem ?? text, true, solved);
      this.example = example && { queens: example, pawns };
      this.fillButton.disabled = !example || (solved && !pawns.length);
      if (queens.length) announce(problem ?? text);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ApiError || error instanceof NetworkError)) throw error;
      this.#reportCompletions(errorMessage(error), false);
    }
  }

  #fill() {
    if (checkFields() && this.example) this.#setPieces(this.example.queens, this.example.pawns);
  }

  /** @param {string} make the kind of solution */
  async #make(make) {
    if (!checkFields()) return;
    const { n } = this.model;
    const seed = String(crypto.getRandomValues(new Uint32Array(1))[0]);
    const answer = await post("nqueens/board", { n, make, seed }, this.app.signal);
    const queens = answer.columns.map((/** @type {number} */ x, /** @type {number} */ row) => row * n + x);
    if (n === this.model.n) this.#setPieces(queens, []);
  }
}

/** @param {App} app */
export async function open(app) {
  await Promise.all([loadStyles("nqueens/nqueens"), loadStyles("base/chart")]);
  return new NQueensScreen(app).element;
}
