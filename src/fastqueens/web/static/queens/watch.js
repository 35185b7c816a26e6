// Watch: a method at work on a board, forwards and backwards.

import { announce, copyText, errorMessage, toast, warnUnknown } from "../base/announce.js";
import { ApiError, NetworkError, getCached, post, postForBlob } from "../base/api.js";
import { curveElement } from "../base/chart.js";
import { button, dialog, field, h, icon, loadStyles, replaceChildren, saveFile } from "../base/dom.js";
import { capitalize, cellName, plural } from "../base/strings.js";
import { boardElement } from "../board/board_element.js";
import { reducedMotion, themeName } from "../board/board_style.js";
import { FrameBuffer, showFrame } from "../board/frame_buffer.js";
import { EMPTY, MARK, QUEEN } from "../board/rules.js";
import { playerElement } from "../board/player.js";
import { boardChooser, loadAddressedBoard } from "./addressed_board.js";
import { formatLane, laneForm, laneSettings, makeLane, methodsFor } from "./method_form.js";
import { W } from "./watch_texts.js";

/** @typedef {import("../base/app_types.js").App} App */
/** @typedef {import("../board/frame_buffer.js").Frame} Frame */

const RULES = "explain";
const LEVEL = "8-017";
/** @type {Record<string, string>} */
const PRESETS = {
  report: "m=permutation&every=2000",
  thesis: "m=pso&every=50",
  mac: "m=mac&order=mrv",
  bits: "m=bitboard",
  rules: `m=${RULES}`,
};

