// Play: a level, the board of a day, or any board that an address holds.

import { announce, copyText, toast, toastWithUndo } from "../base/announce.js";
import { ApiError, NetworkError, getCached, post } from "../base/api.js";
import { button, dialog, h, icon, replaceChildren, select } from "../base/dom.js";
import { commandOf } from "../base/shortcuts.js";
import {
  changeSettings,
  dateKey,
  deleteGame,
  getGames,
  getProgress,
  recordProgress,
  saveGame,
  settings,
} from "../base/storage.js";
import { capitalize, cellName, formatClock, joinAnd } from "../base/strings.js";
import { boardElement } from "../board/board_element.js";
import { letterOf } from "../board/board_style.js";
import { CodecError, decode, encode } from "../board/codec.js";
import {
  EMPTY,
  Game,
  MARK,
  QUEEN,
  autoMarks,
  cellsWith,
  conflictingQueens,
  conflictsInFullUnits,
  countQueens,
  nextValue,
} from "../board/game.js";
import { firstUnsolvedLevel } from "./next_level.js";
import { T } from "./play_texts.js";

/** @typedef {import("../base/app_types.js").App} App */
/** @typedef {import("../board/game.js").Puzzle} Puzzle */
/** @typedef {{key: string, name: string, puzzle: Puzzle, cells: Uint8Array | null, tier: string | null, previous: string | null, next: string | null, day: string | null}} Subject */

/** @param {number} n */
export const pairs = (n) => (/** @type {number} */ cell) => [Math.floor(cell / n), cell % n];
/** @param {number} n */
export const cellOf =
  (n) =>
  (/** @type {[number, number]} */ [row, column]) =>
    row * n + column;

/** What there is instead of a board. @param {string} text @param {boolean} wrong @param {...any} ways out */
const nothing = (text, wrong, ...ways) =>
  h(
    "div",
    { class: "stack" },
    h("h1", {}, T.cannotShow),
    h("p", { class: wrong ? "note wrong" : "note" }, text),
    h("div", { class: "row" }, ways, h("a", { class: "button", href: "#/levels" }, T.allLevels)),
  );

/** @param {App} app @param {string} screen @returns {Promise<Subject | HTMLElement>} */
async function subjectOf(app, screen) {
  const plain = { cells: null, tier: null, previous: null, next: null, day: null };
  if (screen === "daily") {
    const date = /^\d{4}-\d\d-\d\d$/.test(app.rest) ? app.rest : dateKey();
    const { code, tier } = await getCached(`daily?date=${date}`);
    return { ...plain, key: `daily/${date}`, name: date, ...(await decode(code)), tier, day: date };
  }
  if (/^\d+x\d+\./.test(app.rest)) {
    try {
      const { puzzle, cells } = await decode(app.rest);
      return { ...plain, key: app.rest.split("~")[0], name: T.ownName(puzzle.n), puzzle, cells };
    } catch (error) {
      if (!(error instanceof CodecError)) throw error;
      const mend = async () => (await import("./import_board.js")).showImport(app.rest, error.message);
      return nothing(`${T.badLink} ${error.message}.`, true, button(T.fixIt, "import", mend, { class: "main" }));
    }
  }
  const name = app.rest || (await firstUnsolvedLevel());
  if (!app.rest) app.replaceAddress(`#/play/${name}`);
  try {
    const { level, previous, next: following } = await getCached(`levels?name=${encodeURIComponent(name)}`);
    const { puzzle } = await decode(level.code);
    return { ...plain, key: level.name, name: level.name, puzzle, tier: level.tier, previous, next: following };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    const near = error.answer?.nearest;
    return nothing(
      T.noLevel(name),
      false,
      near && h("a", { class: "button main", href: `#/play/${near}` }, T.nearest(near)),
    );
  }
}

/** @param {App} app @param {string} screen */
export async function open(app, screen) {
  const subject = await subjectOf(app, screen);
  if (subject instanceof HTMLElement) {
    app.setTitle(T.cannotShow);
    return subject;
  }
  return new Play(app, subject).element;
}

