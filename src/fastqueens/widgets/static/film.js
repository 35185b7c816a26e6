// The front end of FilmWidget: the picture and the sentence of a frame, and a player. The kernel
// draws the pictures in chunks, when they are needed.

import { h, replaceChildren } from "../../web/static/base/dom.js";
import { filmPlayer, widgetModule } from "./film_player.js";
import { W } from "./strings.js";
import { KernelError, createShell } from "./widget_shell.js";

/** @typedef {import("./widget_shell.js").Model} Model */
/** @typedef {{picture: string, sentence: string, lines: number[]}} Frame */

const MAX_CHARS = 8_000_000; // After so many characters of pictures, the oldest pictures are dropped.
const READ_AHEAD = 20; // The next chunk is requested so many frames before it is needed.
const OPTIONS = ["axes", "letters", "patterns"];

const filmSheet = new CSSStyleSheet();
filmSheet.replaceSync(`
.film { display: grid; gap: .8rem; max-inline-size: 44rem; }
.screen { display: flex; flex-wrap: wrap; gap: 1rem; align-items: start; }
.picture svg { display: block; max-inline-size: 100%; inline-size: auto; block-size: auto; max-block-size: 26rem; }
.sentence { min-block-size: 2.9em; }
.code { margin: 0; padding: 0; list-style: none; font: 13px/1.5 ui-monospace, monospace; white-space: pre; overflow-x: auto; }
.code li { padding-inline: .5rem; border-inline-start: 3px solid transparent; }
.code li[aria-current] { background: var(--tint); border-color: var(--accent); }
`);

class FilmView {
  /** @param {Model} model @param {HTMLElement} el @param {(name: string, details?: object) => Promise<any>} ask */
  constructor(model, el, ask) {
    this.model = model;
    this.ask = ask;
    this.dark = false;
    /** @type {Map<number, Frame>} the frames that are loaded, the oldest first */
    this.loaded = new Map();
    this.chars = 0;
    /** The number of changes of the style. Pictures of an earlier style are ignored. */
    this.version = 0;
    /** @type {Promise<void> | null} the request that is running */
    this.request = null;
    this.picture = h("div", { class: "picture", role: "img" });
    this.sentence = h("p", { class: "sentence" });
    this.code = h("ol", { class: "code" });
    this.note = h("p", { class: "muted" });
    this.shell = createShell(el, model, [filmSheet], (dark) => {
      this.dark = dark;
      this.reload();
    });
    this.film = filmPlayer(model, W.film, {
      count: () => this.model.get("count"),
      has: (k) => this.loaded.has(k),
      load: (k) => this.load(k),
      show: (k) => this.show(k),
      describe: (k) => this.loaded.get(k)?.sentence ?? "",
    });
    this.onChange = () => this.reload();
    for (const name of OPTIONS) model.on(`change:${name}`, this.onChange);
    const lines = /** @type {string[]} */ (model.get("pseudocode") ?? []);
    replaceChildren(
      this.code,
      lines.map((line) => h("li", {}, line)),
    );
    this.code.hidden = !lines.length;
    this.note.hidden = model.get("complete");
    this.note.textContent = W.moreFrames(model.get("count"));
    const screen = h("div", { class: "screen" }, this.picture, this.code);
    this.shell.root.append(h("div", { class: "film" }, screen, this.sentence, this.film.player, this.note));
    // A saved notebook has no kernel that draws: it shows the frame that was shown last.
    const saved = model.get("_shown");
    if (saved?.at === model.get("at")) this.#display(saved.at, saved);
    this.shell.begin();
  }

  end() {
    for (const name of OPTIONS) this.model.off(`change:${name}`, this.onChange);
    this.film.end();
    this.shell.end();
  }

  /** Drops all pictures and loads the current one, because the style has changed. */
  reload() {
    this.version++;
    this.loaded.clear();
    this.chars = 0;
    this.request = null;
    this.film.refresh();
  }

  /** Loads a frame and the frames after it. @param {number} k */
  async load(k) {
    await this.request; // one request at a time
    if (!this.loaded.has(k)) await (this.request = this.#fetch(k));
  }

  /** @param {number} k */
  async #fetch(k) {
    const version = this.version;
    try {
      const { start, frames } = await this.ask("pictures", { start: k, theme: this.dark ? "dark" : "light" });
      if (version !== this.version) return this.load(this.film.player.at);
      frames.forEach((/** @type {Frame} */ frame, /** @type {number} */ i) => this.#store(start + i, frame));
    } catch (error) {
      if (!(error instanceof KernelError)) throw error;
      this.sentence.textContent = error.message;
    } finally {
      if (version === this.version) this.request = null;
    }
  }

  /** @param {number} k @param {Frame} frame */
  #store(k, frame) {
    if (this.loaded.has(k)) return;
    this.loaded.set(k, frame);
    this.chars += frame.picture.length;
    for (const [old, { picture }] of this.loaded) {
      if (this.chars <= MAX_CHARS || old === k) break;
      this.loaded.delete(old);
      this.chars -= picture.length;
    }
  }

  /** Loads the frames that are needed soon. @param {number} k */
  #readAhead(k) {
    const end = Math.min(k + READ_AHEAD, this.model.get("count"));
    for (let next = k + 1; next < end; next++) if (!this.loaded.has(next)) return void this.load(next);
  }

  /** @param {number} k */
  show(k) {
    const frame = this.loaded.get(k);
    if (!frame) return; // the player loads it and then shows it
    this.#display(k, frame);
    this.model.set("_shown", { ...frame, at: k });
    if (!this.request) this.#readAhead(k);
  }

  /** @param {number} k @param {Frame} frame */
  #display(k, frame) {
    const svg = frame.picture && new DOMParser().parseFromString(frame.picture, "image/svg+xml").documentElement;
    replaceChildren(this.picture, svg ? document.importNode(svg, true) : []);
    this.picture.setAttribute("aria-label", frame.sentence || W.frame(k + 1));
    this.sentence.textContent = frame.sentence;
    [...this.code.children].forEach((line, i) => {
      if (frame.lines.includes(i)) line.setAttribute("aria-current", "step");
      else line.removeAttribute("aria-current");
    });
  }
}

export default widgetModule((model, el, ask) => new FilmView(model, el, ask));
