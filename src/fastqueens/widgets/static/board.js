// The front end of BoardWidget: a table with the game, which all views of a widget share, and views,
// each with a board, its buttons and a card for hints. The kernel answers hints and checks.

import { button, fill, h, icon } from "../../web/static/base/dom.js";
import { commandOf } from "../../web/static/base/shortcuts.js";
import { T, cellName, listed } from "../../web/static/base/strings.js";
import { FqBoard } from "../../web/static/board/board_element.js";
import { letterOf } from "../../web/static/board/board_style.js";
import { EMPTY, Game, MARK, QUEEN, autoMarks, counts, next, puzzleOf, queensIn } from "../../web/static/board/game.js";
import { learn, themeOf } from "../../web/static/board/palette.js";
import { PALETTE } from "./inlined_assets.js";
import { say } from "./storage_stub.js";
import { W } from "./strings.js";
import { Refusal, channel, frame } from "./widget_shell.js";

/** @typedef {import("./widget_shell.js").Model} Model */

const SIGNS = ".xQ"; // empty, mark, queen, by their numbers in game.js
const SOON = 600; // milliseconds until a wait is shown
const LONG = 8000; // and until it is called long

const boardSheet = new CSSStyleSheet();
boardSheet.replaceSync(`
.play { display: grid; gap: .8rem; grid-template-columns: minmax(0, 30rem); }
.side { display: grid; gap: .7rem; align-content: start; }
.tools { display: grid; grid-template-columns: repeat(6, minmax(0, 1fr)); gap: .35rem; }
.tools button { flex-direction: column; gap: .1rem; font-size: .8em; min-block-size: 54px; padding: .25rem .1rem; }
.tools .icon { inline-size: 1.6em; block-size: 1.6em; }
.dots { display: flex; gap: .3rem; } .dots i { inline-size: 8px; block-size: 8px; border-radius: 50%; background: var(--line); } .dots i.on { background: var(--accent); }
.won { display: flex; gap: .7rem; align-items: center; font-size: 1.25em; font-weight: 680; }
.won .icon { inline-size: 2.4rem; block-size: 2.4rem; color: var(--accent); stroke-width: 1.3; }
@container (min-width: 700px) { .play { grid-template-columns: minmax(0, 30rem) minmax(15rem, 21rem); } .tools { grid-template-columns: repeat(3, minmax(0, 1fr)); } }
@container (max-width: 330px) { .tools { grid-template-columns: repeat(3, minmax(0, 1fr)); } }
@media (prefers-reduced-motion: no-preference) {
  .won .icon { animation: rise 420ms cubic-bezier(.3, 1.6, .5, 1); }
  @keyframes rise { from { transform: translateY(.8rem) scale(.4) rotate(-14deg); opacity: 0; } }
}
`);

/** The game that the views of one widget share, and its way to the kernel. */
class Table {
  /** @param {Model} model */
  constructor(model) {
    this.model = model;
    this.ask = channel(model);
    /** @type {Set<View>} */
    this.views = new Set();
    this.telling = false;
    this.puzzle = puzzleOf(1, 1, [0]);
    this.game = new Game(this.puzzle);
    this.outlined = false;
    /** @type {number[]} the queens in the order they were put */
    this.order = [];
    this.#take();
    model.on("change:board", () => {
      this.#take();
      for (const view of this.views) view.begin();
    });
    model.on("change:state", () => this.#arrive(this.#stated()));
    for (const name of ["placed", "eliminated"]) model.on(`change:${name}`, () => this.#arrive(this.#listed()));
    for (const name of ["letters", "patterns", "axes"]) {
      model.on(`change:${name}`, () => this.views.forEach((view) => view.look()));
    }
    model.on("change:auto_marks", () => this.views.forEach((view) => view.show()));
  }

  /** Begin with the board that the kernel has, and with what stands on it. */
  #take() {
    const { n, stars, regions, names } = this.model.get("board");
    this.puzzle = puzzleOf(n, stars, regions, names);
    this.game = new Game(this.puzzle);
    this.game.cells = this.#stated();
    this.outlined = false;
    this.order = [];
    this.#arrive(this.game.cells);
  }

  #stated() {
    const signs = [...String(this.model.get("state") ?? "").replace(/\s/g, "")];
    const cells = new Uint8Array(this.puzzle.n ** 2);
    if (signs.length === cells.length) signs.forEach((sign, i) => (cells[i] = Math.max(0, SIGNS.indexOf(sign))));
    return cells;
  }

