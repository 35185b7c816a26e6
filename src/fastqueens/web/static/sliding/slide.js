// Sliding tiles: play them, solve them by any method, and walk through the solution.

import { announce, toast } from "../base/announce.js";
import { ApiError, NetworkError, post, stream } from "../base/api.js";
import {
  button,
  definitionItems,
  dialog,
  field,
  fileChooser,
  h,
  loadStyles,
  replaceChildren,
  select,
  tableHead,
} from "../base/dom.js";
import { L } from "../base/labs_texts.js";
import { download, scrollableTable, searchButton } from "../base/search_button.js";
import { onDropOrPaste, onUndoKeys } from "../base/shortcuts.js";
import { playerElement } from "../board/player.js";
import { S } from "./slide_texts.js";
import { Tray, moved } from "./tiles.js";

/** @typedef {import("../base/app_types.js").App} App */
/**
 * What the engine tells of a puzzle.
 * @typedef {object} About
 * @property {number[][]} tiles
 * @property {number[][]} goal
 * @property {number} rows
 * @property {number} columns
 * @property {string} text
 * @property {{table: number[], tiles: number[], sum: number, x: number, total: number, solvable: boolean}} kurang
 * @property {Record<string, number>} bounds
 * @property {Record<string, string[]>} heuristics
 * @property {[number, number] | null} swap
 */

const FIRST = "31240578a6bc9def"; // of the report: 21 moves
const SHAPE = /^([2-5])x([2-5])\.([0-9a-o]+)(?:~([0-9a-o]+))?$/;
const SIZES = /** @type {[string, string][]} */ (["2", "3", "4", "5"].map((x) => [x, x]));
const SOON = 120; // milliseconds from a move to the arithmetic of the new position

/** @param {number[]} tiles @param {number} columns */
const grid = (tiles, columns) =>
  Array.from({ length: tiles.length / columns }, (_, k) => tiles.slice(k * columns, (k + 1) * columns));
const code = (/** @type {number[]} */ tiles) => tiles.map((x) => x.toString(36)).join("");
const seedOf = () => String(crypto.getRandomValues(new Uint32Array(1))[0]);

