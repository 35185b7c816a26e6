// The frames of one search, as the engine streams them: the last 2000 are kept, older ones are
// searched again. The engine is read no further than some way ahead of what is shown, and then
// waits; who looks at one frame for long gives the engine's place free until more is wanted.

import { stream } from "../base/api.js";
import { unpackState } from "./codec.js";
import { QUEEN } from "./rules.js";

/**
 * @typedef {object} Frame
 * @property {number} lane
 * @property {number} ms
 * @property {number} work
 * @property {string} status
 * @property {number} found
 * @property {Record<string, number>} counters
 * @property {string} cells
 * @property {number[] | null} path
 * @property {number[]} wrong
 * @property {number | null} hand
 * @property {number[]} framed
 * @property {number | null} fitness
 * @property {number | null} depth
 */
/** @typedef {{status: string, reason: string | null, complete: boolean, sentence: string | null, ms: number, work: number}} SearchEnd */
/** @typedef {{board: string, method: string, options: Record<string, any>, seed: string, every: number | null, all: boolean}} SearchRequest */

const MAX_FRAMES = 2000;
const DROP_BATCH = 100; // so many at a time are dropped
const MAX_AHEAD = 1200; // frames beyond the one shown after which the engine waits
const MIN_AHEAD = 400; // fewer than so many ahead: it goes on
const MAX_WAIT_MS = 10000; // milliseconds it waits before its place is given up
const FETCH_MARGIN = 100; // frames fetched before and after one that is gone

const NO_CONFLICTS = { rows: [], columns: [], regions: [], touching: [], complete: false };

/**
 * Show a frame on a board.
 * @param {import("./board_element.js").FqBoard} board
 * @param {Frame} frame
 */
export function showFrame(board, frame) {
  const { n } = board.puzzle;
  const cells = unpackState(frame.cells, n * n);
  const auto = cells.map((x) => Number(x === 1));
  board.update({
    cells: cells.map((x) => (x === QUEEN ? QUEEN : 0)),
    auto,
    conflicting: new Set(frame.wrong),
    conflicts: frame.wrong.length ? NO_CONFLICTS : null,
  });
  board.highlight({ reason: frame.framed, target: frame.hand === null ? [] : [frame.hand] });
}

export class FrameBuffer {
  /** @param {SearchRequest} asked @param {AbortSignal} signal @param {() => void} changed */
  constructor(asked, signal, changed) {
    this.request = asked;
    this.signal = signal;
    this.onChange = changed;
    this.every = 1;
    this.rate = 0;
    this.unit = "node";
    this.count = 0;
    /** @type {Map<number, Frame>} */
    this.frames = new Map();
    /** @type {number[]} depth or fitness of every frame there was, for the curve */
    this.curveValues = [];
    /** @type {SearchEnd | null} */
    this.end = null;
    this.at = 0;
    this.halted = false; // by the reader, or by an error
    /** @type {AbortController | null} */
    this.running = null;
    /** @type {(() => void) | null} */
    this.wake = null;
    signal.addEventListener("abort", () => this.running?.abort());
  }

  get busy() {
    return this.running !== null && this.wake === null;
  }

  get growing() {
    return this.end === null && !this.halted;
  }