export class Play {
  /** @param {App} app @param {Subject} subject */
  constructor(app, subject) {
    this.app = app;
    this.subject = subject;
    const { puzzle, key } = subject;
    this.puzzle = puzzle;
    this.what = T.piece(puzzle.stars);
    const kept = getGames().find((x) => x.key === key);
    this.game = kept && !subject.cells ? Game.from(puzzle, kept.game) : new Game(puzzle);
    if (subject.cells) {
      const cells = subject.cells;
      this.game.changeCells(
        "mark",
        [...cells.keys()].filter((i) => cells[i]).map((i) => [i, cells[i]]),
      );
    }
    this.ms = kept && !subject.cells ? kept.ms : 0;
    this.hints = kept && !subject.cells ? kept.hints : 0;
    /** @type {number | null} when the clock was started */
    this.since = null;
    this.paused = false;
    this.over = false;
    this.explaining = false;
    /** @type {{answer: any, part: number} | null} */
    this.hint = null;
    /** @type {AbortController | null} what the engine is asked now */
    this.asking = null;
    this.erasing = EMPTY;
    this.saving = 0;
    this.multipleSolutions = false;
    const { n, stars } = puzzle;
    app.setTitle(subject.name);
    this.board = boardElement(puzzle, T.boardName(n, stars));
    this.time = h("span", { role: "timer", "aria-label": T.time });
    this.pausing = button(T.pause, "pause", () => this.pause(), { bare: true });
    this.status = h("p", { class: "muted" });
    this.card = h("div", { class: "card hint" });
    this.trialBar = h(
      "div",
      { class: "trialbar", hidden: true },
      h("span", {}, T.trialOn),
      h(
        "span",
        { class: "row" },
        button(T.keep, "check", () => this.trial("keep")),
        button(T.drop, "close", () => this.trial("drop")),
      ),
    );
    this.unitList = h("ul", { class: "units" });
    this.units = h("details", { ontoggle: () => this.#units() }, h("summary", {}, T.units), this.unitList);
    const tools = /** @type {const} */ ([
      ["undo", T.undo],
      ["redo", T.redo],
      ["clear", T.clear],
      ["trial", T.trial],
      ["hint", T.hint],
      ["check", T.check],
      ["auto", T.auto],
    ]);
    /** @type {Record<string, HTMLButtonElement>} */
    this.tools = Object.fromEntries(tools.map(([name, text]) => [name, button(text, name, () => this.command(name))]));
    this.drawing = button(
      T.drawOn,
      "draw",
      () => {
        const on = !this.board.drawing;
        this.board.setDrawing(on);
        this.drawing.setAttribute("aria-pressed", String(on));
      },
      { "aria-pressed": "false", class: "finger" },
    );
    const large =
      n > 16 &&
      h(
        "div",
        { class: "row" },
        this.drawing,
        button(T.zoomOut, null, () => this.board.zoom(this.board.scale / 1.4)),
        button(T.zoomIn, "zoom", () => this.board.zoom(this.board.scale * 1.4)),
        h("small", { class: "finger" }, T.drawHow),
      );
    this.where = h("div", { class: "where" });
    this.facts = h("div", { class: "facts-row" });
    this.#where();
    this.element = h(
      "div",
      { class: "play" },
      h("div", { class: "top" }, this.where, this.facts, h("div", { class: "clock" }, this.time, this.pausing)),
      h("div", { class: "arena" }, this.board, this.trialBar, large, this.status),
      h(
        "div",
        { class: "side" },
        h(
          "div",
          { class: "tools", role: "group", "aria-label": T.playing },
          Object.values(this.tools),
          button(T.more, "more", () => this.more(), { "aria-haspopup": "dialog" }),
        ),
        this.card,
        this.units,
      ),
    );
    this.board.addEventListener("fq", (event) => this.#played(/** @type {CustomEvent} */ (event).detail));
    this.element.addEventListener("keydown", (event) => this.#key(event, event.composedPath().includes(this.board)));
    addEventListener(
      "keydown",
      (event) => {
        if (!event.defaultPrevented && !document.querySelector("dialog")) this.#key(event, false);
      },
      { signal: app.signal },
    );
    app.onAppearanceChange(() => {
      this.board.show(this.puzzle);
      this.show();
      this.#tick();
    });
    this.#hintCard();
    this.#tick();
    this.show();
    const bye = () => {
      this.#stop();
      this.save();
    };
    document.addEventListener(
      "visibilitychange",
      () => {
        if (document.hidden) bye();
        else if (!this.game.empty) this.#start();
      },
      { signal: app.signal },
    );
    addEventListener("pagehide", bye, { signal: app.signal });
    addEventListener("storage", () => this.#follow(), { signal: app.signal });
    app.signal.addEventListener("abort", () => {
      bye();
      clearInterval(this.ticking);
      this.asking?.abort();
    });
    if (!this.game.empty) this.#start();
    if (!subject.tier) this.#judge();
    if (subject.cells) {
      // from now on this is a game of its own, which a reload takes up
      this.save();
      app.replaceAddress(`#/play/${key}`);
    }
  }

  /** Say of a board that is no level whether it can be solved, and how hard it is. */
  async #judge() {
    try {
      const { board, allow_empty_regions } = this.position;
      const { solutions, rating, problem } = await post("analyse", { board, allow_empty_regions }, this.app.signal);
      this.multipleSolutions = solutions === 2;
      if (rating) this.subject.tier = rating.tier;
      this.#where();
      if ((solutions === 0 || problem) && !this.hint) {
        this.note(
          problem ?? T.noSolution,
          true,
          problem
            ? button(T.editBoard, "draw", () => this.edit())
            : button(T.showWhy, "explain", () => this.explain(true)),
        );
      }
    } catch {
      /* the player goes on without it; the banner says where the engine is gone */
    }
  }

  async edit() {
    location.hash = `#/draw/${await encode(this.puzzle)}`;
  }

  // ---- what is seen

  /** The header: size and level, both switchable. */
  async #where() {
    const { subject, puzzle } = this;
    replaceChildren(
      this.facts,
      subject.tier && h("span", { class: `chip ${subject.tier}` }, T.tiers[subject.tier] ?? subject.tier),
      puzzle.stars > 1 && h("span", { class: "chip plain" }, T.starsEach(puzzle.stars)),
      (this.multipleSolutions || subject.tier) &&
        h("span", { class: "chip plain" }, this.multipleSolutions ? T.severalSolutions : T.oneSolution),
    );
    if (subject.key.includes("x") || subject.day) {
      replaceChildren(
        this.where,
        h("h1", {}, subject.day ? T.today : `${T.ownBoard} ${subject.name}`),
        subject.day && h("span", { class: "muted" }, subject.day),
      );
      if (subject.day && subject.day !== dateKey())
        /** @type {HTMLElement} */ (this.where.firstElementChild).textContent = T.dayName(
          new Date(`${subject.day}T12:00`),
        );
      return;
    }
    replaceChildren(this.where, h("h1", {}, subject.name));
    const [{ sizes }, { levels }] = await Promise.all([
      getCached("levels"),
      getCached(`levels?n=${puzzle.n}&stars=${puzzle.stars}`),
    ]);
    const go = (/** @type {string | null} */ name) => {
      if (name) location.hash = `#/play/${name}`;
    };
    const key = (/** @type {any} */ x) => (x.stars > 1 ? `${x.n}/${x.stars}` : `${x.n}`);
    const done = getProgress();
    replaceChildren(
      this.where,
      h("h1", { class: "hidden" }, `${T.level} ${subject.name}`),
      button(T.previous, "back", () => go(subject.previous), { bare: true, disabled: !subject.previous }),
      select(
        sizes.map((/** @type {any} */ x) => [key(x), `${x.n} × ${x.n}${x.stars > 1 ? ` ${x.stars}★` : ""}`]),
        key(puzzle),
        async (size) => {
          const [rows, stars = "1"] = size.split("/");
          const { levels: there } = await getCached(`levels?n=${rows}&stars=${stars}`);
          go((there.find((/** @type {any} */ x) => !getProgress()[x.name]?.done) ?? there[0]).name);
        },
        { "aria-label": T.size },
      ),
      select(
        levels.map((/** @type {any} */ x) => [
          x.name,
          `${x.name.split("-")[1].replace(/^0+/, "")} · ${T.tiers[x.tier]}${done[x.name]?.done ? " ✓" : ""}`,
        ]),
        subject.name,
        go,
        { "aria-label": T.level },
      ),
      button(T.next, "next", () => go(subject.next), { bare: true, disabled: !subject.next }),
    );
  }

  /** Show the game on the board, and all that depends on it. */
  show() {
    const { game, puzzle, board } = this;
    const all = game.conflicts;
    const mode = settings.conflicts;
    const placed = game.queens.length >= puzzle.n * puzzle.stars;
    const conflicts =
      mode === "live" || (mode === "full" && placed)
        ? all
        : mode === "full"
          ? conflictsInFullUnits(puzzle, game.cells, all, settings.autoMarks)
          : null;
    const count = countQueens(puzzle, game.cells);
    board.readonly = this.over || this.paused;
    board.update({
      cells: game.cells,
      auto: (settings.autoMarks || (this.hint?.part ?? 0) > 1) && !this.over ? autoMarks(puzzle, game.cells) : null,
      tried: game.trial ? (cell) => game.isTried(cell) : null,
      conflicts,
      conflicting: conflicts && conflictingQueens(puzzle, game.cells, conflicts),
      outlined: this.over && Boolean(this.byEngine),
      count: puzzle.stars > 1 ? count : null,
    });
    const { tools } = this;
    tools.undo.disabled = !game.done.length || this.over;
    tools.redo.disabled = !game.undone.length || this.over;
    tools.clear.disabled = game.empty || this.over;
    tools.check.disabled = tools.hint.disabled = tools.trial.disabled = this.over;
    tools.trial.setAttribute("aria-pressed", String(game.trial));
    tools.auto.setAttribute("aria-pressed", String(settings.autoMarks));
    this.trialBar.hidden = !game.trial;
    this.status.textContent = this.over
      ? this.byEngine
        ? T.noTime
        : `${T.won} ${formatClock(this.ms)}`
      : game.empty
        ? T.begin
        : T.statusLine(this.what, game.queens.length, puzzle.n * puzzle.stars);
    this.#units();
    this.conflicting = conflicts && conflictingQueens(puzzle, game.cells, conflicts).size > 0;
    return all;
  }

  /** The list by units, which is also how a reader looks over a large board. */
  #units() {
    if (!this.units.open) return;
    const { puzzle, game } = this;
    const { n, stars, regions } = puzzle;
    const count = countQueens(puzzle, game.cells);
    const out = autoMarks(puzzle, game.cells);
    const lines = [...puzzle.names.keys()].map((k) => ({
      name: capitalize(T.region(letterOf(puzzle, k))),
      have: count.regions[k],
      of: (/** @type {number} */ i) => regions[i] === k,
    }));
    for (let k = 0; k < n; k++)
      lines.push({ name: capitalize(T.row(k)), have: count.rows[k], of: (i) => Math.floor(i / n) === k });
    for (let k = 0; k < n; k++)
      lines.push({ name: capitalize(T.column(k)), have: count.columns[k], of: (i) => i % n === k });
    const open = cellsWith(game.cells, EMPTY).filter((i) => !out[i]);
    replaceChildren(
      this.unitList,
      lines.map(({ name, have, of }) =>
        h(
          "li",
          {},
          T.unitLine(
            name,
            stars - have,
            this.what,
            open.filter(of).map((i) => cellName(i, n)),
          ),
        ),
      ),
    );
  }

  // ---- the clock

  #start() {
    if (this.since !== null || this.paused || this.over) return;
    this.since = performance.now();
    clearInterval(this.ticking);
    this.ticking = setInterval(() => this.#tick(), 250);
    this.#tick();
  }

  #stop() {
    if (this.since === null) return;
    this.ms += performance.now() - this.since;
    this.since = null;
    clearInterval(this.ticking);
  }

  get elapsed() {
    return this.ms + (this.since === null ? 0 : performance.now() - this.since);
  }

  #tick() {
    this.time.hidden = !settings.clock;
    const text = formatClock(this.elapsed);
    if (this.time.textContent !== text) this.time.textContent = text;
  }

