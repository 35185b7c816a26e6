// The screen Draw: the user paints a board. After every change the engine reports whether it is a puzzle.

import { announce, copyText, errorMessage, toast } from "../base/announce.js";
import { ApiError, NetworkError, post } from "../base/api.js";
import { button, field, h, replaceChildren, select } from "../base/dom.js";
import { onUndoKeys } from "../base/shortcuts.js";
import { getBoards, settings } from "../base/storage.js";
import { capitalize, plural } from "../base/strings.js";
import { boardElement } from "../board/board_element.js";
import { boardLook, letterOf } from "../board/board_style.js";
import { CodecError, decode, encode } from "../board/codec.js";
import { LETTERS, QUEEN, makePuzzle, pairToCell, renumber } from "../board/rules.js";
import { T } from "./draw_texts.js";
import { Drawing, MAX_INKS, MAX_ROWS } from "./drawing.js";
import { radio, swatch } from "./ink_bar.js";
import { MIN_ROWS, writeMask } from "./mask.js";

/** @typedef {import("../base/app_types.js").App} App */
/** @typedef {import("./drawing.js").Side} Side */
/** @typedef {[number, number]} Pair */
/**
 * The answer of the engine about a drawing.
 * @typedef {object} Verdict
 * @property {number | null} solutions 0, 1, or 2 for two or more solutions; null after the time
 *   limit
 * @property {string | null} problem
 * @property {{tier: string, score: number, histogram: Record<string, number>} | null} rating
 * @property {Pair[][]} examples at most two solutions
 * @property {Pair[]} differ the cells in which the two solutions differ
 * @property {number[]} disconnected the regions that consist of several pieces
 * @property {number} regions
 * @property {number} expected the right number of regions
 */

const JUDGE_DELAY_MS = 15;
const BUSY_MS = 1000; // A request that takes longer than this gets a Stop button.
const MAX_NAMED_REGIONS = 8;
const FIRST_FILL = 8; // the fill of an empty board
const TOOLS = [
  ["paint", T.paint, "draw"],
  ["fill", T.fillTool, "fill"],
  ["pick", T.pick, "pick"],
  ["borders", T.borders, "borders"],
];

const loadTools = () => import("./draw_tools.js");

