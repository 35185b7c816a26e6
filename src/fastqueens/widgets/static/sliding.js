// The front end of SlidingWidget: tiles that slide by clicks and arrow keys, and a player that
// replays the moves. A move of the user replaces all moves after the current position.

import { button, h, replaceChildren } from "../../web/static/base/dom.js";
import { REVERSE, STEPS, applyMove } from "../../web/static/sliding/sliding_model.js";
import { filmPlayer, widgetModule } from "./film_player.js";
import { announce } from "./storage_stub.js";
import { W } from "./strings.js";
import { KernelError, createShell } from "./widget_shell.js";

/** @typedef {import("./widget_shell.js").Model} Model */

const slidingSheet = new CSSStyleSheet();
slidingSheet.replaceSync(`
.slide { display: grid; gap: .8rem; max-inline-size: 30rem; }
.tray { position: relative; background: light-dark(#d9d5cf, #333346); border-radius: 12px; padding: 6px; inline-size: min(100%, var(--columns) * 84px + 12px, var(--screen) * var(--columns) / var(--rows)); }
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

class SlidingView {
  /** @param {Model} model @param {HTMLElement} el @param {(ask: string, more?: object) => Promise<any>} ask */
  constructor(model, el, ask) {
    this.model = model;
    this.ask = ask;
    /** The number of changes of the puzzle. Answers about an earlier version are ignored. */
    this.version = 0;
    /** @type {number[][]} the tiles before the first move and after each move */
    this.boards = [];
    /** @type {HTMLButtonElement[]} the button of each tile */
    this.tiles = [];
    this.field = h("div", { class: "field" });
    this.tray = h("div", { class: "tray", role: "group" }, this.field);
    this.status = h("p", { class: "muted" });
    this.solveButton = button(W.solve, "solve", () => this.solve());
    this.shell = createShell(el, model, [slidingSheet], () => {});
    this.film = filmPlayer(model, W.moves, {
      count: () => this.boards.length,
      show: (k) => this.show(k),
      label: (k) => (k ? W.move(k, this.boards.length - 1) : W.start),
      describe: (k) => this.describe(k),
    });
    this.onChange = () => this.load();
    for (const name of ["puzzle", "moves"]) model.on(`change:${name}`, this.onChange);
    this.tray.addEventListener("keydown", (event) => this.#onKey(event));
    const foot = h("div", { class: "between" }, this.status, this.solveButton);
    this.shell.root.append(
      h("div", { class: "slide" }, this.tray, foot, this.film.player),
    );
    this.load();
    this.shell.begin();
    requestAnimationFrame(() => this.field.classList.add("moving"));
  }

  end() {
    for (const name of ["puzzle", "moves"]) this.model.off(`change:${name}`, this.onChange);
    this.film.end();
    this.shell.end();
  }

  /** Loads the puzzle and the moves from the kernel. */
  load() {
    this.version++;
    const { rows, columns, tiles, goal } = this.model.get("puzzle");
    const resized = this.columns !== columns || this.rows !== rows;
    Object.assign(this, { rows, columns });
    /** @type {number[]} */
    this.goal = goal;
    this.boards = [tiles];
    for (const move of this.model.get("moves") ?? [])
      this.boards.push(applyMove(this.boards[this.boards.length - 1], columns, move) ?? tiles);
    if (resized) this.#build();
    this.film.player.hidden = this.boards.length < 2;
    this.film.refresh();
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
      h("button", { type: "button", class: "tile", onclick: () => this.#onClick(tile) }, h("span", {}, tile)),
    );
    replaceChildren(this.field, this.tiles.slice(1));
  }

  /** @param {number} k */
  show(k) {
    const tiles = this.boards[k];
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
      // The Tab key reaches only the tiles that a click can move.
      element.tabIndex = row === Math.floor(gap / columns) || column === gap % columns ? 0 : -1;
    });
    const done = tiles.every((tile, i) => tile === goal[i]);
    const left = this.boards.length - 1 - k;
    this.status.classList.toggle("done", done);
    this.status.textContent = done ? W.solved : left ? `${W.movesLeft(left)} to go` : W.howToSlide;
    this.solveButton.disabled = done;
  }

  /** @param {number} k */
  describe(k) {
    const tiles = this.boards[k];
    const before = this.boards[k - 1];
    if (!before) return W.start;
    const move = Object.keys(STEPS).find((x) => String(applyMove(before, this.columns, x)) === String(tiles)) ?? "";
    const text = W.slid(tiles[before.indexOf(0)], W.directions[move]);
    return tiles.every((tile, i) => tile === this.goal?.[i]) ? `${text}. ${W.solved}` : text;
  }

  // ---- moves of the user

  /** Slides a tile and all tiles between it and the gap. @param {number} tile */
  #onClick(tile) {
    const { columns } = this;
    const tiles = this.boards[this.film.player.at];
    const [from, gap] = [tiles.indexOf(tile), tiles.indexOf(0)];
    const down = Math.floor(from / columns) - Math.floor(gap / columns);
    const right = (from % columns) - (gap % columns);
    if (down && right) return;
    const move = down ? (down < 0 ? "UP" : "DOWN") : right < 0 ? "LEFT" : "RIGHT";
    this.#makeMoves(Array(Math.abs(down + right)).fill(move));
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    // A key moves a tile in its direction, so the gap moves in the opposite direction.
    const move = REVERSE[event.key.replace("Arrow", "").toUpperCase()];
    if (!move || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (applyMove(this.boards[this.film.player.at], this.columns, move)) this.#makeMoves([move]);
  }

  /** @param {string[]} made */
  #makeMoves(made) {
    const { model } = this;
    const { player } = this.film;
    player.pause(false);
    const moves = /** @type {string[]} */ (model.get("moves") ?? []);
    const asPlanned = made.every((move, i) => moves[player.at + i] === move);
    const at = player.at + made.length;
    const all = asPlanned ? moves : [...moves.slice(0, player.at), ...made];
    model.set("at", at);
    if (!asPlanned) model.set("moves", all);
    this.load();
    model.save_changes();
    announce(this.describe(at));
  }

  async solve() {
    const version = ++this.version;
    const { player } = this.film;
    this.status.textContent = W.thinking;
    try {
      const { columns } = this;
      const tiles = this.boards[player.at];
      const rows = Array.from({ length: this.rows }, (_, r) => tiles.slice(r * columns, r * columns + columns));
      const { moves } = await this.ask("solve", { tiles: rows });
      if (version !== this.version) return;
      const all = [...(this.model.get("moves") ?? []).slice(0, player.at), ...moves];
      this.model.set("moves", all);
      this.load();
      this.model.save_changes();
      announce(this.status.textContent ?? "");
    } catch (error) {
      if (!(error instanceof KernelError)) throw error;
      if (version !== this.version) return;
      this.status.textContent = error.message;
      announce(error.message);
    }
  }
}

export default widgetModule((model, el, ask) => new SlidingView(model, el, ask));
