// Draws the matrix of an exact cover problem on a canvas. Only the rows and columns in sight are drawn, so that large
// matrices are as fast as small ones. The names of items and the numbers of options stay in sight.

import { h } from "../base/dom.js";

/** @typedef {import("./matrix_model.js").MatrixState} MatrixState */

const FONT = "px ui-monospace, monospace";

/** @param {import("./matrix_model.js").CoverSteps} problem @param {string} name */
export function matrixView({ items, primary, start, item }, name) {
  const options = start.length - 1;
  const large = items.length * options > 3000;
  const longest = Math.max(1, ...items.map((x, k) => x.length + Number(k >= primary)));
  let cell = 0;
  let font = 0;
  let head = 0;
  let side = 0;
  const canvas = h("canvas", { role: "img", "aria-label": name });
  const space = h("div", { class: "space" }, canvas);
  const scroller = h("div", { class: "matrix", tabindex: 0, role: "region", "aria-label": name }, space);
  /** Sets the sizes, which grow with the type of the page. */
  const setSizes = () => {
    const unit = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
    if (cell === unit * (large ? 16 : 24)) return;
    cell = unit * (large ? 16 : 24);
    font = unit * (large ? 11 : 13);
    head = 12 + 0.62 * font * Math.min(10, longest);
    side = 16 + 0.62 * font * String(options).length;
    space.style.width = `${side + items.length * cell}px`;
    space.style.height = `${head + options * cell}px`;
    scroller.style.height = `${head + options * cell + 18}px`;
  };
  setSizes();
  /** @type {MatrixState | null} */
  let state = null;
  let pending = false;

  const draw = () => {
    pending = false;
    if (!state || !scroller.isConnected) return;
    setSizes();
    const [wide, high] = [scroller.clientWidth, scroller.clientHeight];
    const scale = devicePixelRatio || 1;
    canvas.width = Math.round(wide * scale);
    canvas.height = Math.round(high * scale);
    canvas.style.width = `${wide}px`;
    canvas.style.height = `${high}px`;
    const context = canvas.getContext("2d");
    if (context) paint(context, scale, wide, high, state);
  };

  /**
   * @param {CanvasRenderingContext2D} pen
   * @param {number} scale
   * @param {number} wide
   * @param {number} high
   * @param {MatrixState} now
   */
  function paint(pen, scale, wide, high, { chosen, struck, covered, item: branch }) {
    // A canvas does not know the variables and functions of a style sheet, so an element computes the colours.
    const colour = (/** @type {string} */ key) => {
      canvas.style.color = `var(--${key})`;
      return getComputedStyle(canvas).color;
    };
    const [ink, muted, accent, page, soft, line] = ["ink", "muted", "accent", "page", "tint", "edge"].map(colour);
    const { scrollLeft: left, scrollTop: top } = scroller;
    const x = (/** @type {number} */ column) => side + column * cell - left;
    const y = (/** @type {number} */ row) => head + row * cell - top;
    const columns = [Math.floor(left / cell), Math.min(items.length, Math.ceil((left + wide - side) / cell))];
    const rows = [Math.floor(top / cell), Math.min(options, Math.ceil((top + high - head) / cell))];
    const isChosen = new Set(chosen);
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    pen.fillStyle = page;
    pen.fillRect(0, 0, wide, high);
    pen.fillStyle = soft;
    const bottom = Math.min(high, y(options));
    for (let c = columns[0]; c < columns[1]; c++) if (covered[c]) pen.fillRect(x(c), 0, cell, bottom);
    for (let r = rows[0]; r < rows[1]; r++) {
      const picked = isChosen.has(r);
      pen.fillStyle = picked ? accent : struck[r] ? muted : ink;
      for (let e = start[r]; e < start[r + 1]; e++) {
        pen.beginPath();
        const radius = struck[r] && !picked ? cell * 0.13 : cell * 0.27;
        pen.arc(x(item[e]) + cell / 2, y(r) + cell / 2, radius, 0, 7);
        pen.fill();
      }
      pen.strokeStyle = picked ? accent : struck[r] ? muted : line;
      pen.lineWidth = picked ? 2.5 : 1;
      const right = Math.min(wide, x(items.length));
      if (picked) pen.strokeRect(Math.max(side, x(0)) - 1, y(r) + 2, right - Math.max(side, x(0)), cell - 4);
      else if (struck[r]) {
        pen.beginPath();
        pen.moveTo(side, y(r) + cell / 2);
        pen.lineTo(right, y(r) + cell / 2);
        pen.stroke();
      }
    }
    if (branch !== null) {
      pen.strokeStyle = accent;
      pen.lineWidth = 2.5;
      pen.strokeRect(x(branch), 1, cell, bottom - 2);
    }
    // The names of the items and the numbers of the options cover what is scrolled below them.
    pen.fillStyle = page;
    pen.fillRect(0, 0, wide, head);
    pen.fillRect(0, 0, side, high);
    pen.textBaseline = "middle";
    for (let c = columns[0]; c < columns[1]; c++) {
      pen.save();
      pen.beginPath();
      pen.rect(side, 0, wide, head);
      pen.clip();
      pen.translate(x(c) + cell / 2, head - 5);
      pen.rotate(-Math.PI / 2);
      pen.font = `${c === branch ? "bold " : ""}${font}${FONT}`;
      pen.fillStyle = c === branch ? accent : covered[c] ? muted : ink;
      pen.fillText(c < primary ? items[c].slice(0, 10) : `|${items[c].slice(0, 9)}`, 0, 0);
      pen.restore();
    }
    pen.textAlign = "right";
    for (let r = rows[0]; r < rows[1]; r++) {
      if (y(r) + cell / 2 < head) continue;
      const picked = isChosen.has(r);
      pen.font = `${picked ? "bold " : ""}${font}${FONT}`;
      pen.fillStyle = picked ? accent : struck[r] ? muted : ink;
      pen.fillText(String(r + 1), side - 6, y(r) + cell / 2);
    }
    pen.textAlign = "left";
  }

  const schedule = () => {
    if (!pending) requestAnimationFrame(draw);
    pending = true;
  };
  scroller.addEventListener("scroll", schedule);
  new ResizeObserver(schedule).observe(scroller);

  /** Scrolls so that a row and a column are in sight. @param {number | undefined} row @param {number | null} column */
  function reveal(row, column) {
    const inSight = (/** @type {number} */ at, /** @type {number} */ from, /** @type {number} */ room) =>
      at < from || at + cell > from + room ? Math.max(0, at - room / 2) : from;
    const [high, wide] = [scroller.clientHeight - head, scroller.clientWidth - side];
    if (row !== undefined) scroller.scrollTop = inSight(row * cell, scroller.scrollTop, high);
    if (column !== null) scroller.scrollLeft = inSight(column * cell, scroller.scrollLeft, wide);
  }

  return {
    element: scroller,
    /** @param {MatrixState} next */
    show(next) {
      state = next;
      setSizes();
      reveal(next.chosen[next.chosen.length - 1], next.item);
      schedule();
    },
  };
}
