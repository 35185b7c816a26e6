// Race: two to four methods on one board, with one clock.

import { announce, errorMessage, warnUnknown } from "../base/announce.js";
import { ApiError, NetworkError, getCached, stream } from "../base/api.js";
import { logChart } from "../base/chart.js";
import { button, field, h, icon, loadStyles, replaceChildren, saveFile, select, tableHead } from "../base/dom.js";
import { scrollableTable } from "../base/search_button.js";
import { boardElement } from "../board/board_element.js";
import { reducedMotion } from "../board/board_style.js";
import { showFrame } from "../board/frame_buffer.js";
import { playerElement } from "../board/player.js";
import { boardChooser, loadAddressedBoard } from "./addressed_board.js";
import { formatLane, laneForm, laneName, methodsFor, parseLane } from "./method_form.js";
import { W } from "./watch_texts.js";

/** @typedef {import("../base/app_types.js").App} App */
/** @typedef {import("../board/frame_buffer.js").Frame} Frame */
/** @typedef {import("../board/frame_buffer.js").SearchEnd} End */
/** @typedef {import("./method_form.js").Lane} Lane */
/**
 * A lane under way.
 * @typedef {object} Runner
 * @property {Lane} lane
 * @property {string} unit
 * @property {Frame[]} frames
 * @property {End | null} end
 * @property {number} shown the frame shown, -1 for none
 * @property {import("../board/board_element.js").FqBoard} board
 * @property {HTMLElement} element
 * @property {HTMLElement} rank
 * @property {HTMLElement} told
 */

const LEVEL = "9-051";
const MOST = 4;
const GROWTH = 4; // percent by which the work of a lane grows from frame to frame
const DECADE = 40; // positions of the clock from a time to ten times that
const EVEN = 400; // positions of an even clock
const LIMIT = 5;
const MAX_LIMIT = 15;
const SIZES = [7, 8, 9, 10, 11, 20];
/** @type {Record<string, string[]>} */
const PRESETS = {
  thesis: ["backtracking", "mac", "pso"],
  orders: ["mac", "mac,order=mrv", "mac,order=mrv,values=lcv", "backtracking,order=mrv"],
  four: ["bitboard", "mac,order=mrv", "backtracking", "permutation"],
  permutations: ["permutation", "permutation-skip"],
};

