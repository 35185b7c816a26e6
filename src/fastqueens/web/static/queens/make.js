// The screen Make: boards that the engine generates.

import { toast, withBusyNotice } from "../base/announce.js";
import { getCached, postForBlob, stream } from "../base/api.js";
import { button, dialog, field, h, replaceChildren, saveFile, select } from "../base/dom.js";
import { searchButton } from "../base/search_button.js";
import { saveBoard } from "../base/storage.js";
import { decode } from "../board/codec.js";
import { regionRows } from "../board/rules.js";
import { lazyThumbnails } from "../board/lazy_thumbnails.js";
import { Options } from "./make_options.js";
import { T } from "./make_texts.js";

/** @typedef {import("../base/app_types.js").App} App */
/**
 * @typedef {{code: string, tier: string, score: number, hash: string, queens: [number, number][],
 *   known?: {name: string, how: string} | null}} MadeBoard
 */
/** A board with its number: the engine makes the boards of a seed in the same order each time. */
/** @typedef {MadeBoard & {number: number, puzzle: import("../board/rules.js").Puzzle}} NumberedBoard */

/**
 * Saves a board in My boards.
 * @param {MadeBoard} board
 * @returns {boolean} whether the board was not in My boards before
 */
const keepBoard = ({ code, tier, score }) => saveBoard({ code, name: T.sizeName(Number.parseInt(code)), tier, score });

