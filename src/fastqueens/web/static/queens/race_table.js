// The table below a race shows the times of methods without drawing. A chart shows the time for
// each size.

import { errorMessage } from "../base/announce.js";
import { getCached, stream } from "../base/api.js";
import { logChart } from "../base/chart.js";
import { button, h, replaceChildren, saveFile, tableHead } from "../base/dom.js";
import { scrollable } from "../base/search_button.js";
import { W } from "./watch_texts.js";

/** @typedef {import("./method_form.js").Lane} Lane */
/** @typedef {import("./method_form.js").Method} Method */
/** @typedef {import("./addressed_board.js").AddressedBoard} AddressedBoard */
/** @typedef {"board" | "sizes" | "all"} What this board, levels of all sizes, or all methods on this board */
/**
 * @typedef {{board: string, lane: number, label: string, n: number, status: string, fitness: number | null, work:
 *   string, best: number, ms: number}} Row
 */

const SIZES = [7, 8, 9, 10, 11, 20];
const BEST_COLUMN = 4;

/** Returns a row of the table. @param {Row} row */
function rowElement(row) {
  const fitness = row.fitness && row.status === "stopped" ? `, ${W.fitnessLeft(row.fitness)}` : "";
  const values = [row.label, W.tableEnds[row.status] + fitness, row.work, W.ms(row.best), W.ms(row.ms)];
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

/** Marks the best time of each board. @param {Row[]} rows @param {Element} body */
function markBest(rows, body) {
  rows.forEach((row, k) => {
    const finished = rows.filter((x) => x.board === row.board && x.status !== "stopped");
    if (finished.includes(row) && row.best === Math.min(...finished.map((x) => x.best)))
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
    this.element = h("div", { class: "stack" });
  }

  stop() {
    this.running?.abort();
    this.running = null;
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

  /** Measures methods, and shows the rows as they arrive. @param {What} what @param {Lane[]} lanes */
  async measure(what, lanes) {
    this.stop();
    const running = (this.running = new AbortController());
    const { signal } = running;
    const note = h(
      "p",
      { role: "status" },
      W.measuring,
      " ",
      button(W.stop, "stop", () => running.abort()),
    );
    const body = h("tbody");
    const table = h("table", { class: "timed" }, tableHead(W.heads), body);
    replaceChildren(this.element, note, scrollable(W.table, table));
    /** @type {Row[]} */
    const rows = [];
    let end = { csv: "", reason: null };
    const all = this.methods.map(({ method }) => ({ method, options: {}, seed: "0" }));
    try {
      const boards = what === "sizes" ? await this.#levelsOfAllSizes() : [this.subject];
      const request = {
        boards: boards.map((x) => x.code),
        names: boards.map((x) => x.name),
        lanes: what === "all" ? all : lanes,
        time_limit: what === "sizes" ? 0.5 : 2,
      };
      await stream(
        "compare",
        request,
        (event, data) => {
          if (event === "row") {
            rows.push(data);
            body.append(rowElement(data));
          } else if (event === "done") end = data;
          else throw new Error(data.error);
        },
        signal,
      );
    } catch (error) {
      if (this.running !== running) return;
      if (!signal.aborted) {
        replaceChildren(note, h("span", { class: "note wrong" }, errorMessage(error)));
        return;
      }
    }
    if (this.running !== running) return;
    this.running = null;
    replaceChildren(note, end.reason && W.timeOver);
    note.hidden = !end.reason;
    markBest(rows, body);
    if (end.csv) {
      const save = () => saveFile(`race-${this.subject.name}.csv`, end.csv, "text/csv");
      this.element.append(h("div", { class: "row" }, button(W.csv, "export", save)));
    }
    if (new Set(rows.map((x) => x.n)).size > 1) this.element.append(chartOf(rows));
  }
}