  #listed() {
    const { n } = this.puzzle;
    const cells = new Uint8Array(n * n);
    for (const [row, column] of this.model.get("eliminated") ?? []) cells[row * n + column] = MARK;
    for (const [row, column] of this.model.get("placed") ?? []) cells[row * n + column] = QUEEN;
    return cells;
  }

  /** What Python set is one step, which can be undone. @param {Uint8Array} cells */
  #arrive(cells) {
    const { game, puzzle } = this;
    const { n } = puzzle;
    const told = (this.model.get("placed") ?? []).map((/** @type {[number, number]} */ [r, c]) => r * n + c);
    if (this.telling) return;
    if (cells.some((value, i) => value !== game.cells[i])) game.change("kernel", [...cells].entries());
    else if (String(told) === String(this.order)) return;
    this.#reorder([...told, ...this.order]);
    this.outlined = game.conflicts.complete;
    for (const view of this.views) view.moved();
  }

  /** @param {number[]} before */
  #reorder(before) {
    const { game } = this;
    this.order = [...new Set([...before.filter((i) => game.cells[i] === QUEEN), ...game.queens])];
  }

  /** Tell the kernel and all views what the player did. */
  moved() {
    const { game, puzzle, model } = this;
    const { n } = puzzle;
    this.outlined = false;
    this.#reorder(this.order);
    const signs = [...game.cells].map((value) => SIGNS[value]);
    this.telling = true; // one trait after the other: until all are told they do not agree
    model.set("placed", this.order.map(this.at));
    model.set("eliminated", game.marks.map(this.at));
    model.set("state", Array.from({ length: n }, (_, r) => signs.slice(r * n, r * n + n).join("")).join("\n"));
    model.set("solved", game.conflicts.complete);
    model.save_changes();
    this.telling = false;
    for (const view of this.views) view.moved();
  }

  /** @param {number} cell as row and column */
  at = (cell) => [Math.floor(cell / this.puzzle.n), cell % this.puzzle.n];

  /** @param {[number, number]} place */
  cell = ([row, column]) => row * this.puzzle.n + column;

  /** @param {string} what */
  question(what) {
    return this.ask(what, { placed: this.order.map(this.at), eliminated: this.game.marks.map(this.at) });
  }
}

