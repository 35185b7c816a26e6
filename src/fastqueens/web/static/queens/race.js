// The screen Race: two to four methods search the same board, and one clock shows their progress.

import { announce, errorMessage, toast, warnUnknown } from "../base/announce.js";
import { ApiError, NetworkError, getCached, stream } from "../base/api.js";
import { button, field, h, icon, loadStyles, replaceChildren, select } from "../base/dom.js";
import { joinAnd } from "../base/strings.js";
import { boardElement } from "../board/board_element.js";
import { reducedMotion } from "../board/board_style.js";
import { showFrame } from "../board/frame_buffer.js";
import { playerElement } from "../board/player.js";
import { boardChooser, loadAddressedBoard } from "./addressed_board.js";
import { formatLane, laneForm, laneName, methodsFor, parseLane, splitLane, unknownOptions } from "./method_form.js";
import { RaceTable, counterText, isFaster } from "./race_table.js";
import { W } from "./watch_texts.js";

/** @typedef {import("../base/app_types.js").App} App */
/** @typedef {import("../board/frame_buffer.js").Frame} Frame */
/** @typedef {import("../board/frame_buffer.js").SearchEnd} SearchEnd */
/** @typedef {import("./method_form.js").Lane} Lane */
/** @typedef {import("./method_form.js").Method} Method */
/** @typedef {import("./addressed_board.js").AddressedBoard} AddressedBoard */
/** @typedef {import("./race_table.js").Row} Row */
/**
 * One method in the race.
 * @typedef {object} Runner
 * @property {Lane} lane
 * @property {Frame[]} frames
 * @property {(SearchEnd & {row: Row}) | null} end
 * @property {number} shown the number of the frame that is shown, or -1
 * @property {import("../board/board_element.js").FqBoard} board
 * @property {HTMLElement} element
 * @property {HTMLElement} rank
 * @property {HTMLElement} note
 */

const LEVEL = "9-051";
const MAX_LANES = 4;
const GROWTH = 4; // percent by which the work of a lane grows from frame to frame
const DECADE = 40; // After so many positions of the logarithmic clock, the time is tenfold.
const EVEN = 400; // the number of positions of the linear clock
const LIMIT = 5; // the standard time limit in seconds
const MAX_LIMIT = 15;
const ROUNDING = 1 + 1e-9;
/** @type {Record<string, string[]>} */
const PRESETS = {
  thesis: ["backtracking", "mac", "pso"],
  orders: ["mac", "mac,order=mrv", "mac,order=mrv,values=lcv", "backtracking,order=mrv"],
  four: ["bitboard", "mac,order=mrv", "backtracking", "permutation"],
  permutations: ["permutation", "permutation-skip"],
};

/** Returns whether a search solved the board or proved it unsolvable. @param {SearchEnd} end */
const hasFinished = (end) => end.status === "solved" || end.status === "unsolvable";

/** Returns the words for the end of a search. @param {SearchEnd} end */
const endText = ({ status, reason }) =>
  status === "solved"
    ? W.laneEnd.solved
    : status === "unsolvable"
      ? W.laneEnd.proved
      : reason === "iterations"
        ? W.laneEnd.gaveUp
        : W.laneEnd.stopped;

