// The N-Queens lab: place queens, count, list, watch a search, compare the spaces, make large boards.

import { announce, copyText, errorMessage, warnUnknown } from "../base/announce.js";
import { ApiError, NetworkError, post, stream } from "../base/api.js";
import { logChart } from "../base/chart.js";
import { button, dialog, field, h, loadStyles, replaceChildren, select, tableHead } from "../base/dom.js";
import { groupDigits } from "../base/labs_texts.js";
import { download, scrollableTable, searchButton } from "../base/search_button.js";
import { onUndoKeys } from "../base/shortcuts.js";
import { unpackState } from "../board/codec.js";
import { playerElement } from "../board/player.js";
import { Chessboard, attacks, placement } from "./chessboard.js";
import { Q, cellOf, square } from "./queens_texts.js";

/** @typedef {import("../base/app_types.js").App} App */
/** @typedef {{work: number, status: string, found: number, counters: Record<string, number>, cells: string, pawns: number[], wrong: number[], hand: number | null}} Frame */

const DRAWN = 200; // rows of the largest board that is drawn
const COUNTED = 18; // of the largest whose solutions are counted here
const WATCHED = 32;
const SOON = 120; // milliseconds from a change to what is asked about it
const CHUNK = 400; // frames that are fetched at a time
const UNKNOWN = 10_000; // frames of a search whose length is not known
const PAGE = 12;

