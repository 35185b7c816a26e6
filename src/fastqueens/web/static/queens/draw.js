// Draw: paint a board, and hear of every change whether it is a puzzle.

import { announce, copyText, errorMessage, toast } from "../base/announce.js";
import { ApiError, NetworkError, post } from "../base/api.js";
import { button, h, replaceChildren, select } from "../base/dom.js";
import { onUndoKeys } from "../base/shortcuts.js";
import { saveBoard, settings } from "../base/storage.js";
import { capitalize, plural } from "../base/strings.js";
import { boardElement } from "../board/board_element.js";
import { boardLook, boardTheme, letterOf } from "../board/board_style.js";
import { CodecError, decode, encode } from "../board/codec.js";
import { LETTERS, QUEEN, makePuzzle, renumber } from "../board/game.js";
import { T } from "./draw_texts.js";

/** @typedef {import("../base/app_types.js").App} App */

const MAX_N = 64;
const MAX_INKS = 64;
const MAX_STEPS = 500;
const SOON = 15;

class Draw {
  /** @param {App} app @param {import("../board/game.js").Puzzle} puzzle */
  constructor(app, puzzle) {
    this.app = app;
    this.n = puzzle.n;
    this.stars = puzzle.stars;
    /** @type {Uint8Array} */
    this.inks = Uint8Array.from(puzzle.regions);
    /** the fill of each ink: a region keeps its colour while the drawing changes */
    this.fills = puzzle.names.length > 1 ? [...boardLook(puzzle).fills] : [8];
    this.ink = puzzle.names.length > 1 ? 0 : 1;
    this.tool = "paint";
    /** @type {{n: number, stars: number, inks: Uint8Array, walls: Set<number>}[]} */
    this.past = [];
    /** @type {typeof this.past} */
    this.future = [];
    /** @type {any} the engine's verdict */
    this.verdict = null;
    this.shown = 0;
    this.soon = 0;
    this.painting = false;
    const doubt = (app.query.get("doubt") ?? "").split(".").filter(Boolean).map(Number);
    /** what a picture did not show clearly, until it is painted over */
    this.doubt = new Set(doubt.filter((x) => Number.isInteger(x) && x >= 0 && x < this.n ** 2));
    /** borders within a region, which part it once they close: 2 a cell for the one to its right, 1 more for below */
    this.walls = /** @type {Set<number>} */ (new Set());
    app.setTitle(T.drawTitle);
    this.board = boardElement(puzzle, T.boardName(this.n, this.stars), this.#look(puzzle));
    this.size = h("input", {
      type: "number",
      min: 1,
      max: MAX_N,
      value: this.n,
      inputmode: "numeric",
      onchange: () => this.resize(Number(this.size.value)),
    });
    this.star = select(
      Array.from({ length: 6 }, (_, k) => [String(k + 1), String(k + 1)]),
      String(this.stars),
      (x) => {
        this.#remember();
        this.stars = Number(x);
        this.#changed();
      },
    );
    this.toolBar = h("div", { class: "segments four", role: "radiogroup", "aria-label": T.tools });
    this.inkBar = h("div", { class: "inks", role: "radiogroup", "aria-label": T.regionInk });
    this.undoing = button(T.undo, "undo", () => this.back(true));
    this.redoing = button(T.redo, "redo", () => this.back(false));
    this.judged = h("div", { class: "card verdict", role: "status" });
    this.doubts = h("div", { class: "card", hidden: true });
    const act = (/** @type {string} */ text, /** @type {string} */ icon, /** @type {() => void} */ go) =>
      button(text, icon, go);
    this.element = h(
      "div",
      { class: "stack" },
      h("h1", {}, T.drawTitle),
      h(
        "div",
        { class: "play" },
        h(
          "div",
          { class: "arena" },
          this.board,
          h(
            "div",
            { class: "row" },
            this.undoing,
            this.redoing,
            act(T.flip, "flip", () => this.turn(false)),
            act(T.turn, "turn", () => this.turn(true)),
            act(T.clear, "clear", () => {
              this.#remember();
              this.inks.fill(0);
              this.walls.clear();
              this.#changed();
            }),
          ),
        ),
        h(
          "div",
          { class: "side" },
          this.doubts,
          this.judged,
          h(
            "div",
            { class: "row" },
            h("label", { class: "field" }, h("span", {}, T.rows), this.size),
            h("label", { class: "field" }, h("span", {}, T.stars), this.star),
          ),
          this.toolBar,
          this.inkBar,
          h(
            "div",
            { class: "row" },
            button(
              T.playIt,
              "play",
              async () => {
                location.hash = `#/play/${await encode(this.puzzle)}`;
              },
              { class: "main" },
            ),
            act(T.watchIt, "watch", async () => {
              location.hash = `#/watch/${await encode(this.puzzle)}`;
            }),
            act(T.keep, "star", async () =>
              toast(
                saveBoard({
                  code: await encode(this.puzzle),
                  name: `${T.ownName(this.n)} ${T.drawn}`,
                  ...(this.verdict?.rating && { tier: this.verdict.rating.tier }),
                })
                  ? T.kept
                  : T.already,
              ),
            ),
            act(T.share, "share", async () =>
              copyText(`${location.origin}${location.pathname}#/play/${await encode(this.puzzle)}`),
            ),
            act(T.importing, "import", async () => (await import("./import_board.js")).showImport()),
          ),
          h("small", {}, T.drawKeys),
        ),
      ),
    );
    this.board.addEventListener("fq", (event) => this.#drawn(/** @type {CustomEvent} */ (event).detail));
    this.board.addEventListener("keydown", (event) => {
      const key = event.key.toLowerCase();
      if (event.ctrlKey || event.metaKey || event.altKey || !settings.keys || !"fpwasd".includes(key)) return;
      event.preventDefault();
      const cell = this.board.focused;
      if (key === "f" || key === "p") this.#use(key === "f" ? "fill" : "pick", cell);
      else this.#side(cell, /** @type {"w" | "a" | "s" | "d"} */ (key));
      this.#changed();
    });
    onUndoKeys(app.signal, (undo) => this.back(undo));
    app.signal.addEventListener("abort", () => {
      clearTimeout(this.soon);
      this.asking?.abort();
    });
    app.onAppearanceChange(() => this.#show());
    this.#changed(true);
  }

  get puzzle() {
    return makePuzzle(this.n, this.stars, this.inks, [...LETTERS]);
  }

  /** @param {number} ink */
  #fillOf(ink) {
    while (this.fills.length <= ink) {
      const used = this.fills.slice(-11);
      this.fills.push([...Array(12).keys()].find((f) => !used.includes(f)) ?? this.fills.length % 12);
    }
    return this.fills[ink];
  }

  /** @param {import("../board/game.js").Puzzle} puzzle */
  #look(puzzle) {
    const { order } = renumber(this.inks);
    return {
      fills: order.map((k) => this.#fillOf(k)),
      letters: puzzle.names.length > 12 ? /** @type {const} */ ("some") : undefined,
    };
  }

  #drawing() {
    return { n: this.n, stars: this.stars, inks: this.inks.slice(), walls: new Set(this.walls) };
  }

  #remember() {
    this.past.push(this.#drawing());
    if (this.past.length > MAX_STEPS) this.past.shift();
    this.future = [];
  }

  /** @param {boolean} undo */
  back(undo) {
    const [from, to] = undo ? [this.past, this.future] : [this.future, this.past];
    const step = from.pop();
    if (!step) {
      announce(undo ? T.nothingToUndo : T.nothingToRedo);
      return;
    }
    to.push(this.#drawing());
    ({ n: this.n, stars: this.stars, inks: this.inks, walls: this.walls } = step);
    this.#changed();
  }

  /** @param {number} cell @returns {number[]} the cells beside it, whatever lies between */
  #beside(cell) {
    const { n } = this;
    return [cell % n ? cell - 1 : -1, (cell + 1) % n ? cell + 1 : -1, cell - n, cell + n].filter(
      (x) => x >= 0 && x < n * n,
    );
  }

  /** @param {number} a @param {number} b a cell beside it */
  #wall(a, b) {
    return 2 * Math.min(a, b) + (Math.abs(a - b) === 1 ? 0 : 1);
  }

