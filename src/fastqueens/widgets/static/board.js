// The front end of BoardWidget. All views of a widget share one game; each view has its own board, buttons and card
// for hints. The kernel answers requests for hints and checks.

import { button, h, icon, replaceChildren } from "../../web/static/base/dom.js";
import { commandOf } from "../../web/static/base/shortcuts.js";
import { T } from "../../web/static/base/strings.js";
import { FqBoard } from "../../web/static/board/board_element.js";
import { Game, applyAction } from "../../web/static/board/game.js";
import {
  MARK,
  QUEEN,
  autoMarks,
  cellToPair,
  conflictingQueens,
  countQueens,
  makePuzzle,
  pairToCell,
} from "../../web/static/board/rules.js";
import { HintCounter, firstPart, hasParts, hintChanges, isLastPart, showHint } from "../../web/static/board/hint_card.js";
import { getTheme, setPalette } from "../../web/static/board/palette.js";
import { PALETTE } from "./inlined_assets.js";
import { announce } from "./storage_stub.js";
import { W } from "./strings.js";
import { KernelError, createShell, kernelChannel } from "./widget_shell.js";

/** @typedef {import("./widget_shell.js").Model} Model */
/** @typedef {import("../../web/static/board/hint_card.js").Hint} Hint */

const TOOLS = /** @type {const} */ ([
  ["undo", W.undo],
  ["redo", W.redo],
  ["clear", W.clear],
  ["hint", T.hint],
  ["check", W.check],
  ["auto", W.auto],
]);
const SIGNS = ".xQ"; // the characters that stand for EMPTY, MARK and QUEEN
const BUSY_MS = 600; // A request that takes longer than this shows a card with a Stop button.
const NO_ANSWER_MS = 8000; // After this time the card says that the kernel does not answer.

const boardSheet = new CSSStyleSheet();
boardSheet.replaceSync(`
.play { display: grid; gap: .8rem; grid-template-columns: minmax(0, min(30rem, var(--screen))); }
.side { display: grid; gap: .7rem; align-content: start; }
.tools { display: grid; grid-template-columns: repeat(6, minmax(0, 1fr)); gap: .35rem; }
.tools button { flex-direction: column; gap: .1rem; font-size: .8em; min-block-size: 54px; padding: .25rem .1rem; }
.tools .icon { inline-size: 1.6em; block-size: 1.6em; }
.pair { display: flex; justify-content: space-between; gap: .5rem; align-items: center; }
.dots { display: flex; gap: .3rem; } .dots i { inline-size: 8px; block-size: 8px; border-radius: 50%; background: var(--line); } .dots i.on { background: var(--accent); }
.won { display: flex; gap: .7rem; align-items: center; font-size: 1.25em; font-weight: 680; }
.won .icon { inline-size: 2.4rem; block-size: 2.4rem; color: var(--accent); stroke-width: 1.3; }
@container (min-width: 700px) { .play { grid-template-columns: minmax(0, min(30rem, var(--screen))) minmax(15rem, 21rem); } .tools { grid-template-columns: repeat(3, minmax(0, 1fr)); } }
@container (max-width: 330px) { .tools { grid-template-columns: repeat(3, minmax(0, 1fr)); } }
@media (prefers-reduced-motion: no-preference) {
  .won .icon { animation: rise 420ms cubic-bezier(.3, 1.6, .5, 1); }
  @keyframes rise { from { transform: translateY(.8rem) scale(.4) rotate(-14deg); opacity: 0; } }
}
`);