class Watch {
  /** @param {App} app @param {import("./addressed_board.js").AddressedBoard} subject @param {import("./method_form.js").Method[]} methods @param {any[]} sizes */
  constructor(app, subject, methods, sizes) {
    this.app = app;
    this.subject = subject;
    this.methods = methods;
    this.sizes = sizes;
    const { query } = app;
    const named = query.get("m") ?? "";
    const first = methods.find((x) => x.method === "mac") ?? methods[0];
    const name = named === RULES || methods.some((x) => x.method === named) ? named : first.method;
    this.lane = makeLane(methods, name, named ? query : [["order", "mrv"]]);
    warnUnknown(named !== name && named);
    const number = (/** @type {string} */ key) =>
      /^\d{1,15}$/.test(query.get(key) ?? "") ? Number(query.get(key)) : 0;
    /** @type {number | null} */
    this.every = number("every") || null;
    this.all = query.has("all");
    this.began = number("at");
    /** @type {FrameBuffer | null} */
    this.film = null;
    /** @type {any[] | null} the steps of the rules */
    this.steps = null;
    this.soon = 0;
    /** @type {AbortController | null} */
    this.asking = null;
    this.paced = false; // whether the reader has set a speed
    this.named = location.hash;
    this.stateShown = "";
    this.outcome = "open";
    const { puzzle } = subject;
    app.setTitle(W.watchName(subject.name));
    this.board = boardElement(puzzle, W.picture(puzzle.n));
    this.board.readonly = true;
    this.board.setAttribute("plain", ""); // pieces that come and go at sixty a second do not fade in
    this.player = playerElement({ show: () => {} }, W.player);
    this.status = h("div", { class: "watch-status" });
    this.numbers = h("dl", { class: "numbers" });
    this.path = h("p", { class: "path" });
    this.card = h("section", { class: "card stack" });
    this.curve = curveElement("");
    this.everyField = h("input", {
      type: "number",
      min: 1,
      step: 1,
      value: this.every ?? "",
      placeholder: W.everyAuto,
      onchange: () => {
        if (!this.everyField.reportValidity()) return;
        this.every = Number(this.everyField.value) || null;
        this.start();
      },
    });
    this.allBox = h("input", {
      type: "checkbox",
      checked: this.all,
      onchange: () => {
        this.all = Boolean(this.allBox.checked);
        this.start();
      },
    });
    this.form = laneForm(methods, this.lane, () => this.start(), { extra: [[RULES, W.rules]] });
    this.pace = h(
      "div",
      { class: "row pace" },
      field(W.every, this.everyField),
      h("label", { class: "tick" }, this.allBox, W.all),
    );
    const legend = h(
      "details",
      { class: "signs" },
      h("summary", {}, W.legend),
      h(
        "ul",
        {},
        W.legendRows.map(([sign, text]) => h("li", {}, h("i", { class: `sign ${sign}`, "aria-hidden": "true" }), text)),
      ),
      h("p", { class: "muted" }, W.wholeNote),
    );
    const arena = h("div", { class: "arena" }, this.board, this.player, this.status);
    this.player.listen(arena);
    this.element = h(
      "div",
      { class: "stack watch" },
      h(
        "div",
        { class: "row where" },
        h("h1", {}, W.watchTitle),
        h("strong", {}, subject.name),
        boardChooser(subject, this.sizes, (key) => this.open(key)),
        h("a", { class: "button", href: `#/draw/${subject.code}` }, icon("draw"), h("span", {}, W.draw)),
        h("a", { class: "button", href: `#/play/${subject.key}` }, icon("play"), h("span", {}, W.playIt)),
        (this.toRace = h("a", { class: "button", href: "#/race" }, icon("flag"), h("span", {}, W.race))),
      ),
      h(
        "div",
        { class: "row presets", role: "group", "aria-label": W.presets },
        Object.entries(PRESETS)
          .filter(([, x]) => x.includes(RULES) || methods.some((y) => x.startsWith(`m=${y.method}`)))
          .map(([key, x]) => button(W.presetNames[key], null, () => this.preset(x))),
      ),
      h(
        "div",
        { class: "play" },
        arena,
        h(
          "div",
          { class: "side" },
          this.card,
          h("section", { class: "card stack" }, this.form, this.pace),
          h(
            "div",
            { class: "row" },
            button(W.save, "export", () => this.save()),
            button(W.share, "share", async () => {
              this.#address();
              copyText(location.href);
            }),
          ),
          legend,
        ),
      ),
    );
    this.player.addEventListener("fq-player", (event) => {
      if (/** @type {CustomEvent} */ (event).detail.what === "speed") this.paced = true;
    });
    app.signal.addEventListener("abort", () => {
      this.asking?.abort();
      clearTimeout(this.soon);
    });
    app.onAppearanceChange(() => {
      this.board.show(puzzle);
      this.#show(this.player.at);
    });
    addEventListener("fq-film", (event) => this.#broken(/** @type {CustomEvent} */ (event).detail), {
      signal: app.signal,
    });
    this.start(this.began);
  }

  /** @param {string} key another board, the same method */
  open(key) {
    location.hash = `#/watch/${key}?${this.#query(0)}`;
  }

  /** @param {string} text */
  preset(text) {
    location.hash = `#/watch/${this.subject.key}?${text}`;
  }

  /** @param {number} at */
  #query(at) {
    const words = new URLSearchParams({ m: this.lane.method });
    for (const [key, value] of laneSettings(this.lane)) words.set(key, value);
    const every = this.every ?? (at && this.film ? this.film.every : null);
    if (every && this.lane.method !== RULES) words.set("every", String(every));
    if (this.all) words.set("all", "");
    if (at) words.set("at", String(at));
    return words.toString();
  }

  /** Let the address name what is shown; not where it has just been changed, to leave. */
  #address() {
    if (location.hash !== this.named) return;
    const k = this.player.at;
    const at = this.steps ? k : k && this.film ? this.film.workOf(k) : 0;
    this.app.replaceAddress(`#/watch/${this.subject.key}?${this.#query(at)}`);
    this.named = location.hash;
  }

  /** Begin anew: another method, other options. @param {number} [at] work to begin at */
  async start(at = 0) {
    const { app, player, lane, subject } = this;
    this.asking?.abort();
    const asking = (this.asking = new AbortController());
    player.pause(false);
    this.film = null;
    this.steps = null;
    const rules = lane.method === RULES;
    this.pace.hidden = rules;
    if (this.toRace)
      this.toRace.href = `#/race/${subject.key}${rules ? "" : `?m=${encodeURIComponent(formatLane(lane))}&m=bitboard`}`;
    this.#address();
    this.#say(h("p", {}, W.searching));
    try {
      if (rules) await this.#explain(asking.signal, at);
      else await this.#search(asking.signal, at);
    } catch (error) {
      if (asking.signal.aborted || app.signal.aborted) return;
      this.#broken(error);
      return;
    }
    if (asking.signal.aborted) return;
    if (!at && !reducedMotion.matches) player.play();
  }

  /** @param {AbortSignal} signal @param {number} at */
  async #search(signal, at) {
    const player = this.player;
    const method = this.methods.find((x) => x.method === this.lane.method);
    const { options, seed } = this.lane;
    let ended = false;
    const film = new FrameBuffer(
      { board: this.subject.code, method: this.lane.method, options, seed, every: this.every, all: this.all },
      signal,
      () => {
        if (this.film !== film) return;
        player.count = film.count;
        player.growing = film.growing;
        if (film.end && !ended && !this.paced) player.speed = Math.min(60, Math.max(2, film.count / 10));
        ended = film.end !== null;
        this.#status();
      },
    );
    const whole = !method?.complete || method.method === "permutation";
    this.#cards(whole);
    player.count = 0;
    player.at = 0;
    player.film = {
      show: (k) => this.#show(k),
      has: (k) => film.frames.has(k),
      load: (k) => film.load(k),
      label: (k) => W.work(film.frames.get(k)?.work ?? k * film.every, film.unit),
      describe: (k) => {
        const frame = film.frames.get(k);
        return `${W.work(frame?.work ?? k * film.every, film.unit)}${frame?.path ? `, ${plural(frame.path.length, W.piece(this.subject.puzzle.stars))}` : ""}${frame && frame.status !== "running" ? `. ${film.end?.sentence ?? W.ended[frame.status]}` : ""}`;
      },
    };
    this.film = film;
    const k = await film.begin(at);
    if (signal.aborted) return;
    player.at = Math.max(0, k);
    player.count = film.count;
    player.showPosition(Math.max(0, k));
    film.run().catch((error) => {
      if (!signal.aborted) this.#broken(error);
    });
    // Unless the reader has set the speed, a search takes about ten seconds; a long one is followed.
    if (!this.paced && !film.end) {
      player.speed = 5;
      setTimeout(() => {
        if (this.film === film && !this.paced && !film.end) player.speed = 40;
      }, 800);
    }
  }

  /** @param {AbortSignal} signal @param {number} at */
  async #explain(signal, at) {
    const player = this.player;
    const answer = await post("explain", { board: this.subject.code }, signal);
    if (signal.aborted) return;
    this.steps = answer.steps;
    this.outcome = answer.outcome;
    this.#cards(false);
    const count = answer.steps.length;
    player.count = 0;
    player.at = Math.min(at, count);
    player.film = {
      show: (k) => this.#show(k),
      label: (k) => (k ? W.step(k, count) : W.start),
      describe: (k) => (k ? answer.steps[k - 1].sentence : W.rulesStart),
    };
    player.growing = false;
    player.count = count + 1;
    if (!this.paced) player.speed = 1;
  }

  /** What stands beside the board. @param {boolean} whole */
  #cards(whole) {
    this.whole = whole;
    if (this.steps) {
      this.words = h("div", { class: "stack words" });
      replaceChildren(this.card, this.words);
      return;
    }
    this.curve.rename(whole ? W.fitnessCurve : W.depthCurve);
    const curved = this.lane.method !== "permutation";
    replaceChildren(
      this.card,
      this.numbers,
      curved && /** @type {any} */ (this.curve).element,
      !whole && h("div", { class: "stack tight" }, h("h2", { class: "small" }, W.path), this.path),
    );
  }

  /** @param {number} k */
  #show(k) {
    if (this.steps) this.#showStep(k);
    else this.#showFrame(k);
    // The address follows, but not at each of sixty frames a second.
    clearTimeout(this.soon);
    this.soon = setTimeout(() => this.#address(), 300);
  }

  /** @param {number} k */
  #showFrame(k) {
    const { film, board } = this;
    const frame = film?.frames.get(k);
    if (!film || !frame) return;
    film.moveTo(k);
    showFrame(board, frame);
    const facts = /** @type {[string, string][]} */ ([
      ...Object.entries(frame.counters).map(([key, x]) => [capitalize(key.replaceAll("_", " ")), W.formatCount(x)]),
      [W.time, W.ms(frame.ms)],
    ]);
    if (frame.depth !== null)
      facts.push([W.depth, W.of(frame.depth, this.subject.puzzle.n * this.subject.puzzle.stars)]);
    if (frame.fitness !== null) facts.push([W.fitness, String(frame.fitness)]);
    if (this.all) facts.push([W.found, W.formatCount(frame.found)]);
    const { numbers } = this;
    if (numbers.children.length === facts.length) {
      facts.forEach(([name, value], i) => {
        const [term, text] = numbers.children[i].children;
        if (term.textContent !== name) term.textContent = name;
        if (text.textContent !== value) text.textContent = value;
      });
    } else
      replaceChildren(
        numbers,
        facts.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))),
      );
    this.curve.update(film.curveValues, k, frame.status !== "running");
    if (frame.path && this.path) this.#path(frame.path);
    this.#status();
  }

  /** @param {number[]} path */
  #path(path) {
    const { puzzle } = this.subject;
    const look = this.board.look;
    if (!path.length || !look) {
      replaceChildren(this.path, h("span", { class: "muted" }, W.noChoice));
      return;
    }
    const chips = path.slice(-40).map((cell) => {
      const chip = h("span", {}, cellName(cell, puzzle.n));
      chip.style.background = look.theme.fills[look.fills[puzzle.regions[cell]]];
      chip.style.color = look.theme.ink;
      return chip;
    });
    replaceChildren(this.path, path.length > 40 && "… ", chips);
  }

  /** @param {number} k */
  #showStep(k) {
    const { steps, board } = this;
    if (!steps || !board || !this.words) return;
    const { n } = this.subject.puzzle;
    const to = (/** @type {[number, number]} */ [r, c]) => r * n + c;
    const cells = new Uint8Array(n * n);
    // What earlier steps have found stands; what this one finds is framed.
    for (const { placed, eliminated } of steps.slice(0, Math.max(0, k - 1))) {
      for (const x of placed) cells[to(x)] = QUEEN;
      for (const x of eliminated) if (cells[to(x)] === EMPTY) cells[to(x)] = MARK;
    }
    const step = k ? steps[k - 1] : null;
    for (const x of step?.placed ?? []) cells[to(x)] = QUEEN;
    board.update({ cells });
    board.highlight(
      step
        ? {
            units: step.units,
            reason: step.cells.map(to),
            target: step.placed.map(to),
            eliminated: step.eliminated.map(to),
            dim: true,
          }
        : {},
    );
    const last = k === steps.length;
    replaceChildren(
      this.words,
      step
        ? [
            h(
              "div",
              { class: "pair" },
              h("h2", {}, W.rule[step.rule] ?? capitalize(step.rule)),
              h("span", { class: `chip ${step.tier}` }, W.tiers[step.tier] ?? step.tier),
            ),
            h("p", {}, step.sentence),
            last && h("p", { class: "note" }, W.rulesEnd[this.outcome] ?? ""),
          ]
        : h("p", {}, steps.length ? W.rulesStart : W.noSteps),
    );
    this.#say();
  }

  #status() {
    const { film, player } = this;
    if (!film) return;
    const key = `${film.end?.status}${film.busy}${film.halted}${Boolean(film.running)}`;
    if (key === this.stateShown && this.status.children.length) return;
    this.stateShown = key;
    const { end } = film;
    if (end) {
      this.#say(
        h("span", { class: "muted" }, W.howEnds),
        h("span", { class: `chip plain ended ${end.status}` }, W.ended[end.status] ?? end.status),
        h("span", {}, (end.sentence ?? "").replace(/^[^:]*: /, "")),
      );
    } else if (film.halted) {
      this.#say(
        button(W.goOn, "play", () => {
          film.halted = false;
          film.moveTo(player.at);
          film.run().catch((error) => this.#broken(error));
        }),
      );
    } else
      this.#say(
        h("span", { class: "muted" }, film.busy ? W.searching : W.held),
        film.running && button(W.stop, "stop", () => film.stop()),
      );
  }

  /** @param {...any} content */
  #say(...content) {
    replaceChildren(this.status, ...content);
  }

  /** @param {unknown} error */
  #broken(error) {
    const { film, player } = this;
    if (/** @type {any} */ (error)?.name === "AbortError") return;
    player.pause(false);
    if (film) film.halted = true;
    player.growing = false;
    if (!(error instanceof ApiError || error instanceof NetworkError)) console.error(error);
    const again = () => {
      if (film?.count) {
        film.halted = false;
        film.run().catch((x) => this.#broken(x));
      } else this.start();
    };
    this.stateShown = "";
    this.#say(h("p", { class: "note wrong", role: "alert" }, errorMessage(error)), button(W.retry, "turn", again));
  }

  /** What is asked for a file of the frame shown. */
  #wish() {
    const { lane, subject, film, player } = this;
    const look = this.board.look;
    const shape = {
      board: subject.code,
      theme: themeName(),
      letters: look?.letters === true,
      patterns: look?.patterns ?? false,
      axes: look?.axes ?? false,
    };
    const { method, options, seed } = lane;
    const from = film?.workOf(player.at) ?? 0;
    return {
      shape,
      lane: { method, options, seed, all: this.all, every: film?.every ?? 1, rate: film?.rate ?? 0, from },
    };
  }

  save() {
    const { film, player, steps } = this;
    const kinds = ["svg", "png", "gif"];
    const make = async (/** @type {string} */ kind) => {
      const { shape, lane } = this.#wish();
      const name = `${this.subject.name.replace(/\s/g, "")}-${this.lane.method}`;
      open.close();
      try {
        let blob;
        if (steps) {
          const now = this.board.content.cells;
          const { n } = this.subject.puzzle;
          const listed = (/** @type {number} */ what) =>
            [...now.keys()].filter((i) => now[i] === what).map((i) => [Math.floor(i / n), i % n]);
          blob = await postForBlob({
            ...shape,
            format: kind,
            name,
            ...(kind !== "gif" && { queens: listed(QUEEN), eliminated: listed(MARK) }),
          });
        } else {
          const whole =
            film?.end && kind === "gif" ? { from: 0, every: Math.max(1, Math.ceil(film.end.work / 58)) } : {};
          const delay = Math.round(Math.min(1000, Math.max(40, 1000 / player.speed)));
          const body = {
            ...shape,
            format: kind,
            lanes: [{ ...lane, ...whole }],
            ...(kind === "gif" && { frames: 60, delay }),
          };
          blob = await postForBlob(body, "film");
        }
        saveFile(`${name}.${kind}`, blob, blob.type);
      } catch (error) {
        toast(errorMessage(error), { error: true });
      }
    };
    const open = dialog(W.save, [
      !steps && h("p", { class: "muted" }, W.saveNote),
      h(
        "div",
        { class: "row" },
        kinds.map((kind) => button(W.saveAs(kind), "export", () => make(kind))),
      ),
    ]);
  }
}

/** @param {App} app */
export async function open(app) {
  const [subject, { sizes }] = await Promise.all([
    loadAddressedBoard(app.rest, LEVEL),
    getCached("levels"),
    loadStyles("queens/watch"),
  ]);
  const methods = await methodsFor(subject.puzzle.stars);
  announce(W.watchLead);
  return new Watch(app, subject, methods, sizes).element;
}
