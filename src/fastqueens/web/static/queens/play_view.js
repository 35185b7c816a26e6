// The elements of the screen Play, and how they show a session.

import { announce } from "../base/announce.js";
import { getCached } from "../base/api.js";
import { button, h, icon, replaceChildren, select } from "../base/dom.js";
import { howToPlay } from "../base/how_to_play.js";
import { changeSettings, dateKey, getGames, getProgress, settings } from "../base/storage.js";
import { capitalize, cellName, formatClock } from "../base/strings.js";
import { boardElement } from "../board/board_element.js";
import { unitName } from "../board/board_style.js";
import { autoMarks, conflictingQueens, conflictsInFullUnits, countQueens, unitStates } from "../board/rules.js";
import { T } from "./play_texts.js";

/** @typedef {import("./play_session.js").Session} Session */

const MAX_PLAIN_ROWS = 16; // Larger boards have buttons for zooming and drawing.
/** The commands that have a button beside the board, and their texts. */
const TOOLS = /** @type {const} */ ([
  ["undo", T.undo],
  ["redo", T.redo],
  ["clear", T.clear],
  ["trial", T.trial],
  ["hint", T.hint],
  ["check", T.check],
  ["auto", T.auto],
]);

/** Opens a level. @param {string | null} name */
const goTo = (name) => {
  if (name) location.hash = `#/play/${name}`;
};

/** Returns whether the reader comes for the first time, by a link to a board. The answer is true once. */
function cameByLink() {
  const [entry] = performance.getEntriesByType("navigation");
  const byLink = /#\/(play|daily)\//.test(entry?.name ?? "");
  if (settings.introduced || !byLink || getGames().length || Object.keys(getProgress()).length) return false;
  changeSettings({ introduced: true });
  return true;
}