class Slide {
  /** @param {App} app @param {About} about */
  constructor(app, about) {
    this.app = app;
    this.about = about;
    /** @type {number[]} */
    this.tiles = [];
    /** @type {number[]} */
    this.start = [];
    /** @type {number[]} */
    this.goal = [];
    /** @type {string[]} moves of the blank, as they were made */
    this.past = [];
    /** @type {string[]} */
    this.future = [];
    /** @type {{moves: string[], boards: number[][], counters: Record<string, number>, ms: number, before: string[]} | null} */
    this.way = null;
    this.method = Object.keys(S.methods).find((x) => x === app.query.get("m")) ?? "ida";
    this.heuristic = app.query.get("h") ?? "";
    this.visited = app.query.get("v") === "expanded" ? "expanded" : "generated";
    this.soon = 0;
    app.setTitle(S.title);
    this.arena = h("div", { class: "tray-place" });
    this.status = h("p", { class: "state", role: "status" });
    this.warning = h("div");
    this.undoing = button(S.undo, "undo", () => this.back());
    this.redoing = button(S.redo, "redo", () => this.forth());
    this.player = playerElement(
      {
        show: (k) => this.#at(k),
        label: (k) => S.of(k, this.way?.moves.length ?? 0),
        describe: (k) => S.at(k, this.way?.moves.length ?? 0, this.way?.moves[k - 1] ?? ""),
      },
      S.replay,
    );
    this.player.speed = 3;
    this.strip = h("p", { class: "moves" });
    this.visualise = button(S.visualise, "play", () => {
      if (!this.way) return;
      this.player.showPosition(0);
      this.player.play();
      this.arena.scrollIntoView({ block: "nearest" });
    });
    this.saving = button(S.saveAs, "export", () => this.#save());
    this.film = h("div", { class: "card stack", hidden: true }, h("h2", {}, S.replay), this.player, this.strip);

    // The puzzle.
    let kind = "random";
    const sized = (/** @type {"rows" | "columns"} */ side) =>
      select(SIZES, String(this.about[side]), () => this.#fresh(), {});
    this.rowsIn = sized("rows");
    this.columnsIn = sized("columns");
    this.depth = h("input", { type: "number", min: 1, max: 10000, value: 40, inputmode: "numeric" });
    const depthField = field(S.depth, this.depth);
    depthField.hidden = true;
    this.seed = h("input", {
      type: "text",
      inputmode: "numeric",
      pattern: "[0-9]{1,20}",
      value: seedOf(),
      onchange: () => this.#fresh(),
    });
    this.depth.addEventListener("change", () => this.#fresh());
    this.kind = () => kind;
    const kinds = select(Object.entries(S.kinds), kind, (x) => {
      kind = x;
      depthField.hidden = x !== "scrambled";
      this.#fresh();
    });
    const chooser = fileChooser((file) => this.#file(file));

    // The search.
    this.heuristics = h("div", { class: "wide" });
    const visits = field(
      S.visited,
      select(Object.entries(S.visitedHow), this.visited, (x) => {
        this.visited = x;
        this.#address();
      }),
    );
    const visitShown = () => {
      visits.hidden = this.method !== "branch-and-bound";
    };
    this.seconds = h("input", { type: "number", min: 1, max: 60, value: 30, inputmode: "numeric" });
    this.nodes = h("input", { type: "number", min: 1, placeholder: S.any, inputmode: "numeric" });
    const methods = select(Object.entries(S.methods), this.method, (x) => {
      this.method = x;
      visitShown();
      this.#chooseHeuristic();
      this.#address();
    });
    visitShown();
    this.work = searchButton(app, S.solve, "solve", (signal, told) => this.#solve(signal, told));
    this.facts = h("dl", { class: "facts" });
    this.table = h("div");
    this.compared = h("div");
    this.comparing = searchButton(app, S.compareGo, "levels", (signal, told) => this.#compare(signal, told));

    this.element = h(
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
          h(
            "div",
            { class: "row centre" },
            this.undoing,
            this.redoing,
            button(S.reset, "turn", () => this.reset()),
          ),
          this.warning,
          this.film,
        ),
        h(
          "div",
          { class: "side" },
          h("p", { class: "muted" }, S.lead),
          h(
            "section",
            { class: "card stack" },
            h("h2", {}, S.puzzle),
            h(
              "div",
              { class: "form" },
              field(S.rows, this.rowsIn),
              field(S.columns, this.columnsIn),
              field(S.make, kinds),
              depthField,
              field(S.seed, this.seed),
            ),
            h(
              "div",
              { class: "row" },
              button(S.fresh, "random", () => {
                this.seed.value = seedOf();
                this.#fresh();
              }),
              button(S.file, "import", () => chooser.click()),
              button(S.type, "keys", () => this.#type()),
              chooser,
            ),
          ),
          h(
            "section",
            { class: "card stack" },
            h("h2", {}, S.solveTitle),
            h(
              "div",
              { class: "form" },
              h("div", { class: "wide" }, field(S.method, methods)),
              this.heuristics,
              visits,
              field(S.seconds, this.seconds),
              field(S.nodes, this.nodes),
            ),
            h("div", { class: "row" }, this.work.go, this.visualise, this.saving),
            this.work.note,
          ),
        ),
      ),
      h(
        "details",
        { class: "card" },
        h("summary", {}, S.details),
        h("div", { class: "stack" }, h("h2", {}, S.kurang), this.table, this.facts),
      ),
      h(
        "details",
        { class: "card" },
        h("summary", {}, S.compare),
        h(
          "div",
          { class: "stack" },
          h("p", { class: "muted" }, S.compareHow),
          h("div", { class: "row" }, this.comparing.go),
          this.comparing.note,
          this.compared,
        ),
      ),
    );
    this.take(about);
    app.signal.addEventListener("abort", () => {
      clearTimeout(this.soon);
      this.asking?.abort();
    });
    onUndoKeys(app.signal, (undo) => (undo ? this.back() : this.forth()));
    // Here it is a puzzle of tiles, not a board of queens.
    onDropOrPaste((file) => this.#file(file), { capture: true, signal: app.signal });
  }

  /** Begin with a puzzle. @param {About} about */
  take(about) {
    this.about = about;
    this.start = about.tiles.flat();
    this.tiles = this.start;
    this.goal = about.goal.flat();
    this.past = [];
    this.future = [];
    this.rowsIn.value = String(about.rows);
    this.columnsIn.value = String(about.columns);
    this.tray = new Tray(about.rows, about.columns, this.goal, (move, count) => this.move(move, count));
    replaceChildren(this.arena, this.tray.element);
    this.work.stop();
    this.comparing.stop();
    replaceChildren(this.compared);
    this.work.report("");
    this.comparing.report("");
    this.#forget();
    this.#chooseHeuristic();
    this.#show();
    this.#learned();
    this.#address();
  }

  #address() {
    const { rows, columns } = this.about;
    const plain = this.goal.every((x, k) => x === (k + 1) % this.goal.length);
    const wishes = new URLSearchParams({ m: this.method, h: this.heuristic });
    if (this.method === "branch-and-bound") wishes.set("v", this.visited);
    this.app.replaceAddress(
      `#/slide/${rows}x${columns}.${code(this.start)}${plain ? "" : `~${code(this.goal)}`}?${wishes}`,
    );
  }

  #chooseHeuristic() {
    const known = this.about.heuristics[this.method];
    if (!known.includes(this.heuristic)) {
      this.heuristic = ["pdb", "linear-conflict", "misplaced"].find((x) => known.includes(x)) ?? known[0];
    }
    replaceChildren(
      this.heuristics,
      field(
        S.heuristic,
        select(
          known.map((x) => [x, S.heuristics[x]]),
          this.heuristic,
          (x) => {
            this.heuristic = x;
            this.#address();
          },
        ),
      ),
    );
  }

  // ---- playing

  get asked() {
    const { columns, goal } = this.about;
    return { tiles: grid(this.tiles, columns), goal };
  }

  /** Moves of the blank, if they can be made. @param {string} move @param {number} count */
  move(move, count) {
    const { columns } = this.about;
    const { way, player } = this;
    let after = this.tiles;
    const slid = [];
    for (let k = 0; move && k < count; k++) {
      const next = moved(after, columns, move);
      if (!next) break;
      slid.push(next[after.indexOf(0)]);
      after = next;
    }
    if (!slid.length) {
      announce(S.noWay);
      return;
    }
    player.pause(false);
    this.work.stop(); // of a position that is no longer there
    if (way && player && slid.length === 1 && way.moves[player.at] === move) {
      player.showPosition(player.at + 1); // along the way that is shown
    } else {
      this.#leave();
      this.past.push(...slid.map(() => move));
      this.future = [];
      this.tiles = after;
      this.#show(slid.at(-1));
      this.#later();
    }
    announce(S.slid(slid, S.ways[move]));
    this.#won();
  }

  #won() {
    if (this.tiles.some((x, k) => x !== this.goal[k])) return;
    const made = this.#made();
    const least = Math.max(0, ...Object.values(this.about.bounds));
    const known = this.way && !this.way.before.length ? this.way.moves.length : least;
    if (made) toast(S.won(made, Math.min(made, known)));
  }

  #made() {
    return this.way ? this.way.before.length + this.player.at : this.past.length;
  }

  back() {
    if (this.way && this.player.at) return this.player.step(-1);
    this.#leave();
    const move = this.past.pop();
    if (!move) return announce(S.nothingToUndo);
    this.future.push(move);
    this.#go(BACK[move]);
  }

  forth() {
    if (this.way) return this.player.step(1);
    const move = this.future.pop();
    if (!move) return announce(S.nothingToRedo);
    this.past.push(move);
    this.#go(move);
  }

  /** @param {string} move */
  #go(move) {
    const next = /** @type {number[]} */ (moved(this.tiles, this.about.columns, move));
    const hand = next[this.tiles.indexOf(0)];
    this.tiles = next;
    this.#show(hand);
    this.#later();
    announce(S.slid([hand], S.ways[move]));
  }

  reset() {
    this.work.stop();
    this.#forget();
    this.tiles = this.start;
    this.past = [];
    this.future = [];
    this.#show();
    this.#later();
    announce(S.resetDone);
  }

  /** @param {number} [hand] */
  #show(hand) {
    this.tray?.show(this.tiles, hand);
    const home = this.tiles.filter((x, k) => x && x === this.goal[k]).length;
    replaceChildren(this.status, S.state(this.#made(), home, this.tiles.length - 1));
    this.undoing.disabled = !this.#made();
    this.redoing.disabled = this.way ? this.player.at === this.way.moves.length : !this.future.length;
  }

  /** Ask for the arithmetic of the position, once the player rests. */
  #later() {
    clearTimeout(this.soon);
    this.soon = setTimeout(async () => {
      this.asking?.abort();
      this.asking = new AbortController();
      try {
        const about = await post("slide", this.asked, this.asking.signal);
        this.about = { ...about, bounds: this.about.bounds };
        this.#learned(about.bounds);
      } catch (error) {
        if (!(error instanceof ApiError || error instanceof NetworkError) && !this.asking.signal.aborted) throw error;
      }
    }, SOON);
  }

  // ---- what the engine tells

  /** @param {Record<string, number>} [bounds] */
  #learned(bounds = this.about.bounds) {
    const { kurang, swap } = this.about;
    const numbers = kurang.table.map((_, k) => k + 1);
    const line = (/** @type {string} */ head, /** @type {(string | number)[]} */ values) =>
      h(
        "tr",
        {},
        h("th", { scope: "row" }, head),
        values.map((x) => h("td", {}, x)),
      );
    replaceChildren(
      this.table,
      scrollableTable(
        "KURANG",
        h(
          "table",
          { class: "kurang" },
          h("tbody", {}, [
            line("i", numbers),
            line(
              S.tileHead,
              kurang.tiles.map((x) => x || S.blank),
            ),
            line("KURANG(i)", kurang.table),
          ]),
        ),
      ),
      h("p", { class: kurang.solvable ? "total" : "total wrong" }, S.total(kurang)),
      h("p", { class: "muted" }, S.kurangHow),
    );
    const known = Object.entries(bounds)
      .map(([name, value]) => `${S.heuristics[name]} ${value}`)
      .join(", ");
    replaceChildren(
      this.facts,
      definitionItems([
        [S.work.bounds, known],
        ...(this.way
          ? /** @type {[string, any][]} */ ([
              [S.work.method, `${S.methods[this.method]}, ${S.heuristics[this.heuristic]}`],
              [S.work.moves, this.way.moves.length],
              ...Object.entries(this.way.counters).map(([name, value]) => [
                S.work[name] ?? name,
                value.toLocaleString("en"),
              ]),
              [S.work.ms, this.way.ms.toFixed(3)],
            ])
          : []),
      ]),
    );
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

  /** @param {string} text stands until the next puzzle */
  warn(text) {
    replaceChildren(this.warning, h("p", { class: "note wrong", role: "alert" }, text));
  }

  /** @param {[number, number]} pair */
  async #swap([a, b]) {
    const tiles = this.tiles.map((x) => (x === a ? b : x === b ? a : x));
    this.take(await post("slide", { tiles: grid(tiles, this.about.columns), goal: this.about.goal }, this.app.signal));
    toast(S.swapped);
  }

