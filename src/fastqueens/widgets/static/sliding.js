// The front end of SlidingWidget: tiles that slide by click and arrows, and the player of the moves.
// The position is the arrangement that the moves lead to from the first one; a move by hand drops
// what would have followed.

import { button, h, replaceChildren } from "../../web/static/base/dom.js";
import { played, shown } from "./film_player.js";
import { announce } from "./storage_stub.js";
import { W } from "./strings.js";
import { KernelError, frame } from "./widget_shell.js";

/** @typedef {import("./widget_shell.js").Model} Model */

const STEPS = /** @type {Record<string, [number, number]>} */ ({
  UP: [-1, 0],
  DOWN: [1, 0],
  LEFT: [0, -1],
  RIGHT: [0, 1],
});
// A key names the way the tile goes, a move the way of the gap.
const KEYS = /** @type {Record<string, string>} */ ({
  ArrowUp: "DOWN",
  ArrowDown: "UP",
  ArrowLeft: "RIGHT",
  ArrowRight: "LEFT",
});

const slidingSheet = new CSSStyleSheet();
slidingSheet.replaceSync(`
.slide { display: grid; gap: .8rem; max-inline-size: 30rem; }
.tray { position: relative; background: light-dark(#d9d5cf, #333346); border-radius: 12px; padding: 6px; inline-size: min(100%, calc(var(--columns) * 84px + 12px)); }
.field { position: relative; aspect-ratio: var(--columns) / var(--rows); }
.tile { position: absolute; inline-size: calc(100% / var(--columns)); block-size: calc(100% / var(--rows)); padding: 0; border: 3px solid transparent; background: none;
  transform: translate(calc(var(--c) * 100%), calc(var(--r) * 100%)); min-block-size: 0; }
.tile:hover:not(:disabled) { background: none; border-color: transparent; }
.tile span { display: grid; place-items: center; inline-size: 100%; block-size: 100%; border-radius: 8px; font-size: 1.7em; font-weight: 650;
  background: light-dark(#a9d5f7, #1d789c); color: light-dark(#1b1b1f, #f6f6f8); box-shadow: 0 1px 2px rgb(0 0 0 / .25); font-variant-numeric: tabular-nums; }
.tile.home span { background: light-dark(#b5dfa6, #5c7466); }
.tile:focus-visible { outline: none; } .tile:focus-visible span { outline: 3px solid var(--ink); outline-offset: -3px; }
.done { font-weight: 650; }
@media (prefers-reduced-motion: no-preference) { .moving .tile { transition: transform 120ms ease-out; } }
@media (forced-colors: active) { .tile span { border: 2px solid ButtonText; } }
`);