  /** @param {number} cell @returns {Set<number>} the cells of its region that no border parts from it */
  #piece(cell) {
    const found = new Set([cell]);
    for (const at of found) {
      for (const to of this.#beside(at))
        if (this.inks[to] === this.inks[at] && !this.walls.has(this.#wall(at, to))) found.add(to);
    }
    return found;
  }

  /**
   * Put a border between two cells, or remove the one there is. A region whose borders close becomes
   * two; removing one lets two regions become one, in which the rest of their border still stands.
   * @param {number} a @param {number} b
   * @returns {boolean} whether there is one now
   */
  #border(a, b) {
    const { inks, walls } = this;
    const wall = this.#wall(a, b);
    if (inks[a] !== inks[b]) {
      const ink = inks[a];
      for (const i of this.#piece(b)) {
        for (const to of this.#beside(i)) if (inks[to] === ink) walls.add(this.#wall(i, to));
        inks[i] = 255; // apart from both, until all of their border is known
      }
      inks.forEach((x, i) => {
        if (x === 255) inks[i] = ink;
      });
      walls.delete(wall);
      return false;
    }
    if (walls.delete(wall)) return false;
    walls.add(wall);
    const piece = this.#piece(b);
    if (piece.has(a)) return true;
    const other = this.#piece(a);
    const used = new Set(inks);
    const ink = [...Array(MAX_INKS).keys()].find((k) => !used.has(k));
    if (ink === undefined) {
      walls.delete(wall);
      toast(T.mostRegions(MAX_INKS), { error: true });
      return false;
    }
    for (const i of piece.size <= other.size ? piece : other) inks[i] = ink;
    return true;
  }

  /** The border on one side of a cell. @param {number} cell @param {"w" | "a" | "s" | "d"} side */
  #side(cell, side) {
    const { n } = this;
    const to = cell + { w: -n, a: -1, s: n, d: 1 }[side];
    if (!this.#beside(cell).includes(to)) {
      announce(T.rim);
      return;
    }
    this.#remember();
    announce((this.#border(cell, to) ? T.borderPut : T.borderGone)(T.sides[side]));
  }

  /** @param {string} tool @param {number} cell */
  #use(tool, cell) {
    const { inks, ink } = this;
    if (tool === "pick") {
      this.ink = inks[cell];
      this.tool = "paint";
      announce(T.ink(LETTERS[this.ink]));
      return;
    }
    if (tool === "borders") return;
    this.#remember();
    this.doubt.delete(cell);
    if (tool === "paint") inks[cell] = ink;
    else {
      const from = inks[cell];
      const open = [cell];
      while (from !== ink && open.length) {
        const at = /** @type {number} */ (open.pop());
        if (inks[at] !== from) continue;
        inks[at] = ink;
        open.push(...this.#beside(at));
      }
    }
  }

  /** @param {{what: string, cell?: number, cells?: number[], at?: [number, number]}} move */
  #drawn({ what, cell = 0, cells = [], at }) {
    if (what === "zoom" || what === "end") return;
    if (what === "cancel") {
      if (this.tool !== "borders" && this.tool !== "pick") this.back(true);
      return;
    }
    if (this.tool === "borders" && at) {
      // the side that the pointer is nearest to
      const [right, down] = at;
      this.#side(cell, Math.abs(right) > Math.abs(down) ? (right > 0 ? "d" : "a") : down > 0 ? "s" : "w");
      this.#changed();
      return;
    }
    if (what === "begin") this.#use(this.tool, cell);
    else if (what === "over" || what === "along") {
      if (what === "along" && this.tool === "paint") this.#remember();
      if (this.tool === "paint") {
        for (const i of cells) {
          this.inks[i] = this.ink;
          this.doubt.delete(i);
        }
      }
    } else if (what === "alt") this.#use("pick", cell);
    else this.#use(what === "queen" ? "fill" : this.tool, cell);
    this.#changed();
    if (what !== "over") announce(this.board.describe(cell));
  }

  /** @param {number} n */
  resize(n) {
    if (!(n >= 1 && n <= MAX_N && Number.isInteger(n))) {
      toast(T.rowsRange(MAX_N), { error: true });
      this.size.value = String(this.n);
      return;
    }
    this.#remember();
    const old = this.inks;
    const before = this.n;
    this.n = n;
    this.walls.clear();
    this.doubt.clear();
    this.inks = Uint8Array.from({ length: n * n }, (_, i) => {
      const row = Math.min(Math.floor(i / n), before - 1);
      const column = Math.min(i % n, before - 1);
      return old[row * before + column];
    });
    this.#changed();
  }

  /** @param {boolean} quarter a quarter turn, or left and right exchanged */
  turn(quarter) {
    this.#remember();
    const { n, inks } = this;
    const old = inks.slice();
    this.walls.clear();
    this.doubt.clear();
    inks.forEach((_, i) => {
      const row = Math.floor(i / n);
      const column = i % n;
      inks[i] = quarter ? old[(n - 1 - column) * n + row] : old[row * n + n - 1 - column];
    });
    this.#changed();
  }

  /** @param {boolean} [first] */
  #changed(first = false) {
    this.verdict = null;
    this.shown = 0;
    this.#show();
    clearTimeout(this.soon);
    this.asking?.abort();
    this.soon = setTimeout(() => this.#judge(first), first ? 0 : SOON);
  }

  #show() {
    const { board, puzzle, verdict } = this;
    board.show(puzzle, this.#look(puzzle));
    board.name = T.boardName(this.n, this.stars);
    const cells = new Uint8Array(this.n ** 2);
    if (this.shown) for (const [r, c] of verdict?.examples[this.shown - 1] ?? []) cells[r * this.n + c] = QUEEN;
    board.update({ cells, outlined: true });
    this.#point();
    this.#doubts();
    this.size.value = String(this.n);
    this.star.value = String(Math.min(6, this.stars));
    this.undoing.disabled = !this.past.length;
    this.redoing.disabled = !this.future.length;
    this.#bars();
  }

  /** Point out what is doubtful or differs, and borders that part nothing yet. */
  #point() {
    const { n, inks, walls } = this;
    const open = /** @type {[number, number][]} */ ([]);
    for (const wall of walls) {
      const a = wall >> 1;
      const b = wall & 1 ? a + n : a + 1;
      if (inks[a] === inks[b]) open.push([a, b]);
      else walls.delete(wall); // the regions have it
    }
    this.board.highlight({
      doubt: [...this.doubt],
      differ: (this.verdict?.differ ?? []).map((/** @type {[number, number]} */ [r, c]) => r * n + c),
      walls: open,
    });
  }

  /** What is doubtful, one cell after another. */
  #doubts() {
    const { doubt, doubts, board } = this;
    if (!doubts) return;
    doubts.hidden = !doubt.size;
    const text = doubt.size ? T.doubts(doubt.size) : "";
    if (doubts.querySelector("p")?.textContent === text) return;
    replaceChildren(
      doubts,
      h("p", {}, text),
      h(
        "div",
        { class: "row" },
        button(T.nextDoubt, "next", () => {
          const all = [...doubt].sort((a, b) => a - b);
          const cell = all.find((i) => i > board.focused) ?? all[0];
          this.ink = this.inks[cell]; // what is there, painted again, is what is meant
          this.#bars();
          board.focusCell(cell);
          announce(board.describe(cell));
        }),
        button(T.noDoubt, "check", () => {
          doubt.clear();
          this.#changed();
        }),
      ),
    );
  }