class Lab {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    const wanted = Number(app.rest);
    this.n = Number.isInteger(wanted) && wanted >= 1 && wanted <= 1000 ? wanted : 8;
    this.variant = Q.variants.map(([x]) => x).find((x) => x === app.query.get("v")) ?? "queens";
    const k = Number(app.query.get("k") ?? 1);
    this.pawns = Number.isInteger(k) && Math.abs(k) <= 32 ? k : 1;
    const v = app.query.get("v");
    warnUnknown(app.rest !== String(this.n) && app.rest, v !== this.variant && v);
    /** @type {number[]} */
    this.queens = [];
    /** @type {number[]} of a solution that was filled in */
    this.blocks = [];
    /** @type {{queens: number[], blocks: number[]}[]} */
    this.past = [];
    /** @type {{queens: number[], blocks: number[]}[]} */
    this.future = [];
    /** @type {{queens: number[], pawns: number[]} | null} a completion */
    this.example = null;
    this.soon = 0;
    this.from = 0; // of the gallery
    /** @type {{asked: object, every: number, total: number | null, unit: string, frames: Map<number, Frame>} | null} */
    this.film = null;
    app.setTitle(Q.title);
    this.place = h("div", { class: "board-place" });
    this.status = h("p", { class: "state", role: "status" });
    this.completions = h("p", { class: "completions" });
    this.size = h("input", {
      type: "number",
      min: 1,
      max: 1000,
      value: this.n,
      inputmode: "numeric",
      onchange: () => {
        if (!this.size.reportValidity()) return;
        this.n = Number(this.size.value);
        this.resize();
      },
    });
    this.pawnsIn = h("input", {
      type: "number",
      min: -8,
      max: 8,
      value: this.pawns,
      onchange: () => {
        if (!this.pawnsIn.reportValidity()) return;
        this.pawns = Number(this.pawnsIn.value);
        this.resize(true);
      },
    });
    const pawnsField = field(Q.pawns, this.pawnsIn);
    pawnsField.hidden = this.variant !== "plus_k";
    const variants = select(Q.variants, this.variant, (x) => {
      this.variant = x;
      pawnsField.hidden = x !== "plus_k";
      this.resize(true);
    });
    this.named = h("input", {
      type: "text",
      autocapitalize: "none",
      spellcheck: "false",
      placeholder: Q.queensHow,
      onchange: () => this.#typed(),
    });
    this.undoing = button(Q.undo, "undo", () => this.back(true));
    this.filling = button(Q.fill, "solve", () => this.#fill());
    this.writing = button(Q.construct, "draw", () => this.#make("construct"));
    this.drawing = button(Q.random, "random", () => this.#make("random"));

    // Counting and listing.
    let which = "all";
    const whiches = select(Object.entries(Q.whichOnes), which, (x) => {
      which = x;
      this.from = 0;
      replaceChildren(this.gallery);
      this.#beyond(which);
    });
    this.which = () => which;
    this.bar = h("progress", { max: 1, value: 0, hidden: true, "aria-label": Q.count });
    this.counter = searchButton(app, Q.countGo, "check", (signal, told) => this.#count(signal, told));
    this.terminal = h("div");
    this.gallery = h("div", { class: "stack" });
    const lister = button(Q.listGo, "levels", () => {
      this.from = 0;
      this.#list();
    });

    // Watching.
    this.method = "backtracking";
    const methods = select(Q.methods, this.method, (/** @type {string} */ x) => {
      this.method = x;
    });
    this.every = h("input", { type: "number", min: 1, max: 1e9, placeholder: Q.auto, inputmode: "numeric" });
    this.all = h("input", { type: "checkbox" });
    this.watcher = searchButton(app, Q.watchGo, "watch", (signal, told) => this.#watch(signal, told));
    this.player = playerElement(
      {
        show: (k) => this.#frame(k),
        has: (k) => this.film?.frames.has(k) ?? false,
        load: (k) => this.#load(k),
        label: (k) => Q.at(this.#workAt(k), this.film?.total ?? null),
        describe: (k) => this.#told(k),
      },
      Q.film,
    );
    this.player.speed = 8;
    this.filmed = h("p", { class: "muted" });
    this.screen = h(
      "div",
      { class: "card stack", hidden: true },
      this.player,
      h(
        "div",
        { class: "row between" },
        this.filmed,
        button(Q.back, "back", () => this.#leave()),
      ),
    );

    // Growth and large boards.
    this.rows = h("input", { type: "number", min: 1, max: 16, value: 12, inputmode: "numeric" });
    this.chart = h("div", { class: "stack" });
    this.grower = searchButton(app, Q.growthGo, "levels", (signal, told) => this.#grow(signal, told));
    let kind = "random";
    this.kind = () => kind;
    this.largeN = h("input", { type: "number", min: 1, max: 1_000_000, value: 100_000, inputmode: "numeric" });
    this.seed = h("input", { type: "text", inputmode: "numeric", pattern: "[0-9]{1,20}", value: "1" });
    this.largest = h("div", { class: "stack" });
    this.larger = searchButton(app, Q.largeGo, "make", (signal, told) => this.#large(signal, told));

    const part = (/** @type {string} */ title, /** @type {any[]} */ ...content) =>
      h("details", { class: "card" }, h("summary", {}, title), h("div", { class: "stack" }, content));
    this.element = h(
      "div",
      { class: "stack queens-lab" },
      h("h1", {}, Q.title),
      h(
        "div",
        { class: "play" },
        h("div", { class: "arena" }, this.place, this.status, this.screen),
        h(
          "div",
          { class: "side" },
          h("p", { class: "muted" }, Q.lead),
          h(
            "section",
            { class: "card stack" },
            h(
              "div",
              { class: "form" },
              field(Q.n, this.size),
              pawnsField,
              h("div", { class: "wide" }, field(Q.variant, variants)),
            ),
            field(Q.queensOn, this.named),
            this.completions,
            h(
              "div",
              { class: "row" },
              this.filling,
              this.undoing,
              button(Q.clear, "clear", () => this.#set([], [])),
              this.drawing,
              this.writing,
            ),
          ),
          part(
            Q.watch,
            h("p", { class: "muted" }, Q.watchHow),
            h(
              "div",
              { class: "form" },
              h("div", { class: "wide" }, field(Q.method, methods)),
              field(Q.every, this.every),
            ),
            h("label", { class: "tick" }, this.all, Q.all),
            h("div", { class: "row" }, this.watcher.go),
            this.watcher.note,
          ),
        ),
      ),
      part(
        Q.count,
        h("div", { class: "form" }, field(Q.which, whiches)),
        h("div", { class: "row" }, this.counter.go, lister),
        this.bar,
        this.counter.note,
        this.terminal,
        this.gallery,
      ),
      part(
        Q.growth,
        h("p", { class: "muted" }, Q.growthHow),
        h("div", { class: "form" }, field(Q.growthRows, this.rows)),
        h("div", { class: "row" }, this.grower.go),
        this.grower.note,
        this.chart,
      ),
      part(
        Q.large,
        h("p", { class: "muted" }, Q.largeHow),
        h(
          "div",
          { class: "form" },
          field(Q.largeN, this.largeN),
          field(
            Q.largeKind,
            select(
              [
                ["random", Q.random],
                ["construct", Q.construct],
              ],
              kind,
              (x) => {
                kind = x;
              },
            ),
          ),
          field(Q.seed, this.seed),
        ),
        h("div", { class: "row" }, this.larger.go),
        this.larger.note,
        this.largest,
      ),
    );
    this.resize();
    onUndoKeys(app.signal, (undo) => this.back(undo));
    app.signal.addEventListener("abort", () => {
      clearTimeout(this.soon);
      this.asking?.abort();
    });
  }

  get rules() {
    return { n: this.n, variant: this.variant, ...(this.variant === "plus_k" && { pawns: this.pawns }) };
  }

  /** The command line that does the same. @param {string} rest */
  command(rest) {
    const variant = this.variant === "queens" || this.variant === "plus_k" ? "" : ` --variant ${this.variant}`;
    return `fastqueens nqueens ${this.n} ${rest}${variant}${this.variant === "plus_k" ? ` --pawns ${this.pawns}` : ""}`;
  }

  /** Begin with another size or rule. @param {boolean} [keep] whether the queens stay */
  resize(keep = false) {
    this.#leave();
    const { n } = this;
    if (!keep) {
      this.queens = [];
      this.past = [];
      this.future = [];
    }
    this.blocks = [];
    this.from = 0;
    replaceChildren(this.gallery);
    this.counter.stop();
    this.counter.report("");
    this.board = n <= DRAWN ? new Chessboard(n, (cell) => this.toggle(cell)) : null;
    replaceChildren(this.place, this.board?.element ?? h("p", { class: "note" }, Q.notDrawn(n)));
    const plain = this.variant === "queens";
    for (const knob of [this.writing, this.drawing]) if (knob) knob.disabled = !plain || n > DRAWN;
    this.#beyond(this.which() ?? "all");
    const wishes = plain ? "" : `?v=${this.variant}${this.variant === "plus_k" ? `&k=${this.pawns}` : ""}`;
    this.app.replaceAddress(`#/queens/${n}${wishes}`);
    this.#changed();
  }

  // ---- placing

  /** @param {number} cell */
  toggle(cell) {
    this.#leave();
    const there = this.queens.includes(cell);
    this.#set(
      there ? this.queens.filter((x) => x !== cell) : [...this.queens, cell],
      this.blocks.filter((x) => x !== cell),
    );
    announce(there ? Q.taken(square(cell, this.n)) : Q.put(square(cell, this.n)));
  }

  /** @param {number[]} queens @param {number[]} blocks */
  #set(queens, blocks) {
    this.#leave();
    this.past.push({ queens: this.queens, blocks: this.blocks });
    if (this.past.length > 200) this.past.shift();
    this.future = [];
    this.queens = queens;
    this.blocks = blocks;
    this.#changed();
  }

  /** Queens that were typed by their cells. */
  #typed() {
    const { n, named } = this;
    const names = named.value
      .toLowerCase()
      .split(/[\s,;]+/)
      .filter(Boolean);
    const bad = names.find((x) => cellOf(x, n) < 0);
    named.setCustomValidity(bad === undefined ? "" : Q.noCell(bad, n));
    if (named.reportValidity()) this.#set([...new Set(names.map((x) => cellOf(x, n)))], []);
  }

  /** @param {boolean} undo or redo */
  back(undo) {
    const [from, to] = undo ? [this.past, this.future] : [this.future, this.past];
    const put = from.pop();
    if (!put) return announce(undo ? Q.nothingToUndo : Q.nothingToRedo);
    this.#leave();
    to.push({ queens: this.queens, blocks: this.blocks });
    this.queens = put.queens;
    this.blocks = put.blocks;
    this.#changed();
    announce(Q.placed(this.queens.length, 0));
  }

  #show() {
    const { n, queens, board, blocks } = this;
    if (!board) return;
    const hits = attacks(n, this.variant, queens, blocks);
    const wrong = new Set(queens.filter((x) => hits[x]));
    /** @type {number[]} */
    const shaded = [];
    const standing = new Set([...queens, ...blocks]);
    for (let cell = 0; cell < n * n; cell++) if (hits[cell] && !standing.has(cell)) shaded.push(cell);
    board.show({ queens, pawns: blocks, shaded, wrong });
    replaceChildren(this.status, Q.placed(queens.length, wrong.size));
  }

  #changed() {
    this.#show();
    this.named.value = [...this.queens]
      .sort((a, b) => a - b)
      .map((x) => square(x, this.n))
      .join(" ");
    this.named.setCustomValidity("");
    this.undoing.disabled = !this.past.length;
    this.example = null;
    this.filling.disabled = true;
    const told = this.completions;
    replaceChildren(told, h("span", { class: "big-number" }, this.n > 64 ? "" : Q.counting));
    if (this.n > 64) replaceChildren(told, h("small", {}, Q.tooLarge));
    clearTimeout(this.soon);
    this.asking?.abort();
    if (this.n <= 64) this.soon = setTimeout(() => this.#complete(), SOON);
  }

  async #complete() {
    const asking = (this.asking = new AbortController());
    const told = this.completions;
    const { n, queens } = this;
    try {
      const found = await post(
        "nqueens",
        { ...this.rules, queens: queens.map((x) => [Math.floor(x / n), x % n]) },
        asking.signal,
      );
      const wanted = n + (this.variant === "plus_k" ? this.pawns : 0);
      const done = found.example && queens.length === wanted;
      const text =
        found.problem ??
        (done ? Q.solved : found.count === "0" && found.exact ? Q.none : Q.completions(found.count, found.exact));
      replaceChildren(told, h("span", { class: `big-number${done ? " done" : ""}` }, text));
      this.example = found.example && { queens: found.example, pawns: found.pawns };
      this.filling.disabled = !found.example || (done && !found.pawns.length);
      if (queens.length) announce(text);
    } catch (error) {
      if (asking.signal.aborted) return;
      if (!(error instanceof ApiError || error instanceof NetworkError)) throw error;
      replaceChildren(told, h("small", {}, errorMessage(error)));
    }
  }

  #fill() {
    if (this.example) this.#set(this.example.queens, this.example.pawns);
  }

  /** @param {string} make */
  async #make(make) {
    const { n } = this;
    const seed = String(crypto.getRandomValues(new Uint32Array(1))[0]);
    const found = await post("nqueens/board", { n, make, seed }, this.app.signal);
    if (n === this.n)
      this.#set(
        found.columns.map((/** @type {number} */ x, /** @type {number} */ row) => row * n + x),
        [],
      );
  }

  // ---- counting and listing

  /** What to run instead where the page would wait too long. @param {string} which */
  #beyond(which) {
    const quick = this.variant === "hertzsprung" && which === "all";
    const beyond = this.n > COUNTED && !quick;
    this.counter.go.disabled = beyond;
    const line = this.command(`--count${which === "all" ? "" : " --symmetry fundamental"}`);
    replaceChildren(
      this.terminal,
      beyond && [
        h("p", {}, Q.beyond(this.n)),
        h(
          "div",
          { class: "row" },
          h("code", { class: "command" }, line),
          button(Q.copy, "share", () => copyText(line)),
        ),
      ],
    );
  }