/** The game that the views of one widget share. It sends the moves to the kernel. */
class SharedGame {
  /** @param {Model} model */
  constructor(model) {
    this.model = model;
    this.ask = kernelChannel(model);
    /** @type {Set<View>} */
    this.views = new Set();
    /**
     * true while traits are set one after another, because they are inconsistent until the last is
     * set
     */
    this.sending = false;
    this.puzzle = makePuzzle(1, 1, [0]);
    this.game = new Game(this.puzzle);
    this.byEngine = false;
    /** @type {number[]} the queens in the order in which they were put */
    this.order = [];
    this.#loadBoard();
    model.on("change:board", () => {
      this.#loadBoard();
      for (const view of this.views) view.begin();
    });
    model.on("change:state", () => this.#receive(this.#cellsOfState()));
    for (const name of ["placed", "eliminated"]) model.on(`change:${name}`, () => this.#receive(this.#cellsOfLists()));
    for (const name of ["letters", "patterns", "axes"]) {
      model.on(`change:${name}`, () => this.views.forEach((view) => view.look()));
    }
    model.on("change:auto_marks", () => this.views.forEach((view) => view.show()));
  }

  /** Starts a game with the board and the position of the kernel. */
  #loadBoard() {
    const { n, stars, regions, names } = this.model.get("board");
    this.puzzle = makePuzzle(n, stars, regions, names);
    this.game = new Game(this.puzzle);
    this.game.cells = this.#cellsOfState();
    this.byEngine = false;
    this.order = [];
    this.#receive(this.game.cells);
  }

  #cellsOfState() {
    const signs = [...String(this.model.get("state") ?? "").replace(/\s/g, "")];
    const cells = new Uint8Array(this.puzzle.n ** 2);
    if (signs.length === cells.length) signs.forEach((sign, i) => (cells[i] = Math.max(0, SIGNS.indexOf(sign))));
    return cells;
  }

  #cellsOfLists() {
    const cells = new Uint8Array(this.puzzle.n ** 2);
    for (const pair of this.model.get("eliminated") ?? []) cells[this.cell(pair)] = MARK;
    for (const pair of this.model.get("placed") ?? []) cells[this.cell(pair)] = QUEEN;
    return cells;
  }

  /**
   * Shows a position that Python has set. The whole change is one undo step.
   * @param {Uint8Array} cells
   */
  #receive(cells) {
    const { game } = this;
    if (this.sending) return;
    const queens = (this.model.get("placed") ?? []).map(this.cell);
    if (cells.some((value, i) => value !== game.cells[i])) game.changeCells("kernel", [...cells].entries());
    else if (String(queens) === String(this.order)) return;
    this.#reorder([...queens, ...this.order]);
    this.byEngine = game.conflicts.complete;
    for (const view of this.views) view.moved();
  }

  /**
   * Updates the order of the queens. New queens are added at the end.
   * @param {number[]} before the order before the change
   */
  #reorder(before) {
    const { game } = this;
    this.order = [...new Set([...before.filter((i) => game.cells[i] === QUEEN), ...game.queens])];
  }

  /** Sends a change by the player to the kernel and shows it in all views. */
  moved() {
    const { game, puzzle, model } = this;
    const { n } = puzzle;
    this.byEngine = false;
    this.#reorder(this.order);
    const signs = [...game.cells].map((value) => SIGNS[value]);
    this.sending = true;
    model.set("placed", this.order.map(this.pair));
    model.set("eliminated", game.marks.map(this.pair));
    model.set("state", Array.from({ length: n }, (_, r) => signs.slice(r * n, r * n + n).join("")).join("\n"));
    model.set("solved", game.conflicts.complete);
    model.save_changes();
    this.sending = false;
    for (const view of this.views) view.moved();
  }

  get pair() {
    return cellToPair(this.puzzle.n);
  }

  get cell() {
    return pairToCell(this.puzzle.n);
  }

  get position() {
    return { placed: this.order.map(this.pair), eliminated: this.game.marks.map(this.pair) };
  }

  /** Sends the position to the kernel. @param {string} what "hint" or "check" @param {object} [more] */
  request(what, more = {}) {
    return this.ask(what, { ...this.position, ...more });
  }
}

