// Solves the position with a method and a heuristic, or compares all methods and heuristics.

import { ApiError, stream } from "../base/api.js";
import { field, h, replaceChildren, select, tableHead } from "../base/dom.js";
import { L } from "../base/labs_texts.js";
import { scrollable, searchButton } from "../base/search_button.js";
import { formatDuration } from "../base/strings.js";
import { applyMove } from "./sliding_model.js";
import { S } from "./sliding_texts.js";

/** @typedef {import("../base/search_button.js").Report} Report */
/** @typedef {import("./solution_film.js").SolutionFilm} SolutionFilm */
/**
 * @typedef {object} Listener
 * @property {() => void} onStart called before a search
 * @property {(solution: import("./sliding_model.js").Solution) => void} onSolution
 * @property {() => void} onOptions called after a change of an option
 */

export class SolverPanel {
  /**
   * @param {import("../base/app_types.js").App} app
   * @param {import("./sliding_model.js").SlidingGame} game
   * @param {SolutionFilm} film
   * @param {Listener} listener
   */
  constructor(app, game, film, listener) {
    this.game = game;
    this.listener = listener;
    const { query } = app;
    const named = Object.keys(S.methods).find((x) => x === query.get("m"));
    this.method = named ?? game.info.method;
    /** Whether the user has chosen the method; otherwise it depends on the size of the puzzle. */
    this.methodChosen = named !== undefined;
    this.heuristic = query.get("h") ?? "";
    this.visited = Object.keys(S.visitedHow).find((x) => x === query.get("v")) ?? "expanded-again";
    this.heuristicField = h("div", { class: "wide" });
    const visits = select(Object.entries(S.visitedHow), this.visited, (x) => {
      this.visited = x;
      this.listener.onOptions();
    });
    this.visitsField = field(S.visited, visits);
    this.methods = select(Object.entries(S.methods), this.method, (x) => {
      this.methodChosen = true;
      this.#setMethod(x);
      this.listener.onOptions();
    });
    this.seconds = h("input", { type: "number", min: 1, max: 60, value: 30, inputmode: "numeric" });
    this.nodes = h("input", { type: "number", min: 1, placeholder: S.any, inputmode: "numeric" });
    this.solver = searchButton(app, S.solve, "solve", (signal, report) => this.#solve(signal, report), {
      class: "main",
      "data-start": "",
    });
    this.comparison = h("div");
    this.comparer = searchButton(app, S.compareGo, "levels", (signal, report) => this.#compare(signal, report));
    this.element = h(
      "section",
      { class: "card stack" },
      h("h2", {}, S.solveTitle),
      this.#form(),
      h("div", { class: "row" }, this.solver.go, film.playButton, film.saveButton),
      this.solver.note,
    );
    this.compareContent = [
      h("p", { class: "muted" }, S.compareHow),
      h("div", { class: "row" }, this.comparer.go),
      this.comparer.note,
      this.comparison,
    ];
  }