class Race {
  /**
   * @param {App} app
   * @param {AddressedBoard} subject
   * @param {Method[]} methods
   * @param {{n: number, stars: number}[]} sizes
   */
  constructor(app, subject, methods, sizes) {
    const limit = Number(app.query.get("limit"));
    this.app = app;
    this.subject = subject;
    this.methods = methods;
    this.limit = limit > 0 && limit <= MAX_LIMIT ? limit : LIMIT;
    this.lanes = this.#readLanes();
    this.even = false; // whether the clock is linear; otherwise it is logarithmic
    this.firstMs = 1e-4; // the first time after 0 on the logarithmic clock
    this.over = false;
    /** @type {Runner[]} */
    this.runners = [];
    /** @type {AbortController | null} */
    this.running = null;
    this.track = h("div", { class: "track" });
    this.clock = h("span", { class: "race-clock" });
    this.status = h("div", { class: "watch-status" });
    this.forms = h("div", { class: "lanes" });
    this.table = new RaceTable(subject, methods, sizes);
    this.player = playerElement(
      { show: (k) => this.#show(k), label: (k) => W.ms(this.#timeAt(k)), describe: (k) => this.#describe(k) },
      W.raceTitle,
    );
    this.player.speed = DECADE;
    this.addButton = button(W.addLane, "plus", () => this.#addLane());
    this.element = this.#layout(sizes);
    app.setTitle(`${W.raceTitle}: ${subject.name}`);
    app.signal.addEventListener("abort", () => {
      this.running?.abort();
      this.table.stop();
    });
    app.onAppearanceChange(() => {
      for (const runner of this.runners) {
        runner.board.show(subject.puzzle);
        runner.shown = -1;
      }
      this.#show(this.player.at);
    });
    this.#showForms();
    this.start();
  }

  /** Reads the lanes from the address. @returns {Lane[]} at least two */
  #readLanes() {
    const { methods } = this;
    const { query } = this.app;
    const asked = this.app.query.getAll("m");
    const known = asked.filter((x) => this.#isKnown(x)).slice(0, MAX_LANES);
    const standard = PRESETS.thesis.filter((x) => this.#isKnown(x));
    const wrongLimit = query.has("limit") && Number(query.get("limit")) !== this.limit;
    if (asked.length > MAX_LANES) toast(W.tooManyLanes(MAX_LANES, asked.length), { error: true, ms: 9000 });
    const texts = known.length ? known : standard.length > 1 ? standard : ["bitboard", "bitboard,seed=1"];
    if (texts.length < 2) texts.push(methods[0].method);
    const lanes = texts.map((x) => parseLane(methods, x));
    const left = known.length ? lanes.flatMap((x, k) => unknownOptions(methods, x, splitLane(texts[k])[1])) : [];
    const shown = lanes.map(formatLane).join(W.and);
    warnUnknown(
      ...asked.filter((x) => !this.#isKnown(x)).map((x) => /** @type {[string, string]} */ ([x, shown])),
      [wrongLimit && `limit=${query.get("limit")}`, `limit=${this.limit}`],
      ...left,
    );
    return lanes;
  }

  /** Returns whether the method of a lane exists. @param {string} lane */
  #isKnown(lane) {
    return this.methods.some((x) => x.method === lane.split(",")[0]);
  }

  /** @param {{n: number, stars: number}[]} sizes */
  #layout(sizes) {
    const { key, name } = this.subject;
    const stage = h(
      "div",
      { class: "stack" },
      // The clock is above the boards, where it is in sight in a window of any height.
      h("div", { class: "wide-player" }, h("div", { class: "row" }, this.clock, this.status), this.player),
      this.track,
    );
    this.player.listen(stage);
    const presets = Object.entries(PRESETS).filter(([, lanes]) => lanes.every((x) => this.#isKnown(x)));
    const open = (/** @type {string[]} */ lanes) => () => {
      location.hash = `#/race/${key}?${lanes.map((x) => `m=${x}`).join("&")}`;
    };
    const openBoard = (/** @type {string} */ other) => {
      location.hash = `#/race/${other}?${this.#query()}`;
    };
    const measure = (/** @type {"sizes" | "all"} */ what) => () =>
      this.table.measure(
        what,
        this.runners.map((x) => x.lane),
      );
    return h(
      "div",
      { class: "stack watch race" },
      h(
        "div",
        { class: "row where" },
        h("h1", {}, W.raceTitle),
        h("strong", {}, name),
        boardChooser(this.subject, sizes, openBoard),
        h("a", { class: "button", href: `#/watch/${key}` }, icon("watch"), h("span", {}, W.watch)),
      ),
      h(
        "div",
        { class: "row presets", role: "group", "aria-label": W.presets },
        presets.map(([preset, lanes]) => button(W.racePresets[preset], null, open(lanes))),
      ),
      stage,
      this.#setUp(),
      h(
        "section",
        { class: "stack" },
        h("h2", {}, W.table),
        h("p", { class: "muted" }, W.tableNote),
        h(
          "div",
          { class: "row" },
          button(W.measureSizes, "levels", measure("sizes")),
          button(W.measureAll, "solve", measure("all")),
        ),
        this.table.element,
      ),
    );
  }

  /** Returns the forms of the lanes, the time limit and the kind of clock. */
  #setUp() {
    const limit = h("input", {
      type: "number",
      min: 0.1,
      max: MAX_LIMIT,
      step: "any",
      value: this.limit,
      onchange: () => {
        if (limit.reportValidity()) this.limit = Number(limit.value);
      },
    });
    const clock = select(Object.entries(W.clocks), "log", (x) => {
      const ms = this.#timeAt(this.player.at);
      this.even = x === "even";
      this.#grow();
      this.player.showPosition(this.#positionOf(ms));
    });
    return h(
      "details",
      { class: "card set-up", open: true },
      h("summary", {}, W.lanes),
      h(
        "div",
        { class: "stack" },
        this.forms,
        h(
          "div",
          { class: "row" },
          button(W.go, "flag", () => this.start(), { class: "main", "data-start": "" }),
          this.addButton,
          field(W.limit, limit),
          field(W.clock, clock),
        ),
        h("small", {}, W.clockNote),
      ),
    );
  }

  #addLane() {
    const { lanes, methods } = this;
    const free = methods.find((x) => !lanes.some((y) => y.method === x.method)) ?? methods[0];
    lanes.push(parseLane(methods, free.method));
    this.#showForms();
  }

  #showForms() {
    const { lanes, methods } = this;
    this.addButton.disabled = lanes.length >= MAX_LANES;
    replaceChildren(
      this.forms,
      lanes.map((lane, k) => {
        const remove = () => {
          lanes.splice(k, 1);
          this.#showForms();
        };
        const form = laneForm(methods, lane, () => {}, { label: W.lane(k) });
        return h("div", { class: "stack tight" }, form, lanes.length > 2 && button(W.dropLane(k), "close", remove));
      }),
    );
  }

  /** Returns the lanes in the form of an address. */
  #query() {
    const words = this.lanes.map(
      (lane) => `m=${encodeURIComponent(formatLane(lane)).replaceAll("%2C", ",").replaceAll("%3D", "=")}`,
    );
    if (this.limit !== LIMIT) words.push(`limit=${this.limit}`);
    return words.join("&");
  }

  /** Starts all searches, and plays their frames while they run. */
  async start() {
    const { app, player, subject } = this;
    this.running?.abort();
    this.table.stop();
    this.table.showRace([]);
    const running = (this.running = new AbortController());
    app.replaceAddress(`#/race/${subject.key}?${this.#query()}`);
    player.pause(false);
    player.at = 0;
    player.count = 0;
    player.growing = true;
    this.over = false;
    this.runners = this.lanes.map((lane) => this.#runner({ ...lane, options: { ...lane.options } }));
    replaceChildren(
      this.track,
      this.runners.map((x) => x.element),
    );
    this.#showStatus();
    const lanes = this.lanes.map(({ method, options, seed }) => ({ method, options, seed, every: 1, growth: GROWTH }));
    const request = { board: subject.code, time_limit: this.limit * lanes.length, measure: true, lanes };
    try {
      await stream("watch", request, (event, data) => this.#receive(event, data), running.signal);
    } catch (error) {
      if (!running.signal.aborted) this.#showError(error);
      // If the reader has stopped the race, its frames can still be played.
      else if (this.running === running && !app.signal.aborted) this.#finish();
      return;
    }
    this.#finish();
  }

  /** Handles one event of the stream. @param {string} event @param {any} data */
  #receive(event, data) {
    const { runners } = this;
    if (event === "begin") {
      const lanes = /** @type {{rate: number}[]} */ (data.lanes);
      this.firstMs = Math.min(1e-2, ...lanes.map((x) => x.rate || 1e-4));
    } else if (event === "frame") runners[data.lane].frames.push(data);
    else if (event === "done") {
      runners[data.lane].end = data;
      for (const runner of runners) runner.shown = -1; // The end of a lane may change the places of others.
    } else throw new Error(data.error);
    this.#grow();
    if (event === "begin" && !reducedMotion.matches) this.player.play();
  }

  /** @param {unknown} error */
  #showError(error) {
    this.player.growing = false;
    this.player.pause(false);
    if (!(error instanceof ApiError || error instanceof NetworkError)) console.error(error);
    replaceChildren(
      this.status,
      h("p", { class: "note wrong", role: "alert" }, errorMessage(error)),
      button(W.retry, "turn", () => this.start()),
    );
  }

  /** Shows the end of the race. No more frames will arrive. */
  #finish() {
    this.over = true;
    this.running = null;
    this.player.growing = false;
    this.#grow();
    this.#show(this.player.at);
    const rows = this.runners.map(({ lane, end }, k) => end && { ...end.row, lane: k, label: laneName(lane) });
    this.table.showRace(/** @type {Row[]} */ (rows.filter(Boolean)));
  }

