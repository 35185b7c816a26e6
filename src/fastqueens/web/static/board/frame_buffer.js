// The frames of one search, which the engine streams. Only 2000 frames are kept; to show a dropped
// frame, the engine runs the search again up to this frame. The engine waits while the stream is
// far enough ahead of the frame that is shown. If the engine waits for long, the stream is closed,
// so that another search can run. The stream is opened again when more frames are needed.

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
 * @property {string | null} sentence what the last unit of work did, in a lesson
 * @property {number[] | null} lines the lines of the pseudocode that ran
 */
/**
 * @typedef {{status: string, reason: string | null, complete: boolean, sentence: string | null, ms: number, work:
 *   number}} SearchEnd
 */
/**
 * @typedef {{board: string, method: string, options: Record<string, any>, seed: string, every: number | null, all:
 *   boolean, lesson?: boolean}} SearchRequest
 */

const MAX_FRAMES = 2000;
const DROP_BATCH = 100; // the number of frames that are dropped at a time
const MAX_AHEAD = 1200; // The engine waits when it is more frames ahead of the frame that is shown.
const MIN_AHEAD = 400; // The engine continues when it is fewer frames ahead.
const MAX_WAIT_MS = 10000; // After this time of waiting the stream is closed.
const IDLE_MS = 1500; // After this time of an idle reader the stream is closed.
const FETCH_MARGIN = 100; // the number of frames that are fetched before and after a dropped frame

const NO_CONFLICTS = { rows: [], columns: [], regions: [], touching: [], complete: false };

