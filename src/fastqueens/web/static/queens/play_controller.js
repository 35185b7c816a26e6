// One game of Play: connects the session, its view and its hints, and carries out the commands of the player.

import { announce, toast, toastWithUndo } from "../base/announce.js";
import { post } from "../base/api.js";
import { button, h } from "../base/dom.js";
import { commandOf } from "../base/shortcuts.js";
import { changeSettings, settings } from "../base/storage.js";
import { capitalize, cellName } from "../base/strings.js";
import { letterOf } from "../board/board_style.js";
import { encode } from "../board/codec.js";
import { QUEEN, unitStates } from "../board/rules.js";
import { Hints } from "./play_hints.js";
import { Session } from "./play_session.js";
import { T } from "./play_texts.js";
import { PlayView } from "./play_view.js";
import { showWin } from "./win_panel.js";

const CLOCK_MS = 250;
const SAVE_DELAY_MS = 150;

/**
 * The functions of other modules that are loaded only when they are used.
 * @typedef {object} Later
 * @property {(play: Play) => void} openMenu
 * @property {(play: Play, fromEmpty: boolean) => void} explain
 */

export class Play {
  /**
   * @param {import("../base/app_types.js").App} app
   * @param {import("./play_session.js").Subject} subject
   * @param {Later} later
   */
  constructor(app, subject, later) {
    this.app = app;
    this.later = later;
    this.session = new Session(subject);
    this.view = new PlayView(this.session, (name) => this.command(name));
    this.hints = new Hints(
      this.session,
      this.view,
      () => this.moved(),
      () => this.later.explain(this, true),
    );
    /** whether the steps of a solution are shown in place of the game */
    this.explaining = false;
    this.saveTimer = 0;
    this.element = this.view.element;
    app.setTitle(subject.name);
    this.hints.clear();
    this.refresh();
    this.#listen();
    if (!this.game.empty) this.session.startClock();
    if (!subject.tier) this.#analyse();
    if (subject.cells) {
      // Save the position, so that the same game continues when the page is loaded again.
      this.save();
      app.replaceAddress(`#/play/${subject.key}`);
    }
  }

  get game() {
    return this.session.game;
  }

  /** Shows the whole session again. */
  refresh() {
    this.view.show();
    this.view.showClock();
  }

  #listen() {
    const { app, session, view } = this;
    const { signal } = app;
    const leave = () => {
      session.stopClock();
      this.save();
    };
    const clock = setInterval(() => view.showClock(), CLOCK_MS);
    view.board.addEventListener("fq", (event) => this.#played(/** @type {CustomEvent} */ (event).detail));
    view.element.addEventListener("keydown", (event) => this.#key(event, event.composedPath().includes(view.board)));
    const pageKey = (/** @type {KeyboardEvent} */ event) => {
      if (!document.querySelector("dialog")) this.#key(event, false);
    };
    addEventListener("keydown", pageKey, { signal });
    const present = (/** @type {Event} */ event) => {
      event.preventDefault();
      const forward = /** @type {CustomEvent} */ (event).detail > 0;
      this.command(!forward ? "undo" : session.over ? "next" : "hint");
    };
    addEventListener("fq-present", present, { signal });
    app.onAppearanceChange(() => {
      view.board.show(session.puzzle);
      this.refresh();
    });
    const visibility = () => {
      if (document.hidden) leave();
      else if (!this.game.empty) session.startClock();
    };
    document.addEventListener("visibilitychange", visibility, { signal });
    addEventListener("pagehide", leave, { signal });
    addEventListener("storage", () => this.#reload(), { signal });
    signal.addEventListener("abort", () => {
      leave();
      clearInterval(clock);
      this.hints.running?.abort();
    });
  }

  /** Shows whether a board is solvable and how difficult it is, if the board is not a level. */
  async #analyse() {
    const { session, view } = this;
    try {
      const { board, allow_empty_regions } = session.position;
      const { solutions, rating, problem } = await post("analyse", { board, allow_empty_regions }, this.app.signal);
      session.multipleSolutions = solutions === 2;
      if (rating) session.subject.tier = rating.tier;
      view.showHeader();
      if ((solutions !== 0 && !problem) || this.hints.hint) return;
      const help = problem
        ? button(T.editBoard, "draw", () => this.edit())
        : button(T.showWhy, "explain", () => this.later.explain(this, true));
      view.note(problem ?? T.noSolution, true, help);
    } catch {
      // The game continues without the analysis. If the engine has stopped, the banner reports this.
    }
  }

  async edit() {
    location.hash = `#/draw/${await encode(this.session.puzzle)}`;
  }

  save() {
    clearTimeout(this.saveTimer);
    this.session.save();
  }

  /** Loads and shows the game if another tab of the browser has changed it. */
  #reload() {
    if (this.explaining || !this.session.reload()) return;
    clearTimeout(this.saveTimer);
    this.hints.clear();
    this.refresh();
    if (!document.hidden) this.session.startClock();
  }

  // ---- moves