  /** Returns a runner with an empty board. @param {Lane} lane @returns {Runner} */
  #runner(lane) {
    const { puzzle } = this.subject;
    const board = boardElement(puzzle, `${laneName(lane)}: ${W.picture(puzzle.n)}`, { axes: false, letters: false });
    board.readonly = true;
    board.setAttribute("plain", ""); // At sixty frames a second, pieces must not fade in.
    const rank = h("span", { class: "rank" }, W.waiting);
    const note = h("p", { class: "told" });
    const element = h(
      "section",
      { "aria-label": laneName(lane) },
      h("h2", {}, h("span", {}, laneName(lane)), rank),
      board,
      note,
    );
    return { lane, frames: [], end: null, shown: -1, board, element, rank, note };
  }

  // ---- the clock

  /** Returns the time up to which the frames of all lanes have arrived. */
  #reached() {
    const open = this.over ? [] : this.runners.filter((x) => !x.end);
    const times = (open.length ? open : this.runners).map((x) => x.end?.ms ?? x.frames.at(-1)?.ms ?? 0);
    return open.length ? Math.min(...times) : Math.max(0, ...times);
  }

  /** Returns the time at a position of the clock. @param {number} k */
  #timeAt(k) {
    if (this.even) return (this.#reached() * k) / EVEN;
    return k ? this.firstMs * 10 ** ((k - 1) / DECADE) : 0;
  }

  /** Returns the first position of the clock at which a time has been reached. @param {number} ms */
  #positionOf(ms) {
    if (this.even) return Math.ceil((EVEN * ms) / (this.#reached() || 1));
    return ms <= 0 ? 0 : Math.max(1, Math.ceil(1 + DECADE * Math.log10(ms / this.firstMs) - 1e-9));
  }

  /** Sets the number of positions. While the race runs, only times that all lanes have passed can be shown. */
  #grow() {
    const ended = this.over || this.runners.every((x) => x.end);
    const last = this.even ? EVEN : this.#positionOf(this.#reached()) - (ended ? 0 : 1);
    this.player.count = Math.max(1, last + 1);
  }

  // ---- the picture

  /** @param {number} k */
  #show(k) {
    const ms = this.#timeAt(k);
    const news = this.runners.map((runner) => this.#showRunner(runner, ms)).filter(Boolean);
    this.clock.textContent = W.clockNow(W.ms(ms));
    if (news.length && this.player.playing) announce(news.join(". "));
    this.#showStatus();
  }

  /**
   * Shows the state of a lane at a given time.
   * @param {Runner} runner
   * @param {number} ms
   * @returns {string | null} a text if the lane has just ended
   */
  #showRunner(runner, ms) {
    const { frames, board, end, element } = runner;
    if (!frames.length) return null;
    const ended = end !== null && end.ms <= ms * ROUNDING;
    // The last two frames may have the same time. At the end, the last frame is shown.
    const at = ended ? frames.length - 1 : Race.#frameAt(frames, ms);
    const before = element.dataset.ended === "yes";
    if (at === runner.shown && before === ended) return null;
    runner.shown = at;
    element.dataset.ended = ended ? "yes" : "no";
    showFrame(board, frames[at]);
    this.#showNote(runner, frames[at], ended);
    if (!ended || before) return null;
    return `${laneName(runner.lane)}: ${runner.rank.textContent}, ${runner.note.firstChild?.textContent ?? ""}`;
  }

  /**
   * Returns the number of the last frame at or before a time.
   * @param {Frame[]} frames
   * @param {number} ms
   */
  static #frameAt(frames, ms) {
    let low = 0;
    let high = frames.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (frames[middle].ms <= ms * ROUNDING) low = middle;
      else high = middle;
    }
    return low;
  }

  /**
   * Returns the first and the last place that a lane may have, 0 for the winner, or null if it has not finished. The
   * places differ if the times of other lanes are too close to tell.
   * @param {Runner} runner
   * @returns {[number, number] | null}
   */
  #places({ end }) {
    if (!end || !hasFinished(end)) return null;
    const others = this.runners.flatMap((x) => (x.end && x.end !== end && hasFinished(x.end) ? [x.end.row] : []));
    const first = others.filter((x) => isFaster(x, end.row)).length;
    return [first, others.filter((x) => !isFaster(end.row, x)).length];
  }

  /** Shows the place and the work of a lane. @param {Runner} runner @param {Frame} frame @param {boolean} ended */
  #showNote(runner, frame, ended) {
    const { end, rank, note, element } = runner;
    const places = ended ? this.#places(runner) : null;
    const close = places && places[0] < places[1];
    const work = counterText(frame.counters);
    element.classList.toggle("winner", places?.[0] === 0);
    rank.textContent = !ended ? W.racing : places ? [...new Set(places)].map((x) => W.places[x]).join("–") : "–";
    if (!ended || !end) {
      replaceChildren(note, h("b", {}, work), frame.fitness !== null && W.fitnessLeft(frame.fitness));
      return;
    }
    const finished = hasFinished(end);
    const text = endText(end);
    replaceChildren(
      note,
      h("b", {}, finished ? `${W.ms(end.ms)}: ${text}` : text),
      finished ? work : `${W.cameTo(work)} ${W.within(W.ms(end.ms))}`,
      frame.fitness ? `, ${W.fitnessLeft(frame.fitness)}` : "",
      close && `, ${W.tooClose}`,
    );
  }

  /** Returns the text of a position for a screen reader. @param {number} k */
  #describe(k) {
    if (this.over && k >= this.player.count - 1) return this.#result();
    const places = this.runners.map((x) => `${laneName(x.lane)} ${x.rank.textContent}`);
    return `${W.clockNow(W.ms(this.#timeAt(k)))}. ${places.join(", ")}`;
  }

  /** Returns a sentence that names the winner. */
  #result() {
    const first = this.runners.filter((x) => this.#places(x)?.[0] === 0);
    if (!first.length) return W.raceOver(W.noWinner);
    const names = joinAnd(first.map((x) => laneName(x.lane)));
    return W.raceOver(first.length > 1 ? W.closeRace(names) : W.wins(names, W.ms(first[0].end?.row.best ?? 0)));
  }

  #showStatus() {
    const { over, player, status } = this;
    const atEnd = over && player && player.at >= player.count - 1;
    const state = `${over}${atEnd}`;
    if (status.dataset.state === state && status.children.length) return;
    status.dataset.state = state;
    if (atEnd) replaceChildren(status, h("strong", {}, this.#result()));
    else if (over) replaceChildren(status);
    else {
      const stop = button(W.stop, "stop", () => this.running?.abort());
      replaceChildren(status, h("span", { class: "muted" }, W.searching), stop);
    }
  }
}

/** @param {App} app */
export async function open(app) {
  const [subject, { sizes }] = await Promise.all([
    loadAddressedBoard(app.rest, LEVEL),
    getCached("levels"),
    loadStyles("queens/watch"),
    loadStyles("base/chart"),
  ]);
  return new Race(app, subject, await methodsFor(subject.puzzle.stars), sizes).element;
}