  async #fresh() {
    const bad = [this.depth, this.seed].find((x) => x && !x.checkValidity());
    if (bad) return void bad.reportValidity();
    await this.#ask({
      make: this.kind(),
      rows: Number(this.rowsIn.value),
      columns: Number(this.columnsIn.value),
      seed: this.seed.value,
      ...(this.kind() === "scrambled" && { depth: Number(this.depth.value) }),
    });
  }

  /** @param {Record<string, unknown>} asked */
  async #ask(asked) {
    this.asking?.abort();
    this.asking = new AbortController();
    const { signal } = this.asking;
    try {
      this.take(await post("slide", asked, signal));
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  /** @param {File} file */
  async #file(file) {
    if (file.size > 60_000) return toast(S.invalid(""), { error: true });
    const text = await file.text();
    try {
      await this.#ask({ text });
      toast(file.name || S.puzzle);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast(S.invalid(error.message), { error: true, ms: 12000 });
    }
  }

  #type() {
    const text = h("textarea", { "aria-label": S.typeText, spellcheck: "false", rows: 5 }, this.about.text);
    const wrong = h("p", { role: "alert" });
    const box = dialog(S.typeTitle, [
      h("p", { class: "muted" }, S.typeHow),
      text,
      wrong,
      button(
        S.typeGo,
        "check",
        async () => {
          try {
            await this.#ask({ text: text.value });
            box.close();
          } catch (error) {
            if (!(error instanceof ApiError)) throw error;
            wrong.className = "note wrong";
            replaceChildren(wrong, error.message);
          }
        },
        { class: "main" },
      ),
    ]);
    text.focus();
    text.select();
  }

  // ---- searching

  /** @param {AbortSignal} signal @param {import("../base/search_button.js").Report} told */
  async #solve(signal, told) {
    const bad = [this.seconds, this.nodes].find((x) => x && !x.checkValidity());
    if (bad) return void bad.reportValidity();
    this.#leave();
    this.#show();
    told(S.begun);
    const before = this.past.slice();
    const from = this.tiles;
    /** @type {any} */
    let answer = null;
    const asked = {
      ...this.asked,
      method: this.method,
      heuristic: this.heuristic,
      ...(this.method === "branch-and-bound" && { visited: this.visited }),
      time_limit: Number(this.seconds.value),
      ...(this.nodes.value && { node_limit: Number(this.nodes.value) }),
    };
    await stream(
      "slide/solve",
      asked,
      (event, data) => {
        if (event === "building") told(S.building, true);
        else if (event === "progress") told(S.searching(data.counters.nodes, data.bound, data.ms));
        else if (event === "error") throw new ApiError(data.error, 500);
        else answer = data;
      },
      signal,
    );
    if (!answer || from !== this.tiles) return "";
    if (answer.status === "unsolvable") return S.unsolvable;
    if (answer.status === "stopped") {
      return `${S.gaveUp(L.limits[answer.reason] ?? answer.reason, answer.bound)} ${answer.sentence}`;
    }
    if (!answer.moves.length) return S.already;
    const boards = [from];
    for (const move of answer.moves) {
      boards.push(/** @type {number[]} */ (moved(/** @type {number[]} */ (boards.at(-1)), this.about.columns, move)));
    }
    this.way = { moves: answer.moves, boards, counters: answer.counters, ms: answer.ms, before };
    this.#filmed();
    return `${S.solved(answer.moves.length, answer.shortest)}: ${answer.sentence}`;
  }

  #filmed() {
    const { way, player, film } = this;
    if (!way || !player || !film) return;
    replaceChildren(
      this.strip,
      h("span", { class: "hidden" }, `${S.moves}: ${way.moves.join(" ")}`),
      way.moves.map((move, k) =>
        h("span", { "aria-hidden": "true", title: move, onclick: () => player.jumpTo(k + 1) }, S.arrows[move]),
      ),
    );
    film.hidden = false;
    player.count = 0;
    player.at = 0;
    player.count = way.moves.length + 1;
    this.visualise.disabled = false;
    this.saving.disabled = false;
    this.#learned();
  }

  /** @param {number} k of the replay */
  #at(k) {
    const { way } = this;
    if (!way) return;
    this.tiles = way.boards[k];
    this.#show(k ? this.tiles[way.boards[k - 1].indexOf(0)] : 0);
    for (const [i, step] of [...this.strip.children].entries()) {
      step.classList.toggle("on", i === k && k > 0);
      step.classList.toggle("past", i < k && i > 0);
    }
    this.#later();
  }

  /** The reader goes a way of their own, from where the replay stands. */
  #leave() {
    const { way, player } = this;
    if (!way || !player) return;
    const at = player.at;
    this.past = [...way.before, ...way.moves.slice(0, at)];
    this.future = [];
    this.#forget();
  }

  #forget() {
    this.player.pause(false);
    this.way = null;
    this.player.count = 0;
    this.film.hidden = true;
    this.visualise.disabled = true;
    this.saving.disabled = true;
  }

  #save() {
    const { way } = this;
    if (!way) return;
    const asked = {
      tiles: grid(way.boards[0], this.about.columns),
      goal: this.about.goal,
      moves: way.moves,
      nodes: way.counters.nodes,
      ms: way.ms,
    };
    const box = dialog(
      S.saveAs,
      [
        h(
          "div",
          { class: "menu" },
          S.saves.map(([format, text]) =>
            button(text, "export", async () => {
              await download("slide/save", { ...asked, format }, `sliding-${way.moves.length}.${format}`);
              box.close();
            }),
          ),
        ),
      ],
      {},
    );
  }

  /** @param {AbortSignal} signal @param {import("../base/search_button.js").Report} told */
  async #compare(signal, told) {
    const body = h("tbody");
    const name = (/** @type {any} */ x) =>
      `${S.heuristics[x.heuristic]}${x.visited === "expanded" ? `, ${S.visitedHow.expanded}` : ""}`;
    replaceChildren(
      this.compared,
      scrollableTable(S.compare, h("table", { class: "numbers" }, tableHead(S.columnsOf), body)),
    );
    let rows = 0;
    let solvable = true;
    /** @type {[number, number, HTMLElement, HTMLElement][]} */
    const best = [];
    await stream(
      "slide/compare",
      this.asked,
      (event, data) => {
        if (event === "attempt") told(S.trying(`${S.methods[data.method]}: ${name(data)}`));
        else if (event === "error") throw new ApiError(data.error, 500);
        else if (event === "done") solvable = data.status !== "unsolvable";
        else {
          rows++;
          const cells = [data.nodes.toLocaleString("en"), data.ms.toFixed(2)].map((x) => h("td", {}, x));
          if (data.length !== null) best.push([data.nodes, data.ms, cells[0], cells[1]]);
          body.append(
            h(
              "tr",
              { class: data.length === null ? "muted" : null },
              h("th", { scope: "row" }, S.methods[data.method]),
              h("td", {}, name(data)),
              h("td", {}, data.length ?? `${S.atLeast(data.bound)} (${L.limits[data.reason] ?? data.reason})`),
              cells,
            ),
          );
        }
      },
      signal,
    );
    for (const k of [0, 1]) {
      const least = best.toSorted((a, b) => Number(a[k]) - Number(b[k]))[0];
      /** @type {HTMLElement | undefined} */ (least?.[2 + k])?.classList.add("best");
    }
    return solvable ? S.compared(rows) : S.unsolvable;
  }
}

