// The sliding tiles: play, solve by any method, and replay the solution.

import { announce, toast, warnUnknown } from "../base/announce.js";
import { ApiError, NetworkError, post } from "../base/api.js";
import { button, definitionItems, h, loadStyles, replaceChildren } from "../base/dom.js";
import { onDropOrPaste } from "../base/drop_and_paste.js";
import { scrollable } from "../base/search_button.js";
import { onUndoKeys } from "../base/shortcuts.js";
import { formatDuration } from "../base/strings.js";
import { PuzzleForm, randomSeed } from "./puzzle_form.js";
import { REVERSE, SlidingGame, applyMove, toRows } from "./sliding_model.js";
import { S } from "./sliding_texts.js";
import { SolutionFilm } from "./solution_film.js";
import { SolverPanel } from "./solver_panel.js";
import { TileBoard } from "./tile_board.js";

/** @typedef {import("../base/app_types.js").App} App */
/** @typedef {import("./sliding_model.js").PuzzleInfo} PuzzleInfo */

const EXAMPLE = "31240578a6bc9def"; // the puzzle of the 15-puzzle report; its solution has 21 moves
const ADDRESS = /^([2-5])x([2-5])\.([0-9a-o]+)(?:~([0-9a-o]+))?$/;
const INFO_DELAY = 120; // milliseconds between a move and the request for the details of the position

class SlidingScreen {
  /** @param {App} app @param {PuzzleInfo} info */
  constructor(app, info) {
    this.app = app;
    const game = (this.game = new SlidingGame(info));
    this.timer = 0;
    this.asking = new AbortController();
    app.setTitle(S.title);
    this.arena = h("div", { class: "tray-place" });
    this.status = h("p", { class: "state", role: "status" });
    this.warning = h("div");
    this.undoButton = button(S.undo, "undo", () => this.undo());
    this.redoButton = button(S.redo, "redo", () => this.redo());
    this.film = new SolutionFilm(game, (tiles, moved) => {
      game.tiles = tiles;
      this.#show(moved);
    });
    this.form = new PuzzleForm(game, (request) => this.#openPuzzle(request));
    this.solver = new SolverPanel(app, game, this.film, {
      onStart: () => {
        this.#leaveFilm();
        this.#show();
      },
      onSolution: (solution) => {
        this.film.open(solution);
        this.#showDetails();
        this.#scheduleInfo();
      },
      onOptions: () => this.#updateAddress(),
    });
    this.facts = h("dl", { class: "facts" });
    this.kurang = h("div");
    this.board = this.#newBoard();
    this.element = this.#layout();
    this.load(info);
    app.signal.addEventListener("abort", () => {
      clearTimeout(this.timer);
      this.asking.abort();
    });
    onUndoKeys(app.signal, (undo) => (undo ? this.undo() : this.redo()));
    // On this screen a dropped file is a sliding puzzle, not a board of queens.
    onDropOrPaste((file) => this.form.openFile(file), { capture: true, signal: app.signal });
  }

  #layout() {
    const details = (/** @type {string} */ title, /** @type {any[]} */ ...content) =>
      h("details", { class: "card" }, h("summary", {}, title), h("div", { class: "stack" }, content));
    const resetButton = button(S.reset, "turn", () => this.reset());
    return h(
      "div",
      { class: "stack slide" },
      h("h1", {}, S.title),
      h(
        "div",
        { class: "play" },
        h(
          "div",
          { class: "arena" },
          this.arena,
          this.status,
          h("div", { class: "row centre" }, this.undoButton, this.redoButton, resetButton),
          this.warning,
          this.film.element,
        ),
        h("div", { class: "side" }, h("p", { class: "muted" }, S.lead), this.form.element, this.solver.element),
      ),
      details(S.details, h("h2", {}, S.kurang), this.kurang, this.facts),
      details(S.compare, ...this.solver.compareContent),
    );
  }