  #lane() {
    const { method, options, seed, all } = this.request;
    return { method, options, seed, all };
  }

  /**
   * Ask how the search is cut into frames, and begin it; or begin at an amount of work.
   * @param {number} [work]
   */
  async begin(work = 0) {
    const lane = { ...this.#lane(), every: this.request.every };
    await stream(
      "watch",
      { board: this.request.board, lanes: [lane], frames: 1 },
      (event, data) => {
        if (event === "begin")
          [this.every, this.rate, this.unit] = [data.lanes[0].every, data.lanes[0].rate, data.lanes[0].unit];
        else if (event === "frame") this.#addFrame(0, data);
      },
      this.signal,
    );
    if (work) {
      this.at = Math.ceil(work / this.every);
      await this.#fetch(Math.max(0, this.at - FETCH_MARGIN), 2 * FETCH_MARGIN, true);
    }
    return Math.min(this.at, this.count - 1);
  }

  /** Search on, where it stopped; ends with the search, or where it is left. */
  async run() {
    if (this.running || this.end || this.signal.aborted) return;
    this.halted = false;
    const going = (this.running = new AbortController());
    this.onChange();
    let k = this.count;
    try {
      await stream(
        "watch",
        {
          board: this.request.board,
          lanes: [{ ...this.#lane(), every: this.every, rate: this.rate, from: k * this.every }],
        },
        (event, data) => {
          if (going.signal.aborted) return undefined; // what had come before it was stopped
          if (event === "frame") this.#addFrame(k++, data);
          else if (event === "done") this.end = data;
          else if (event === "error") throw new Error(data.error);
          if (event !== "begin") this.onChange();
          return k - this.at > MAX_AHEAD && !this.end ? this.#waitForReader(going) : undefined;
        },
        going.signal,
      );
    } catch (error) {
      if (!going.signal.aborted && !this.end) {
        this.halted = true;
        throw error;
      }
    } finally {
      if (this.running === going) this.running = null;
      this.onChange();
    }
  }

  /** Wait until more is wanted; give the engine's place up if that takes long. @param {AbortController} going */
  async #waitForReader(going) {
    await new Promise((/** @type {(x?: any) => void} */ wake) => {
      this.wake = wake;
      setTimeout(wake, MAX_WAIT_MS);
      going.signal.addEventListener("abort", wake);
      this.onChange();
    });
    this.wake = null;
    if (this.count - this.at > MAX_AHEAD) going.abort();
  }

  /** Stop searching. */
  stop() {
    this.halted = true;
    this.running?.abort();
    this.running = null;
    this.onChange();
  }

  /** What is shown now: more is fetched where it comes near the end. @param {number} k */
  moveTo(k) {
    this.at = k;
    if (this.count - k > MIN_AHEAD || this.end || this.halted) return;
    if (this.wake) this.wake();
    else if (!this.running) this.run().catch((error) => dispatchEvent(new CustomEvent("fq-film", { detail: error })));
  }

  /** @param {number} k fetch the frames around one that is gone */
  load(k) {
    return this.#fetch(Math.max(0, k - FETCH_MARGIN), 2 * FETCH_MARGIN, false);
  }

  /** @param {number} from @param {number} many @param {boolean} fresh whether the film begins there */
  async #fetch(from, many, fresh) {
    let k = from;
    const lane = { ...this.#lane(), every: this.every, rate: this.rate, from: from * this.every };
    await stream(
      "watch",
      { board: this.request.board, lanes: [lane], frames: many },
      (event, data) => {
        if (event === "frame" && (fresh || k < this.count)) this.#addFrame(k++, data);
        else if (event === "done" && fresh && data.status !== "running") this.end = data;
      },
      this.signal,
    );
    // An amount of work beyond the end shows how it ended: the last frame has the number it has always had.
    if (fresh && this.end && k - from === 1) {
      const last = /** @type {Frame} */ (this.frames.get(from));
      const at = Math.min(from, Math.floor(last.work / this.every) + 1);
      if (at !== from) {
        this.frames.delete(from);
        this.count = at + 1;
        this.curveValues.length = at;
        this.curveValues.push(last.depth ?? last.fitness ?? NaN);
        this.frames.set(at, last);
      }
    }
  }

  /** @param {number} k @param {Frame} frame */
  #addFrame(k, frame) {
    this.frames.set(k, frame);
    this.curveValues[k] = frame.depth ?? frame.fitness ?? NaN;
    this.count = Math.max(this.count, k + 1);
    if (this.frames.size <= MAX_FRAMES + DROP_BATCH) return;
    // Those furthest from what is shown go first.
    const far = [...this.frames.keys()].sort((a, b) => Math.abs(b - this.at) - Math.abs(a - this.at));
    for (const old of far.slice(0, DROP_BATCH)) if (old !== this.count - 1) this.frames.delete(old);
  }

  /** @param {number} k the amount of work that names a frame in an address; the end is one unit further */
  workOf(k) {
    const frame = this.frames.get(k);
    if (!frame) return k * this.every;
    return frame.status === "running" || frame.work % this.every ? frame.work : frame.work + 1;
  }
}