class View {
  /** @param {Table} table @param {HTMLElement} el */
  constructor(table, el) {
    this.table = table;
    /** @type {{answer: any, part: number} | null} */
    this.hint = null;
    this.asked = 0; // the number of the question whose answer is waited for
    this.erasing = EMPTY;
    this.dark = false;
    // By its name, not by its class: the first widget of a page has defined it.
    this.board = /** @type {FqBoard} */ (document.createElement("fq-board"));
    this.status = h("p", { class: "muted" });
    this.card = h("div", { class: "card", hidden: true });
    /** @type {Record<string, HTMLButtonElement>} */
    this.tools = Object.fromEntries(
      /** @type {const} */ (["undo", "redo", "clear", "hint", "check", "auto"]).map((name) => [
        name,
        button(W[name], name, () => this.command(name)),
      ]),
    );
    for (const side of ["aria-label", "title"]) this.tools.auto.setAttribute(side, W.autoMarks);
    this.frame = frame(el, table.model, [boardSheet], (dark) => {
      this.dark = dark;
      this.look();
    });
    this.frame.root.append(
      h(
        "div",
        { class: "play" },
        this.board,
        h(
          "div",
          { class: "side" },
          h("div", { class: "tools", role: "group", "aria-label": W.tools }, Object.values(this.tools)),
          this.status,
          this.card,
        ),
      ),
    );
    this.board.addEventListener("fq", (event) => this.#played(/** @type {CustomEvent} */ (event).detail));
    this.frame.root.addEventListener("keydown", (event) => this.#key(/** @type {KeyboardEvent} */ (event)));
    table.views.add(this);
    this.frame.begin();
    this.moved();
  }

  /** Another board: what was pointed out on the one before is no cell of it perhaps. */
  begin() {
    this.board.point({});
    this.look();
    this.moved();
  }

  end() {
    this.table.views.delete(this);
    this.frame.end();
  }

  /** Draw the board in the colours and with the signs that are wished for. */
  look() {
    const { model, puzzle } = this.table;
    this.board.name = T.boardName(puzzle.n, puzzle.stars);
    this.board.draw(true); // one finger draws on large boards too: the page scrolls beside them
    const forced = matchMedia("(forced-colors: active)").matches;
    this.board.show(puzzle, {
      theme: forced ? undefined : themeOf(this.dark ? "dark" : "light"),
      axes: model.get("axes") ?? true,
      letters: model.get("letters") ?? undefined,
      patterns: model.get("patterns") ?? undefined,
    });
    this.show();
  }

  show() {
    const { game, puzzle, model, outlined } = this.table;
    const { tools } = this;
    const conflicts = game.conflicts;
    const auto = Boolean(model.get("auto_marks"));
    const over = conflicts.complete;
    this.board.readonly = over;
    this.board.update({
      cells: game.cells,
      auto: (auto || (this.hint?.part ?? 0) > 1) && !over ? autoMarks(puzzle, game.cells) : null,
      conflicts,
      broken: queensIn(puzzle, game.cells, conflicts),
      outlined: over && outlined,
      count: puzzle.stars > 1 ? counts(puzzle, game.cells) : null,
    });
    tools.undo.disabled = !game.done.length;
    tools.redo.disabled = !game.undone.length;
    tools.clear.disabled = game.empty;
    tools.hint.disabled = tools.check.disabled = over;
    tools.auto.setAttribute("aria-pressed", String(auto));
    this.status.textContent = game.empty
      ? W.begin
      : W.standing(T.piece(puzzle.stars), game.queens.length, puzzle.n * puzzle.stars);
  }

  /** Something stands elsewhere now: a hint is of the past. */
  moved() {
    this.asked++;
    this.hint = null;
    this.board.point({});
    this.card.hidden = true;
    this.show();
    if (!this.table.game.conflicts.complete) return;
    const text = this.table.outlined ? W.solvedBy : W.solved;
    this.#card(false, h("div", { class: "won" }, icon("trophy"), text));
    say(text);
  }

  // ---- what the player does

  /** @param {{what: string, cell?: number, cells?: number[]}} move */
  #played({ what, cell = 0, cells = [] }) {
    const { table } = this;
    const { game } = table;
    if (this.board.readonly || what === "zoom") return;
    const before = game.done.length;
    const value = game.cells[cell];
    if (what === "begin") {
      // The first cell decides what the stroke does.
      game.begin("mark");
      this.erasing = value;
      if (value !== QUEEN) game.put(cell, value === MARK ? EMPTY : MARK);
    } else if (what === "over") {
      const put = this.erasing === MARK ? EMPTY : MARK;
      if (this.erasing !== QUEEN) for (const i of cells) if (game.cells[i] === this.erasing) game.put(i, put);
    } else if (what === "end") game.end();
    else if (what === "cancel") game.cancel();
    else if (what === "along") {
      game.change(
        "mark",
        cells.filter((i) => game.cells[i] === EMPTY).map((i) => [i, MARK]),
      );
    } else {
      const wanted = /** @type {Record<string, number>} */ ({ alt: QUEEN, queen: QUEEN, mark: MARK, empty: EMPTY })[what];
      game.put(cell, what === "tap" ? next(value, "mark") : value === wanted ? EMPTY : wanted);
    }
    if (game.stroke || what === "cancel") this.show();
    else if (game.done.length !== before) {
      table.moved();
      if (what !== "end" && !game.conflicts.complete) say(this.board.describe(cell));
    }
  }

  /** @param {string} name */
  command(name) {
    const { table } = this;
    const { game, model } = table;
    if (name === "hint") this.#ask();
    else if (name === "check") this.#check();
    else if (name === "auto") {
      model.set("auto_marks", !model.get("auto_marks"));
      model.save_changes();
      this.show();
    } else if (name === "clear") {
      if (game.clear()) table.moved();
      say(W.empty);
    } else if (name === "undo" || name === "redo") {
      const step = name === "undo" ? game.undo() : game.redo();
      if (!step) return;
      table.moved();
      const many = step.changes.length / 3;
      const where = many === 1 ? T.cell(step.changes[0], table.puzzle.n) : W.cells(many);
      if (!game.conflicts.complete) say(name === "undo" ? W.undone(where) : W.redone(where));
    }
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const command = commandOf(event, event.composedPath().includes(this.board));
    if (!command || event.defaultPrevented || !(command in this.tools)) return;
    event.preventDefault();
    if (!this.tools[command].disabled) this.command(command);
  }

  // ---- help

  /** @param {boolean} wrong @param {...any} content */
  #card(wrong, ...content) {
    fill(this.card, content);
    this.card.classList.toggle("wrong", wrong);
    this.card.hidden = false;
  }