  #newBoard() {
    const { info, goal } = this.game;
    return new TileBoard(info.rows, info.columns, goal, (move, count) => this.move(move, count));
  }

  /** Begins a puzzle. @param {PuzzleInfo} info */
  load(info) {
    this.game.load(info);
    this.form.refresh();
    this.board = this.#newBoard();
    replaceChildren(this.arena, this.board.element);
    this.film.close();
    this.solver.reset();
    this.#show();
    this.#showDetails();
    this.#updateAddress();
  }

  #updateAddress() {
    const { method, heuristic, visited } = this.solver.options;
    const query = new URLSearchParams({ m: method, h: heuristic, ...(visited && { v: visited }) });
    this.app.replaceAddress(`#/slide/${this.game.address}?${query}`);
  }

  // ---- playing

  /** Moves the blank at most `count` times in one direction. @param {string} move @param {number} count */
  move(move, count) {
    const { game, film } = this;
    let after = game.tiles;
    const moved = [];
    for (let k = 0; move && k < count; k++) {
      const next = applyMove(after, game.info.columns, move);
      if (!next) break;
      moved.push(next[after.indexOf(0)]);
      after = next;
    }
    if (!moved.length) {
      announce(S.noWay);
      return;
    }
    film.player.pause(false);
    this.solver.stop(); // The search solves a position that is no longer on the board.
    if (moved.length === 1 && film.solution?.moves[film.player.at] === move) {
      // The user has made the next move of the solution.
      film.player.showPosition(film.player.at + 1);
    } else {
      this.#leaveFilm();
      game.past.push(...moved.map(() => move));
      game.future = [];
      game.tiles = after;
      this.#show(moved.at(-1));
      this.#scheduleInfo();
    }
    announce(S.slid(moved, S.directions[move]));
    this.#congratulate();
  }

  #congratulate() {
    const made = this.#moveCount();
    if (!made || !this.game.isSolved) return;
    const { solution } = this.film;
    const bound = Math.max(0, ...Object.values(this.game.startBounds));
    const least = solution && !solution.before.length ? Math.max(solution.bound, bound) : bound;
    toast(S.won(made, Math.min(made, least)));
  }

  /** Returns the number of moves since the start. */
  #moveCount() {
    const { solution, player } = this.film;
    return solution ? solution.before.length + player.at : this.game.past.length;
  }

  undo() {
    const { player, solution } = this.film;
    if (solution && player.at) return player.step(-1);
    this.#leaveFilm();
    const move = this.game.past.pop();
    if (!move) return announce(S.nothingToUndo);
    this.game.future.push(move);
    this.#step(REVERSE[move]);
  }

  redo() {
    if (this.film.solution) return this.film.player.step(1);
    const move = this.game.future.pop();
    if (!move) return announce(S.nothingToRedo);
    this.game.past.push(move);
    this.#step(move);
  }

  /** @param {string} move */
  #step(move) {
    const { game } = this;
    const next = /** @type {number[]} */ (applyMove(game.tiles, game.info.columns, move));
    const moved = next[game.tiles.indexOf(0)];
    game.tiles = next;
    this.#show(moved);
    this.#scheduleInfo();
    announce(S.slid([moved], S.directions[move]));
  }

  reset() {
    this.solver.stop();
    this.film.close();
    this.game.reset();
    this.#show();
    this.#scheduleInfo();
    announce(S.resetDone);
  }

  /** Closes the replay. The user continues from the position that the replay showed last. */
  #leaveFilm() {
    const { solution, player } = this.film;
    if (!solution) return;
    this.game.past = [...solution.before, ...solution.moves.slice(0, player.at)];
    this.game.future = [];
    this.film.close();
    this.#scheduleInfo();
  }

  /** @param {number} [moved] the tile that moved last */
  #show(moved) {
    const { game, film } = this;
    this.board.show(game.tiles, moved);
    replaceChildren(this.status, S.state(this.#moveCount(), game.tilesInPlace, game.tiles.length - 1));
    this.undoButton.disabled = !this.#moveCount();
    this.redoButton.disabled = film.solution ? film.player.at === film.length : !game.future.length;
  }

  // ---- details of the position, from the engine

  /**
   * Requests the details of the position from the engine, after a short pause. During a replay, these are the details
   * of the position that was solved.
   */
  #scheduleInfo() {
    clearTimeout(this.timer);
    this.timer = setTimeout(async () => {
      this.asking.abort();
      const { signal } = (this.asking = new AbortController());
      const { game, film } = this;
      const tiles = film.solution ? toRows(film.solution.boards[0], game.info.columns) : game.request.tiles;
      try {
        game.info = await post("slide", { ...game.request, tiles }, signal);
        this.#showDetails();
      } catch (error) {
        if (!(error instanceof ApiError || error instanceof NetworkError) && !signal.aborted) throw error;
      }
    }, INFO_DELAY);
  }

  #showDetails() {
    const { swap, bounds, kurang } = this.game.info;
    replaceChildren(
      this.kurang,
      this.film.solution && h("p", {}, S.detailsOf),
      kurangTable(kurang),
      h("p", { class: kurang.solvable ? "total" : "total wrong" }, S.total(kurang)),
      h("p", { class: "muted" }, S.kurangHow),
    );
    const boundText = Object.entries(bounds)
      .map(([name, value]) => `${S.heuristics[name]} ${value}`)
      .join(", ");
    replaceChildren(this.facts, definitionItems([[S.facts.bounds, boundText], ...this.#solutionFacts()]));
    replaceChildren(
      this.warning,
      swap &&
        h(
          "div",
          { class: "note wrong stack" },
          h("p", {}, h("strong", {}, S.unsolvable), " ", S.total(kurang)),
          h(
            "div",
            {},
            button(S.swap(...swap), "flip", () => this.#swap(swap), { class: "main" }),
          ),
        ),
    );
    if (swap) announce(S.unsolvable);
  }

  /** @returns {[string, any][]} */
  #solutionFacts() {
    const { solution } = this.film;
    if (!solution) return [];
    return [
      [S.facts.method, solution.search],
      [S.facts.moves, solution.moves.length],
      ...(solution.bound < solution.moves.length
        ? [/** @type {[string, any]} */ ([S.facts.bound, solution.bound])]
        : []),
      ...Object.entries(solution.counters).map(
        ([name, value]) => /** @type {[string, any]} */ ([S.facts[name] ?? name, value.toLocaleString("en")]),
      ),
      [S.facts.ms, formatDuration(solution.ms)],
    ];
  }

  /** Shows a warning until the next puzzle. @param {string} text */
  warn(text) {
    replaceChildren(this.warning, h("p", { class: "note wrong", role: "alert" }, text));
  }

  /** @param {[number, number]} pair */
  async #swap(pair) {
    this.load(await post("slide", this.game.swapRequest(pair), this.app.signal));
    toast(S.swapped);
  }

  /** @param {Record<string, unknown>} request */
  async #openPuzzle(request) {
    this.asking.abort();
    const { signal } = (this.asking = new AbortController());
    try {
      this.load(await post("slide", request, signal));
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }
}