export class PlayView {
  /**
   * @param {Session} session
   * @param {(name: string) => void} command called with the name of a button: a tool, "pause", "keep", "drop" or "more"
   */
  constructor(session, command) {
    const { puzzle } = session;
    const act = (/** @type {string} */ name) => () => command(name);
    this.session = session;
    /** the part of the hint that is shown; 0 if there is none */
    this.hintPart = 0;
    /** whether the board shows a conflict */
    this.conflicting = false;
    this.board = boardElement(puzzle, T.boardName(puzzle.n, puzzle.stars));
    this.time = h("span", { role: "timer", "aria-label": T.time });
    this.pauseButton = button(T.pause, "pause", act("pause"), { bare: true });
    this.status = h("p", { class: "muted" });
    this.card = h("div", { class: "card hint" });
    this.trialBar = h(
      "div",
      { class: "trialbar", hidden: true },
      h("span", {}, T.trialOn),
      h("span", { class: "row" }, button(T.keep, "check", act("keep")), button(T.drop, "close", act("drop"))),
    );
    this.unitList = h("ul", { class: "units" });
    this.units = h("details", { ontoggle: () => this.#showUnits() }, h("summary", {}, T.units), this.unitList);
    /** @type {Record<string, HTMLButtonElement>} */
    this.tools = Object.fromEntries(TOOLS.map(([name, text]) => [name, button(text, name, act(name))]));
    this.where = h("div", { class: "where" });
    this.facts = h("div", { class: "facts-row" });
    const more = button(T.more, "more", act("more"), { "aria-haspopup": "dialog" });
    this.element = h(
      "div",
      { class: "play" },
      h(
        "div",
        { class: "top" },
        this.where,
        this.facts,
        h("div", { class: "clock" }, this.time, this.pauseButton),
        this.status,
      ),
      h("div", { class: "arena" }, this.board, this.trialBar, puzzle.n > MAX_PLAIN_ROWS && this.#zoomBar()),
      h(
        "div",
        { class: "side" },
        h("div", { class: "tools", role: "group", "aria-label": T.playing }, Object.values(this.tools), more),
        this.card,
        this.units,
        howToPlay(T.howToPlay, puzzle.stars, cameByLink()),
      ),
    );
    this.showHeader();
  }

  /** Returns the buttons of a large board. */
  #zoomBar() {
    const { board } = this;
    const drawing = button(
      T.drawOn,
      "draw",
      () => {
        board.setDrawing(!board.drawing);
        drawing.setAttribute("aria-pressed", String(board.drawing));
      },
      { "aria-pressed": "false", class: "finger" },
    );
    return h(
      "div",
      { class: "row" },
      drawing,
      button(T.zoomOut, null, () => board.zoom(board.scale / 1.4)),
      button(T.zoomIn, "zoom", () => board.zoom(board.scale * 1.4)),
      h("small", { class: "finger" }, T.drawHow),
    );
  }

  // ---- the header

  /** Shows the name of the board and the facts about it. */
  showHeader() {
    const { multipleSolutions, puzzle, subject } = this.session;
    const { day, key, name, tier } = subject;
    replaceChildren(
      this.facts,
      tier && h("span", { class: `chip ${tier}` }, T.tiers[tier] ?? tier),
      puzzle.stars > 1 && h("span", { class: "chip plain" }, T.starsEach(puzzle.stars)),
      (multipleSolutions || tier) &&
        h("span", { class: "chip plain" }, multipleSolutions ? T.severalSolutions : T.oneSolution),
    );
    if (day) {
      const title = day === dateKey() ? T.today : T.dayName(new Date(`${day}T12:00`));
      replaceChildren(this.where, h("h1", {}, title), h("span", { class: "muted" }, day));
    } else if (key.includes("x")) replaceChildren(this.where, h("h1", {}, `${T.ownBoard} ${name}`));
    else this.#showLevelSwitch();
  }

  /**
   * Shows the lists of sizes and levels. Until both lists are loaded, the name of the level is
   * shown.
   */
  async #showLevelSwitch() {
    const { puzzle, subject } = this.session;
    replaceChildren(this.where, h("h1", {}, subject.name));
    const [{ sizes }, { levels }] = await Promise.all([
      getCached("levels"),
      getCached(`levels?n=${puzzle.n}&stars=${puzzle.stars}`),
    ]);
    const sizeKey = (/** @type {any} */ x) => `${x.n}/${x.stars}`;
    const done = getProgress();
    const openSize = async (/** @type {string} */ size) => {
      const [n, stars] = size.split("/");
      const { levels: others } = await getCached(`levels?n=${n}&stars=${stars}`);
      goTo((others.find((/** @type {any} */ x) => !getProgress()[x.name]?.done) ?? others[0]).name);
    };
    replaceChildren(
      this.where,
      h("h1", { class: "hidden" }, `${T.level} ${subject.name}`),
      button(T.previous, "back", () => goTo(subject.previous), { bare: true, disabled: !subject.previous }),
      select(
        sizes.map((/** @type {any} */ x) => [sizeKey(x), T.sizeName(x.n, x.stars)]),
        sizeKey(puzzle),
        openSize,
        { "aria-label": T.size },
      ),
      select(
        levels.map((/** @type {any} */ x) => [
          x.name,
          `${x.name.split("-")[1].replace(/^0+/, "")} · ${T.tiers[x.tier]}${done[x.name]?.done ? " ✓" : ""}`,
        ]),
        subject.name,
        goTo,
        { "aria-label": T.level },
      ),
      button(T.next, "next", () => goTo(subject.next), { bare: true, disabled: !subject.next }),
    );
  }

  // ---- the game

  /**
   * Shows the game on the board, and everything that depends on it.
   * @returns {import("../board/rules.js").Conflicts}
   */
  show() {
    const { over, paused, game, puzzle } = this.session;
    const all = game.conflicts;
    const conflicts = this.#visibleConflicts(all);
    const broken = conflicts && conflictingQueens(puzzle, game.cells, conflicts);
    this.board.readonly = over || paused;
    this.board.update({
      cells: game.cells,
      auto: (settings.autoMarks || this.hintPart > 1) && !over ? autoMarks(puzzle, game.cells) : null,
      tried: game.trial ? (cell) => game.isTried(cell) : null,
      conflicts,
      conflicting: broken,
      byEngine: over && this.session.solvedByEngine,
      count: puzzle.stars > 1 ? countQueens(puzzle, game.cells) : null,
    });
    this.conflicting = Boolean(broken?.size);
    this.#showTools();
    this.#showUnits();
    return all;
  }

  /**
   * Returns the conflicts that the board shows according to the settings.
   * @param {import("../board/rules.js").Conflicts} all
   */
  #visibleConflicts(all) {
    const { game, puzzle } = this.session;
    if (settings.conflicts === "off") return null;
    const complete = game.queens.length >= puzzle.n * puzzle.stars;
    return settings.conflicts === "live" || complete
      ? all
      : conflictsInFullUnits(puzzle, game.cells, all, settings.autoMarks);
  }

