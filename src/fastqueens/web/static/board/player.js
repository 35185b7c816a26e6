// <fq-player>: plays a film forwards and backwards. A film is an object that can show its positions by number. The number
// of positions may grow while the player plays.
//
//   const player = playerElement({ show: (k) => draw(frames[k]) }, "Moves");
//   player.count = 80;               // positions 0 to 79; set it again when more positions exist
//   player.showPosition(3);
//   player.play();                   // the player reports the actions of the reader as `fq-player` events
//
// These keys work while the focus is in the player or in an element that was passed to `listen`:
// Space plays and pauses, Left and Right move by one position, Home and End go to the first and the
// last position, comma and full stop change the speed.

import { announce } from "../base/announce.js";
import { button, h, icon } from "../base/dom.js";
import { isTyping } from "../base/shortcuts.js";
import { settings } from "../base/storage.js";
import { reducedMotion } from "./board_style.js";
import { P } from "./player_texts.js";

/**
 * A film: a sequence of numbered positions.
 * @typedef {object} Film
 * @property {(k: number) => void} show shows a position that is loaded
 * @property {(k: number) => boolean} [has] whether a position is loaded; without this function, all positions are loaded
 * @property {(k: number) => Promise<unknown>} [load] loads a position
 * @property {(k: number) => string} [label] the name of a position; by default a text such as "12 of 80"
 * @property {(k: number) => string} [describe] the text for a screen reader when the player stops; by default the label
 */

const NOTCHES_PER_DECADE = 8; // After so many notches of the slider the speed is tenfold.
const MAX_NOTCH = 3 * NOTCHES_PER_DECADE + 1; // The notches go from 1 to 1000 positions a second; the last is full speed.
const FULL_SPEED_MS = 2000; // the time in which all positions are shown at full speed
const REDUCED_MOTION_MS = 350; // the time between two pictures for readers who prefer reduced motion
const REPORT_MS = 5000; // the time between two progress reports to a screen reader
const ANNOUNCE_DELAY_MS = 400; // A position is announced after this time without another step.

const sheet = new CSSStyleSheet();
sheet.replaceSync(`
fq-player { display: grid; grid-template-columns: minmax(0, 1fr); gap: .35rem; inline-size: 100%; }
fq-player .reel { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: .2rem .9rem; align-items: center; }
fq-player output { font-variant-numeric: tabular-nums; font-size: .9rem; color: var(--muted); white-space: nowrap; min-inline-size: 6ch; text-align: end; }
fq-player .knobs { display: flex; flex-wrap: wrap; gap: .3rem; align-items: center; }
fq-player .knobs > .speed { display: flex; flex-wrap: wrap; align-items: center; gap: .6rem; margin-inline-start: auto; font-size: .9rem; }
fq-player .speed output { min-inline-size: 7.8rem; text-align: start; }
fq-player input[type=range] { inline-size: 100%; min-inline-size: 0; min-block-size: 32px; margin: 0; accent-color: var(--accent); }
fq-player .speed input[type=range] { inline-size: 6.5rem; }
fq-player button.bare { border-color: var(--line); background: var(--lift); }
fq-player button.bare.main { background: var(--accent); inline-size: 60px; }
fq-player button[aria-disabled=true] { opacity: .5; cursor: default; }
fq-player[aria-busy=true] .reel { opacity: .55; }
@media (max-width: 560px) {
  fq-player .knobs { justify-content: space-between; }
  fq-player .knobs > .speed { inline-size: 100%; }
  fq-player .knobs > .speed input[type=range] { flex: 1; }
}
@media (pointer: coarse) { fq-player input[type=range] { min-block-size: 44px; } }
`);

/** Returns the speed of a notch of the slider, in positions a second. @param {number} notch @returns {number} */
export const speedOfNotch = (notch) =>
  notch >= MAX_NOTCH ? Infinity : 10 ** (Math.max(0, notch) / NOTCHES_PER_DECADE);

export class FqPlayer extends HTMLElement {
  constructor() {
    super();
    /** @type {Film} */
    this.film = { show: () => {} };
    this.at = 0;
    this.playing = false;
    /** the notch of the speed slider */
    this.notch = NOTCHES_PER_DECADE;
    this._count = 0;
    this._growing = false;
    this._built = false;
    this.pending = 0; // positions to advance in the next picture, with a fraction
    this.lastTick = 0; // the time of the last animation frame
    this.lastShown = 0; // the time of the last picture
    this.lastReport = 0;
    this.announceTimer = 0;
    this.wanted = -1; // the position to show when the loading ends, or -1
    this.updateScheduled = false; // whether the controls are updated in the next animation frame
  }

  /** The number of positions that exist now. */
  get count() {
    return this._count;
  }
  set count(count) {
    if (count === this._count) return;
    const none = !this._count;
    this._count = count;
    if (this.at >= count && count) this.showPosition(count - 1);
    else if (none && count) this.showPosition(this.at);
    else this.#scheduleUpdate();
  }

  /** Whether more positions may be added. If so, the player waits at the end. */
  get growing() {
    return this._growing;
  }
  set growing(on) {
    if (on === this._growing) return;
    this._growing = on;
    this.#updateControls();
  }

