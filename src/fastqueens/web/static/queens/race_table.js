// The table below a race shows the times of methods without drawing. A chart shows the time for
// each size.

import { errorMessage } from "../base/announce.js";
import { getCached, stream } from "../base/api.js";
import { logChart } from "../base/chart.js";
import { button, h, replaceChildren, saveFile, tableHead } from "../base/dom.js";
import { scrollable } from "../base/search_button.js";
import { laneName, makeLane } from "./method_form.js";
import { W } from "./watch_texts.js";

/** @typedef {import("./method_form.js").Lane} Lane */
/** @typedef {import("./method_form.js").Method} Method */
/** @typedef {import("./addressed_board.js").AddressedBoard} AddressedBoard */
/** @typedef {"sizes" | "all"} What levels of all sizes, or all methods on this board */
/**
 * @typedef {{board: string, lane: number, label: string, method: string, n: number, status: string, complete: boolean,
 *   fitness: number | null, work: string, counters: Record<string, number>, best: number, ms: number, spread: number,
 *   timings: number}} Row
 */

const SIZES = [7, 8, 9, 10, 11, 20];
const BEST_COLUMN = 4;

/** Returns the first counter of a search with its name, as the command line does. @param {Record<string, number>} counters */
export function counterText(counters) {
  const [name, value] = Object.entries(counters)[0] ?? ["", 0];
  return `${value.toLocaleString("en")} ${value === 1 ? name.replace(/s$/, "") : name}`;
}

/** Returns whether a search is faster by more than the spread of the times. @param {Row} a @param {Row} b */
export const isFaster = (a, b) => b.best - a.best >= Math.max(a.spread, b.spread) && a.best < b.best;

/** Orders the rows as the lanes finish; stopped searches are last. @param {Row} a @param {Row} b */
const byFinish = (a, b) => Number(a.status === "stopped") - Number(b.status === "stopped") || a.best - b.best;

