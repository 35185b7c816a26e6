// The front end of PackingWidget: a box that fills piece by piece, in the plane or as a pyramid with
// its layers beside the heap, and the player of the pieces.

import { button, h, replaceChildren, s } from "../../web/static/base/dom.js";
import { played, shown } from "./film_player.js";
import { announce } from "./storage_stub.js";
import { W } from "./strings.js";
import { KernelError, frame } from "./widget_shell.js";

/** @typedef {import("./widget_shell.js").Model} Model */
/** @typedef {{name: string, letter: string, cells: number[], light: string, dark: string}} Laid */

const TILT = 0.45; // of the heap: radians between the line of sight and the vertical
const BIG = 1.6; // the heap's spheres beside those of its layers

const packingSheet = new CSSStyleSheet();
packingSheet.replaceSync(`
.pack { display: grid; gap: .8rem; max-inline-size: 44rem; }
.box { display: block; inline-size: 100%; block-size: auto; max-block-size: 26rem; }
.box text { font: 600 .34px system-ui, sans-serif; text-anchor: middle; }
.laid { visibility: hidden; } .laid.in { visibility: visible; }
@media (prefers-reduced-motion: no-preference) {
  .laid.last { animation: lay 180ms ease-out; }
  @keyframes lay { from { opacity: 0; transform: translateY(-.35px); } }
}
`);

class Box {
  /** @param {Model} model @param {HTMLElement} el @param {(ask: string, more?: object) => Promise<any>} ask */
  constructor(model, el, ask) {
    this.model = model;
    this.ask = ask;
    this.dark = false;
    /** @type {Laid[]} in the order they were placed */
    this.pieces = [];
    /** @type {SVGElement[][]} what is drawn of each */
    this.drawn = [];
    this.svg = s("svg", { class: "box", role: "img" });
    this.status = h("p", { class: "muted" });
    this.solving = button(W.solve, "solve", () => this.solve());
    this.frame = frame(el, model, [packingSheet], (dark) => {
      this.dark = dark;
      this.take();
    });
    this.played = played(model, W.pieces, {
      count: () => this.pieces.length + 1,
      show: (k) => this.show(k),
      label: (k) => W.piece(k, this.pieces.length),
      tell: (k) => (k ? `${W.placed(this.pieces[k - 1].name)}, ${W.piece(k, this.pieces.length)}` : W.notYet),
    });
    this.arrive = () => this.take();
    model.on("change:packing", this.arrive);
    this.foot = h("div", { class: "between" }, this.status, this.solving);
    this.frame.root.append(h("div", { class: "pack" }, this.svg, this.foot, this.played.player));
    this.frame.begin();
  }

  end() {
    this.model.off("change:packing", this.arrive);
    this.played.end();
    this.frame.end();
  }

  /** Draw what the kernel has. */
  take() {
    const { size, layers, cells, pieces, bare } = this.model.get("packing");
    this.pieces = pieces;
    this.drawn = pieces.map(() => []);
    this.svg.setAttribute("aria-label", W.packing(size));
    const colours = this.dark
      ? { line: "#f6f6f8", bare: bare.dark, ink: "#f6f6f8" }
      : { line: "#1b1b1f", bare: bare.light, ink: "#1b1b1f" };
    if (layers) this.#heap(layers, cells, colours);
    else this.#plane(cells, colours);
    this.played.player.hidden = !pieces.length;
    this.foot.hidden = pieces.length > 0;
    this.status.textContent = pieces.length ? "" : W.notYet;
    this.played.arrive();
  }

  /** @param {number} k which pieces lie there by now: the first k */
  show(k) {
    this.drawn.forEach((group, i) => {
      for (const element of group) {
        element.classList.toggle("in", i < k);
        element.classList.toggle("last", i === k - 1);
      }
    });
  }

