// The front end of PackingWidget: a board on which pieces appear one after another, and a player
// that controls the number of pieces. A pyramid is drawn twice: as a whole, and as separate layers.

import { button, h, replaceChildren, s } from "../../web/static/base/dom.js";
import { filmPlayer, widgetModule } from "./film_player.js";
import { announce } from "./storage_stub.js";
import { W } from "./strings.js";
import { KernelError, createShell } from "./widget_shell.js";

/** @typedef {import("./widget_shell.js").Model} Model */
/** @typedef {{name: string, letter: string, cells: number[], light: string, dark: string}} Piece */
/** @typedef {[number, number, number]} Cell the layer, the row and the column of a cell */
/** @typedef {{line: string, empty: string, ink: string}} Colours */

const TILT = 0.45; // the angle between the line of sight and the vertical, in radians
const SPHERE = 1.6; // the diameter of a sphere of the pyramid; the layers have cells of size 1

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

class PackingView {
  /** @param {Model} model @param {HTMLElement} el @param {(name: string, details?: object) => Promise<any>} ask */
  constructor(model, el, ask) {
    this.model = model;
    this.ask = ask;
    this.dark = false;
    /** @type {Piece[]} the pieces in the order in which they were placed */
    this.pieces = [];
    /** @type {SVGElement[][]} the elements of each piece */
    this.elements = [];
    this.svg = s("svg", { class: "box", role: "img" });
    this.status = h("p", { class: "muted" });
    this.solveButton = button(W.solve, "solve", () => this.solve());
    this.shell = createShell(el, model, [packingSheet], (dark) => {
      this.dark = dark;
      this.load();
    });
    this.film = filmPlayer(model, W.pieces, {
      count: () => this.pieces.length + 1,
      show: (k) => this.show(k),
      label: (k) => W.piece(k, this.pieces.length),
      describe: (k) => (k ? `${W.placed(this.pieces[k - 1].name)}, ${W.piece(k, this.pieces.length)}` : W.notYet),
    });
    this.onChange = () => this.load();
    model.on("change:packing", this.onChange);
    this.foot = h("div", { class: "between" }, this.status, this.solveButton);
    this.shell.root.append(h("div", { class: "pack" }, this.svg, this.foot, this.film.player));
    this.shell.begin();
  }

  end() {
    this.model.off("change:packing", this.onChange);
    this.film.end();
    this.shell.end();
  }

  /** Loads the packing from the kernel, and draws it. */
  load() {
    const { size, layers, cells, pieces, bare } = this.model.get("packing");
    this.pieces = pieces;
    this.elements = pieces.map(() => []);
    this.svg.setAttribute("aria-label", W.packing(size));
    const colours = this.dark
      ? { line: "#f6f6f8", empty: bare.dark, ink: "#f6f6f8" }
      : { line: "#1b1b1f", empty: bare.light, ink: "#1b1b1f" };
    if (layers) this.#drawPyramid(layers, cells, colours);
    else this.#drawBoard(cells, colours);
    this.film.player.hidden = !pieces.length;
    this.foot.hidden = pieces.length > 0;
    this.status.textContent = pieces.length ? "" : W.notYet;
    this.film.refresh();
  }

  /** Shows the first k pieces. @param {number} k */
  show(k) {
    this.elements.forEach((group, i) => {
      for (const element of group) {
        element.classList.toggle("in", i < k);
        element.classList.toggle("last", i === k - 1);
      }
    });
  }