class Draw {
  /** @param {App} app @param {import("../board/rules.js").Puzzle} puzzle */
  constructor(app, puzzle) {
    const painted = puzzle.names.length > 1;
    const doubt = (app.query.get("doubt") ?? "").split(".").filter(Boolean).map(Number);
    this.app = app;
    this.drawing = new Drawing(puzzle);
    this.drawing.doubt = new Set(doubt.filter((x) => Number.isInteger(x) && x >= 0 && x < puzzle.n ** 2));
    /** the fill of each ink, so that a region keeps its colour while the drawing changes */
    this.fills = painted ? [...boardLook(puzzle).fills] : [FIRST_FILL];
    this.ink = painted ? 0 : 1;
    this.tool = "paint";
    /** @type {Verdict | null} */
    this.verdict = null;
    this.example = 0; // the number of the solution that is shown, or 0 for none
    this.timer = 0;
    /** @type {AbortController | null} */
    this.running = null;
    this.board = boardElement(puzzle, T.boardName(puzzle.n, puzzle.stars), this.#look(puzzle));
    this.size = h("input", {
      type: "number",
      min: 1,
      max: MAX_ROWS,
      value: puzzle.n,
      inputmode: "numeric",
      onchange: () => this.#resize(Number(this.size.value)),
    });
    this.starChooser = select(
      Array.from({ length: 6 }, (_, k) => [String(k + 1), String(k + 1)]),
      String(puzzle.stars),
      (x) =>
        this.#change(() => {
          this.drawing.stars = Number(x);
        }),
    );
    this.toolBar = h("div", { class: "segments four", role: "radiogroup", "aria-label": T.tools });
    this.inkBar = h("div", { class: "inks", role: "radiogroup", "aria-label": T.regionInk });
    this.undoButton = button(T.undo, "undo", () => this.#undo(true));
    this.redoButton = button(T.redo, "redo", () => this.#undo(false));
    this.verdictCard = h("div", { class: "card verdict", role: "status" });
    this.doubtCard = h("div", { class: "card", hidden: true });
    this.element = this.#layout();
    app.setTitle(T.drawTitle);
    this.#listen();
    this.#changed(true);
  }

  #layout() {
    const turn = (/** @type {boolean} */ quarter) => {
      this.drawing.turn(quarter);
      this.#changed();
    };
    const editing = [
      this.undoButton,
      this.redoButton,
      button(T.flip, "flip", () => turn(false)),
      button(T.turn, "turn", () => turn(true)),
      button(T.clear, "clear", () => this.#change(() => this.drawing.clear())),
    ];
    return h(
      "div",
      { class: "stack" },
      h("h1", {}, T.drawTitle),
      h(
        "div",
        { class: "play" },
        h("div", { class: "arena" }, this.board, h("div", { class: "row" }, editing)),
        h(
          "div",
          { class: "side" },
          this.doubtCard,
          this.verdictCard,
          h("div", { class: "row" }, field(T.rows, this.size), field(T.stars, this.starChooser)),
          this.toolBar,
          this.inkBar,
          h("div", { class: "row" }, this.#actions()),
          h("small", {}, T.drawKeys),
        ),
      ),
    );
  }

  /** Returns the buttons that use the drawing. */
  #actions() {
    const code = () => encode(this.drawing.puzzle);
    const goTo = (/** @type {string} */ screen) => async () => {
      location.hash = `#/${screen}/${await code()}`;
    };
    const keep = async () => {
      const key = await code();
      const name = getBoards().find((x) => x.code === key)?.name ?? `${T.sizeName(this.drawing.n)} ${T.drawn}`;
      const tier = this.verdict?.rating?.tier;
      (await loadTools()).showKeep({ code: key, name, ...(tier && { tier }) });
    };
    const files = async () => (await loadTools()).showFiles(this.drawing.puzzle, await code());
    const share = async () => copyText(`${location.origin}${location.pathname}#/play/${await code()}`);
    return [
      button(T.playIt, "play", goTo("play"), { class: "main" }),
      button(T.watchIt, "watch", goTo("watch")),
      button(T.keep, "star", keep),
      button(T.share, "share", share),
      button(T.files, "export", files),
      button(T.importing, "import", async () => (await import("./import_board.js")).showImport()),
    ];
  }

  #listen() {
    const { signal } = this.app;
    this.board.addEventListener("fq", (event) => this.#act(/** @type {CustomEvent} */ (event).detail));
    this.board.addEventListener("keydown", (event) => {
      const key = event.key.toLowerCase();
      if (event.ctrlKey || event.metaKey || event.altKey || !settings.keys || !"fpwasd".includes(key)) return;
      event.preventDefault();
      const cell = this.board.focused;
      if (key === "f" || key === "p") this.#useTool(key === "f" ? "fill" : "pick", cell);
      else this.#toggleBorder(cell, /** @type {Side} */ (key));
      this.#changed();
    });
    onUndoKeys(signal, (undo) => this.#undo(undo));
    signal.addEventListener("abort", () => {
      clearTimeout(this.timer);
      this.running?.abort();
    });
    this.app.onAppearanceChange(() => this.#show());
  }

  // ---- changes

  /** Changes the drawing in one undo step. @param {() => void} act */
  #change(act) {
    this.drawing.remember();
    act();
    this.#changed();
  }

  /**
   * Shows the changed drawing, and requests the verdict of the engine on the drawing.
   * @param {boolean} [first] whether the screen has just opened
   */
  #changed(first = false) {
    this.verdict = null;
    this.example = 0;
    this.#show();
    clearTimeout(this.timer);
    this.running?.abort();
    this.timer = setTimeout(() => this.#judge(first), first ? 0 : JUDGE_DELAY_MS);
  }

  /** @param {boolean} undo true for undo, false for redo */
  #undo(undo) {
    if (this.drawing.step(undo)) this.#changed();
    else announce(undo ? T.nothingToUndo : T.nothingToRedo);
  }

  /** @param {number} n */
  #resize(n) {
    if (n >= 1 && n <= MAX_ROWS && Number.isInteger(n)) {
      this.drawing.resize(n);
      this.#changed();
    } else {
      toast(T.rowsRange(MAX_ROWS), { error: true });
      this.size.value = String(this.drawing.n);
    }
  }