/** One view of a widget: a board, its buttons and a card for hints. */
class View {
  /** @param {SharedGame} shared @param {HTMLElement} el */
  constructor(shared, el) {
    this.shared = shared;
    /** @type {Hint | null} */
    this.hint = null;
    this.hintPart = 0;
    this.counter = new HintCounter();
    this.requestNumber = 0; // Answers to requests with a lower number are ignored.
    this.dark = false;
    // Create the element by its name, because the class that defines it may belong to another widget of the page.
    this.board = /** @type {FqBoard} */ (document.createElement("fq-board"));
    this.status = h("p", { class: "muted" });
    this.card = h("div", { class: "card", hidden: true });
    /** @type {Record<string, HTMLButtonElement>} */
    this.tools = Object.fromEntries(TOOLS.map(([name, text]) => [name, button(text, name, () => this.command(name))]));
    for (const side of ["aria-label", "title"]) this.tools.auto.setAttribute(side, W.autoMarks);
    this.frame = createShell(el, shared.model, [boardSheet], (dark) => {
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
    shared.views.add(this);
    this.frame.begin();
    this.moved();
  }

  /** Shows another board, and removes the highlights of the previous board. */
  begin() {
    this.board.highlight({});
    this.look();
    this.moved();
  }

  end() {
    this.shared.views.delete(this);
    this.frame.end();
  }

  /** Draws the board in the colours and with the letters and patterns that the traits select. */
  look() {
    const { model, puzzle } = this.shared;
    this.board.name = T.boardName(puzzle.n, puzzle.stars);
    this.board.setDrawing(true); // One finger also draws on a large board: the reader can scroll the notebook outside of the board.
    const forced = matchMedia("(forced-colors: active)").matches;
    this.board.show(puzzle, {
      theme: forced ? undefined : getTheme(this.dark ? "dark" : "light"),
      axes: model.get("axes") ?? true,
      letters: model.get("letters") ?? undefined,
      patterns: model.get("patterns") ?? undefined,
    });
    this.show();
  }

  show() {
    const { game, puzzle, model, byEngine } = this.shared;
    const { tools } = this;
    const conflicts = game.conflicts;
    const auto = Boolean(model.get("auto_marks"));
    const over = conflicts.complete;
    this.board.readonly = over;
    this.board.update({
      cells: game.cells,
      auto: (auto || this.hintPart > 1) && !over ? autoMarks(puzzle, game.cells) : null,
      conflicts,
      conflicting: conflictingQueens(puzzle, game.cells, conflicts),
      byEngine: over && byEngine,
      count: puzzle.stars > 1 ? countQueens(puzzle, game.cells) : null,
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

  /** Shows a changed position, and removes the hint for the previous position. */
  moved() {
    this.requestNumber++;
    this.hint = null;
    this.hintPart = 0;
    this.board.highlight({});
    this.card.hidden = true;
    this.show();
    if (!this.shared.game.conflicts.complete) return;
    const text = this.shared.byEngine ? W.solvedBy : W.solved;
    this.#showCard(false, h("div", { class: "won" }, icon("trophy"), text));
    announce(text);
  }

  // ---- actions of the player

  /** @param {{what: string, cell?: number, cells?: number[]}} action */
  #played(action) {
    const { shared } = this;
    const { game } = shared;
    if (this.board.readonly || action.what === "zoom") return;
    const before = game.done.length;
    applyAction(game, action);
    if (game.stroke || action.what === "cancel") this.show();
    else if (game.done.length !== before) {
      shared.moved();
      if (action.what !== "end" && !game.conflicts.complete) announce(this.board.describe(action.cell ?? 0));
    }
  }

  /** @param {string} name */
  command(name) {
    const { shared } = this;
    const { game, model } = shared;
    if (name === "hint") this.#nextHint();
    else if (name === "check") this.#check();
    else if (name === "auto") {
      model.set("auto_marks", !model.get("auto_marks"));
      model.save_changes();
      this.show();
    } else if (name === "clear") {
      if (game.clear()) shared.moved();
      announce(W.empty);
    } else if (name === "undo" || name === "redo") {
      const step = name === "undo" ? game.undo() : game.redo();
      if (!step) return;
      shared.moved();
      const count = step.changes.length / 3;
      const where = count === 1 ? T.cell(step.changes[0], shared.puzzle.n) : W.cells(count);
      if (!game.conflicts.complete) announce(name === "undo" ? W.undone(where) : W.redone(where));
    }
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const command = commandOf(event, event.composedPath().includes(this.board));
    if (!command || event.defaultPrevented || !(command in this.tools)) return;
    event.preventDefault();
    if (!this.tools[command].disabled) this.command(command);
  }

  // ---- hints and checks

  /** @param {boolean} wrong @param {...any} content */
  #showCard(wrong, ...content) {
    replaceChildren(this.card, content);
    this.card.classList.toggle("wrong", wrong);
    this.card.hidden = false;
  }

  /**
   * Waits for an answer of the kernel. A move or the Stop button ends the wait.
   * @param {string} what
   * @param {object} [more] further members of the request
   */
  async #request(what, more) {
    const mine = ++this.requestNumber;
    const wait = (/** @type {string} */ text) => () => {
      if (mine !== this.requestNumber) return;
      this.#showCard(
        false,
        h("p", {}, text),
        h(
          "div",
          { class: "row" },
          button(W.stop, "stop", () => this.moved()),
        ),
      );
      announce(text);
    };
    const timers = [setTimeout(wait(W.thinking), BUSY_MS), setTimeout(wait(W.silent), NO_ANSWER_MS)];
    try {
      const answer = await this.shared.request(what, more);
      return mine === this.requestNumber ? answer : null;
    } catch (error) {
      if (!(error instanceof KernelError)) throw error;
      if (mine === this.requestNumber) this.#note(error.message, true);
      return null;
    } finally {
      timers.forEach(clearTimeout);
    }
  }

  /** @param {string} text @param {boolean} [wrong] @param {...any} more */
  #note(text, wrong = false, ...more) {
    const close = button(T.close, null, () => this.moved());
    this.#showCard(wrong, h("p", {}, text), h("div", { class: "row" }, more, close));
    announce(text);
  }