class Race {
  /** @param {App} app @param {import("./addressed_board.js").AddressedBoard} subject @param {import("./method_form.js").Method[]} methods @param {any[]} sizes */
  constructor(app, subject, methods, sizes) {
    this.app = app;
    this.subject = subject;
    this.methods = methods;
    this.sizes = sizes;
    const asked = app.query.getAll("m").slice(0, MOST);
    const named = asked.filter((x) => methods.some((y) => y.method === x.split(",")[0]));
    warnUnknown(...asked.filter((x) => !named.includes(x)));
    const plain = PRESETS.thesis.filter((x) => methods.some((y) => y.method === x));
    /** @type {Lane[]} */
    this.lanes = (named.length ? named : plain.length > 1 ? plain : ["bitboard", "bitboard,seed=1"]).map((x) =>
      parseLane(methods, x),
    );
    if (this.lanes.length < 2) this.lanes.push(parseLane(methods, methods[0].method));
    const limit = Number(app.query.get("limit"));
    this.limit = limit > 0 && limit <= MAX_LIMIT ? limit : LIMIT;
    this.even = false;
    this.least = 1e-4; // the first time on the clock after 0
    /** @type {Runner[]} */
    this.runners = [];
    /** @type {AbortController | null} */
    this.going = null;
    /** @type {AbortController | null} */
    this.timing = null;
    /** @type {any[]} */
    this.rows = [];
    this.csv = "";
    app.setTitle(`${W.raceTitle}: ${subject.name}`);
    this.track = h("div", { class: "track" });
    this.clock = h("span", { class: "race-clock" });
    this.player = playerElement(
      { show: (k) => this.#show(k), label: (k) => W.ms(this.#time(k)), describe: (k) => this.#told(k) },
      W.raceTitle,
    );
    this.player.speed = DECADE;
    this.status = h("div", { class: "watch-status" });
    this.forms = h("div", { class: "lanes" });
    this.table = h("div", { class: "stack" });
    this.limitField = h("input", {
      type: "number",
      min: 0.1,
      max: MAX_LIMIT,
      step: "any",
      value: this.limit,
      onchange: () => {
        if (this.limitField.reportValidity()) this.limit = Number(this.limitField.value);
      },
    });
    const able = (/** @type {string[]} */ list) => list.every((x) => methods.some((y) => y.method === x.split(",")[0]));
    const stage = h(
      "div",
      { class: "stack" },
      this.track,
      h("div", { class: "wide-player" }, h("div", { class: "row" }, this.clock, this.status), this.player),
    );
    this.player.listen(stage);
    this.element = h(
      "div",
      { class: "stack watch race" },
      h(
        "div",
        { class: "row where" },
        h("h1", {}, W.raceTitle),
        h("strong", {}, subject.name),
        boardChooser(subject, this.sizes, (key) => this.open(key)),
        h("a", { class: "button", href: `#/watch/${subject.key}` }, icon("watch"), h("span", {}, W.watch)),
      ),
      h(
        "div",
        { class: "row presets", role: "group", "aria-label": W.presets },
        Object.entries(PRESETS)
          .filter(([, list]) => able(list))
          .map(([key, list]) =>
            button(W.racePresets[key], null, () => {
              location.hash = `#/race/${subject.key}?${list.map((x) => `m=${x}`).join("&")}`;
            }),
          ),
      ),
      stage,
      h(
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
            button(W.go, "flag", () => this.start(), { class: "main" }),
            (this.adding = button(W.addLane, "plus", () => {
              const free = methods.find((x) => !this.lanes.some((y) => y.method === x.method)) ?? methods[0];
              this.lanes.push(parseLane(methods, free.method));
              this.#lanes();
            })),
            field(W.limit, this.limitField),
            field(
              W.clock,
              select(Object.entries(W.clocks), "log", (x) => {
                const t = this.#time(this.player.at);
                this.even = x === "even";
                this.#grow();
                this.player.showPosition(this.#at(t));
              }),
            ),
          ),
          h("small", {}, W.clockNote),
        ),
      ),
      h(
        "section",
        { class: "stack" },
        h("h2", {}, W.table),
        h("p", { class: "muted" }, W.tableNote),
        h(
          "div",
          { class: "row" },
          button(W.measure, "check", () => this.measure("board")),
          button(W.measureSizes, "levels", () => this.measure("sizes")),
          button(W.measureAll, "solve", () => this.measure("all")),
        ),
        this.table,
      ),
    );
    app.signal.addEventListener("abort", () => {
      this.going?.abort();
      this.timing?.abort();
    });
    app.onAppearanceChange(() => {
      for (const runner of this.runners) {
        runner.board.show(subject.puzzle);
        runner.shown = -1;
      }
      this.#show(this.player.at);
    });
    this.#lanes();
    this.start();
  }