  #bars() {
    const theme = boardTheme();
    const many = Math.min(MAX_INKS, Math.max(this.n, ...this.inks.map((x) => x + 1), this.ink + 1));
    /** Move among the buttons of a group with the arrows. @param {KeyboardEvent} event */
    const arrows = (event) => {
      const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      const group = /** @type {HTMLElement} */ (event.currentTarget).parentElement;
      const all = [.../** @type {HTMLElement} */ (group).children];
      if (!by) return;
      event.preventDefault();
      const to = (all.indexOf(/** @type {HTMLElement} */ (event.currentTarget)) + by + all.length) % all.length;
      /** @type {HTMLElement} */ (all[to]).click();
      /** @type {HTMLElement} */ (/** @type {HTMLElement} */ (group).children[to]).focus();
    };
    const choice = (/** @type {boolean} */ on) => ({
      role: "radio",
      "aria-checked": String(on),
      tabindex: on ? 0 : -1,
      onkeydown: arrows,
    });
    replaceChildren(
      this.toolBar,
      [
        ["paint", T.paint, "draw"],
        ["fill", T.fillTool, "fill"],
        ["pick", T.pick, "pick"],
        ["borders", T.borders, "borders"],
      ].map(([name, text, icon]) =>
        button(
          text,
          icon,
          () => {
            this.tool = name;
            this.#bars();
          },
          choice(this.tool === name),
        ),
      ),
    );
    const had = document.activeElement?.parentElement === this.inkBar;
    replaceChildren(
      this.inkBar,
      Array.from({ length: many }, (_, k) => {
        const element = h(
          "button",
          {
            type: "button",
            ...choice(this.ink === k),
            "aria-label": T.ink(LETTERS[k]),
            onclick: () => {
              this.ink = k;
              if (this.tool === "pick") this.tool = "paint";
              this.#bars();
            },
          },
          LETTERS[k],
        );
        element.style.setProperty("--swatch", theme.fills[this.#fillOf(k)]);
        element.style.setProperty("--swatch-ink", theme.ink);
        return element;
      }),
      many < MAX_INKS &&
        many <= this.n + 8 &&
        button(
          T.newRegion,
          "plus",
          () => {
            this.ink = many;
            this.tool = "paint";
            this.#bars();
          },
          { bare: true, role: "radio", "aria-checked": "false", tabindex: -1, onkeydown: arrows },
        ),
    );
    if (had) /** @type {HTMLElement | null} */ (this.inkBar.querySelector("[aria-checked=true]"))?.focus();
  }

  /** Ask the engine what this drawing is. @param {boolean} first */
  async #judge(first) {
    const { puzzle, judged } = this;
    if (!judged) return;
    const asking = (this.asking = new AbortController());
    const wait = setTimeout(
      () =>
        replaceChildren(
          judged,
          h("p", {}, `${T.judging} …`),
          button(T.stop, "stop", () => asking.abort()),
        ),
      1000,
    );
    const code = await encode(puzzle);
    if (!first)
      this.app.replaceAddress(`#/draw/${code}${this.doubt.size ? `?doubt=${[...this.doubt].join(".")}` : ""}`);
    try {
      const verdict = await post(
        "analyse",
        { board: code, allow_empty_regions: (this.stars === 1 && puzzle.names.length !== puzzle.n) || undefined },
        asking.signal,
      );
      if (asking.signal.aborted) return;
      this.verdict = verdict;
      this.#verdict();
    } catch (error) {
      if (asking.signal.aborted) return;
      replaceChildren(
        judged,
        h(
          "p",
          { class: error instanceof ApiError ? "note wrong" : "" },
          error instanceof NetworkError ? T.waits : errorMessage(error),
        ),
      );
    } finally {
      clearTimeout(wait);
    }
  }