  #form() {
    return h(
      "div",
      { class: "form" },
      h("div", { class: "wide" }, field(S.method, this.methods)),
      this.heuristicField,
      this.visitsField,
      field(S.seconds, this.seconds),
      field(S.nodes, this.nodes),
    );
  }

  /** The options in the form of a request. */
  get options() {
    const { method, heuristic, visited } = this;
    return { method, heuristic, ...(method === "branch-and-bound" && { visited }) };
  }

  /** @param {string} method */
  #setMethod(method) {
    this.methods.value = this.method = method;
    this.visitsField.hidden = method !== "branch-and-bound";
    this.showHeuristics();
  }

  /** Shows the heuristics that the user can choose for the method. */
  showHeuristics() {
    const names = this.game.info.heuristics[this.method];
    if (!names.includes(this.heuristic))
      this.heuristic = ["pdb", "linear-conflict", "misplaced"].find((x) => names.includes(x)) ?? names[0];
    const choices = select(
      names.map((x) => [x, S.heuristics[x]]),
      this.heuristic,
      (x) => {
        this.heuristic = x;
        this.listener.onOptions();
      },
    );
    replaceChildren(this.heuristicField, field(S.heuristic, choices));
  }

  /** Removes all results, because another puzzle is shown. */
  reset() {
    this.stop();
    this.comparer.stop();
    replaceChildren(this.comparison);
    this.solver.report("");
    this.comparer.report("");
    this.#setMethod(this.methodChosen ? this.method : this.game.info.method);
  }

  stop() {
    this.solver.stop();
  }

  /** @param {AbortSignal} signal @param {Report} report */
  async #solve(signal, report) {
    const { game, listener, nodes, seconds } = this;
    const invalid = [seconds, nodes].find((x) => !x.checkValidity());
    if (invalid) return void invalid.reportValidity();
    listener.onStart();
    report(S.begun);
    const before = game.past.slice();
    const from = game.tiles;
    /** @type {any} the answer, or the shortest solution so far */
    let answer = null;
    const openFilm = () => {
      const { moves, method, heuristic, visited, counters, ms, bound } = answer;
      if (from !== game.tiles || !moves?.length) return; // The user has made moves, or watches the replay.
      const boards = [from];
      for (const move of moves)
        boards.push(/** @type {number[]} */ (applyMove(boards[boards.length - 1], game.info.columns, move)));
      const search = `${S.methods[method]}, ${heuristicText({ heuristic, visited })}`;
      listener.onSolution({ moves, boards, search, counters, ms, bound, before });
    };
    const request = {
      ...game.request,
      ...this.options,
      time_limit: Number(seconds.value),
      ...(nodes.value && { node_limit: Number(nodes.value) }),
    };
    try {
      await stream(
        "slide/solve",
        request,
        (event, data) => {
          if (event === "building") report(S.building, true);
          else if (event === "progress") report(progressText(data));
          else if (event === "error") throw new ApiError(data.error, 500);
          else {
            answer = data;
            openFilm();
          }
        },
        signal,
      );
    } catch (error) {
      if (!signal.aborted || !answer) throw error; // The user has stopped the search.
    }
    return answer ? answerText(answer) : "";
  }

  /** @param {AbortSignal} signal @param {Report} report */
  async #compare(signal, report) {
    const body = h("tbody");
    const table = h("table", { class: "numbers" }, tableHead(S.columnsOf), body);
    replaceChildren(this.comparison, scrollable(S.compare, table));
    let solvable = true;
    /** @type {[number, HTMLElement][][]} the nodes and the times of the solved attempts, with their cells */
    const measures = [[], []];
    await stream(
      "slide/compare",
      this.game.request,
      (event, data) => {
        if (event === "attempt") report(S.trying(`${S.methods[data.method]}: ${heuristicText(data)}`));
        else if (event === "error") throw new ApiError(data.error, 500);
        else if (event === "done") solvable = data.status !== "unsolvable";
        else {
          const cells = [data.nodes.toLocaleString("en"), formatDuration(data.ms)].map((x) => h("td", {}, x));
          body.append(attemptRow(data, cells));
          if (data.length === null) return;
          measures[0].push([data.nodes, cells[0]]);
          measures[1].push([data.ms, cells[1]]);
        }
      },
      signal,
    );
    for (const measure of measures) measure.sort(([a], [b]) => a - b)[0]?.[1].classList.add("best");
    return solvable ? S.compared(body.rows.length) : S.unsolvable;
  }
}

/** @param {any} data */
function progressText({ length, bound, counters, ms }) {
  if (length === null) return S.searching(counters.nodes, bound, ms);
  return S.improving(length, bound, counters.nodes, ms);
}

/** @param {any} answer */
function answerText({ status, reason, moves, bound, shortest, method, sentence }) {
  if (status === "unsolvable") return S.unsolvable;
  if (status === "stopped") return `${S.gaveUp(L.limits[reason] ?? reason, bound)} ${sentence}`;
  if (!moves.length) return S.already;
  const open = method === "anytime" && !shortest;
  return `${open ? S.solvedAtLeast(moves.length, bound) : S.solved(moves.length, shortest)}: ${sentence}`;
}

/** @param {{heuristic: string, visited: string | null}} attempt */
const heuristicText = ({ heuristic, visited }) =>
  `${S.heuristics[heuristic]}${visited ? `, visited ${S.visitedHow[visited]}` : ""}`;

/** @param {any} attempt */
const lengthText = ({ method, length, bound }) =>
  method === "anytime" && length > bound ? S.between(length, bound) : length;

/** @param {any} attempt @param {HTMLElement[]} measures */
function attemptRow(attempt, measures) {
  const { length, bound, reason } = attempt;
  return h(
    "tr",
    { class: length === null ? "muted" : null },
    h("th", { scope: "row" }, S.methods[attempt.method]),
    h("td", {}, heuristicText(attempt)),
    h("td", {}, length === null ? `${S.atLeast(bound)} (${L.limits[reason] ?? reason})` : lengthText(attempt)),
    measures,
  );
}