  /** The forms of the lanes. */
  #lanes() {
    const { lanes, methods } = this;
    this.adding.disabled = lanes.length >= MOST;
    replaceChildren(
      this.forms,
      lanes.map((lane, k) =>
        h(
          "div",
          { class: "stack tight" },
          laneForm(methods, lane, () => {}, { label: W.lane(k) }),
          lanes.length > 2 &&
            button(W.dropLane(k), "close", () => {
              lanes.splice(k, 1);
              this.#lanes();
            }),
        ),
      ),
    );
  }

  /** @param {string} key */
  open(key) {
    location.hash = `#/race/${key}?${this.#query()}`;
  }

  #query() {
    const words = this.lanes.map(
      (lane) => `m=${encodeURIComponent(formatLane(lane)).replaceAll("%2C", ",").replaceAll("%3D", "=")}`,
    );
    if (this.limit !== LIMIT) words.push(`limit=${this.limit}`);
    return words.join("&");
  }

  /** Search anew, and play it. */
  async start() {
    const { app, subject } = this;
    const player = this.player;
    this.going?.abort();
    this.timing?.abort();
    const going = (this.going = new AbortController());
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
    this.#state();
    try {
      await stream(
        "watch",
        {
          board: subject.code,
          time_limit: this.limit * this.lanes.length,
          lanes: this.lanes.map(({ method, options, seed }) => ({ method, options, seed, every: 1, growth: GROWTH })),
        },
        (event, data) => {
          if (event === "begin") {
            data.lanes.forEach((/** @type {any} */ x, /** @type {number} */ k) => {
              this.runners[k].unit = x.unit;
            });
            this.least = Math.min(1e-2, ...data.lanes.map((/** @type {any} */ x) => x.rate || 1e-4));
          } else if (event === "frame") this.runners[data.lane].frames.push(data);
          else if (event === "done") this.runners[data.lane].end = data;
          else throw new Error(data.error);
          this.#grow();
          if (event === "begin" && !reducedMotion.matches) player.play();
        },
        going.signal,
      );
    } catch (error) {
      if (going.signal.aborted) {
        // Stopped by the reader: what there is can be played.
        if (this.going === going && !app.signal.aborted) this.#ended();
        return;
      }
      player.growing = false;
      player.pause(false);
      if (!(error instanceof ApiError || error instanceof NetworkError)) console.error(error);
      replaceChildren(
        this.status,
        h("p", { class: "note wrong", role: "alert" }, errorMessage(error)),
        button(W.retry, "turn", () => this.start()),
      );
      return;
    }
    this.#ended();
    this.measure("board");
  }

  #ended() {
    this.over = true;
    this.going = null;
    this.player.growing = false;
    this.#grow();
    this.#state();
  }

  /** @param {Lane} lane @returns {Runner} */
  #runner(lane) {
    const { puzzle } = this.subject;
    const board = boardElement(puzzle, `${laneName(lane)}: ${W.picture(puzzle.n)}`, { axes: false, letters: false });
    board.readonly = true;
    board.setAttribute("plain", ""); // pieces that come and go at sixty a second do not fade in
    const rank = h("span", { class: "rank" }, W.waiting);
    const told = h("p", { class: "told" });
    const element = h(
      "section",
      { "aria-label": laneName(lane) },
      h("h2", {}, h("span", {}, laneName(lane)), rank),
      board,
      told,
    );
    return { lane, unit: "node", frames: [], end: null, shown: -1, board, element, rank, told };
  }

  // ---- the clock

  /** How far the clock of all lanes has come. */
  #reached() {
    const open = this.over ? [] : this.runners.filter((x) => !x.end);
    const lasts = (open.length ? open : this.runners).map((x) => x.end?.ms ?? x.frames.at(-1)?.ms ?? 0);
    return open.length ? Math.min(...lasts) : Math.max(0, ...lasts);
  }

  /** @param {number} k the time of a position of the clock */
  #time(k) {
    if (this.even) return (this.#reached() * k) / EVEN;
    return k ? this.least * 10 ** ((k - 1) / DECADE) : 0;
  }

  /** @param {number} ms the position that has come to a time */
  #at(ms) {
    if (this.even) return Math.ceil((EVEN * ms) / (this.#reached() || 1));
    return ms <= 0 ? 0 : Math.max(1, Math.ceil(1 + DECADE * Math.log10(ms / this.least) - 1e-9));
  }

  #grow() {
    const { player } = this;
    const reached = this.#reached();
    // Under way only what all lanes have passed can be shown.
    const last = this.even ? EVEN : this.#at(reached) - (this.over || this.runners.every((x) => x.end) ? 0 : 1);
    player.count = Math.max(1, last + 1);
  }

  // ---- what is shown

  /** @param {number} k */
  #show(k) {
    const ms = this.#time(k);
    const fresh = [];
    for (const runner of this.runners) {
      const { frames, board, end } = runner;
      let low = 0;
      let high = frames.length;
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        if (frames[middle].ms <= ms * (1 + 1e-9)) low = middle;
        else high = middle;
      }
      const frame = frames[low];
      if (!frame) continue;
      // Who has come to an end shows how: its last two frames may have the same time.
      const ended = end !== null && end.ms <= ms * (1 + 1e-9);
      const at = ended ? frames.length - 1 : low;
      const was = runner.element.dataset.ended === "yes";
      if (at === runner.shown && was === ended) continue;
      runner.shown = at;
      showFrame(board, frames[at]);
      runner.element.dataset.ended = ended ? "yes" : "no";
      this.#lane(runner, frames[at], ended);
      if (ended && !was)
        fresh.push(
          `${laneName(runner.lane)}: ${runner.rank.textContent}, ${runner.told.firstChild?.textContent ?? ""}`,
        );
    }
    this.clock.textContent = W.clockNow(W.ms(ms));
    if (fresh.length && this.player.playing) announce(fresh.join(". "));
    this.#state();
  }

  /** @param {End} end whether a lane has come to a finish */
  static finished(end) {
    return end.status === "solved" || end.status === "unsolvable";
  }

  /** @param {Runner} runner 0 for the first one */
  #place(runner) {
    const { end } = runner;
    if (!end || !Race.finished(end)) return -1;
    return this.runners.filter((x) => x.end && Race.finished(x.end) && x.end.ms < end.ms).length;
  }

  /** @param {Runner} runner @param {Frame} frame @param {boolean} ended */
  #lane(runner, frame, ended) {
    const { end, rank, told, element, unit } = runner;
    const place = ended ? this.#place(runner) : -1;
    element.classList.toggle("winner", place === 0);
    rank.textContent = !ended ? W.racing : place < 0 ? "–" : W.places[place];
    const work = W.work(frame.work, unit);
    if (!ended || !end) {
      replaceChildren(told, h("b", {}, work), frame.fitness !== null && W.fitnessLeft(frame.fitness));
      return;
    }
    const how =
      end.status === "solved"
        ? W.laneEnd.solved
        : end.status === "unsolvable"
          ? W.laneEnd.proved
          : end.reason === "iterations"
            ? W.laneEnd.gaveUp
            : W.laneEnd.stopped;
    replaceChildren(
      told,
      h("b", {}, Race.finished(end) ? `${W.ms(end.ms)}: ${how}` : how),
      Race.finished(end) ? work : `${W.cameTo(work)} ${W.within(W.ms(end.ms))}`,
      frame.fitness ? `, ${W.fitnessLeft(frame.fitness)}` : "",
    );
  }

  /** @param {number} k */
  #told(k) {
    const ms = this.#time(k);
    if (this.over && k >= this.player.count - 1) return this.#verdict();
    return `${W.clockNow(W.ms(ms))}. ${this.runners.map((x) => `${laneName(x.lane)} ${x.rank.textContent}`).join(", ")}`;
  }

  #verdict() {
    const first = this.runners.find((x) => this.#place(x) === 0);
    return W.raceOver(first?.end ? W.wins(laneName(first.lane), W.ms(first.end.ms)) : W.noWinner);
  }

  #state() {
    const { player } = this;
    const done = this.over && player && player.at >= player.count - 1;
    const key = `${this.over}${done}`;
    if (this.status.dataset.key === key && this.status.children.length) return;
    this.status.dataset.key = key;
    replaceChildren(
      this.status,
      done
        ? h("strong", {}, this.#verdict())
        : this.over
          ? ""
          : [h("span", { class: "muted" }, W.searching), button(W.stop, "stop", () => this.going?.abort())],
    );
  }

  // ---- the table

  /** @param {"board" | "sizes" | "all"} what */
  async measure(what) {
    const { subject, table } = this;
    if (!table) return;
    this.timing?.abort();
    const timing = (this.timing = new AbortController());
    const note = h(
      "p",
      { role: "status" },
      W.measuring,
      " ",
      button(W.stop, "stop", () => timing.abort()),
    );
    const body = h("tbody");
    replaceChildren(table, note, scrollableTable(W.table, h("table", { class: "timed" }, tableHead(W.heads), body)));
    this.rows = [];
    let boards = [subject.code];
    let names = [subject.name];
    const lanes = what === "all" ? this.methods.map(({ method }) => ({ method, options: {}, seed: "0" })) : this.lanes;
    let ended = "";
    try {
      if (what === "sizes") {
        const { stars } = subject.puzzle;
        const sizes = this.sizes.filter((x) => x.stars === stars && (stars > 1 || SIZES.includes(x.n)));
        const found = await Promise.all(sizes.map((x) => getCached(`levels?n=${x.n}&stars=${stars}`)));
        const levels = found.map((x) => x.levels[Math.floor(x.levels.length / 2)]);
        [boards, names] = [levels.map((x) => x.code), levels.map((x) => x.name)];
        if (!names.includes(subject.name) && !sizes.some((x) => x.n === subject.puzzle.n)) {
          boards.push(subject.code);
          names.push(subject.name);
        }
      }
      await stream(
        "compare",
        { boards, names, lanes, time_limit: what === "sizes" ? 0.5 : 2 },
        (event, data) => {
          if (event === "row") {
            this.rows.push(data);
            body.append(this.#row(data));
          } else if (event === "done") {
            this.csv = data.csv;
            ended = data.reason ? W.timeOver : "";
          } else throw new Error(data.error);
        },
        timing.signal,
      );
    } catch (error) {
      if (this.app.signal.aborted || this.timing !== timing) return;
      if (!timing.signal.aborted) {
        replaceChildren(note, h("span", { class: "note wrong" }, errorMessage(error)));
        return;
      }
    }
    if (this.timing !== timing) return;
    this.timing = null;
    replaceChildren(note, ended);
    note.hidden = !ended;
    // The best of each board stands out.
    const rows = this.rows;
    [...body.children].forEach((line, k) => {
      const same = rows.filter((x) => x.board === rows[k].board && x.status !== "stopped");
      if (rows[k].status !== "stopped" && rows[k].best === Math.min(...same.map((x) => x.best)))
        line.children[4].classList.add("best");
    });
    if (this.csv && !timing.signal.aborted)
      table.append(
        h(
          "div",
          { class: "row" },
          button(W.csv, "export", () => saveFile(`race-${subject.name}.csv`, this.csv, "text/csv")),
        ),
      );
    if (new Set(rows.map((x) => x.n)).size > 1) table.append(this.#chart());
  }

  /** @param {any} row */
  #row(row) {
    const end =
      W.tableEnds[row.status] + (row.fitness && row.status === "stopped" ? `, ${W.fitnessLeft(row.fitness)}` : "");
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, row.board),
      [row.label, end, row.work, W.ms(row.best), W.ms(row.ms)].map((x) => h("td", {}, x)),
    );
  }

  #chart() {
    /** @type {Map<string, import("../base/chart.js").Line>} */
    const lines = new Map();
    for (const { lane, label, n, ms, status } of this.rows) {
      const key = `${lane}`;
      const line = lines.get(key) ?? /** @type {import("../base/chart.js").Line} */ ({ label, points: [] });
      line.points.push({ x: n, y: ms, open: status === "stopped" });
      lines.set(key, line);
    }
    return logChart([...lines.values()], { name: W.chart, across: W.chartAcross, open: W.chartOpen, mark: W.ms });
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
