// The screen Watch: shows the search of a method on a board, step by step, forwards and backwards.

import { announce, copyText, errorMessage, toast, warnUnknown } from "../base/announce.js";
import { ApiError, NetworkError, getCached, post, postForBlob } from "../base/api.js";
import { curveElement } from "../base/chart.js";
import { button, dialog, field, h, icon, loadStyles, replaceChildren, saveFile } from "../base/dom.js";
import { capitalize, cellName, plural } from "../base/strings.js";
import { boardElement } from "../board/board_element.js";
import { reducedMotion, themeName } from "../board/board_style.js";
import { FrameBuffer, showFrame } from "../board/frame_buffer.js";
import { stepHighlights } from "../board/hint_card.js";
import { playerElement } from "../board/player.js";
import { EMPTY, MARK, QUEEN, cellToPair, cellsWith, pairToCell } from "../board/rules.js";
import { boardChooser, loadAddressedBoard } from "./addressed_board.js";
import { formatLane, laneForm, laneSettings, makeLane, methodsFor, unknownOptions } from "./method_form.js";
import { W } from "./watch_texts.js";

/** @typedef {import("../base/app_types.js").App} App */
/** @typedef {import("../board/frame_buffer.js").Frame} Frame */

const RULES = "explain";
const LEVEL = "8-017";
const LENGTH_S = 10; // the time in seconds in which the player shows a whole search
const ADDRESS_DELAY_MS = 300;
const MAX_PICTURES = 60; // the largest number of pictures in a GIF
const MAX_CHIPS = 40; // the largest number of choices of the path that are shown
/** @type {Record<string, string>} */
const PRESETS = {
  report: "m=permutation&every=2000",
  thesis: "m=pso&every=50",
  mac: "m=mac&order=mrv",
  bits: "m=bitboard",
  rules: `m=${RULES}`,
};

/** @typedef {import("./addressed_board.js").AddressedBoard} AddressedBoard */
/** @typedef {import("./method_form.js").Method} Method */

/** Reads a number from the address, or 0. @param {URLSearchParams} query @param {string} key */
const readNumber = (query, key) => (/^\d{1,15}$/.test(query.get(key) ?? "") ? Number(query.get(key)) : 0);

class Watch {
  /**
   * @param {App} app
   * @param {AddressedBoard} subject
   * @param {Method[]} methods
   * @param {{n: number, stars: number}[]} sizes
   */
  constructor(app, subject, methods, sizes) {
    const { puzzle, name } = subject;
    this.app = app;
    this.subject = subject;
    this.methods = methods;
    this.lane = this.#readLane();
    /** @type {number | null} the work per frame; null if the engine chooses it */
    this.every = readNumber(app.query, "every") || null;
    this.all = app.query.has("all");
    /** @type {FrameBuffer | null} */
    this.frames = null;
    /** @type {any[] | null} the steps of the rules */
    this.steps = null;
    this.outcome = "open";
    /** @type {AbortController | null} */
    this.running = null;
    this.addressTimer = 0;
    this.speedChosen = false; // whether the reader has set a speed
    /** @type {import("./lesson_panel.js").LessonPanel | null} */
    this.lesson = null;
    this.lessonPlace = h("div", { hidden: true });
    this.lessonButton = button(W.lesson, "explain", () => this.#toggleLesson(), { "aria-pressed": "false" });
    this.address = location.hash;
    this.shownState = "";
    this.board = boardElement(puzzle, W.picture(puzzle.n));
    this.board.readonly = true;
    this.board.setAttribute("plain", ""); // At sixty frames a second, pieces must not fade in.
    this.player = playerElement({ show: () => {} }, W.player);
    this.status = h("div", { class: "watch-status" });
    this.numbers = h("dl", { class: "numbers" });
    this.path = h("p", { class: "path" });
    this.card = h("section", { class: "card stack" });
    this.sentence = h("div", { class: "stack words" });
    this.curve = curveElement("");
    this.raceLink = h("a", { class: "button", href: "#/race" }, icon("flag"), h("span", {}, W.race));
    this.pace = this.#paceForm();
    this.element = this.#layout(sizes);
    app.setTitle(W.watchName(name));
    this.#listen();
    this.#begin();
  }

  /** Starts what the address names: the speed, the lesson and the frame. */
  async #begin() {
    const { query } = this.app;
    const speed = query.get("speed");
    if (speed) {
      this.player.speed = speed === "full" ? Infinity : Number(speed) || 1;
      this.speedChosen = true;
    }
    if (query.has("lesson")) await this.#openLesson(query.get("lesson") ?? "");
    if (!this.app.signal.aborted) this.start(readNumber(query, "at"));
  }