  /** @param {{what: string, cell?: number, cells?: number[]}} action */
  #played(action) {
    const { session, game } = this;
    if (session.over || session.paused || this.explaining || action.what === "zoom") return;
    const before = game.done.length;
    session.apply(action);
    if (game.stroke) this.view.show();
    else if (game.done.length !== before || action.what === "end" || action.what === "cancel")
      this.moved(action.cell);
  }

  /**
   * Shows, announces and saves a change, and checks whether the board is solved.
   * @param {number} [cell] the cell to describe; a stroke with the pointer has none
   */
  moved(cell) {
    const { session, view } = this;
    session.startClock();
    this.hints.clear();
    const { complete } = view.show();
    view.showClock();
    if (cell !== undefined) announce(view.board.describe(cell));
    else if (view.conflicting) announce(T.conflict(session.pieceName));
    this.#feedback(view.conflicting ? 40 : 10);
    clearTimeout(this.saveTimer);
    this.saveTimer = setTimeout(() => this.save(), SAVE_DELAY_MS);
    if (!complete) return;
    const win = session.win();
    this.refresh();
    this.#feedback(120);
    showWin(session, view, win, () => this.restart());
  }

  /** Vibrates and plays a tone, if the settings allow this. @param {number} ms */
  #feedback(ms) {
    if (settings.vibrate) navigator.vibrate?.(ms);
    if (settings.sound) import("../base/sound.js").then((x) => x.playTone(ms > 10 ? 180 : 520, 40));
  }

  // ---- commands

  /** @param {KeyboardEvent} event @param {boolean} onBoard */
  #key(event, onBoard) {
    const command = commandOf(event, onBoard);
    if (!command || event.defaultPrevented) return;
    event.preventDefault();
    this.command(command);
  }

  /** Carries out the command of a button or a key. @param {string} name */
  command(name) {
    const { session, view } = this;
    const { next } = session.subject;
    /** @type {Record<string, () => void>} */
    const always = {
      more: () => this.later.openMenu(this),
      keys: () => import("../base/shortcuts_dialog.js").then((x) => x.showShortcuts()),
      pause: () => this.pause(),
      auto: () => changeSettings({ autoMarks: !settings.autoMarks }),
      region: () => this.#showRegion(),
      letters: () => changeSettings({ letters: view.board.look?.letters ? "off" : "on" }),
      next: () => {
        if (next) location.hash = `#/play/${next}`;
      },
    };
    /** @type {Record<string, () => void>} */
    const playing = {
      undo: () => this.#undo(true),
      redo: () => this.#undo(false),
      clear: () => {
        if (this.game.clear()) this.moved();
        announce(T.cleared);
      },
      check: () => this.hints.check(),
      hint: () => this.hints.next(),
      trial: () => this.#trial(this.game.trial ? "keep" : "begin"),
      keep: () => this.#trial("keep"),
      drop: () => this.#trial("drop"),
    };
    if (always[name]) always[name]();
    else if (!session.paused && !session.over && !this.explaining) playing[name]?.();
  }

  /** Shows and announces the cells of the region of the focused cell. */
  #showRegion() {
    const { puzzle } = this.session;
    const region = puzzle.regions[this.view.board.focused];
    const cells = Array.from(puzzle.regions.keys()).filter((cell) => puzzle.regions[cell] === region);
    const names = cells.map((cell) => cellName(cell, puzzle.n));
    toast(`${capitalize(T.region(letterOf(puzzle, region)))}: ${names.join(", ")}`);
  }

  pause() {
    const { session, view } = this;
    if (session.over) return;
    session.paused = !session.paused;
    if (session.paused) session.stopClock();
    else if (!this.game.empty) session.startClock();
    announce(session.paused ? T.paused : T.goOnPlaying);
    view.showPause();
  }

  /** @param {boolean} undo true for undo, false for redo */
  #undo(undo) {
    const { pieceName, puzzle } = this.session;
    const step = undo ? this.game.undo() : this.game.redo();
    if (!step) {
      announce(undo ? T.nothingToUndo : T.nothingToRedo);
      return;
    }
    this.moved();
    const count = step.changes.length / 3;
    const noun = step.what === "queen" ? pieceName : step.what === "mark" || step.what === "erase" ? T.mark : step.what;
    const text =
      T.steps[step.what] ??
      (count === 1 ? T.pieceAt(noun, T.cell(step.changes[0], puzzle.n)) : T.pieceCount(noun, count));
    announce(undo ? T.undone(text) : T.redone(text));
  }

  /** @param {"begin" | "keep" | "drop"} what */
  #trial(what) {
    const { game } = this;
    if (what === "begin") game.beginTrial();
    else if (what === "keep") game.keepTrial();
    else game.dropTrial();
    this.moved();
    announce(what === "begin" ? T.trialOn : what === "keep" ? T.trialKept : T.trialDropped);
  }

  /** Fills the units in which the number of open cells equals the number of missing queens. */
  fillIn() {
    const { pieceName, puzzle } = this.session;
    const forced = unitStates(puzzle, this.game.cells).filter(({ missing, open }) => open.length === missing);
    const cells = new Set(forced.flatMap(({ open }) => open));
    if (cells.size) {
      this.game.changeCells(
        "fill",
        [...cells].map((i) => [i, QUEEN]),
      );
      this.moved();
    }
    toast(cells.size ? T.filled(cells.size, pieceName) : T.fillNone);
  }

  /** Shows a solution. @param {number[]} queens */
  showSolution(queens) {
    const { session, view } = this;
    const { next } = session.subject;
    this.hints.clear();
    session.putSolution(queens);
    this.refresh();
    view.note(
      T.solutionShown,
      false,
      button(T.restart, "turn", () => this.restart()),
      next && h("a", { class: "button", href: `#/play/${next}` }, T.nextLevel),
    );
  }

  restart() {
    const { session, view } = this;
    const canUndo = !session.over && !this.game.empty;
    const undo = session.restart();
    this.hints.clear();
    this.refresh();
    view.board.focusCell(0);
    if (!canUndo) return;
    toastWithUndo(T.restarted, () => {
      undo();
      this.moved();
    });
  }
}