  /** @param {AbortSignal} signal @param {import("../base/search_button.js").Report} told */
  async #count(signal, told) {
    const { bar } = this;
    let ended = "";
    try {
      await stream(
        "nqueens/count",
        { ...this.rules, symmetry: this.which() },
        (event, data) => {
          if (event === "progress") {
            bar.hidden = false;
            bar.value = data.fraction;
            told(Q.progress(data.fraction, data.solutions, data.left));
          } else if (event === "done") ended = Q.counted(data.sentence, data.nodes, data.ms);
          else if (event === "error") throw new ApiError(data.error, 500);
        },
        signal,
      );
    } finally {
      bar.hidden = true;
    }
    return ended;
  }

  async #list() {
    const { n } = this;
    const gallery = this.gallery;
    const page = await post(
      "nqueens/list",
      { ...this.rules, symmetry: this.which(), start: this.from, count: PAGE },
      this.app.signal,
    );
    if (n !== this.n) return;
    const from = page.start + 1;
    const to = page.start + page.solutions.length;
    if (!page.solutions.length) {
      replaceChildren(gallery, h("p", {}, page.stopped ? Q.listStopped.replace("N", String(n)) : Q.noSolutions));
      return;
    }
    const names = (/** @type {number[]} */ cells) => cells.map((x) => square(x, n)).join(" ");
    const turn = (/** @type {number} */ by) => {
      this.from += by;
      this.#list();
    };
    replaceChildren(
      gallery,
      h(
        "div",
        { class: "row" },
        button(Q.before, "back", () => turn(-PAGE), { bare: true, disabled: page.start === 0 }),
        h("p", { class: "paged" }, Q.page(from, to)),
        button(Q.after, "next", () => turn(PAGE), { bare: true, disabled: !page.more }),
      ),
      h(
        "ul",
        { class: "tiles large" },
        page.solutions.map((/** @type {any} */ x, /** @type {number} */ k) =>
          h(
            "li",
            {},
            h(
              "button",
              { type: "button", class: "tile", onclick: () => this.#orbit(from + k, x) },
              placement(n, x.queens, x.pawns),
              h("span", { class: "hidden" }, Q.solution(names(x.queens))),
              h("span", { class: "line" }, h("span", {}, from + k), h("small", {}, Q.images(x.orbit.length))),
            ),
          ),
        ),
      ),
      page.stopped && h("p", { class: "muted" }, Q.listStopped.replace("N", String(n))),
    );
    announce(Q.page(from, to));
  }

  /** @param {number} number @param {{queens: number[], pawns: number[], orbit: [number[], number[]][]}} solution */
  #orbit(number, solution) {
    const box = dialog(
      Q.orbit(number),
      [
        h("p", { class: "muted" }, Q.orbitHow),
        h(
          "ul",
          { class: "tiles" },
          solution.orbit.map(([queens, pawns]) =>
            h(
              "li",
              {},
              h(
                "button",
                {
                  type: "button",
                  class: "tile",
                  "aria-label": `${queens.map((x) => square(x, this.n)).join(" ")}. ${Q.use}`,
                  onclick: () => {
                    box.close();
                    if (this.board) this.#set(queens, pawns);
                    this.place.scrollIntoView({ block: "nearest" });
                  },
                },
                placement(this.n, queens, pawns),
              ),
            ),
          ),
        ),
      ],
      { class: "wide" },
    );
  }

  // ---- watching

  /** @param {AbortSignal} signal @param {import("../base/search_button.js").Report} told */
  async #watch(signal, told) {
    const { player, screen } = this;
    if (!this.every.reportValidity() || !player || !screen) return;
    if (this.n > WATCHED) return Q.watchTooLarge;
    this.#leave();
    told(Q.watching);
    const asked = { ...this.rules, method: this.method, all: this.all.checked };
    const every = this.every.value ? Number(this.every.value) : undefined;
    const got = await post("nqueens/watch", { ...asked, every, frames: CHUNK }, signal);
    this.film = { asked, every: got.every, total: got.total, unit: got.unit, frames: new Map() };
    this.#take(0, got);
    screen.hidden = false;
    const last = got.frames.at(-1);
    if (got.status !== "running") this.film.total = last.work;
    const { total } = this.film;
    player.at = 0;
    player.count = 0;
    player.count = total === null ? UNKNOWN : Math.ceil(total / got.every) + 1;
    player.play();
    this.place.scrollIntoView({ block: "nearest" });
    return total === null ? Q.long : Q.short(total, got.unit, got.every);
  }

  /** @param {number} first @param {any} got */
  #take(first, got) {
    const { film, player } = this;
    if (!film) return;
    for (const [k, frame] of got.frames.entries()) film.frames.set(first + k, frame);
    if (got.status === "running") return;
    film.total = got.frames.at(-1).work;
    player.count = first + got.frames.length;
  }

  /** @param {number} k */
  async #load(k) {
    const { film } = this;
    if (!film) return;
    const first = Math.floor(k / CHUNK) * CHUNK;
    const got = await post(
      "nqueens/watch",
      { ...film.asked, every: film.every, start: first * film.every, frames: CHUNK },
      this.app.signal,
    );
    if (film === this.film) this.#take(first, got);
  }

  /** @param {number} k */
  #workAt(k) {
    const { film } = this;
    return film?.frames.get(k)?.work ?? k * (film?.every ?? 1);
  }

  /** @param {number} k */
  #told(k) {
    const frame = this.film?.frames.get(k);
    return frame ? Q.frame(frame.work, this.film?.unit ?? "", frame.found) : "";
  }

  /** @param {number} k */
  #frame(k) {
    const frame = this.film?.frames.get(k);
    const { n, board } = this;
    if (!frame || !board) return;
    const cells = unpackState(frame.cells, n * n);
    const at = (/** @type {number} */ what) => [...cells.keys()].filter((x) => cells[x] === what);
    board.show({ queens: at(2), pawns: frame.pawns, eliminated: at(1), wrong: new Set(frame.wrong), hand: frame.hand });
    replaceChildren(this.status, this.#told(k));
    replaceChildren(
      this.filmed,
      Object.entries(frame.counters)
        .map(([name, value]) => `${name} ${value.toLocaleString("en")}`)
        .join(" · "),
    );
  }

  /** Back from a search to the queens that were put. */
  #leave() {
    if (!this.film) return;
    this.film = null;
    this.player.pause(false);
    this.player.count = 0;
    this.screen.hidden = true;
    this.watcher.report("");
    this.#show();
  }

  // ---- growth

  /** @param {AbortSignal} signal @param {import("../base/search_button.js").Report} told */
  async #grow(signal, told) {
    if (!this.rows.reportValidity()) return;
    /** @type {any[]} */
    const rows = [];
    const chart = this.chart;
    await stream(
      "nqueens/growth",
      { rows: Number(this.rows.value) },
      (event, data) => {
        if (event === "error") throw new ApiError(data.error, 500);
        if (event !== "row") return;
        rows.push(data);
        told(Q.growthBusy(data.n));
        replaceChildren(chart, growthChart(rows), growthTable(rows));
      },
      signal,
    );
    return Q.growthBusy(rows.length);
  }

  // ---- large boards

  /** @param {AbortSignal} signal @param {import("../base/search_button.js").Report} told */
  async #large(signal, told) {
    const bad = [this.largeN, this.seed].find((x) => x && !x.checkValidity());
    if (bad) return void bad.reportValidity();
    const place = this.largest;
    replaceChildren(place);
    told(Q.largeBusy);
    const asked = { n: Number(this.largeN.value), make: this.kind(), seed: this.seed.value };
    const found = await post("nqueens/board", asked, signal);
    const { n, fine, density, columns, last } = found;
    const least = Math.min(...density);
    const most = Math.max(...density);
    const canvas = h("canvas", {
      width: fine,
      height: fine,
      role: "img",
      "aria-label": Q.density(n, fine, least, most),
    });
    shade(canvas, density, most);
    replaceChildren(
      place,
      h("figure", { class: "density" }, canvas, h("figcaption", { class: "muted" }, Q.density(n, fine, least, most))),
      h("p", { class: "columns-list" }, Q.numbers(columns.slice(0, 24), n, last)),
      h(
        "div",
        { class: "row" },
        button(Q.save, "export", () => download("nqueens/board", { ...asked, format: "txt" }, `queens-${n}.txt`)),
      ),
    );
    return found.sentence;
  }
}