  /** @param {string} panels the panels that are open, as in an address */
  async #openLesson(panels) {
    const [{ LessonPanel }] = await Promise.all([import("./lesson_panel.js"), loadStyles("queens/lesson")]);
    this.lesson = new LessonPanel(
      panels,
      () => this.#updateAddress(),
      () => this.#share(),
    );
    if (!this.speedChosen) this.player.speed = 1;
    this.speedChosen = true;
    replaceChildren(this.lessonPlace, this.lesson.element);
    this.board.after(this.lesson.sentence);
    this.#showLessonState();
  }

  #showLessonState() {
    this.lessonButton.setAttribute("aria-pressed", String(this.lesson !== null));
    this.lessonPlace.hidden = !this.lesson || this.lane.method === RULES;
  }

  /** Opens or closes the lesson, at the frame that is shown. */
  async #toggleLesson() {
    const work = this.frames?.workOf(this.player.at) ?? 0;
    if (this.lesson) {
      this.lesson.sentence.remove();
      this.lesson = null;
      this.#showLessonState();
    } else await this.#openLesson("");
    await this.start(work);
  }

  #share() {
    this.#updateAddress();
    copyText(location.href);
  }

  /** Reads the method and its options from the address. @returns {import("./method_form.js").Lane} */
  #readLane() {
    const { methods } = this;
    const { query } = this.app;
    const asked = query.get("m") ?? "";
    const known = asked === RULES || methods.some((x) => x.method === asked);
    const standard = methods.find((x) => x.method === "mac") ?? methods[0];
    const lane = makeLane(methods, known ? asked : standard.method, asked ? query : [["order", "mrv"]]);
    const own = ["m", "at", "every", "all", "speed", "lesson"];
    const wrongNumber = (/** @type {string} */ key, /** @type {string} */ shown) =>
      /** @type {[string | false, string]} */ ([
        query.has(key) && query.get(key) !== String(readNumber(query, key)) && `${key}=${query.get(key)}`,
        shown,
      ]);
    warnUnknown(
      [asked, lane.method],
      wrongNumber("at", "at=0"),
      wrongNumber("every", `${W.every}: ${W.everyAuto}`),
      ...unknownOptions(
        methods,
        lane,
        [...query].filter(([key]) => !own.includes(key)),
      ),
    );
    return lane;
  }

  /** Returns the field for the work per frame, and the checkbox for finding all solutions. */
  #paceForm() {
    const every = h("input", {
      type: "number",
      min: 1,
      step: 1,
      value: this.every ?? "",
      placeholder: W.everyAuto,
      onchange: () => {
        if (!every.reportValidity()) return;
        this.every = Number(every.value) || null;
        this.start();
      },
    });
    const all = h("input", {
      type: "checkbox",
      checked: this.all,
      onchange: () => {
        this.all = all.checked;
        this.start();
      },
    });
    return h("div", { class: "row pace" }, field(W.every, every), h("label", { class: "tick" }, all, W.all));
  }

  /** @param {{n: number, stars: number}[]} sizes */
  #layout(sizes) {
    const { subject, methods } = this;
    const arena = h("div", { class: "arena" }, this.board, this.player, this.status);
    this.player.listen(arena);
    const presets = Object.entries(PRESETS).filter(
      ([, query]) => query.includes(RULES) || methods.some((x) => query.startsWith(`m=${x.method}`)),
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
    const form = laneForm(methods, this.lane, () => this.start(), { extra: [[RULES, W.rules]] });
    return h(
      "div",
      { class: "stack watch" },
      h(
        "div",
        { class: "row where" },
        h("h1", {}, W.watchTitle),
        h("strong", {}, subject.name),
        boardChooser(subject, sizes, (key) => this.#open(key, this.#query(0))),
        h("a", { class: "button", href: `#/draw/${subject.code}` }, icon("draw"), h("span", {}, W.draw)),
        h("a", { class: "button", href: `#/play/${subject.key}` }, icon("play"), h("span", {}, W.playIt)),
        this.raceLink,
      ),
      h(
        "div",
        { class: "row presets", role: "group", "aria-label": W.presets },
        presets.map(([key, query]) => button(W.presetNames[key], null, () => this.#open(subject.key, query))),
      ),
      h(
        "div",
        { class: "play" },
        arena,
        h(
          "div",
          { class: "side" },
          h("div", { class: "row" }, this.lessonButton),
          this.lessonPlace,
          this.card,
          h("section", { class: "card stack" }, form, this.pace),
          h(
            "div",
            { class: "row" },
            button(W.save, "export", () => this.#askForFile()),
            button(W.share, "share", () => this.#share()),
          ),
          legend,
        ),
      ),
    );
  }

  #listen() {
    const { signal } = this.app;
    this.player.addEventListener("fq-player", (event) => {
      if (/** @type {CustomEvent} */ (event).detail.what !== "speed") return;
      this.speedChosen = true;
      this.#updateAddress();
    });
    const setIdle = () => this.frames?.setIdle(document.hidden || !this.player.playing);
    this.player.addEventListener("fq-player", setIdle);
    document.addEventListener("visibilitychange", setIdle, { signal });
    signal.addEventListener("abort", () => {
      this.running?.abort();
      clearTimeout(this.addressTimer);
    });
    this.app.onAppearanceChange(() => {
      this.board.show(this.subject.puzzle);
      this.#show(this.player.at);
    });
    addEventListener("fq-film", (event) => this.#showError(/** @type {CustomEvent} */ (event).detail), { signal });
  }

  /** Opens Watch with a board and a method. @param {string} key @param {string} query */
  #open(key, query) {
    location.hash = `#/watch/${key}?${query}`;
  }

  /**
   * Returns the state of the screen in the form of an address.
   * @param {number} at the amount of work of the frame, or 0
   * @returns {string}
   */
  #query(at) {
    const words = new URLSearchParams({ m: this.lane.method });
    for (const [key, value] of laneSettings(this.lane)) words.set(key, value);
    const every = this.every ?? (at && this.frames ? this.frames.every : null);
    if (every && this.lane.method !== RULES) words.set("every", String(every));
    if (this.all) words.set("all", "");
    if (this.lesson && this.speedChosen) {
      const { speed } = this.player;
      words.set("speed", speed === Infinity ? "full" : String(Number(speed.toPrecision(3))));
    }
    if (this.lesson) words.set("lesson", this.lesson.panels);
    if (at) words.set("at", String(at));
    return words.toString();
  }

  /** Writes the current frame into the address, unless the reader has just changed the address. */
  #updateAddress() {
    if (location.hash !== this.address) return;
    const { at } = this.player;
    const work = this.steps ? at : at && this.frames ? this.frames.workOf(at) : 0;
    this.app.replaceAddress(`#/watch/${this.subject.key}?${this.#query(work)}`);
    this.address = location.hash;
  }

  /** Starts a new search. @param {number} [at] the amount of work at which the film starts */
  async start(at = 0) {
    const { app, player, lane, subject } = this;
    const rules = lane.method === RULES;
    this.running?.abort();
    const { signal } = (this.running = new AbortController());
    player.pause(false);
    this.frames = null;
    this.steps = null;
    this.pace.hidden = rules;
    this.raceLink.href = `#/race/${subject.key}${rules ? "" : `?m=${encodeURIComponent(formatLane(lane))}&m=bitboard`}`;
    this.#updateAddress();
    this.#setStatus(h("p", {}, W.searching));
    try {
      if (rules) await this.#explain(signal, at);
      else await this.#search(signal, at);
    } catch (error) {
      if (!signal.aborted && !app.signal.aborted) this.#showError(error);
      return;
    }
    if (!signal.aborted && !at && !this.lesson && !reducedMotion.matches) player.play();
  }

  /** @param {AbortSignal} signal @param {number} at */
  async #search(signal, at) {
    const { lane, player, subject } = this;
    const method = this.methods.find((x) => x.method === lane.method);
    const { options, seed } = lane;
    const lesson = this.lesson !== null;
    const every = this.every ?? (lesson ? 1 : null); // A lesson shows every unit of work.
    let ended = false;
    const frames = new FrameBuffer(
      { board: subject.code, method: lane.method, options, seed, every, all: this.all, lesson },
      signal,
      () => {
        if (this.frames !== frames) return;
        player.count = frames.count;
        player.growing = frames.growing;
        // The speed is set so that a search that has ended is played in about ten seconds.
        if (frames.end && !ended && !this.speedChosen)
          player.speed = Math.min(60, Math.max(2, frames.count / LENGTH_S));
        ended = frames.end !== null;
        this.#showStatus();
      },
    );
    this.#buildCard(!method?.complete || method.method === "permutation");
    player.count = 0;
    player.at = 0;
    player.film = {
      show: (k) => this.#show(k),
      has: (k) => frames.frames.has(k),
      load: (k) => frames.load(k),
      label: (k) => this.#workLabel(frames, k),
      describe: (k) => this.#describeFrame(frames, k),
    };
    this.frames = frames;
    this.#showLessonState();
    const first = Math.max(0, await frames.begin(at));
    if (signal.aborted) return;
    this.lesson?.begin(frames.pseudocode, frames.request, signal).catch((error) => {
      if (!signal.aborted) this.#showError(error);
    });
    player.at = first;
    player.count = frames.count;
    player.showPosition(first);
    frames.setIdle(document.hidden || !player.playing);
    this.#run(frames, signal);
    if (this.speedChosen || frames.end) return;
    player.speed = 5;
    setTimeout(() => {
      if (this.frames === frames && !this.speedChosen && !frames.end) player.speed = 40;
    }, 800);
  }

  /** Lets the engine continue the search. @param {FrameBuffer} frames @param {AbortSignal} [signal] */
  #run(frames, signal) {
    frames.run().catch((error) => {
      if (!signal?.aborted) this.#showError(error);
    });
  }

  /** @param {FrameBuffer} frames @param {number} k */
  #workLabel(frames, k) {
    return W.work(frames.frames.get(k)?.work ?? k * frames.every, frames.unit);
  }

  /** Returns the text of a frame for a screen reader. @param {FrameBuffer} frames @param {number} k */
  #describeFrame(frames, k) {
    const frame = frames.frames.get(k);
    if (frame?.sentence) return frame.sentence;
    const text = [this.#workLabel(frames, k)];
    if (frame?.path) text.push(plural(frame.path.length, W.piece(this.subject.puzzle.stars)));
    const end = frame && frame.status !== "running" ? `. ${frames.end?.sentence ?? W.ended[frame.status]}` : "";
    return text.join(", ") + end;
  }

  /** @param {AbortSignal} signal @param {number} at */
  async #explain(signal, at) {
    const player = this.player;
    const answer = await post("explain", { board: this.subject.code }, signal);
    if (signal.aborted) return;
    this.steps = answer.steps;
    this.outcome = answer.outcome;
    this.#showLessonState();
    this.#buildCard(false);
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
    if (!this.speedChosen) player.speed = 1;
  }

  /** Builds the card beside the board. @param {boolean} whole whether the method tries complete placements */
  #buildCard(whole) {
    if (this.steps) {
      replaceChildren(this.card, this.sentence);
      return;
    }
    this.curve.rename(whole ? W.fitnessCurve : W.depthCurve);
    replaceChildren(
      this.card,
      this.numbers,
      this.lane.method !== "permutation" && this.curve.element,
      !whole && h("div", { class: "stack tight" }, h("h2", { class: "small" }, W.path), this.path),
    );
  }

  /** @param {number} k */
  #show(k) {
    if (this.steps) this.#showStep(this.steps, k);
    else this.#showFrame(k);
    clearTimeout(this.addressTimer);
    this.addressTimer = setTimeout(() => this.#updateAddress(), ADDRESS_DELAY_MS);
  }

  /** @param {number} k */
  #showFrame(k) {
    const { frames } = this;
    const frame = frames?.frames.get(k);
    if (!frames || !frame) return;
    frames.moveTo(k);
    showFrame(this.board, frame);
    this.lesson?.show(frame);
    this.#showFacts(this.#factsOf(frame));
    this.curve.update(frames.curveValues, k, frame.status !== "running");
    if (frame.path) this.#showPath(frame.path);
    this.#showStatus();
  }

  /** @param {Frame} frame @returns {[string, string][]} */
  #factsOf(frame) {
    const { n, stars } = this.subject.puzzle;
    const facts = Object.entries(frame.counters).map(
      ([key, x]) => /** @type {[string, string]} */ ([capitalize(key.replaceAll("_", " ")), W.formatCount(x)]),
    );
    facts.push([W.time, W.ms(frame.ms)]);
    if (frame.depth !== null) facts.push([W.depth, W.of(frame.depth, n * stars)]);
    if (frame.fitness !== null) facts.push([W.fitness, String(frame.fitness)]);
    if (this.all) facts.push([W.found, W.formatCount(frame.found)]);
    return facts;
  }

  /**
   * Shows names and values. If the number of facts stays the same, only changed texts are replaced.
   * @param {[string, string][]} facts
   */
  #showFacts(facts) {
    const { numbers } = this;
    if (numbers.children.length !== facts.length) {
      replaceChildren(
        numbers,
        facts.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))),
      );
      return;
    }
    facts.forEach(([name, value], i) => {
      const [term, text] = numbers.children[i].children;
      if (term.textContent !== name) term.textContent = name;
      if (text.textContent !== value) text.textContent = value;
    });
  }

  /** Shows the choices of the search as cells in the colours of their regions. @param {number[]} path */
  #showPath(path) {
    const { puzzle } = this.subject;
    const look = this.board.look;
    if (!path.length || !look) {
      replaceChildren(this.path, h("span", { class: "muted" }, W.noChoice));
      return;
    }
    const chips = path.slice(-MAX_CHIPS).map((cell) => {
      const chip = h("span", {}, cellName(cell, puzzle.n));
      chip.style.background = look.theme.fills[look.fills[puzzle.regions[cell]]];
      chip.style.color = look.theme.ink;
      return chip;
    });
    replaceChildren(this.path, path.length > MAX_CHIPS && "… ", chips);
  }

  /**
   * Shows the board after the first `k` steps, and explains the last of these steps.
   * @param {any[]} steps
   * @param {number} k
   */
  #showStep(steps, k) {
    const { n } = this.subject.puzzle;
    const cell = pairToCell(n);
    const cells = new Uint8Array(n * n);
    const step = k ? steps[k - 1] : null;
    for (const { placed, eliminated } of steps.slice(0, Math.max(0, k - 1))) {
      for (const x of placed) cells[cell(x)] = QUEEN;
      for (const x of eliminated) if (cells[cell(x)] === EMPTY) cells[cell(x)] = MARK;
    }
    for (const x of step?.placed ?? []) cells[cell(x)] = QUEEN;
    this.board.update({ cells });
    this.board.highlight(step ? stepHighlights(step, n) : {});
    replaceChildren(
      this.sentence,
      step
        ? [
            h(
              "div",
              { class: "pair" },
              h("h2", {}, W.rule[step.rule] ?? capitalize(step.rule)),
              h("span", { class: `chip ${step.tier}` }, W.tiers[step.tier] ?? step.tier),
            ),
            h("p", {}, step.sentence),
            k === steps.length && h("p", { class: "note" }, W.rulesEnd[this.outcome] ?? ""),
          ]
        : h("p", {}, steps.length ? W.rulesStart : W.noSteps),
    );
    this.#setStatus();
  }

  /** Shows whether the search runs, waits or has ended. */
  #showStatus() {
    const { frames, player } = this;
    if (!frames) return;
    const { end } = frames;
    const state = `${end?.status}${frames.busy}${frames.halted}${Boolean(frames.running)}`;
    if (state === this.shownState && this.status.children.length) return;
    this.shownState = state;
    if (end)
      this.#setStatus(
        h("span", { class: "muted" }, W.howEnds),
        h("span", { class: `chip plain ended ${end.status}` }, W.ended[end.status] ?? end.status),
        h("span", {}, (end.sentence ?? "").replace(/^[^:]*: /, "")),
      );
    else if (frames.halted) {
      const goOn = () => {
        frames.halted = false;
        frames.moveTo(player.at);
        this.#run(frames);
      };
      this.#setStatus(button(W.goOn, "play", goOn));
    } else
      this.#setStatus(
        h("span", { class: "muted" }, frames.busy ? W.searching : W.held),
        frames.running && button(W.stop, "stop", () => frames.stop()),
      );
  }

  /** @param {...any} content */
  #setStatus(...content) {
    replaceChildren(this.status, ...content);
  }

  /** @param {unknown} error */
  #showError(error) {
    const { frames, player } = this;
    if (/** @type {any} */ (error)?.name === "AbortError") return;
    player.pause(false);
    if (frames) frames.halted = true;
    player.growing = false;
    if (!(error instanceof ApiError || error instanceof NetworkError)) console.error(error);
    const again = () => {
      if (frames?.count) {
        frames.halted = false;
        this.#run(frames);
      } else this.start();
    };
    this.shownState = "";
    this.#setStatus(
      h("p", { class: "note wrong", role: "alert" }, errorMessage(error)),
      button(W.retry, "turn", again),
    );
  }

  // ---- files

  /** Returns a picture of the current step. @param {string} format @param {object} shape @param {string} name */
  #stepFile(format, shape, name) {
    const { cells } = this.board.content;
    const pair = cellToPair(this.subject.puzzle.n);
    const position = { queens: cellsWith(cells, QUEEN).map(pair), eliminated: cellsWith(cells, MARK).map(pair) };
    return postForBlob({ ...shape, format, name, ...(format !== "gif" && position) });
  }

  /** Returns a picture of the current frame, or a film of the search. @param {string} format @param {object} shape */
  #searchFile(format, shape) {
    const { frames, lane, player } = this;
    const { method, options, seed } = lane;
    const { every = 1, rate = 0, end = null } = frames ?? {};
    const gif = format === "gif";
    const part = { every, rate, from: frames?.workOf(player.at) ?? 0 };
    const whole = { every: Math.max(1, Math.ceil((end?.work ?? 0) / (MAX_PICTURES - 2))), rate, from: 0 };
    const delay = Math.round(Math.min(1000, Math.max(40, 1000 / player.speed)));
    const lanes = [{ method, options, seed, all: this.all, ...(gif && end ? whole : part) }];
    return postForBlob({ ...shape, format, lanes, ...(gif && { frames: MAX_PICTURES, delay }) }, "film");
  }

  /** @param {string} format */
  async #saveFile(format) {
    const { look } = this.board;
    const name = `${this.subject.name.replace(/\s/g, "")}-${this.lane.method}`;
    const shape = {
      board: this.subject.code,
      theme: themeName(),
      letters: look?.letters === true,
      patterns: look?.patterns ?? false,
      axes: look?.axes ?? false,
    };
    try {
      const blob = await (this.steps ? this.#stepFile(format, shape, name) : this.#searchFile(format, shape));
      saveFile(`${name}.${format}`, blob, blob.type);
    } catch (error) {
      toast(errorMessage(error), { error: true });
    }
  }

  #askForFile() {
    const formats = ["svg", "png", "gif"];
    const save = (/** @type {string} */ format) => () => {
      open.close();
      this.#saveFile(format);
    };
    const open = dialog(W.save, [
      !this.steps && h("p", { class: "muted" }, W.saveNote),
      h(
        "div",
        { class: "row" },
        formats.map((x) => button(W.saveAs(x), "export", save(x))),
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