  /** @param {number} k @param {SVGElement} element */
  #lay(k, element) {
    element.classList.add("laid");
    this.drawn[k].push(element);
    return element;
  }

  /** @param {[number, number, number][]} cells @param {{line: string, bare: string, ink: string}} colours */
  #plane(cells, colours) {
    const wide = Math.max(...cells.map(([, , c]) => c)) + 1;
    const high = Math.max(...cells.map(([, r]) => r)) + 1;
    this.svg.setAttribute("viewBox", `-.1 -.1 ${wide + 0.2} ${high + 0.2}`);
    const square = (/** @type {number} */ i) => `M${cells[i][2]} ${cells[i][1]}h1v1h-1z`;
    /** The lines around a set of cells, or between them. @param {Set<string>} inside @param {boolean} rim */
    const edges = (inside, rim) => {
      let path = "";
      for (const key of inside) {
        const [r, c] = key.split(",").map(Number);
        const near = (/** @type {number} */ down, /** @type {number} */ right) => inside.has(`${r + down},${c + right}`);
        if (rim && !near(-1, 0)) path += `M${c} ${r}h1`;
        if (rim && !near(0, -1)) path += `M${c} ${r}v1`;
        if (rim !== near(1, 0)) path += `M${c} ${r + 1}h1`;
        if (rim !== near(0, 1)) path += `M${c + 1} ${r}v1`;
      }
      return path;
    };
    const placed = (/** @type {number[]} */ of) => new Set(of.map((i) => `${cells[i][1]},${cells[i][2]}`));
    const line = { fill: "none", stroke: colours.line, "stroke-linecap": "round" };
    const all = placed([...cells.keys()]);
    replaceChildren(
      this.svg,
      s("path", { d: [...cells.keys()].map(square).join(""), fill: colours.bare }),
      s("path", { ...line, d: edges(all, false), "stroke-width": 0.02, "stroke-opacity": 0.15 }),
      s("path", { ...line, d: edges(all, true), "stroke-width": 0.09 }),
      this.pieces.map((piece, k) => {
        const own = placed(piece.cells);
        return this.#lay(
          k,
          s(
            "g",
            {},
            s("title", {}, piece.name),
            s("path", { d: piece.cells.map(square).join(""), fill: this.dark ? piece.dark : piece.light }),
            s("path", { ...line, d: edges(own, false), "stroke-width": 0.02, "stroke-opacity": 0.25 }),
            s("path", { ...line, d: edges(own, true), "stroke-width": 0.08 }),
          ),
        );
      }),
    );
  }

  /** @param {number} side @param {[number, number, number][]} cells @param {{line: string, bare: string, ink: string}} colours */
  #heap(side, cells, colours) {
    // Layers from left to right, and on to the next row once it is twice as long as the largest.
    /** @type {[number, number][]} */
    const corners = [];
    let [x, y, high, wide] = [0, 0, 0, 0];
    for (let layer = 0; layer < side; layer++) {
      if (x && x + side - layer > 2 * side) [x, y, high] = [0, y + high + 0.5, 0];
      corners.push([x, y]);
      x += side - layer + 0.5;
      high = Math.max(high, side - layer);
      wide = Math.max(wide, x);
    }
    /** @type {Map<number, number>} the piece on a cell */
    const owner = new Map();
    this.pieces.forEach((piece, k) => piece.cells.forEach((i) => owner.set(i, k)));
    const colour = (/** @type {number} */ k) => (this.dark ? this.pieces[k].dark : this.pieces[k].light);
    const flat = cells.map(([layer, r, c]) => [corners[layer][0] + c + 0.5, corners[layer][1] + r + 0.5]);
    const numbers = new Map(cells.map((place, i) => [String(place), i]));
    const discs = flat.map(([cx, cy]) => s("circle", { cx, cy, r: 0.46, fill: colours.bare }));
    const laid = this.pieces.map((piece, k) => {
      let necks = "";
      for (const i of piece.cells) {
        const [layer, r, c] = cells[i];
        for (const near of [`${layer},${r},${c + 1}`, `${layer},${r + 1},${c}`]) {
          const other = numbers.get(near);
          if (other !== undefined && owner.get(other) === k) necks += `M${flat[i]}L${flat[other]}`;
        }
      }
      return this.#lay(
        k,
        s(
          "g",
          {},
          s("title", {}, piece.name),
          s("path", { d: necks, stroke: colour(k), "stroke-width": 0.45 }),
          piece.cells.map((i) => s("circle", { cx: flat[i][0], cy: flat[i][1], r: 0.46, fill: colour(k) })),
          piece.cells.map((i) => s("text", { x: flat[i][0], y: flat[i][1] + 0.12, fill: colours.ink }, piece.letter)),
        ),
      );
    });
    // The heap, seen from a little in front: far ones first.
    const seen = cells.map(([layer, r, c], i) => {
      const [u, v, w] = [c + layer / 2, r + layer / 2, layer * Math.SQRT1_2];
      const up = v * Math.cos(TILT) - w * Math.sin(TILT);
      return { far: v * Math.sin(TILT) + w * Math.cos(TILT), u, up, i };
    });
    seen.sort((a, b) => a.far - b.far || a.u - b.u);
    const top = Math.min(...seen.map(({ up }) => up));
    const shades = s("radialGradient", { id: "shade", cx: "35%", cy: "32%", r: "70%" });
    for (const [offset, ink, opacity] of [["0%", "#fff", 0.75], ["35%", "#fff", 0], ["60%", "#000", 0], ["100%", "#000", 0.5]]) {
      shades.append(s("stop", { offset, "stop-color": ink, "stop-opacity": opacity }));
    }
    const spheres = seen.map(({ u, up, i }) => {
      const at = { cx: wide + 0.5 + (u + 0.5) * BIG, cy: (up - top + 0.5) * BIG, r: BIG / 2 };
      const k = owner.get(i);
      if (k === undefined) return s("circle", { ...at, r: 0.1 * BIG, fill: colours.bare });
      return this.#lay(
        k,
        s("g", {}, s("circle", { ...at, fill: colour(k) }), s("circle", { ...at, fill: "url(#shade)" })),
      );
    });
    const low = Math.max(...seen.map(({ up }) => (up - top + 1) * BIG), y + high);
    this.svg.setAttribute("viewBox", `-.1 -.1 ${wide + 0.6 + side * BIG} ${low + 0.2}`);
    replaceChildren(this.svg, s("defs", {}, shades), discs, laid, spheres);
  }

  async solve() {
    this.solving.disabled = true;
    this.status.textContent = W.thinking;
    try {
      await this.ask("solve"); // the answer comes as the trait `packing`
      announce(W.full);
    } catch (error) {
      if (!(error instanceof KernelError)) throw error;
      this.status.textContent = error.message;
      announce(error.message);
    } finally {
      this.solving.disabled = false;
    }
  }
}

export default shown((model, el, ask) => new Box(model, el, ask));