/** @param {PuzzleInfo["kurang"]} kurang */
function kurangTable({ table, tiles }) {
  const row = (/** @type {string} */ head, /** @type {(string | number)[]} */ values) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, head),
      values.map((x) => h("td", {}, x)),
    );
  const rows = [
    row(
      "i",
      [...table.keys()].map((k) => k + 1),
    ),
    row(
      S.tileHead,
      tiles.map((x) => x || S.blank),
    ),
    row("KURANG(i)", table),
  ];
  return scrollable("KURANG", h("table", { class: "kurang" }, h("tbody", {}, rows)));
}

/**
 * Reads the puzzle of the address. If this fails, returns a random puzzle and the reason.
 * @param {App} app
 */
async function readAddress(app) {
  let failure = app.rest;
  const parts = ADDRESS.exec(app.rest || `4x4.${EXAMPLE}`);
  if (parts) {
    const [, rows, columns, cells, goal] = parts;
    const read = (/** @type {string} */ text) =>
      toRows(
        [...text].map((x) => Number.parseInt(x, 36)),
        Number(columns),
      );
    try {
      if (cells.length === Number(rows) * Number(columns)) {
        const request = { tiles: read(cells), ...(goal && { goal: read(goal) }) };
        return { info: await post("slide", request, app.signal), failure: "" };
      }
      failure = S.wrongTiles(cells.length, Number(rows) * Number(columns));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      failure = error.message;
    }
  }
  const info = await post("slide", { make: "random", rows: 4, seed: randomSeed() }, app.signal);
  return { info, failure };
}

/** @param {App} app */
export async function open(app) {
  const [{ info, failure }] = await Promise.all([readAddress(app), loadStyles("sliding/sliding")]);
  const screen = new SlidingScreen(app, info);
  if (failure) screen.warn(S.badLink(failure));
  const { query } = app;
  const { method, heuristic, visited } = screen.solver;
  warnUnknown([query.get("m"), method], [query.get("h"), heuristic], [query.get("v"), visited]);
  return screen.element;
}