  /** Puts or removes the border on one side of a cell. @param {number} cell @param {Side} side */
  #toggleBorder(cell, side) {
    const { drawing } = this;
    const to = drawing.neighbour(cell, side);
    if (to === null) {
      announce(T.rim);
      return;
    }
    drawing.remember();
    const result = drawing.toggleBorder(cell, to);
    if (result === "refused") toast(T.maxRegions(MAX_INKS), { error: true });
    announce((result === "put" ? T.borderPut : T.borderGone)(T.sides[side]));
  }

  /** @param {string} tool @param {number} cell */
  #useTool(tool, cell) {
    const { drawing, ink } = this;
    if (tool === "pick") {
      this.ink = drawing.inks[cell];
      this.tool = "paint";
      announce(T.ink(LETTERS[this.ink]));
    } else if (tool !== "borders") {
      drawing.remember();
      drawing.doubt.delete(cell);
      if (tool === "paint") drawing.paint(cell, ink);
      else drawing.fill(cell, ink);
    }
  }

  /**
   * Carries out an action of the player on the board.
   * @param {{what: string, cell?: number, cells?: number[], at?: Pair}} action
   */
  #act({ what, cell = 0, cells = [], at }) {
    const { tool } = this;
    if (what === "zoom" || what === "end") return;
    if (what === "cancel") {
      if (tool !== "borders" && tool !== "pick") this.#undo(true);
      return;
    }
    if (tool === "borders" && at) {
      // Use the side of the cell that is nearest to the pointer.
      const [right, down] = at;
      this.#toggleBorder(cell, Math.abs(right) > Math.abs(down) ? (right > 0 ? "d" : "a") : down > 0 ? "s" : "w");
      this.#changed();
      return;
    }
    if (what === "begin") this.#useTool(tool, cell);
    else if (what === "over" || what === "along") {
      if (tool === "paint") {
        if (what === "along") this.drawing.remember();
        for (const i of cells) this.drawing.paint(i, this.ink);
      }
    } else if (what === "alt") this.#useTool("pick", cell);
    else this.#useTool(what === "queen" ? "fill" : tool, cell);
    this.#changed();
    if (what !== "over") announce(this.board.describe(cell));
  }

  // ---- the picture

  /** Returns the fill of an ink, and chooses a fill for a new ink. @param {number} ink */
  #fillOf(ink) {
    while (this.fills.length <= ink) {
      const used = this.fills.slice(-11);
      this.fills.push([...Array(12).keys()].find((fill) => !used.includes(fill)) ?? this.fills.length % 12);
    }
    return this.fills[ink];
  }

  /** @param {import("../board/rules.js").Puzzle} puzzle */
  #look(puzzle) {
    return {
      fills: renumber(this.drawing.inks).order.map((ink) => this.#fillOf(ink)),
      letters: puzzle.names.length > 12 ? /** @type {const} */ ("some") : undefined,
    };
  }

  #show() {
    const { board, drawing, verdict } = this;
    const { n, puzzle, stars } = drawing;
    const cells = new Uint8Array(n ** 2);
    const queens = (this.example && verdict?.examples[this.example - 1]) || [];
    for (const i of queens.map(pairToCell(n))) cells[i] = QUEEN;
    board.show(puzzle, this.#look(puzzle));
    board.name = T.boardName(n, stars);
    board.update({ cells, byEngine: true });
    this.#highlight();
    this.#showDoubts();
    this.size.value = String(n);
    this.starChooser.value = String(Math.min(6, stars));
    this.undoButton.disabled = !drawing.past.length;
    this.redoButton.disabled = !drawing.future.length;
    this.#showTools();
    this.#showInks();
  }

  /**
   * Highlights doubtful cells, cells in which two solutions differ, and borders inside a region.
   */
  #highlight() {
    const { drawing, verdict } = this;
    const differ = (verdict?.differ ?? []).map(pairToCell(drawing.n));
    this.board.highlight({ doubt: [...drawing.doubt], differ, walls: drawing.openBorders() });
  }

  /** Shows the number of doubtful cells, and a button that selects the next doubtful cell. */
  #showDoubts() {
    const { board, doubtCard, drawing } = this;
    const { doubt } = drawing;
    const text = doubt.size ? T.doubts(doubt.size) : "";
    doubtCard.hidden = !doubt.size;
    if (doubtCard.querySelector("p")?.textContent === text) return;
    const next = () => {
      const all = [...doubt].sort((a, b) => a - b);
      const cell = all.find((i) => i > board.focused) ?? all[0];
      this.ink = drawing.inks[cell]; // Painting a cell with its own ink confirms the cell.
      this.#showInks();
      board.focusCell(cell);
      announce(board.describe(cell));
    };
    const confirm = () => {
      doubt.clear();
      this.#changed();
    };
    const buttons = [button(T.nextDoubt, "next", next), button(T.noDoubt, "check", confirm)];
    replaceChildren(doubtCard, h("p", {}, text), h("div", { class: "row" }, buttons));
  }

  #showTools() {
    replaceChildren(
      this.toolBar,
      TOOLS.map(([name, text, picture]) => {
        const choose = () => {
          this.tool = name;
          this.#showTools();
        };
        return button(text, picture, choose, radio(this.tool === name));
      }),
    );
  }

  #showInks() {
    const { inkBar } = this;
    const { n, inks } = this.drawing;
    const count = Math.min(MAX_INKS, Math.max(n, ...inks.map((x) => x + 1), this.ink + 1));
    const focused = document.activeElement?.parentElement === inkBar;
    const choose = (/** @type {number} */ ink, paint = true) => {
      this.ink = ink;
      if (paint) this.tool = "paint";
      this.#showTools();
      this.#showInks();
    };
    const swatchOf = (/** @type {number} */ ink) =>
      swatch({
        on: this.ink === ink,
        letter: LETTERS[ink],
        label: T.ink(LETTERS[ink]),
        fill: this.#fillOf(ink),
        choose: () => choose(ink, this.tool === "pick"),
      });
    replaceChildren(
      inkBar,
      Array.from({ length: count }, (_, k) => swatchOf(k)),
      count < MAX_INKS &&
        count <= n + 8 &&
        button(T.newRegion, "plus", () => choose(count), { bare: true, ...radio(false) }),
    );
    if (focused) /** @type {HTMLElement | null} */ (inkBar.querySelector("[aria-checked=true]"))?.focus();
  }

  // ---- the verdict

  /**
   * Requests the verdict of the engine on the drawing.
   * @param {boolean} first whether the screen has just opened
   */
  async #judge(first) {
    const { drawing, verdictCard } = this;
    const { puzzle, stars, doubt } = drawing;
    const running = (this.running = new AbortController());
    const { signal } = running;
    const wait = () =>
      replaceChildren(
        verdictCard,
        h("p", {}, `${T.judging} …`),
        button(T.stop, "stop", () => running.abort()),
      );
    const timer = setTimeout(wait, BUSY_MS);
    const board = await encode(puzzle);
    if (!first) this.app.replaceAddress(`#/draw/${board}${doubt.size ? `?doubt=${[...doubt].join(".")}` : ""}`);
    const allow_empty_regions = (stars === 1 && puzzle.names.length !== puzzle.n) || undefined;
    try {
      const verdict = await post("analyse", { board, allow_empty_regions }, signal);
      if (signal.aborted) return;
      this.verdict = verdict;
      this.#showVerdict(verdict);
      if (verdict.solutions === 1) this.#showKnown(board, signal).catch(() => {}); // Only an extra.
    } catch (error) {
      if (signal.aborted) return;
      const text = error instanceof NetworkError ? T.engineSilent : errorMessage(error);
      replaceChildren(verdictCard, h("p", { class: error instanceof ApiError ? "note wrong" : "" }, text));
    } finally {
      clearTimeout(timer);
    }
  }

  /** @param {Verdict} verdict */
  #showVerdict(verdict) {
    const { solutions, rating, problem, regions, expected } = verdict;
    const names = verdict.disconnected.map((k) => letterOf(this.drawing.puzzle, k));
    const disconnected = names.length > MAX_NAMED_REGIONS ? [...names.slice(0, MAX_NAMED_REGIONS), "…"] : names;
    const few = regions < expected;
    const title = few
      ? T.paintRegions(expected, regions)
      : solutions === null
        ? (problem ?? T.stoppedTime)
        : T.verdicts[solutions];
    const repairable = regions === expected && !problem && solutions !== 1 && solutions !== null;
    replaceChildren(
      this.verdictCard,
      h("p", { class: "big-number" }, title),
      regions !== expected && regions > 1 && h("p", {}, T.regionsOf(regions, expected)),
      problem && !few && title !== problem && h("p", {}, problem),
      solutions === 1 && rating && this.#ratingLines(rating),
      solutions === 0 && !few && h("p", { class: "muted" }, T.verdictNote[0]),
      solutions === 2 &&
        h("p", { class: "muted" }, `${T.verdictNote[2]} ${capitalize(plural(verdict.differ.length, "cell"))}.`),
      disconnected.length > 0 && h("p", { class: "muted" }, T.inPieces(disconnected)),
      few &&
        regions > 1 &&
        this.drawing.stars === 1 &&
        this.drawing.n >= MIN_ROWS &&
        h(
          "div",
          { class: "row" },
          button(T.finishDrawing, "make", () => this.#finish()),
        ),
      solutions || repairable
        ? h(
            "div",
            { class: "row" },
            solutions && this.#exampleButtons(verdict),
            repairable && button(T.repair, "solve", () => this.#repair()),
          )
        : null,
    );
    if (!this.example) this.#highlight();
  }

  /** Opens Make with the drawing; the cells of its largest region are free there. */
  #finish() {
    const { n, inks } = this.drawing;
    const sizes = Array(MAX_INKS).fill(0);
    for (const ink of inks) sizes[ink]++;
    const ground = sizes.indexOf(Math.max(...sizes));
    const { order } = renumber(inks.filter((ink) => ink !== ground));
    const mask = inks.map((ink) => order.indexOf(ink) + 1); // 0, a free cell, for the ground
    location.hash = `#/make?n=${n}&drawing=${writeMask(n, mask, "/")}`;
  }

  /** Finds the fewest cells to change so that the drawing has one solution. */
  async #repair() {
    const { drawing, verdictCard } = this;
    const { inks } = drawing;
    const { repair } = await loadTools();
    const card = h("div", { class: "stack" });
    verdictCard.querySelector(".repair")?.remove();
    card.classList.add("repair");
    verdictCard.append(card);
    const signal = this.running?.signal ?? this.app.signal;
    /** @param {Pair[]} pairs @param {Uint8Array} regions */
    const apply = (pairs, regions) => {
      const cells = pairs.map(pairToCell(drawing.n));
      // A changed cell gets the ink of an unchanged cell of its new region.
      const ink = cells.map((cell) => inks[regions.findIndex((x, i) => x === regions[cell] && !cells.includes(i))]);
      this.#change(() => cells.forEach((cell, k) => drawing.paint(cell, ink[k])));
    };
    await repair(card, await encode(drawing.puzzle), apply, signal);
  }

  /** Says whether the drawing is the same puzzle as a level or a kept board. @param {string} board @param {AbortSignal} signal */
  async #showKnown(board, signal) {
    const sentence = await (await loadTools()).knownBoard(board, signal);
    if (sentence && !signal.aborted) this.verdictCard.append(sentence);
  }

  /** @param {NonNullable<Verdict["rating"]>} rating */
  #ratingLines({ tier, score, histogram }) {
    const rules = Object.entries(histogram).filter(([, count]) => count);
    const name = (/** @type {string} */ rule) => T.rule[rule] ?? capitalize(rule.replaceAll("-", " "));
    return [
      h(
        "div",
        { class: "row" },
        h("span", { class: `chip ${tier}` }, T.tiers[tier]),
        h("span", { class: "chip plain" }, `${T.score} ${score}`),
      ),
      h(
        "p",
        { class: "muted" },
        `${T.rulesUsed}: ${rules.map(([rule, count]) => `${name(rule)} ×${count}`).join(", ")}`,
      ),
    ];
  }

  /** Returns a button for each solution, which shows it or hides it. @param {Verdict} verdict */
  #exampleButtons(verdict) {
    const show = (/** @type {number} */ number) => () => {
      this.example = this.example === number ? 0 : number;
      this.#show();
      this.#showVerdict(verdict);
    };
    return [T.showA, T.showB]
      .slice(0, verdict.solutions ?? 0)
      .map((text, k) => button(this.example === k + 1 ? T.hideThem : text, null, show(k + 1)));
  }
}

/** @param {App} app */
export async function open(app) {
  let puzzle = makePuzzle(8, 1, new Uint8Array(64));
  if (app.rest) {
    try {
      ({ puzzle } = await decode(app.rest));
    } catch (error) {
      if (!(error instanceof CodecError)) throw error;
      toast(`${T.badLink} ${error.message}. ${T.shownInstead(T.emptyBoard)}`, { error: true, ms: 9000 });
    }
  }
  return new Draw(app, puzzle).element;
}