class Tiles {
  /** @param {Model} model @param {HTMLElement} el @param {(ask: string, more?: object) => Promise<any>} ask */
  constructor(model, el, ask) {
    this.model = model;
    this.ask = ask;
    this.asked = 0;
    /** @type {number[][]} the arrangements, from the first to the last, row by row */
    this.film = [];
    /** @type {HTMLButtonElement[]} by their numbers */
    this.tiles = [];
    this.field = h("div", { class: "field" });
    this.tray = h("div", { class: "tray", role: "group" }, this.field);
    this.status = h("p", { class: "muted" });
    this.solving = button(W.solve, "solve", () => this.solve());
    this.frame = frame(el, model, [slidingSheet], () => {});
    this.played = played(model, W.moves, {
      count: () => this.film.length,
      show: (k) => this.show(k),
      label: (k) => (k ? W.move(k, this.film.length - 1) : W.start),
      tell: (k) => this.tell(k),
    });
    this.arrive = () => this.take();
    for (const name of ["puzzle", "moves"]) model.on(`change:${name}`, this.arrive);
    this.tray.addEventListener("keydown", (event) => this.#key(event));
    this.frame.root.append(
      h("div", { class: "slide" }, this.tray, h("div", { class: "between" }, this.status, this.solving), this.played.player),
    );
    this.take();
    this.frame.begin();
    requestAnimationFrame(() => this.field.classList.add("moving"));
  }

  end() {
    for (const name of ["puzzle", "moves"]) this.model.off(`change:${name}`, this.arrive);
    this.played.end();
    this.frame.end();
  }

  /** Begin with what the kernel has. */
  take() {
    this.asked++;
    const { rows, columns, tiles, goal } = this.model.get("puzzle");
    const fresh = this.columns !== columns || this.rows !== rows;
    Object.assign(this, { rows, columns });
    /** @type {number[]} */
    this.goal = goal;
    this.film = [tiles];
    for (const move of this.model.get("moves") ?? []) this.film.push(this.after(this.film.length - 1, move) ?? tiles);
    if (fresh) this.#build();
    this.played.player.hidden = this.film.length < 2;
    this.played.arrive();
  }

  /** @type {number} */
  rows = 0;
  /** @type {number} */
  columns = 0;

  #build() {
    this.tray.style.setProperty("--rows", String(this.rows));
    this.tray.style.setProperty("--columns", String(this.columns));
    this.tray.setAttribute("aria-label", W.tiles(this.rows, this.columns));
    this.tiles = Array.from({ length: this.rows * this.columns }, (_, tile) =>
      h("button", { type: "button", class: "tile", onclick: () => this.#click(tile) }, h("span", {}, tile)),
    );
    replaceChildren(this.field, this.tiles.slice(1));
  }

  /**
   * The arrangement that a move leads to; null where the gap would leave the board.
   * @param {number} k
   * @param {string} move
   */
  after(k, move) {
    const tiles = [...this.film[k]];
    const gap = tiles.indexOf(0);
    const [down, right] = STEPS[move] ?? [0, 0];
    const row = Math.floor(gap / this.columns) + down;
    const column = (gap % this.columns) + right;
    if (row < 0 || column < 0 || row >= this.rows || column >= this.columns) return null;
    const from = row * this.columns + column;
    [tiles[gap], tiles[from]] = [tiles[from], 0];
    return tiles;
  }

  /** @param {number} k */
  show(k) {
    const tiles = this.film[k];
    const { columns, goal = [] } = this;
    const gap = tiles.indexOf(0);
    tiles.forEach((tile, i) => {
      if (!tile) return;
      const element = this.tiles[tile];
      const [row, column] = [Math.floor(i / columns), i % columns];
      element.style.setProperty("--r", String(row));
      element.style.setProperty("--c", String(column));
      element.classList.toggle("home", goal[i] === tile);
      element.setAttribute("aria-label", W.tile(tile, row, column));
      // Those that a click does not move stay in reach of nobody's Tab key.
      element.tabIndex = row === Math.floor(gap / columns) || column === gap % columns ? 0 : -1;
    });
    const done = tiles.every((tile, i) => tile === goal[i]);
    const left = this.film.length - 1 - k;
    this.status.classList.toggle("done", done);
    this.status.textContent = done ? W.solved : left ? `${W.movesLeft(left)} to go` : W.howToSlide;
    this.solving.disabled = done;
  }

  /** @param {number} k */
  tell(k) {
    const tiles = this.film[k];
    const before = this.film[k - 1];
    if (!before) return W.start;
    const move = Object.keys(STEPS).find((x) => String(this.after(k - 1, x)) === String(tiles)) ?? "";
    const text = W.slid(tiles[before.indexOf(0)], W.ways[move]);
    return tiles.every((tile, i) => tile === this.goal?.[i]) ? `${text}. ${W.solved}` : text;
  }

  // ---- what the player does

  /** @param {number} tile slide it, and all between it and the gap */
  #click(tile) {
    const { columns } = this;
    const tiles = this.film[this.played.player.at];
    const [from, gap] = [tiles.indexOf(tile), tiles.indexOf(0)];
    const down = Math.floor(from / columns) - Math.floor(gap / columns);
    const right = (from % columns) - (gap % columns);
    if (down && right) return;
    const move = down ? (down < 0 ? "UP" : "DOWN") : right < 0 ? "LEFT" : "RIGHT";
    this.#moves(Array(Math.abs(down + right)).fill(move));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const move = KEYS[event.key];
    if (!move || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (this.after(this.played.player.at, move)) this.#moves([move]);
  }

  /** @param {string[]} made */
  #moves(made) {
    const { model } = this;
    const { player } = this.played;
    player.pause(false);
    const moves = /** @type {string[]} */ (model.get("moves") ?? []);
    const on = made.every((move, i) => moves[player.at + i] === move);
    const at = player.at + made.length;
    const all = on ? moves : [...moves.slice(0, player.at), ...made];
    model.set("at", at);
    if (!on) model.set("moves", all);
    this.take();
    model.save_changes();
    announce(this.tell(at));
  }

  async solve() {
    const mine = ++this.asked;
    const { player } = this.played;
    this.status.textContent = W.thinking;
    try {
      const { columns } = this;
      const tiles = this.film[player.at];
      const rows = Array.from({ length: this.rows }, (_, r) => tiles.slice(r * columns, r * columns + columns));
      const { moves } = await this.ask("solve", { tiles: rows });
      if (mine !== this.asked) return;
      const all = [...(this.model.get("moves") ?? []).slice(0, player.at), ...moves];
      this.model.set("moves", all);
      this.take();
      this.model.save_changes();
      announce(this.status.textContent ?? "");
    } catch (error) {
      if (!(error instanceof KernelError)) throw error;
      if (mine !== this.asked) return;
      this.status.textContent = error.message;
      announce(error.message);
    }
  }
}

export default shown((model, el, ask) => new Tiles(model, el, ask));