class Make {
  /** @param {App} app @param {string[]} motifs */
  constructor(app, motifs) {
    this.app = app;
    this.options = new Options(app.query, motifs);
    this.thumbnail = lazyThumbnails(app.signal);
    this.list = h("ul", { class: "tiles large" });
    this.actions = h("div", { class: "row" });
    /** @type {NumberedBoard[]} */
    this.boards = [];
    /** @type {Map<string, HTMLElement>} the tile of each board, by its hash */
    this.tiles = new Map();
    this.perPage = 4;
    this.solved = true; // whether the solutions of the boards are printed
    /** @type {typeof import("./print_boards.js") | null} loaded before the browser prints, which does not wait */
    this.printer = null;
    addEventListener("beforeprint", () => this.printer?.showSheets(this.#sheets(), this.perPage, this.solved), {
      signal: app.signal,
    });
    this.continuing = false; // whether the next search keeps the boards that are shown
    this.search = searchButton(app, T.makeGo, "make", (signal, report) => this.#make(signal, report), {
      class: "main",
      type: "submit",
    });
    this.search.report(T.makeEmpty);
    app.onAppearanceChange(() => {
      this.tiles.clear();
      this.#show();
    });
    // The button starts the search, so the browser must not submit the form.
    const onsubmit = (/** @type {Event} */ event) => event.preventDefault();
    this.element = h(
      "div",
      { class: "stack" },
      h("h1", {}, T.makeTitle),
      h(
        "form",
        { class: "card stack", onsubmit },
        h("div", { class: "form" }, this.options.fields()),
        this.options.editorCard,
        h("div", { class: "row" }, this.search.go, h("small", {}, T.seedNote)),
      ),
      this.search.note,
      this.actions,
      this.list,
    );
  }

  /** Shows the boards in order of score. */
  #show() {
    this.boards.sort((a, b) => a.score - b.score || (a.hash < b.hash ? -1 : 1));
    for (const board of this.boards) if (!this.tiles.has(board.hash)) this.tiles.set(board.hash, this.#tile(board));
    replaceChildren(
      this.list,
      this.boards.map(({ hash }) => this.tiles.get(hash)),
    );
  }

  /** @param {NumberedBoard} board */
  #tile(board) {
    const { code, tier, score, number } = board;
    return h(
      "li",
      { class: "stack" },
      h(
        "a",
        { class: "tile", href: `#/play/${code}` },
        this.thumbnail(code),
        h("span", { class: "hidden" }, T.chooseBoard(String(number))),
        h(
          "span",
          { class: "line" },
          h("span", { class: `chip ${tier}` }, T.tiers[tier]),
          h("small", { class: "muted" }, `${T.score} ${score}`),
        ),
      ),
      board.known && h("small", {}, T.knownAs(board.known.name, board.known.how)),
      button(T.keepIt, "star", () => toast(keepBoard(board) ? T.boardKept : T.boardAlreadyKept)),
    );
  }

  /**
   * Generates boards, and shows them as they arrive.
   * @param {AbortSignal} signal
   * @param {import("../base/search_button.js").Report} report
   * @returns {Promise<string | void>} the text to show at the end
   */
  async #make(signal, report) {
    const { options } = this;
    const { continuing } = this;
    this.continuing = false;
    if (!options.check()) return;
    const total = Number(options.count.value);
    if (!continuing) {
      this.boards = [];
      this.tiles.clear();
      replaceChildren(this.list);
    }
    replaceChildren(this.actions);
    report(T.making(this.boards.length, total));
    let seed = options.seed.value;
    let end = { sentence: "", stopped: false };
    const request = { ...options.request, count: total - this.boards.length, seed: continuing ? null : seed || null };
    try {
      await stream(
        "generate",
        request,
        async (event, data) => {
          if (event === "begin") seed = String(data.seed);
          else if (event === "boards") {
            await this.#add(data.boards);
            report(T.making(this.boards.length, total));
          } else end = { sentence: data.sentence ?? data.error, stopped: data.status === "stopped" };
        },
        signal,
      );
    } finally {
      if (!this.app.signal.aborted) {
        this.app.replaceAddress(options.address(seed));
        this.#show();
        this.#showActions(end.stopped && this.boards.length < total);
      }
    }
    const count = this.boards.length;
    return `${end.sentence || T.made(count)}${seed && count ? ` ${T.seed}: ${seed}.` : ""}`;
  }

  /** Adds the boards that the screen does not show yet. @param {MadeBoard[]} boards */
  async #add(boards) {
    this.printer ??= await import("./print_boards.js");
    for (const board of boards) {
      const { puzzle } = await decode(board.code);
      if (!this.boards.some((x) => x.hash === board.hash))
        this.boards.push({ ...board, puzzle, number: this.boards.length + 1 });
    }
    this.#show();
  }

  /** @param {boolean} incomplete whether the engine stopped before it had made all boards */
  #showActions(incomplete) {
    const { boards } = this;
    const goOn = () => {
      this.continuing = true;
      this.search.begin();
    };
    replaceChildren(
      this.actions,
      incomplete && button(T.goOnMaking, "make", goOn, { class: "main" }),
      boards.length > 0 && [
        button(T.downloadJsonl, "export", () => this.#saveLines()),
        button(T.printSheet, "print", () => this.#askForPrint()),
        button(T.keepAll, "star", () => toast(T.keptBoards(boards.filter(keepBoard).length))),
      ],
    );
  }

  /** Saves the boards as a file with one JSON object a line. */
  #saveLines() {
    const lines = this.boards.map(({ puzzle, tier, score }) => {
      const { n, stars, names } = puzzle;
      const regions = regionRows(puzzle, (k) => names[k]);
      return `${JSON.stringify({ n, stars, regions, difficulty: tier, score })}\n`;
    });
    saveFile(`boards-${this.options.rows.value}.jsonl`, lines.join(""), "application/x-ndjson");
  }

  /** Returns the boards in the form in which they are printed. */
  #sheets() {
    return this.boards.map(({ puzzle, tier, score, code, queens }, k) => ({
      puzzle,
      name: `${k + 1} · ${T.tiers[tier]} · ${score}`,
      code,
      queens,
    }));
  }

  /** Opens a dialog with the options for printing the boards. */
  #askForPrint() {
    const numbers = ["1", "2", "3", "4", "6", "9", "12"].map((x) => /** @type {[string, string]} */ ([x, x]));
    const solved = h("input", { type: "checkbox", checked: this.solved });
    const chooser = select(numbers, String(this.perPage), (x) => {
      this.perPage = Number(x);
    });
    const print = () => {
      open.close();
      this.solved = solved.checked;
      this.printer?.printBoards(this.#sheets(), this.perPage, this.solved);
    };
    const savePdf = async () => {
      open.close();
      this.solved = solved.checked;
      const request = {
        format: "pdf",
        boards: this.boards.map(({ code }) => code),
        captions: this.boards.map(({ tier, score }) => `${T.tiers[tier]} · ${score}`),
        solutions: this.solved,
        per_page: this.perPage,
      };
      const file = await withBusyNotice(T.savingPdf, (signal) => postForBlob(request, "export", signal));
      if (file) saveFile("boards.pdf", file, file.type);
    };
    const open = dialog(T.printSheet, [
      field(T.perPage, chooser),
      h("label", { class: "tick" }, solved, T.withSolutions),
      button(T.print, "print", print, { class: "main" }),
      button(T.savePdf, "export", savePdf),
    ]);
  }
}

/** @param {App} app */
export async function open(app) {
  app.setTitle(T.makeTitle);
  const { motifs } = await getCached("info");
  return new Make(app, motifs).element;
}
