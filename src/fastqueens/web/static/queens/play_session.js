// The state of one game in Play: board, moves, clock and hints. The module also stores this state.
// It uses no DOM.

import { dateKey, deleteGame, getGames, getProgress, recordProgress, saveGame, settings } from "../base/storage.js";
import { T } from "../base/strings.js";
import { letterOf } from "../board/board_style.js";
import { Game, applyAction } from "../board/game.js";
import { EMPTY, MARK, QUEEN, cellToPair, regionRows } from "../board/rules.js";

/** @typedef {import("../board/rules.js").Puzzle} Puzzle */
/**
 * The board that an address names, and its neighbours among the levels.
 * @typedef {object} Subject
 * @property {string} key the name under which storage keeps the game
 * @property {string} name
 * @property {Puzzle} puzzle
 * @property {Uint8Array | null} cells a position from the address
 * @property {string | null} tier
 * @property {string | null} previous the name of a level
 * @property {string | null} next
 * @property {string | null} day the date of a daily board
 */

const MAX_KEY = 200; // Progress is not recorded for boards with longer codes.

export class Session {
  /** @param {Subject} subject */
  constructor(subject) {
    const { puzzle, key, cells } = subject;
    const saved = cells ? undefined : getGames().find((x) => x.key === key);
    this.subject = subject;
    this.puzzle = puzzle;
    this.pieceName = T.piece(puzzle.stars);
    this.game = saved ? Game.from(puzzle, saved.game) : new Game(puzzle);
    if (cells)
      this.game.changeCells(
        "mark",
        [...cells.keys()].filter((i) => cells[i]).map((i) => [i, cells[i]]),
      );
    this.ms = saved?.ms ?? 0;
    this.hints = saved?.hints ?? 0;
    /** @type {number | null} the time when the clock was started */
    this.since = null;
    this.paused = false;
    this.over = false;
    this.solvedByEngine = false;
    this.multipleSolutions = false;
  }

  // ---- the clock

  startClock() {
    if (!this.paused && !this.over) this.since ??= performance.now();
  }

  stopClock() {
    this.ms = this.elapsed;
    this.since = null;
  }

  get elapsed() {
    return this.ms + (this.since === null ? 0 : performance.now() - this.since);
  }

  // ---- storage

  save() {
    const { subject, game } = this;
    if (this.over || (game.empty && !game.done.length && !game.checkpoints.length)) return;
    saveGame({
      key: subject.key,
      board: subject.key,
      title: subject.name,
      at: Date.now(),
      ms: Math.round(this.elapsed),
      hints: this.hints,
      game: game.toJSON(),
    });
  }

  /** Loads the game again if another tab has changed it. @returns {boolean} whether the game was loaded again */
  reload() {
    const saved = getGames().find((x) => x.key === this.subject.key);
    if (!saved || this.over || JSON.stringify(saved.game) === JSON.stringify(this.game)) return false;
    this.stopClock();
    this.game = Game.from(this.puzzle, saved.game);
    this.ms = saved.ms;
    this.hints = saved.hints;
    return true;
  }

  /** @param {import("../base/storage.js").Progress} progress */
  #record(progress) {
    if (this.subject.key.length <= MAX_KEY) recordProgress(this.subject.key, progress);
  }

  // ---- moves

  /** Applies an action of the player on the board. @param {{what: string, cell?: number, cells?: number[]}} action */
  apply(action) {
    applyAction(this.game, action, settings.order, settings.press === "queen" ? QUEEN : MARK);
  }

  /** Starts the game again. @returns {() => void} a function that brings the old game back */
  restart() {
    const before = { game: this.game, ms: this.elapsed, hints: this.hints };
    this.stopClock();
    this.game = new Game(this.puzzle);
    this.over = this.solvedByEngine = false;
    this.ms = this.hints = 0;
    return () => Object.assign(this, before);
  }

  /** Puts a solution on the board. The session ends and no time is recorded. @param {number[]} queens */
  putSolution(queens) {
    const { cells } = this.game;
    this.solvedByEngine = true;
    this.game.changeCells(
      "solve",
      [...cells].map((value, i) => [i, queens.includes(i) ? QUEEN : value === QUEEN ? EMPTY : value]),
    );
    this.#finish();
    this.#record({ solved: true });
  }

  /** Records a win. @returns {{ms: number, before: number | undefined}} the time, and the best time before */
  win() {
    this.#finish();
    const ms = Math.round(this.ms);
    const before = getProgress()[this.subject.key]?.best;
    this.#record({ done: dateKey(), best: Math.min(before ?? ms, ms), hints: this.hints });
    return { ms, before };
  }

  #finish() {
    this.stopClock();
    this.over = true;
    deleteGame(this.subject.key);
  }

  // ---- requests to the engine

  /** The board in the form of a request. */
  get board() {
    return { stars: this.puzzle.stars, regions: regionRows(this.puzzle, (k) => letterOf(this.puzzle, k)) };
  }

  /** The position in the form of a request: queens in the order in which they were put. */
  get position() {
    const { game, puzzle } = this;
    const order = new Set();
    for (const { changes } of game.done) {
      for (let k = 0; k < changes.length; k += 3) {
        order.delete(changes[k]);
        if (changes[k + 2] === QUEEN) order.add(changes[k]);
      }
    }
    const queens = new Set([...[...order].filter((i) => game.cells[i] === QUEEN), ...game.queens]);
    const pair = cellToPair(puzzle.n);
    return {
      board: this.board,
      allow_empty_regions: puzzle.names.length !== puzzle.n || undefined,
      queens: [...queens].map(pair),
      eliminated: game.marks.map(pair),
    };
  }
}