  /**
   * The number of positions that are shown in a second. With Infinity, all positions are shown in
   * two seconds, and new positions are shown at once.
   */
  get speed() {
    return speedOfNotch(this.notch);
  }
  set speed(speed) {
    this.notch =
      speed === Infinity
        ? MAX_NOTCH
        : Math.min(MAX_NOTCH - 1, Math.max(0, Math.round(NOTCHES_PER_DECADE * Math.log10(speed))));
    this.#updateControls();
  }

  connectedCallback() {
    const root = /** @type {Document | ShadowRoot} */ (this.getRootNode()); // The player of a widget is in a shadow tree.
    if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
    this.#build();
  }

  disconnectedCallback() {
    this.pause(false);
    clearTimeout(this.announceTimer);
  }

  #build() {
    if (this._built) return;
    this._built = true;
    const knob = (/** @type {string} */ text, /** @type {string} */ picture, /** @type {() => void} */ act) =>
      button(text, picture, act, { bare: true });
    this.reel = h("input", {
      type: "range",
      min: 0,
      step: 1,
      "aria-label": P.position,
      oninput: () => {
        this.pause(false);
        this.showPosition(Number(this.reel?.value));
      },
    });
    this.counter = h("output");
    this.toFirst = knob(P.first, "first", () => this.jumpTo(0));
    this.toBack = knob(P.back, "back", () => this.step(-1));
    this.toggle = button(P.play, "play", () => this.togglePlay(), { bare: true, class: "main" });
    this.toNext = knob(P.step, "next", () => this.step(1));
    this.toLast = knob(P.last, "last", () => this.jumpTo(this._count - 1));
    this.dial = h("input", {
      type: "range",
      min: 0,
      max: MAX_NOTCH,
      step: 1,
      "aria-label": P.speed,
      oninput: () => this.#setNotch(Number(this.dial?.value)),
    });
    this.rate = h("output");
    this.setAttribute("role", "group");
    if (!this.hasAttribute("aria-label")) this.setAttribute("aria-label", P.player);
    this.append(
      h("div", { class: "reel" }, this.reel, this.counter),
      h(
        "div",
        { class: "knobs" },
        this.toFirst,
        this.toBack,
        this.toggle,
        this.toNext,
        this.toLast,
        h("div", { class: "speed" }, this.dial, this.rate),
      ),
    );
    this.listen(this);
    this.#updateControls();
  }

  /** Makes the keys of the player work in another element. @param {HTMLElement} element */
  listen(element) {
    element.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const target = event.composedPath()[0];
    const ours = target === this.reel || target === this.dial;
    if (isTyping(event) && !ours) return;
    // A button or a link uses the Space key itself.
    if (event.key === " " && target instanceof HTMLElement && target.closest("button, a, summary")) return;
    const acts = /** @type {Record<string, () => void>} */ ({
      " ": () => this.togglePlay(),
      ArrowLeft: () => this.step(-1),
      ArrowRight: () => this.step(1),
      Home: () => this.jumpTo(0),
      End: () => this.jumpTo(this._count - 1),
      ...(settings.keys && {
        ",": () => this.#setNotch(this.notch - 2),
        ".": () => this.#setNotch(Math.min(MAX_NOTCH, this.notch + 2)),
      }),
    });
    const act = acts[event.key];
    if (!act || (target === this.dial && !" ,.".includes(event.key))) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  /** @param {string} what */
  #emit(what) {
    this.dispatchEvent(new CustomEvent("fq-player", { detail: { what, at: this.at }, bubbles: true }));
  }

  /** @param {number} notch */
  #setNotch(notch) {
    this.notch = Math.min(MAX_NOTCH, Math.max(0, notch));
    this.#updateControls();
    if (document.activeElement !== this.dial) announce(this.rateText);
    this.#emit("speed");
  }

  get rateText() {
    return this.notch >= MAX_NOTCH ? P.full : P.aSecond(this.speed);
  }

  /**
   * Shows a position. If the position is not loaded, the player loads it first.
   * @param {number} k
   * @returns {boolean} whether the position is shown now
   */
  showPosition(k) {
    if (!this._count) return false;
    const at = Math.min(this._count - 1, Math.max(0, Math.round(k) || 0));
    const { film } = this;
    if (film.load && film.has && !film.has(at)) {
      if (this.wanted < 0) this.#fetch(at);
      this.wanted = at;
      return false;
    }
    this.wanted = -1;
    this.at = at;
    this.removeAttribute("aria-busy");
    film.show(at);
    this.#updateControls();
    return true;
  }

  /** @param {number} k */
  async #fetch(k) {
    this.setAttribute("aria-busy", "true");
    if (this.counter) this.counter.textContent = P.fetching;
    try {
      await this.film.load?.(k);
    } catch (error) {
      this.wanted = -1;
      this.pause(false);
      this.removeAttribute("aria-busy");
      this.#updateControls();
      throw error;
    }
    const wanted = this.wanted;
    this.wanted = -1;
    // Show the position that was requested last. A position that could not be loaded is not requested again.
    if (wanted >= 0 && (wanted !== k || !this.film.has || this.film.has(k))) this.showPosition(wanted);
    else if (wanted >= 0) {
      this.pause(false);
      this.removeAttribute("aria-busy");
      this.#updateControls();
    }
  }

  /** Shows a position that the reader has chosen. @param {number} k */
  jumpTo(k) {
    this.pause(false);
    this.showPosition(k);
    this.#announcePosition();
    this.#emit("go");
  }

  /** Moves by one position. @param {number} by 1 or -1 */
  step(by) {
    this.pause(false);
    const from = this.wanted >= 0 ? this.wanted : this.at;
    this.showPosition(from + by);
    this.#announcePosition();
    this.#emit("go");
  }

  togglePlay() {
    if (this.playing) this.pause();
    else this.play();
  }

  /** Plays. At the end of the film, plays from the start. */
  play() {
    if (this.playing) return;
    if (this.at >= this._count - 1 && !this._growing) this.showPosition(0);
    this.playing = true;
    this.pending = 0;
    this.lastTick = this.lastShown = this.lastReport = performance.now();
    this.#updateControls();
    this.#emit("play");
    requestAnimationFrame((now) => this.#tick(now));
  }

  /** @param {boolean} [announced] whether the position is announced */
  pause(announced = true) {
    if (!this.playing) return;
    this.playing = false;
    this.#updateControls();
    if (announced) this.#announcePosition(0);
    this.#emit("pause");
  }

  /** @param {number} now */
  #tick(now) {
    if (!this.playing) return;
    // After the page was hidden, the film does not jump ahead.
    const passed = Math.min(250, Math.max(0, now - this.lastTick));
    this.lastTick = now;
    const last = this._count - 1;
    if (this.wanted < 0) {
      this.pending +=
        this.speed === Infinity
          ? (this._count * passed) / FULL_SPEED_MS + (this._growing ? last : 0)
          : (this.speed * passed) / 1000;
    }
    const by = Math.min(Math.floor(this.pending), last - this.at);
    if (by > 0 && this.wanted < 0 && (!reducedMotion.matches || now - this.lastShown >= REDUCED_MOTION_MS)) {
      this.pending = this.speed === Infinity ? 0 : this.pending - by;
      this.lastShown = now;
      this.showPosition(this.at + by);
    }
    if (this.at >= this._count - 1) {
      this.pending = Math.min(this.pending, 1);
      if (!this._growing && this._count) {
        this.pause(false);
        this.#announcePosition(0, P.atEnd);
        return;
      }
    }
    if (now - this.lastReport > REPORT_MS) {
      this.lastReport = now;
      announce(this.#description());
    }
    requestAnimationFrame((next) => this.#tick(next));
  }

  get label() {
    return this.film.label?.(this.at) ?? P.of(this.at + 1, this._count, this._growing);
  }

  #description() {
    return this.film.describe?.(this.at) ?? this.label;
  }

  /** @param {number} [wait] @param {string} [after] */
  #announcePosition(wait = ANNOUNCE_DELAY_MS, after = "") {
    clearTimeout(this.announceTimer);
    // A screen reader reads the slider itself.
    if (wait && document.activeElement === this.reel) return;
    this.announceTimer = setTimeout(() => announce(`${this.#description()} ${after}`.trim()), wait);
  }

  /** Updates the controls in the next animation frame, because hundreds of positions may arrive before it. */
  #scheduleUpdate() {
    if (this.updateScheduled) return;
    this.updateScheduled = true;
    requestAnimationFrame(() => this.#updateControls());
  }

  #updateControls() {
    this.updateScheduled = false;
    const { reel, dial, toggle, counter, rate } = this;
    if (!reel || !dial || !toggle || !counter || !rate) return;
    const last = Math.max(0, this._count - 1);
    reel.max = String(last);
    reel.value = String(this.at);
    reel.disabled = !this._count;
    reel.setAttribute("aria-valuetext", this.label);
    counter.textContent = this._count ? this.label : "";
    dial.value = String(this.notch);
    dial.setAttribute("aria-valuetext", this.rateText);
    rate.textContent = this.rateText;
    const name = this.playing ? P.pause : P.play;
    if (toggle.title !== name) {
      for (const side of ["aria-label", "title"]) toggle.setAttribute(side, name);
      toggle.replaceChildren(icon(this.playing ? "pause" : "play"));
    }
    toggle.disabled = !this._count && !this._growing;
    // At the ends the buttons are only marked as disabled, because a disabled button would lose the focus.
    for (const knob of [this.toFirst, this.toBack]) knob?.setAttribute("aria-disabled", String(this.at <= 0));
    for (const knob of [this.toNext, this.toLast]) knob?.setAttribute("aria-disabled", String(this.at >= last));
  }
}

customElements.define("fq-player", FqPlayer);

/**
 * Returns a player for a film.
 * @param {Film} film
 * @param {string} [name] the name for screen readers
 */
export function playerElement(film, name) {
  const player = /** @type {FqPlayer} */ (document.createElement("fq-player"));
  player.film = film;
  if (name) player.setAttribute("aria-label", name);
  return player;
}