/** The way back of each move. @type {Record<string, string>} */
const BACK = { UP: "DOWN", DOWN: "UP", LEFT: "RIGHT", RIGHT: "LEFT" };

/** @param {App} app */
export async function open(app) {
  const shape = SHAPE.exec(app.rest || `4x4.${FIRST}`);
  const [, rows, columns, cells, goal] = shape ?? [];
  const read = (/** @type {string} */ text) =>
    grid(
      [...text].map((x) => Number.parseInt(x, 36)),
      Number(columns),
    );
  let refused = shape ? "" : app.rest;
  /** @type {About | null} */
  let about = null;
  const [loaded] = await Promise.all([
    shape && cells.length === Number(rows) * Number(columns)
      ? post("slide", { tiles: read(cells), ...(goal && { goal: read(goal) }) }, app.signal).catch((error) => {
          if (!(error instanceof ApiError)) throw error;
          refused = error.message;
          return null;
        })
      : null,
    loadStyles("sliding/slide"),
  ]);
  about = loaded;
  if (!about) {
    refused ||= app.rest;
    about = await post("slide", { make: "random", rows: 4, seed: seedOf() }, app.signal);
  }
  const screen = new Slide(app, /** @type {About} */ (about));
  if (refused) screen.warn(S.badLink(refused));
  return screen.element;
}