  #showTools() {
    const { tools, session } = this;
    const { over, game, puzzle } = session;
    tools.undo.disabled = !game.done.length || over;
    tools.redo.disabled = !game.undone.length || over;
    tools.clear.disabled = game.empty || over;
    tools.check.disabled = tools.hint.disabled = tools.trial.disabled = over;
    tools.trial.setAttribute("aria-pressed", String(game.trial));
    tools.auto.setAttribute("aria-pressed", String(settings.autoMarks));
    this.trialBar.hidden = !game.trial;
    this.status.textContent = over
      ? session.solvedByEngine
        ? T.solvedByEngine
        : `${T.solved} ${formatClock(session.ms)}`
      : game.empty
        ? T.beforeFirstMove
        : T.statusLine(session.pieceName, game.queens.length, puzzle.n * puzzle.stars);
  }

  /**
   * Updates the list of units, if it is open. With this list, a screen reader can read a large
   * board.
   */
  #showUnits() {
    if (!this.units.open) return;
    const { puzzle, game, pieceName } = this.session;
    replaceChildren(
      this.unitList,
      unitStates(puzzle, game.cells).map(({ unit, missing, open }) => {
        const cells = open.map((i) => cellName(i, puzzle.n));
        return h("li", {}, T.unitLine(capitalize(unitName(puzzle, unit)), missing, pieceName, cells));
      }),
    );
  }

  showClock() {
    this.time.hidden = !settings.clock;
    const text = formatClock(this.session.elapsed);
    if (this.time.textContent !== text) this.time.textContent = text;
  }

  /** Shows whether the session is paused. */
  showPause() {
    const { paused } = this.session;
    this.board.cover(paused ? T.paused : null);
    replaceChildren(this.pauseButton, icon(paused ? "play" : "pause"));
    for (const attribute of ["aria-label", "title"])
      this.pauseButton.setAttribute(attribute, paused ? T.goOnPlaying : T.pause);
    this.setToolsInert(paused);
    this.card.inert = this.units.inert = paused;
    this.show();
    if (paused) this.pauseButton.focus();
    else this.board.focus();
  }

  /** @param {boolean} inert */
  setToolsInert(inert) {
    for (const tool of Object.values(this.tools)) tool.inert = inert;
  }

  // ---- the card beside the board: it shows hints and messages

  /** @param {import("../base/dom.js").Child[]} content @param {boolean} [wrong] */
  showCard(content, wrong = false) {
    replaceChildren(this.card, content);
    this.card.className = wrong ? "card hint wrong" : "card hint";
  }

  /** Explains in the card how hints work, while no hint is shown. */
  showIdleCard() {
    this.showCard([h("p", { class: "muted" }, T.hintHow)]);
    this.card.classList.add("idle");
  }

  /**
   * Shows a sentence in the card and announces it.
   * @param {string} text
   * @param {boolean} [wrong]
   * @param {...any} more
   */
  note(text, wrong = false, ...more) {
    this.showCard([h("p", {}, text), ...more], wrong);
    announce(text);
  }
}