/** @param {HTMLCanvasElement} canvas @param {number[]} density @param {number} most */
function shade(canvas, density, most) {
  const drawn = canvas.getContext("2d");
  if (!drawn) return;
  const picture = drawn.createImageData(canvas.width, canvas.height);
  for (const [k, x] of density.entries()) {
    // The page's accent, stronger where there are more queens.
    picture.data.set([0, 69, 154, Math.round((255 * x) / Math.max(1, most))], 4 * k);
  }
  drawn.putImageData(picture, 0, 0);
}

/** @param {any[]} rows */
function growthTable(rows) {
  const kinds = Q.growthKinds.map(([name]) => name);
  const amount = (/** @type {string | number | null} */ x) => {
    if (x === null) return "–";
    const text = String(x);
    return text.length > 15 ? `${text[0]}.${text.slice(1, 4)}e${text.length - 1}` : groupDigits(text);
  };
  return scrollableTable(
    Q.growth,
    h(
      "table",
      { class: "growth" },
      tableHead(Q.growthShort),
      h(
        "tbody",
        {},
        rows.map((row) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, row.n),
            kinds.map((name) => h("td", {}, amount(row[name]))),
            h("td", {}, row.ms.toFixed(1)),
          ),
        ),
      ),
    ),
  );
}

/** @param {any[]} rows */
function growthChart(rows) {
  const lines = Q.growthKinds.map(([name, label]) => ({
    label,
    points: rows.filter((row) => Number(row[name])).map((row) => ({ x: row.n, y: Number(row[name]), open: false })),
  }));
  return logChart(lines, { name: Q.chart, across: Q.chartAcross, mark: Q.power });
}

/** @param {App} app */
export async function open(app) {
  await Promise.all([loadStyles("nqueens/queens"), loadStyles("base/chart")]);
  return new Lab(app).element;
}
