// The film of a search: fetches the frames from the engine in chunks, and plays them on the board.

import { errorMessage, toast } from "../base/announce.js";
import { post } from "../base/api.js";
import { button, field, h, replaceChildren, select } from "../base/dom.js";
import { K } from "./packing_texts.js";

const CHUNK = 200; // the number of frames in one request
const MAX_CHUNKS = 20; // the number of chunks that are kept
const STEP_SIZES = [1, 10, 100, 1000, 10000, 100000, 1000000];

/** Returns the words for the end of a search. @param {any} answer the answer with the last frame */
const endText = (answer) => K.filmEnd[answer?.reason === "incomplete" ? "incomplete" : (answer?.status ?? "stopped")];

export class SearchFilm {
  /**
   * @param {import("./packing_table.js").PackingTable} table
   * @param {import("./solver.js").Solver} solver
   * @param {AbortSignal} signal aborted when the user leaves the screen
   */
  constructor(table, solver, signal) {
    this.table = table;
    this.solver = solver;
    this.signal = signal;
    this.element = h("div", { class: "film" });
    this.state = h("p", { class: "state" });
    this.closing = new AbortController();
    this.request = {};
    /** The number of search steps between two frames. */
    this.every = 1;
    /** @type {Map<number, any[]>} the frames of each chunk, the newest chunk last */
    this.chunks = new Map();
    this.unit = "";
    /** @type {any} the answer that holds the last frame */
    this.lastAnswer = null;
    /** Whether the engine has sent the last frame of the search. */
    this.ended = false;
    this.fetching = false;
    /** @type {import("../board/player.js").FqPlayer} */
    this.player = /** @type {any} */ (null);
    signal.addEventListener("abort", () => this.closing.abort());
  }

  async open() {
    const { solver, table } = this;
    const method = solver.method !== "auto" ? solver.method : table.model.solid ? "bitset" : "brute-force";
    const request = { ...solver.request(), method, frames: CHUNK };
    const { playerElement } = await import("../board/player.js");
    if (this.signal.aborted) return;
    solver.stop();
    this.close();
    this.closing = new AbortController();
    this.request = request;
    this.every = 1;
    this.unit = method === "brute-force" || method === "first-cell" ? "case" : "node";
    this.player = playerElement(
      {
        show: (k) => this.#show(k),
        has: (k) => this.chunks.has(Math.floor(k / CHUNK)),
        load: (k) => this.#fetchChunk(Math.floor(k / CHUNK)),
        label: (k) => this.#label(k),
        describe: (k) => `${this.#label(k)}: ${this.#describe(k)}`,
      },
      K.film,
    );
    const stepSizes = select(
      STEP_SIZES.map((k) => [String(k), K.steps(k, this.unit)]),
      "1",
      (x) => this.#setStepSize(Number(x)),
    );
    const back = button(K.closeFilm, "close", () => {
      this.close();
      solver.watchButton.focus();
    });
    replaceChildren(
      this.element,
      h("h2", {}, K.film),
      this.state,
      this.player,
      h("div", { class: "row" }, field(K.stepSize, stepSizes), back),
    );
    solver.report(K.idle);
    table.frame = { cells: table.model.cells.map(() => -1), hand: -1 };
    table.choose(-1, false);
    this.player.speed = 10;
    this.#restart(0);
    this.player.play();
    this.element.scrollIntoView({ block: "nearest" });
  }

  close() {
    this.closing.abort();
    if (!this.table.frame) return;
    replaceChildren(this.element);
    this.table.frame = null;
    this.table.refresh();
  }

  /** @param {number} k */
  #frame(k) {
    return this.chunks.get(Math.floor(k / CHUNK))?.[k % CHUNK];
  }

  /** @param {number} k */
  #label(k) {
    const frame = this.#frame(k);
    return frame ? K.steps(frame.work, this.unit) : "";
  }

  /** @param {number} k */
  #isLast(k) {
    return this.ended && k === this.player.count - 1;
  }

  /** @param {number} k */
  #describe(k) {
    const frame = this.#frame(k);
    if (!frame) return "";
    const { letters, names } = this.table.model;
    const placed = new Set(frame.cells.filter((/** @type {number} */ x) => x >= 0)).size;
    const last = this.#isLast(k);
    const trying = frame.piece === null || last ? "" : `, ${K.trying(letters[frame.piece])}`;
    return `${K.placedOf(placed, names.length)}${trying}. ${last ? endText(this.lastAnswer) : ""}`;
  }

  /** @param {number} k */
  #show(k) {
    const { lastAnswer, player, table } = this;
    table.frame = this.#frame(k);
    this.state.textContent = this.#describe(k);
    if (lastAnswer && this.#isLast(k)) this.solver.reportAnswer(endText(lastAnswer), lastAnswer);
    table.paint();
    if (this.ended || this.fetching || player.count - player.at > CHUNK / 2) return;
    this.fetching = true;
    this.#fetchChunk(Math.floor(player.count / CHUNK))
      .catch((error) => this.#onError(error))
      .finally(() => {
        this.fetching = false;
      });
  }

  /** @param {number} k */
  async #fetchChunk(k) {
    const { chunks, player, solver } = this;
    const { signal } = this.closing;
    const answer = await post(
      "pack/watch",
      { ...this.request, start: k * CHUNK * this.every, every: this.every },
      signal,
    );
    if (chunks !== this.chunks || signal.aborted) return;
    chunks.set(k, answer.frames);
    if (chunks.size > MAX_CHUNKS) chunks.delete(/** @type {number} */ (chunks.keys().next().value));
    this.unit = answer.unit;
    if (answer.status !== "running") {
      this.ended = true;
      this.lastAnswer = answer;
      solver.result = { key: solver.key(), counters: answer.counters, ms: answer.ms };
    }
    player.count = Math.max(player.count, k * CHUNK + answer.frames.length);
    player.growing = !this.ended;
  }

  /** @param {unknown} error */
  #onError(error) {
    if (this.closing.signal.aborted) return;
    this.player.growing = false;
    this.ended = true;
    toast(errorMessage(error), { error: true });
  }

  /** Shows the same point of the search with another number of steps per frame. @param {number} every */
  #setStepSize(every) {
    const work = this.#frame(this.player.at)?.work ?? 0;
    this.every = every;
    this.#restart(Math.floor(work / every));
  }

  /** @param {number} k the number of the frame to show first */
  #restart(k) {
    const { player } = this;
    const wasPlaying = player.playing;
    player.pause(false);
    this.chunks = new Map();
    this.lastAnswer = null;
    this.ended = false;
    player.growing = true;
    this.#fetchChunk(Math.floor(k / CHUNK)).then(
      () => {
        player.showPosition(Math.min(k, player.count - 1));
        if (wasPlaying) player.play();
      },
      (error) => this.#onError(error),
    );
    player.count = 0;
  }
}