  #verdict() {
    const { verdict, judged, puzzle } = this;
    if (!judged) return;
    const { solutions, rating } = verdict;
    const pieces = verdict.pieces.map((/** @type {number} */ k) => letterOf(puzzle, k));
    const asProper = verdict.regions === verdict.expected;
    const show = (/** @type {number} */ k) => {
      this.shown = this.shown === k ? 0 : k;
      this.#show();
      this.#verdict();
    };
    const head = solutions === null ? (verdict.problem ?? T.stoppedTime) : T.verdicts[solutions];
    replaceChildren(
      judged,
      h("p", { class: "big-number" }, head),
      !asProper && h("p", {}, T.regionsOf(verdict.regions, verdict.expected)),
      verdict.problem && head !== verdict.problem && h("p", {}, verdict.problem),
      solutions === 1 &&
        rating &&
        h(
          "div",
          { class: "row" },
          h("span", { class: `chip ${rating.tier}` }, T.tiers[rating.tier]),
          h("span", { class: "chip plain" }, `${T.score} ${rating.score}`),
        ),
      solutions === 1 &&
        rating &&
        h(
          "p",
          { class: "muted" },
          `${T.rulesUsed}: ${Object.entries(rating.histogram)
            .filter(([, k]) => k)
            .map(([name, k]) => `${T.rule[name] ?? capitalize(name.replaceAll("-", " "))} ×${k}`)
            .join(", ")}`,
        ),
      solutions === 0 && h("p", { class: "muted" }, T.verdictNote[0]),
      solutions === 2 &&
        h("p", { class: "muted" }, `${T.verdictNote[2]} ${capitalize(plural(verdict.differ.length, "cell"))}.`),
      pieces.length > 0 && h("p", {}, T.inPieces(pieces.length > 8 ? [...pieces.slice(0, 8), "…"] : pieces)),
      solutions > 0 &&
        h(
          "div",
          { class: "row" },
          button(this.shown === 1 ? T.hideThem : T.showA, null, () => show(1)),
          solutions === 2 && button(this.shown === 2 ? T.hideThem : T.showB, null, () => show(2)),
        ),
    );
    if (!this.shown) this.#point();
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
      toast(`${T.badLink} ${error.message}.`, { error: true, ms: 9000 });
    }
  }
  return new Draw(app, puzzle).element;
}