/** Returns rows as CSV, with a column for each counter. @param {Row[]} rows */
function toCsv(rows) {
  const names = [...new Set(rows.flatMap((x) => Object.keys(x.counters)))];
  const head = [
    "board",
    "n",
    "method",
    "settings",
    "status",
    "seconds",
    "best",
    "spread",
    "timings",
    "fitness",
    ...names,
  ];
  const lines = rows.map((x) => [
    ...[x.board, x.n, x.method, x.label.slice(x.method.length).replace(/^,? /, ""), x.status],
    ...[
      x.ms / 1e3,
      x.best / 1e3,
      x.spread / 1e3,
      x.timings,
      x.fitness ?? "",
      ...names.map((name) => x.counters[name] ?? ""),
    ],
  ]);
  const quote = (/** @type {string | number} */ x) =>
    /[",\n]/.test(String(x)) ? `"${String(x).replaceAll('"', '""')}"` : x;
  return [head, ...lines].map((line) => `${line.map(quote).join(",")}\n`).join("");
}

/** Returns a row of the table. @param {Row} row */
function rowElement(row) {
  const fitness = row.fitness && row.status === "stopped" ? `, ${W.fitnessLeft(row.fitness)}` : "";
  const values = [
    row.label,
    W.tableEnds[row.status] + fitness,
    row.work,
    W.ms(row.best),
    `± ${W.ms(row.spread)}`,
    W.ms(row.ms),
  ];
  return h(
    "tr",
    {},
    h("th", { scope: "row" }, row.board),
    values.map((x) => h("td", {}, x)),
  );
}

/** Returns a chart with a line for each lane. @param {Row[]} rows */
function chartOf(rows) {
  /** @type {Map<number, import("../base/chart.js").Line>} */
  const lines = new Map();
  for (const { lane, label, n, ms, status } of rows) {
    const line = lines.get(lane) ?? { label, points: [] };
    line.points.push({ x: n, y: ms, open: status === "stopped" });
    lines.set(lane, line);
  }
  return logChart([...lines.values()], { name: W.chart, across: W.chartAcross, open: W.chartOpen, mark: W.ms });
}

/** Marks the best times of each board, and the times that are too close to them. @param {Row[]} rows @param {Element} body */
function markBest(rows, body) {
  rows.forEach((row, k) => {
    const finished = rows.filter((x) => x.board === row.board && x.status !== "stopped");
    if (finished.includes(row) && !finished.some((x) => isFaster(x, row)))
      body.children[k].children[BEST_COLUMN].classList.add("best");
  });
}

export class RaceTable {
  /** @param {AddressedBoard} subject @param {Method[]} methods @param {{n: number, stars: number}[]} sizes */
  constructor(subject, methods, sizes) {
    this.subject = subject;
    this.methods = methods;
    this.sizes = sizes;
    /** @type {AbortController | null} */
    this.running = null;
    /** @type {Row[]} the rows of the lanes of the race */
    this.race = [];
    this.element = h("div", { class: "stack" });
  }

  stop() {
    this.running?.abort();
    this.running = null;
  }

  /** Shows the times of the lanes, in the order in which they finished. @param {Row[]} rows */
  showRace(rows) {
    this.race = rows.map((x) => ({ ...x, board: this.subject.name }));
    this.#showRows([...this.race].sort(byFinish));
  }

  /** @param {Row[]} rows @param {boolean} [complete] whether no more rows follow */
  #showRows(rows, complete = true) {
    if (!rows.length) return replaceChildren(this.element);
    const body = h("tbody", {}, rows.map(rowElement));
    const table = h("table", { class: "timed" }, tableHead(W.heads), body);
    markBest(rows, body);
    const save = () => saveFile(`race-${this.subject.name}.csv`, toCsv(rows), "text/csv");
    replaceChildren(
      this.element,
      scrollable(W.table, table),
      complete && new Set(rows.map((x) => x.n)).size > 1 && chartOf(rows),
      complete && h("div", { class: "row" }, button(W.csv, "export", save)),
    );
  }

  /** Returns one level of each size, and this board if its size is not among them. */
  async #levelsOfAllSizes() {
    const { puzzle, code, name } = this.subject;
    const { stars } = puzzle;
    const sizes = this.sizes.filter((x) => x.stars === stars && (stars > 1 || SIZES.includes(x.n)));
    const lists = await Promise.all(sizes.map((x) => getCached(`levels?n=${x.n}&stars=${stars}`)));
    const levels = lists.map(({ levels: list }) => list[Math.floor(list.length / 2)]);
    if (!levels.some((x) => x.name === name) && !sizes.some((x) => x.n === puzzle.n)) levels.push({ code, name });
    return levels;
  }

  /**
   * Measures further boards or methods. The times of the race stay as they are.
   * @param {What} what
   * @param {Lane[]} lanes the lanes of the race
   */
  async measure(what, lanes) {
    this.stop();
    const running = (this.running = new AbortController());
    const { signal } = running;
    const stop = button(W.stop, "stop", () => running.abort());
    const note = h("p", { role: "status" }, W.measuring, " ", stop);
    const { race, subject } = this;
    this.element.prepend(note);
    const order = (/** @type {Row} */ a, /** @type {Row} */ b) =>
      what === "all" ? byFinish(a, b) : a.n - b.n || a.board.localeCompare(b.board) || byFinish(a, b);
    const names = lanes.map((x) => laneName(x));
    const others = this.methods.map(({ method }) => makeLane(this.methods, method, []));
    const asked = what === "all" ? others.filter((x) => !names.includes(laneName(x))) : lanes;
    /** @type {Row[]} */
    let rows = [...race];
    let reason = null;
    try {
      const levels = what === "sizes" ? await this.#levelsOfAllSizes() : [subject];
      const boards = what === "sizes" && race.length ? levels.filter((x) => x.name !== subject.name) : levels;
      const request = {
        boards: boards.map((x) => x.code),
        names: boards.map((x) => x.name),
        lanes: asked,
        time_limit: what === "sizes" ? 0.5 : 2,
      };
      const receive = (/** @type {string} */ event, /** @type {any} */ data) => {
        if (event === "error") throw new Error(data.error);
        if (event === "done") reason = data.reason;
        if (event !== "row") return;
        const lane = what === "all" ? race.length + data.lane : data.lane;
        rows = [...rows, { ...data, lane, label: laneName(asked[data.lane]) }].sort(order);
        this.#showRows(rows, false);
        this.element.prepend(note);
      };
      if (asked.length && boards.length) await stream("compare", request, receive, signal);
    } catch (error) {
      if (this.running !== running) return;
      if (!signal.aborted) {
        replaceChildren(note, h("span", { class: "note wrong" }, errorMessage(error)));
        return;
      }
    }
    if (this.running !== running) return;
    this.running = null;
    this.#showRows(rows);
    if (reason) this.element.prepend(h("p", { role: "status" }, W.timeOver));
  }
}
