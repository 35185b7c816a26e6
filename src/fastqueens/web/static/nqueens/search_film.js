// The film of a search: the user watches a method step by step, forwards and backwards.

import { post } from "../base/api.js";
import { button, field, h, replaceChildren, select } from "../base/dom.js";
import { searchButton } from "../base/search_button.js";
import { unpackState } from "../board/codec.js";
import { playerElement } from "../board/player.js";
import { Q } from "./nqueens_texts.js";

/** @typedef {{work: number, status: string, found: number, counters: Record<string, number>, cells: string, pawns: number[], wrong: number[], hand: number | null}} Frame */
/** @typedef {{request: object, every: number, total: number | null, unit: string, frames: Map<number, Frame>}} Film */

const MAX_WATCHED = 32; // the most rows of a board whose search is shown
const CHUNK = 400; // the number of frames in one request
const UNKNOWN_LENGTH = 10_000; // the number of frames that is assumed if the length is unknown

export class SearchFilm {
  /**
   * @param {import("../base/app_types.js").App} app
   * @param {import("./nqueens_model.js").NQueensModel} model
   * @param {(view: import("./chessboard.js").BoardView, text: string) => void} showFrame
   * @param {() => void} onClose shows the user's own board again
   */
  constructor(app, model, showFrame, onClose) {
    this.app = app;
    this.model = model;
    this.showFrame = showFrame;
    this.onClose = onClose;
    /** @type {Film | null} */
    this.film = null;
    this.method = "backtracking";
    this.every = h("input", { type: "number", min: 1, max: 1e9, placeholder: Q.auto, inputmode: "numeric" });
    this.all = h("input", { type: "checkbox" });
    this.searcher = searchButton(app, Q.watchGo, "watch", (signal, report) => this.#search(signal, report), {
      class: "main",
      "data-start": "",
    });
    this.player = playerElement(
      {
        show: (k) => this.#show(k),
        has: (k) => this.film?.frames.has(k) ?? false,
        load: (k) => this.#load(k),
        label: (k) => Q.at(this.#workAt(k), this.film?.total ?? null),
        describe: (k) => this.#describe(k),
      },
      Q.film,
    );
    this.player.speed = 8;
    this.counters = h("p", { class: "muted" });
    const back = button(Q.back, "back", () => this.close());
    this.screen = h(
      "div",
      { class: "card stack", hidden: true },
      this.player,
      h("div", { class: "row between" }, this.counters, back),
    );
    const methods = select(Q.methods, this.method, (/** @type {string} */ x) => {
      this.method = x;
    });
    this.content = [
      h("p", { class: "muted" }, Q.watchHow),
      h("div", { class: "form" }, h("div", { class: "wide" }, field(Q.method, methods)), field(Q.every, this.every)),
      h("label", { class: "tick" }, this.all, Q.all),
      h("div", { class: "row" }, this.searcher.go),
      this.searcher.note,
    ];
  }

  /** @param {AbortSignal} signal @param {import("../base/search_button.js").Report} report */
  async #search(signal, report) {
    const { model, player } = this;
    if (!this.every.reportValidity()) return;
    if (model.n > MAX_WATCHED) return Q.watchTooLarge;
    this.close();
    report(Q.watching);
    const request = { ...model.rule, method: this.method, all: this.all.checked };
    const wanted = this.every.value ? Number(this.every.value) : undefined;
    const answer = await post("nqueens/watch", { ...request, every: wanted, frames: CHUNK }, signal);
    const { every, total, unit } = answer;
    this.film = { request, every, total, unit, frames: new Map() };
    this.#addFrames(0, answer);
    this.screen.hidden = false;
    const length = this.film.total;
    player.at = 0;
    player.count = 0;
    player.count = length === null ? UNKNOWN_LENGTH : Math.ceil(length / every) + 1;
    player.play();
    this.screen.parentElement?.scrollIntoView({ block: "nearest" });
    return length === null ? Q.long : Q.short(length, unit, every);
  }

  /** @param {number} first the number of the first frame @param {any} answer */
  #addFrames(first, answer) {
    const { film, player } = this;
    if (!film) return;
    for (const [k, frame] of answer.frames.entries()) film.frames.set(first + k, frame);
    if (answer.status === "running") return;
    film.total = answer.frames.at(-1).work;
    player.count = first + answer.frames.length;
  }

  /** @param {number} k */
  async #load(k) {
    const { film } = this;
    if (!film) return;
    const first = Math.floor(k / CHUNK) * CHUNK;
    const { every } = film;
    const request = { ...film.request, every, start: first * every, frames: CHUNK };
    const answer = await post("nqueens/watch", request, this.app.signal);
    if (film === this.film) this.#addFrames(first, answer);
  }

  /** @param {number} k */
  #workAt(k) {
    const { film } = this;
    return film?.frames.get(k)?.work ?? k * (film?.every ?? 1);
  }

  /** @param {number} k */
  #describe(k) {
    const frame = this.film?.frames.get(k);
    return frame ? Q.frame(frame.work, this.film?.unit ?? "", frame.found) : "";
  }

  /** @param {number} k */
  #show(k) {
    const frame = this.film?.frames.get(k);
    if (!frame) return;
    const states = unpackState(frame.cells, this.model.n ** 2);
    const cellsIn = (/** @type {number} */ state) => [...states.keys()].filter((x) => states[x] === state);
    const { pawns, hand } = frame;
    this.showFrame(
      { queens: cellsIn(2), pawns, eliminated: cellsIn(1), wrong: new Set(frame.wrong), framed: hand },
      this.#describe(k),
    );
    const counters = Object.entries(frame.counters).map(([name, value]) => `${name} ${value.toLocaleString("en")}`);
    replaceChildren(this.counters, counters.join(" · "));
  }

  close() {
    if (!this.film) return;
    this.film = null;
    this.player.pause(false);
    this.player.count = 0;
    this.screen.hidden = true;
    this.searcher.report("");
    this.onClose();
  }
}