  /** Adds an element to a piece. @param {number} piece @param {...any} children */
  #pieceElement(piece, ...children) {
    const element = s("g", { class: "laid" }, ...children);
    this.elements[piece].push(element);
    return element;
  }

  /** @param {number} piece */
  #colour(piece) {
    return this.dark ? this.pieces[piece].dark : this.pieces[piece].light;
  }

  /** @param {Cell[]} cells @param {Colours} colours */
  #drawBoard(cells, colours) {
    const width = Math.max(...cells.map(([, , c]) => c)) + 1;
    const height = Math.max(...cells.map(([, r]) => r)) + 1;
    this.svg.setAttribute("viewBox", `-.1 -.1 ${width + 0.2} ${height + 0.2}`);
    const area = (/** @type {number[]} */ of, /** @type {string} */ fill, inner = 0.25, outer = 0.08) => {
      const line = { fill: "none", stroke: colours.line, "stroke-linecap": "round" };
      const squares = of.map((i) => `M${cells[i][2]} ${cells[i][1]}h1v1h-1z`).join("");
      const inside = new Set(of.map((i) => `${cells[i][1]},${cells[i][2]}`));
      return [
        s("path", { d: squares, fill }),
        s("path", { ...line, d: edgesPath(inside, false), "stroke-width": 0.02, "stroke-opacity": inner }),
        s("path", { ...line, d: edgesPath(inside, true), "stroke-width": outer }),
      ];
    };
    replaceChildren(
      this.svg,
      area([...cells.keys()], colours.empty, 0.15, 0.09),
      this.pieces.map(({ name, cells: own }, k) =>
        this.#pieceElement(k, s("title", {}, name), area(own, this.#colour(k))),
      ),
    );
  }

  /** @param {number} side @param {Cell[]} cells @param {Colours} colours */
  #drawPyramid(side, cells, colours) {
    const { corners, width, height } = placeLayers(side);
    /** @type {Map<number, number>} */
    const pieceByCell = new Map();
    this.pieces.forEach((piece, k) => piece.cells.forEach((i) => pieceByCell.set(i, k)));
    const centres = cells.map(([layer, r, c]) => [corners[layer][0] + c + 0.5, corners[layer][1] + r + 0.5]);
    const discs = centres.map(([cx, cy]) => s("circle", { cx, cy, r: 0.46, fill: colours.empty }));
    const spheres = placeSpheres(cells);
    const spheresHeight = Math.max(...spheres.map(({ y }) => y)) + SPHERE / 2;
    const picture = spheres.map(({ x, y, cell }) => {
      const at = { cx: width + 0.5 + x, cy: y, r: SPHERE / 2 };
      const k = pieceByCell.get(cell);
      if (k === undefined) return s("circle", { ...at, r: 0.1 * SPHERE, fill: colours.empty });
      return this.#pieceElement(
        k,
        s("circle", { ...at, fill: this.#colour(k) }),
        s("circle", { ...at, fill: "url(#shade)" }),
      );
    });
    const box = [-0.1, -0.1, width + 0.6 + side * SPHERE, Math.max(spheresHeight, height) + 0.2];
    this.svg.setAttribute("viewBox", box.join(" "));
    const flat = this.pieces.map((_, k) => this.#flatPiece(k, cells, centres, colours));
    replaceChildren(this.svg, s("defs", {}, shadeGradient()), discs, flat, picture);
  }

  /** Draws a piece on the layers of a pyramid. @param {number} k @param {Cell[]} cells @param {number[][]} centres @param {Colours} colours */
  #flatPiece(k, cells, centres, colours) {
    const { name, letter, cells: own } = this.pieces[k];
    const numbers = new Map(own.map((i) => [String(cells[i]), i]));
    const fill = this.#colour(k);
    let joints = "";
    for (const i of own) {
      const [layer, r, c] = cells[i];
      for (const near of [`${layer},${r},${c + 1}`, `${layer},${r + 1},${c}`]) {
        const other = numbers.get(near);
        if (other !== undefined) joints += `M${centres[i]}L${centres[other]}`;
      }
    }
    return this.#pieceElement(
      k,
      s("title", {}, name),
      s("path", { d: joints, stroke: fill, "stroke-width": 0.45 }),
      own.map((i) => s("circle", { cx: centres[i][0], cy: centres[i][1], r: 0.46, fill })),
      own.map((i) => s("text", { x: centres[i][0], y: centres[i][1] + 0.12, fill: colours.ink }, letter)),
    );
  }

  async solve() {
    this.solveButton.disabled = true;
    this.status.textContent = W.thinking;
    try {
      await this.ask("solve"); // The kernel writes the solution to the trait `packing`.
      announce(W.full);
    } catch (error) {
      if (!(error instanceof KernelError)) throw error;
      this.status.textContent = error.message;
      announce(error.message);
    } finally {
      this.solveButton.disabled = false;
    }
  }
}

/**
 * Returns the SVG path of the outer or the inner edges of cells.
 * @param {Set<string>} inside
 * @param {boolean} outer
 */
function edgesPath(inside, outer) {
  let path = "";
  for (const key of inside) {
    const [r, c] = key.split(",").map(Number);
    const has = (/** @type {number} */ down, /** @type {number} */ right) => inside.has(`${r + down},${c + right}`);
    if (outer && !has(-1, 0)) path += `M${c} ${r}h1`;
    if (outer && !has(0, -1)) path += `M${c} ${r}v1`;
    if (outer !== has(1, 0)) path += `M${c} ${r + 1}h1`;
    if (outer !== has(0, 1)) path += `M${c + 1} ${r}v1`;
  }
  return path;
}

/** Places the layers of a pyramid in rows from left to right. A row is at most twice as wide as the largest layer. @param {number} side */
function placeLayers(side) {
  /** @type {[number, number][]} */
  const corners = [];
  let [x, y, rowHeight, width] = [0, 0, 0, 0];
  for (let layer = 0; layer < side; layer++) {
    if (x && x + side - layer > 2 * side) [x, y, rowHeight] = [0, y + rowHeight + 0.5, 0];
    corners.push([x, y]);
    x += side - layer + 0.5;
    rowHeight = Math.max(rowHeight, side - layer);
    width = Math.max(width, x);
  }
  return { corners, width, height: y + rowHeight };
}

/** Returns the centres of the spheres of a pyramid, seen from above the front, the farthest first. @param {Cell[]} cells */
function placeSpheres(cells) {
  const spheres = cells.map(([layer, r, c], cell) => {
    const [u, v, w] = [c + layer / 2, r + layer / 2, layer * Math.SQRT1_2];
    const y = (v * Math.cos(TILT) - w * Math.sin(TILT)) * SPHERE;
    return { depth: v * Math.sin(TILT) + w * Math.cos(TILT), x: (u + 0.5) * SPHERE, y, cell };
  });
  const top = Math.min(...spheres.map(({ y }) => y)) - SPHERE / 2;
  return spheres.map((one) => ({ ...one, y: one.y - top })).sort((a, b) => a.depth - b.depth || a.x - b.x);
}

function shadeGradient() {
  const shade = s("radialGradient", { id: "shade", cx: "35%", cy: "32%", r: "70%" });
  for (const [offset, colour, opacity] of [["0%", "#fff", 0.75], ["35%", "#fff", 0], ["60%", "#000", 0], ["100%", "#000", 0.5]])
    shade.append(s("stop", { offset, "stop-color": colour, "stop-opacity": opacity }));
  return shade;
}

export default widgetModule((model, el, ask) => new PackingView(model, el, ask));