  async #check() {
    const answer = await this.#request("check");
    if (!answer) return;
    const mistakes = answer.cells.map(this.shared.cell);
    this.#note(
      answer.sentence,
      mistakes.length > 0,
      mistakes.length > 0 && button(T.showThem, "next", () => this.board.highlight({ mistakes }), { class: "main" }),
    );
  }

  /** Shows the next part of a hint, as on the page. After the last part it applies the hint. */
  async #nextHint() {
    const { hint } = this;
    if (hint && isLastPart(hint, this.hintPart)) return this.#applyHint(hint);
    if (hint?.steps.length) return this.#showPart(hint, 2);
    const skip = this.counter.count(this.shared.position);
    const answer = await this.#request("hint", { skip });
    if (!answer) return;
    if (hasParts(answer)) this.#showPart(answer, firstPart(answer, skip));
    else this.#note(answer.sentence);
  }

  /** @param {Hint} hint @param {number} part */
  #showPart(hint, part) {
    this.hint = hint;
    this.counter.add(hint, part);
    this.hintPart = part;
    const next = () => this.#nextHint();
    const { text, content } = showHint(this.board, hint, part, next, () => this.moved());
    this.#showCard(false, ...content);
    this.show(); // From its second part on, a hint also shows the cells that queens rule out.
    announce(text);
  }

  /** @param {Hint} hint */
  #applyHint(hint) {
    const { shared } = this;
    const { game, puzzle } = shared;
    const changes = hintChanges(hint, puzzle.n, game.cells);
    game.changeCells("hint", changes);
    shared.moved();
    if (changes.length) this.board.focusCell(changes[0][0]);
  }
}

export default () => {
  setPalette(PALETTE);
  /** @type {SharedGame | null} */
  let shared = null;
  return {
    /** @param {{model: Model, el: HTMLElement}} cell */
    render({ model, el }) {
      shared ??= new SharedGame(model);
      const view = new View(shared, el);
      return () => view.end();
    },
  };
};