  /**
   * Ask the kernel; a move or Stop ends the wait.
   * @param {string} what
   */
  async #kernel(what) {
    const mine = ++this.asked;
    const wait = (/** @type {string} */ text) => () => {
      if (mine !== this.asked) return;
      this.#card(false, h("p", {}, text), h("div", { class: "row" }, button(W.stop, "stop", () => this.moved())));
      say(text);
    };
    const timers = [setTimeout(wait(W.thinking), SOON), setTimeout(wait(W.silent), LONG)];
    try {
      const answer = await this.table.question(what);
      return mine === this.asked ? answer : null;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (mine === this.asked) this.#note(error.message, true);
      return null;
    } finally {
      timers.forEach(clearTimeout);
    }
  }

  /** @param {string} text @param {boolean} [wrong] @param {...any} more */
  #note(text, wrong = false, ...more) {
    const close = button(W.close, null, () => this.moved());
    this.#card(wrong, h("p", {}, text), h("div", { class: "row" }, more, close));
    say(text);
  }

  async #check() {
    const answer = await this.#kernel("check");
    if (!answer) return;
    const mistakes = answer.cells.map(this.table.cell);
    this.#note(
      answer.sentence,
      mistakes.length > 0,
      mistakes.length > 0 && button(W.showThem, "next", () => this.board.point({ mistakes }), { class: "main" }),
    );
  }

  /** The next part of a hint: where to look, why, do it. */
  async #ask() {
    if (this.hint && this.hint.part > 1) this.#doHint();
    else if (this.hint) {
      this.hint.part++;
      this.#hintCard();
    } else {
      const answer = await this.#kernel("hint");
      if (!answer) return;
      if (!answer.step && !answer.wrong) {
        this.#note(answer.sentence);
        return;
      }
      // A cell that was wrongly crossed out belongs where it is: there is nothing more to tell.
      const whole = answer.wrong && String(answer.wrong) === String(answer.correct_cell);
      this.hint = { answer, part: whole ? 2 : 1 };
      this.#hintCard();
    }
  }

  #hintCard() {
    const { hint, board, table } = this;
    if (!hint) return;
    const { answer, part } = hint;
    const { puzzle, cell } = table;
    const { step } = answer;
    let text = answer.sentence;
    let press = part > 1 ? W.doIt : step ? W.why : W.whereTo;
    if (step) {
      const units = /** @type {[string, number][]} */ (step.units);
      const cells = step.cells.map(cell);
      const placed = step.placed.map(cell);
      if (part > 1) {
        board.point({ units, dim: true, reason: cells, target: placed, eliminated: step.eliminated.map(cell) });
      } else {
        board.point({ units, dim: true, reason: units.length ? [] : cells });
        const name = (/** @type {[string, number]} */ [kind, k]) =>
          kind === "region" ? T.region(letterOf(puzzle, k)) : kind === "row" ? T.row(k) : T.column(k);
        const cellNames = [...cells, ...placed].slice(0, 3).map((i) => cellName(i, puzzle.n));
        text = W.lookAt(listed(units.length ? units.map(name) : cellNames));
      }
    } else {
      const wrong = cell(answer.wrong);
      board.point({ wrong, correct_cell: part > 1 && answer.correct_cell ? cell(answer.correct_cell) : null, dim: part > 1 });
      if (part === 1) text = W.wrongHere(T.piece(puzzle.stars), cellName(wrong, puzzle.n));
    }
    const title = (step && part > 1 && T.rule[step.rule]) || W.hint;
    const dots = [1, 2, 3].map((k) => h("i", { class: k <= part && "on" }));
    this.#card(
      false,
      h(
        "div",
        { class: "between" },
        h("h2", {}, title),
        h("div", { class: "dots", role: "img", "aria-label": W.part(part) }, dots),
      ),
      h("p", {}, text),
      h(
        "div",
        { class: "row" },
        button(press, part > 1 ? "check" : "next", () => this.#ask(), { class: "main" }),
        button(W.close, null, () => this.moved()),
      ),
    );
    this.show(); // from its reason on, a hint shows what queens rule out
    say(text);
  }

  #doHint() {
    const { hint, table } = this;
    if (!hint) return;
    const { game, cell } = table;
    const { step, wrong, correct_cell } = hint.answer;
    /** @type {[number, number][]} */
    const moves = [];
    if (step) {
      for (const place of step.placed) moves.push([cell(place), QUEEN]);
      for (const place of step.eliminated) if (game.cells[cell(place)] === EMPTY) moves.push([cell(place), MARK]);
    } else {
      moves.push([cell(wrong), EMPTY]);
      if (correct_cell) moves.push([cell(correct_cell), QUEEN]);
    }
    game.change("hint", moves);
    table.moved();
    if (moves.length) this.board.focusCell(moves[0][0]);
  }
}

export default () => {
  learn(PALETTE);
  /** @type {Table | null} */
  let table = null;
  return {
    /** @param {{model: Model, el: HTMLElement}} cell */
    render({ model, el }) {
      table ??= new Table(model);
      const view = new View(table, el);
      return () => view.end();
    },
  };
};