  pause() {
    if (this.over) return;
    this.paused = !this.paused;
    if (this.paused) this.#stop();
    this.board.cover(this.paused ? T.paused : null);
    replaceChildren(this.pausing, icon(this.paused ? "play" : "pause"));
    for (const side of ["aria-label", "title"]) this.pausing.setAttribute(side, this.paused ? T.goOnPlaying : T.pause);
    for (const tool of Object.values(this.tools)) tool.inert = this.paused;
    this.card.inert = this.units.inert = this.paused;
    if (!this.paused && !this.game.empty) this.#start();
    announce(this.paused ? T.paused : T.goOnPlaying);
    this.show();
    if (this.paused) this.pausing.focus();
    else this.board.focusCell(this.board.focused);
  }

  // ---- moves

  /** @param {{what: string, cell?: number, cells?: number[]}} move */
  #played({ what, cell = 0, cells = [] }) {
    if (this.over || this.paused || this.explaining || what === "zoom") return;
    const { game } = this;
    const value = game.cells[cell];
    const before = game.done.length;
    if (what === "begin") {
      // The first cell decides what the stroke does.
      game.beginStroke(value === MARK ? "erase" : "mark");
      this.erasing = value;
      if (value !== QUEEN) game.put(cell, value === MARK ? EMPTY : MARK);
    } else if (what === "over") {
      if (this.erasing === QUEEN) return;
      for (const i of cells) if (game.cells[i] === this.erasing) game.put(i, this.erasing === MARK ? EMPTY : MARK);
    } else if (what === "end") game.endStroke();
    else if (what === "cancel") game.cancelStroke();
    else if (what === "along")
      game.changeCells(
        "mark",
        cells.filter((i) => game.cells[i] === EMPTY).map((i) => [i, MARK]),
      );
    else {
      /** @type {Record<string, () => number>} */
      const acts = {
        tap: () => nextValue(value, settings.order),
        alt: () => (settings.press === "queen" ? (value === QUEEN ? EMPTY : QUEEN) : value === MARK ? EMPTY : MARK),
        queen: () => (value === QUEEN ? EMPTY : QUEEN),
        mark: () => (value === MARK ? EMPTY : MARK),
        empty: () => EMPTY,
      };
      game.put(cell, acts[what]());
    }
    if (game.stroke) this.show();
    else if (game.done.length !== before || what === "end" || what === "cancel") this.moved(cell, what);
  }

  /** After a change: clock, picture, sound, storage, and whether it was the last. @param {number} [cell] @param {string} [what] */
  moved(cell, what) {
    this.#start();
    this.clearHint();
    const conflicts = this.show();
    if (cell !== undefined && what !== "end") {
      announce(this.board.describe(cell));
    } else if (this.conflicting) announce(T.conflict(this.what));
    this.#feel(this.conflicting ? 40 : 10);
    clearTimeout(this.saving);
    this.saving = setTimeout(() => this.save(), 150);
    if (conflicts?.complete) this.#won();
  }

  /** @param {number} ms */
  #feel(ms) {
    if (settings.vibrate) navigator.vibrate?.(ms);
    if (settings.sound) import("../base/sound.js").then((x) => x.playTone(ms > 10 ? 180 : 520, 40));
  }

  save() {
    clearTimeout(this.saving);
    const { subject, game } = this;
    if (this.over) return;
    if (game.empty && !game.done.length && !game.checkpoints.length) return;
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

  /** Take up what another tab has made of this game. */
  #follow() {
    const kept = getGames().find((x) => x.key === this.subject.key);
    if (!kept || this.over || this.explaining || JSON.stringify(kept.game) === JSON.stringify(this.game)) return;
    this.#stop();
    clearTimeout(this.saving);
    this.game = Game.from(this.puzzle, kept.game);
    this.ms = kept.ms;
    this.hints = kept.hints;
    this.clearHint();
    this.show();
    if (!document.hidden) this.#start();
    this.#tick();
  }

  /** @param {string} name what a button or a key asks for */
  command(name) {
    if (name === "keys") import("../base/shortcuts_dialog.js").then((x) => x.showShortcuts());
    else if (name === "pause") this.pause();
    else if (name === "auto") changeSettings({ autoMarks: !settings.autoMarks });
    else if (name === "letters") changeSettings({ letters: this.board.look?.letters ? "off" : "on" });
    else if (name === "next") {
      if (this.subject.next) location.hash = `#/play/${this.subject.next}`;
    } else if (this.paused || this.over || this.explaining) return;
    else if (name === "undo" || name === "redo") this.#back(name === "undo");
    else if (name === "clear") {
      if (this.game.clear()) this.moved();
      announce(T.cleared);
    } else if (name === "check") this.check();
    else if (name === "hint") this.ask();
    else if (name === "trial") this.trial(this.game.trial ? "keep" : "begin");
  }

  /** @param {boolean} undo */
  #back(undo) {
    const step = undo ? this.game.undo() : this.game.redo();
    if (!step) {
      announce(undo ? T.nothingToUndo : T.nothingToRedo);
      return;
    }
    this.moved();
    const many = step.changes.length / 3;
    const cell = step.changes[0];
    const { n } = this.puzzle;
    const noun = step.what === "queen" ? this.what : step.what === "mark" || step.what === "erase" ? T.mark : step.what;
    const text = T.acts[step.what] ?? (many === 1 ? T.at(noun, T.cell(cell, n)) : T.stroke(noun, many));
    announce(undo ? T.undone(text) : T.redone(text));
  }

  /** @param {"begin" | "keep" | "drop"} what */
  trial(what) {
    if (this.over || this.paused) return;
    if (what === "begin") this.game.beginTrial();
    else if (what === "keep") this.game.keepTrial();
    else this.game.dropTrial();
    this.moved();
    announce(what === "begin" ? T.trialOn : what === "keep" ? T.trialKept : T.trialDropped);
  }

  /** @param {KeyboardEvent} event @param {boolean} onBoard */
  #key(event, onBoard) {
    const command = commandOf(event, onBoard);
    if (!command || event.defaultPrevented) return;
    event.preventDefault();
    this.command(command);
  }

  // ---- help

  /** The position, as the engine reads it: queens in the order they were put. */
  get position() {
    const { game, puzzle } = this;
    const order = new Set();
    for (const { changes } of game.done) {
      for (let k = 0; k < changes.length; k += 3) {
        order.delete(changes[k]);
        if (changes[k + 2] === QUEEN) order.add(changes[k]);
      }
    }
    const queens = [
      ...new Set([...order].filter((i) => game.cells[i] === QUEEN)),
      ...game.queens.filter((i) => !order.has(i)),
    ];
    const at = pairs(puzzle.n);
    return {
      board: this.request,
      allow_empty_regions: puzzle.names.length !== puzzle.n || undefined,
      queens: queens.map(at),
      eliminated: game.marks.map(at),
    };
  }

  get request() {
    const { n, stars, regions } = this.puzzle;
    return {
      stars,
      regions: Array.from({ length: n }, (_, r) =>
        [...regions.slice(r * n, r * n + n)].map((k) => letterOf(this.puzzle, k)).join(""),
      ),
    };
  }

  /** Ask the engine, with a Stop button where it takes long. @param {string} path @param {object} [more] */
  async engine(path, more = {}) {
    this.asking?.abort();
    const asking = (this.asking = new AbortController());
    const wait = setTimeout(() => {
      this.card.classList.remove("idle");
      replaceChildren(
        this.card,
        h("p", {}, `${T.thinking} …`),
        button(T.stop, "stop", () => this.clearHint()),
      );
    }, 1000);
    try {
      const answer = await post(path, { ...this.position, ...more }, asking.signal);
      if (answer.multiple_solutions && !this.multipleSolutions) {
        this.multipleSolutions = true;
        this.#where();
      }
      return asking.signal.aborted ? null : answer;
    } catch (error) {
      if (asking.signal.aborted) return null;
      if (error instanceof NetworkError) toast(T.waits, { error: true });
      else if (error instanceof ApiError) this.note(error.message, true);
      else throw error;
      return null;
    } finally {
      clearTimeout(wait);
    }
  }

  /** @param {string} text @param {boolean} [wrong] @param {...any} more */
  note(text, wrong = false, ...more) {
    replaceChildren(this.card, h("p", {}, text), more);
    this.card.classList.toggle("wrong", wrong);
    this.card.classList.remove("idle");
    announce(text);
  }

  clearHint() {
    this.asking?.abort();
    const had = this.hint;
    this.hint = null;
    this.board.highlight({});
    this.#hintCard();
    if (had) this.show();
  }

  /** The next part of a hint: where to look, why, do it. */
  async ask() {
    if (this.hint && this.hint.part >= 2) this.#doHint();
    else if (this.hint) {
      this.hint.part++;
      this.#hintCard();
    } else {
      const answer = await this.engine("hint");
      if (!answer) return;
      this.hints++;
      this.hint = { answer, part: 1 };
      if (answer.kind === "correction" && answer.correct_cell && String(answer.correct_cell) === String(answer.wrong))
        this.hint.part = 2;
      this.#hintCard();
    }
  }

  #hintCard() {
    const { hint, board, card, puzzle } = this;
    card.classList.remove("wrong", "idle");
    if (!hint) {
      replaceChildren(card, h("p", { class: "muted" }, T.hintHow));
      card.classList.add("idle");
      return;
    }
    const { answer, part } = hint;
    const { n } = puzzle;
    const to = cellOf(n);
    const { step } = answer;
    if (answer.kind === null || answer.kind === "unsolvable" || answer.kind === "solved") {
      this.hint = null;
      this.note(
        answer.kind ? answer.sentence : T.noSolutionYet,
        false,
        answer.kind === "unsolvable" && button(T.showWhy, "explain", () => this.explain(true)),
      );
      return;
    }
    const dots = h(
      "div",
      { class: "dots", role: "img", "aria-label": T.hintStep(part) },
      [1, 2, 3].map((k) => h("i", { class: k <= part && "on" })),
    );
    let text;
    let press;
    if (answer.kind === "correction") {
      const wrong = to(answer.wrong);
      const correct_cell = answer.correct_cell && to(answer.correct_cell);
      text = part === 1 ? T.wrongHere(this.what, cellName(wrong, n)) : answer.sentence;
      press = part === 1 ? T.whereTo : T.doIt;
      board.highlight({ wrong, correctCell: part > 1 ? correct_cell : null, dim: part > 1 });
    } else {
      const units = /** @type {[string, number][]} */ (step.units);
      const named = units.length
        ? joinAnd(
            units.map(([kind, k]) =>
              kind === "region" ? T.region(letterOf(puzzle, k)) : kind === "row" ? T.row(k) : T.column(k),
            ),
          )
        : joinAnd(
            step.cells
              .concat(step.placed)
              .slice(0, 3)
              .map((/** @type {[number, number]} */ x) => cellName(to(x), n)),
          );
      text = part === 1 ? T.lookAt(named) : step.sentence;
      press = part === 1 ? T.why : T.doIt;
      board.highlight(
        part === 1
          ? { units, dim: true, reason: units.length ? [] : step.cells.map(to) }
          : {
              units,
              dim: true,
              reason: step.cells.map(to),
              target: step.placed.map(to),
              eliminated: step.eliminated.map(to),
            },
      );
    }
    replaceChildren(
      card,
      h(
        "div",
        { class: "pair" },
        h("h2", {}, step && part > 1 ? (T.rule[step.rule] ?? capitalize(step.rule)) : T.hint),
        dots,
      ),
      h("p", {}, text),
      answer.multiple_solutions && h("small", {}, capitalize(T.severalSolutions)),
      h(
        "div",
        { class: "row" },
        button(press, part > 1 ? "check" : "next", () => this.ask(), { class: "main" }),
        button(T.close, null, () => this.clearHint()),
      ),
    );
    this.show(); // from its reason on, a hint shows what queens rule out
    announce(text);
  }

  #doHint() {
    const { hint, game, puzzle } = this;
    if (!hint) return;
    const to = cellOf(puzzle.n);
    const { answer } = hint;
    /** @type {[number, number][]} */
    const moves = [];
    if (answer.kind === "correction") {
      moves.push([to(answer.wrong), EMPTY]);
      if (answer.correct_cell) moves.push([to(answer.correct_cell), QUEEN]);
    } else {
      for (const cell of answer.step.placed) moves.push([to(cell), QUEEN]);
      for (const cell of answer.step.eliminated) if (game.cells[to(cell)] === EMPTY) moves.push([to(cell), MARK]);
    }
    game.changeCells("hint", moves);
    this.moved();
    this.board.focusCell(moves[0]?.[0] ?? 0);
  }

  async check() {
    this.clearHint();
    const answer = await this.engine("check");
    if (!answer) return;
    const to = cellOf(this.puzzle.n);
    const wrong = [...answer.queens, ...answer.eliminated].map(to);
    this.note(
      answer.unsolvable ? T.noSolution : answer.count === 0 && !answer.stopped ? T.noMistakes : answer.sentence,
      answer.count > 0,
      answer.unsolvable && button(T.showWhy, "explain", () => this.explain(true)),
      answer.multiple_solutions && h("small", {}, capitalize(T.severalSolutions)),
      wrong.length > 0 &&
        button(
          T.showThem,
          "next",
          () => {
            this.board.highlight({ mistakes: wrong });
            announce(joinAnd(wrong.map((i) => cellName(i, this.puzzle.n))));
          },
          { class: "main" },
        ),
    );
  }

  /** Put the queens of units with one open cell. */
  fillIn() {
    const { puzzle, game } = this;
    const { n, stars, regions } = puzzle;
    const out = autoMarks(puzzle, game.cells);
    const count = countQueens(puzzle, game.cells);
    const found = new Set();
    const open = cellsWith(game.cells, EMPTY).filter((i) => !out[i]);
    /** @param {Uint16Array} have @param {(i: number) => number} unit */
    const look = (have, unit) =>
      have.forEach((k, u) => {
        const cells = open.filter((i) => unit(i) === u);
        if (cells.length && cells.length === stars - k) for (const i of cells) found.add(i);
      });
    look(count.rows, (i) => Math.floor(i / n));
    look(count.columns, (i) => i % n);
    look(count.regions, (i) => regions[i]);
    if (found.size) {
      game.changeCells(
        "fill",
        [...found].map((i) => [i, QUEEN]),
      );
      this.moved();
    }
    toast(found.size ? T.filled(found.size, this.what) : T.fillNone);
  }

  /** @param {number[]} queens of a solution: shown, and no time is recorded */
  reveal(queens) {
    this.clearHint();
    this.byEngine = true;
    this.game.changeCells(
      "solve",
      [...this.game.cells.keys()].map((i) => [
        i,
        queens.includes(i) ? QUEEN : this.game.cells[i] === QUEEN ? EMPTY : this.game.cells[i],
      ]),
    );
    this.finish();
    if (this.subject.key.length <= 200) recordProgress(this.subject.key, { solved: true });
    this.note(
      T.wonBy,
      false,
      button(T.restart, "turn", () => this.restart()),
      this.subject.next && h("a", { class: "button", href: `#/play/${this.subject.next}` }, T.nextLevel),
    );
  }

  async solution() {
    const answer = await this.engine("hint", { show_solution: true });
    if (answer?.solution) this.reveal(answer.solution.map(cellOf(this.puzzle.n)));
    else if (answer) this.note(answer.kind ? answer.sentence : T.noSolutionYet);
  }

  // ---- the end

  finish() {
    this.#stop();
    this.over = true;
    deleteGame(this.subject.key);
    this.show();
    this.#tick();
  }

  restart() {
    const before = { game: this.game, ms: this.elapsed, hints: this.hints };
    if (!this.over && !this.game.empty) {
      toastWithUndo(T.restarted, () => {
        Object.assign(this, before);
        this.moved();
      });
    }
    this.#stop();
    this.game = new Game(this.puzzle);
    this.over = this.byEngine = false;
    this.ms = this.hints = 0;
    this.clearHint();
    this.show();
    this.#tick();
    this.board.focusCell(0);
  }

  #won() {
    const { subject, game } = this;
    this.finish();
    const ms = Math.round(this.ms);
    const before = getProgress()[subject.key]?.best;
    const isLevel = !subject.key.includes("x");
    if (subject.key.length <= 200)
      recordProgress(subject.key, {
        done: dateKey(),
        best: before === undefined ? ms : Math.min(before, ms),
        hints: this.hints,
      });
    this.#feel(120);
    const difference =
      before === undefined
        ? T.firstTime
        : ms <= before
          ? T.better(formatClock(before - ms))
          : T.slower(formatClock(ms - before));
    const hints = this.hints ? T.hints(this.hints) : T.noHints;
    const result = `${T.result(isLevel ? subject.name : T.ownName(this.puzzle.n), formatClock(ms), hints)}\n${this.#emoji()}`;
    const onward = subject.next ? `#/play/${subject.next}` : "#/levels";
    const go = h(
      "a",
      { class: "button main big", href: onward },
      icon("next"),
      subject.next ? T.nextLevel : T.allLevels,
    );
    const open = dialog(T.won, [
      h(
        "div",
        { class: "stack won" },
        icon("trophy"),
        h("p", { class: "time" }, formatClock(ms)),
        h("p", { class: "muted" }, `${subject.name} · ${hints} · ${difference}`),
        before !== undefined && h("p", { class: "muted" }, T.best(formatClock(Math.min(before, ms)))),
        go,
        h(
          "div",
          { class: "row" },
          h("a", { class: "button", href: "#/levels" }, T.allLevels),
          button(T.replay, "play", () => {
            open.close();
            this.replay(game);
          }),
          button(T.copyResult, "share", () => copyText(result)),
          button(T.lookBoard, null, () => open.close()),
        ),
      ),
    ]);
    open.querySelector(".icon:not(button .icon, a .icon)")?.classList.add("trophy");
    go.focus();
    this.note(
      `${T.won} ${formatClock(ms)}, ${hints}.`,
      false,
      h(
        "div",
        { class: "row" },
        h("a", { class: "button main", href: onward }, icon("next"), subject.next ? T.nextLevel : T.allLevels),
        button(T.replay, "play", () => this.replay(game)),
        button(T.restart, "turn", () => this.restart()),
      ),
    );
  }

  /** The board's colours in small, without positions. */
  #emoji() {
    const signs = ["🟦", "🟧", "🟨", "🟪", "🟩", "🟫", "🟥", "⬜", "⬛"];
    const { n, regions } = this.puzzle;
    return n > 11
      ? ""
      : Array.from({ length: n }, (_, r) =>
          [...regions.slice(r * n, r * n + n)].map((k) => signs[k % signs.length]).join(""),
        ).join("\n");
  }

  /** Show the moves again, one after another. @param {Game} game */
  replay(game) {
    const steps = game.done.slice();
    const cells = new Uint8Array(game.cells.length);
    clearInterval(this.replaying);
    let at = 0;
    const each = Math.max(40, Math.min(400, 8000 / steps.length));
    this.replaying = setInterval(() => {
      const step = steps[at++];
      if (!step || this.app.signal.aborted || !this.over) {
        clearInterval(this.replaying);
        if (this.over) this.show();
        return;
      }
      for (let k = 0; k < step.changes.length; k += 3) cells[step.changes[k]] = step.changes[k + 2];
      this.board.update({ cells });
    }, each);
  }

  // ---- what else there is: all of it in a module of its own, loaded when it is used

  /** @param {boolean} [bare] from the empty board */
  async explain(bare = false) {
    (await import("./play_menu.js")).explain(this, bare);
  }

  async more() {
    (await import("./play_menu.js")).menu(this);
  }
}