/**
 * Shows a frame on a board.
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
  board.highlight({
    reason: frame.framed,
    target: frame.hand === null ? [] : [frame.hand],
    named: Boolean(frame.sentence), // The sentences of a lesson name regions.
  });
}

export class FrameBuffer {
  /** @param {SearchRequest} request @param {AbortSignal} signal @param {() => void} onChange */
  constructor(request, signal, onChange) {
    this.request = request;
    this.signal = signal;
    this.onChange = onChange;
    this.every = 1;
    this.rate = 0;
    this.unit = "node";
    /** @type {string[]} */
    this.pseudocode = [];
    this.count = 0;
    /** @type {Map<number, Frame>} */
    this.frames = new Map();
    /** @type {number[]} the depth or the fitness of every frame, also of dropped frames */
    this.curveValues = [];
    /** @type {SearchEnd | null} */
    this.end = null;
    this.at = 0;
    this.halted = false; // whether the reader or an error has stopped the search
    /** @type {AbortController | null} */
    this.running = null;
    this.idle = false; // whether the film is paused or hidden
    this.idleTimer = 0;
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
    const { method, options, seed, all, lesson } = this.request;
    return { method, options, seed, all, ...(lesson && { lesson }) };
  }

  /**
   * Fetches the first frame, and the number of work units in a frame. If `work`
   * is given, also fetches the frames around this amount of work.
   * @param {number} [work]
   * @returns {Promise<number>} the number of the frame to show
   */
  async begin(work = 0) {
    const lane = { ...this.#lane(), every: this.request.every };
    await stream(
      "watch",
      { board: this.request.board, lanes: [lane], frames: 1 },
      (event, data) => {
        if (event === "begin") {
          [this.every, this.rate, this.unit] = [data.lanes[0].every, data.lanes[0].rate, data.lanes[0].unit];
          this.pseudocode = data.lanes[0].pseudocode ?? [];
        } else if (event === "frame") this.#addFrame(0, data);
      },
      this.signal,
    );
    if (work) {
      this.at = Math.ceil(work / this.every);
      await this.#fetch(Math.max(0, this.at - FETCH_MARGIN), 2 * FETCH_MARGIN, true);
    }
    return Math.min(this.at, this.count - 1);
  }

  /** Continues the search until it ends or is stopped. */
  async run() {
    if (this.running || this.end || this.signal.aborted) return;
    this.halted = false;
    const running = (this.running = new AbortController());
    this.setIdle(this.idle);
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
          if (running.signal.aborted) return undefined; // The event was sent before the search was stopped.
          if (event === "frame") this.#addFrame(k++, data);
          else if (event === "done") this.end = data;
          else if (event === "error") throw new Error(data.error);
          if (event !== "begin") this.onChange();
          return k - this.at > MAX_AHEAD && !this.end ? this.#waitForReader(running) : undefined;
        },
        running.signal,
      );
    } catch (error) {
      if (!running.signal.aborted && !this.end) {
        this.halted = true;
        throw error;
      }
    } finally {
      if (this.running === running) this.running = null;
      this.onChange();
    }
  }

  /** Waits until more frames are needed. Closes the stream if that takes long. @param {AbortController} running */
  async #waitForReader(running) {
    await new Promise((/** @type {(x?: any) => void} */ wake) => {
      this.wake = wake;
      setTimeout(wake, MAX_WAIT_MS);
      running.signal.addEventListener("abort", wake);
      this.onChange();
    });
    this.wake = null;
    if (this.count - this.at > MAX_AHEAD) running.abort();
  }

  /**
   * Sets whether the film is paused or hidden. Then the stream is closed soon, so that another page can search. It is
   * opened again, where it was closed, when more frames are needed.
   * @param {boolean} idle
   */
  setIdle(idle) {
    const resumed = this.idle && !idle;
    this.idle = idle;
    clearTimeout(this.idleTimer);
    if (idle) this.idleTimer = setTimeout(() => !this.halted && this.running?.abort(), IDLE_MS);
    else if (resumed) this.moveTo(this.at);
  }

  /** Stops the search. */
  stop() {
    this.halted = true;
    this.running?.abort();
    this.running = null;
    this.onChange();
  }

  /** Sets the frame that is shown, and continues the search if this frame is near the end. @param {number} k */
  moveTo(k) {
    this.at = k;
    if (document.hidden) return;
    if (this.idle) this.setIdle(true); // A reader who steps through the film is not idle.
    if (this.count - k > MIN_AHEAD || this.end || this.halted) return;
    if (this.wake) this.wake();
    else if (!this.running) this.run().catch((error) => dispatchEvent(new CustomEvent("fq-film", { detail: error })));
  }

  /** Fetches the frames around a dropped frame. @param {number} k */
  load(k) {
    return this.#fetch(Math.max(0, k - FETCH_MARGIN), 2 * FETCH_MARGIN, false);
  }

  /**
   * @param {number} from
   * @param {number} count
   * @param {boolean} fresh whether no frame after these frames is known
   */
  async #fetch(from, count, fresh) {
    let k = from;
    const lane = { ...this.#lane(), every: this.every, rate: this.rate, from: from * this.every };
    await stream(
      "watch",
      { board: this.request.board, lanes: [lane], frames: count },
      (event, data) => {
        if (event === "frame" && (fresh || k < this.count)) this.#addFrame(k++, data);
        else if (event === "done" && fresh && data.status !== "running") this.end = data;
      },
      this.signal,
    );
    // The requested frame may be past the end of the search. Then the answer is the last frame of the
    // search, which is stored under its own number.
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
    // The frames furthest from the frame that is shown are dropped first.
    const far = [...this.frames.keys()].sort((a, b) => Math.abs(b - this.at) - Math.abs(a - this.at));
    for (const old of far.slice(0, DROP_BATCH)) if (old !== this.count - 1) this.frames.delete(old);
  }

  /**
   * Returns the amount of work that identifies a frame in an address. For the last frame, this
   * amount is one unit larger.
   * @param {number} k
   */
  workOf(k) {
    const frame = this.frames.get(k);
    if (!frame) return k * this.every;
    return frame.status === "running" || frame.work % this.every ? frame.work : frame.work + 1;
  }
}
