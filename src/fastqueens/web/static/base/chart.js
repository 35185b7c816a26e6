// Charts: the curve of a search with a mark at the current frame, and lines on logarithmic axes.

import { h, replaceChildren, s } from "./dom.js";

/** Returns an element that draws a curve with one value for each frame. @param {string} name */
export function curveElement(name) {
  const path = s("path", { class: "curve", fill: "none", "vector-effect": "non-scaling-stroke" });
  const mark = s("path", { class: "now", "vector-effect": "non-scaling-stroke" });
  const svg = s("svg", { viewBox: "0 0 300 60", preserveAspectRatio: "none", "aria-hidden": "true" }, path, mark);
  const scale = h("small", { class: "scale" });
  const element = h("figure", { class: "curve-box" }, h("figcaption", {}, name), svg, scale);
  let max = 1;
  let drawn = 0;
  return {
    element,
    /** @param {string} text */
    rename(text) {
      replaceChildren(/** @type {Element} */ (element.firstElementChild), text);
    },
    /**
     * @param {number[]} values
     * @param {number} at the number of the current frame
     * @param {boolean} [now] whether to draw the curve even if it was drawn just before
     */
    update(values, at, now = false) {
      const count = Math.max(2, values.length);
      const x = (/** @type {number} */ k) => (300 * k) / (count - 1);
      mark.setAttribute("d", `M${x(at).toFixed(2)} 0V60`);
      if (!now && performance.now() - drawn < 200) return;
      drawn = performance.now();
      // With many values, only the lowest and the highest value of each column of the picture are drawn.
      const each = Math.max(1, Math.ceil(values.length / 300));
      /** @type {[number, number][]} */
      const points = [];
      max = 1;
      for (let k = 0; k < values.length; k += each) {
        const column = values.slice(k, k + each).filter((v) => v === v && v !== undefined);
        if (!column.length) continue;
        const low = Math.min(...column);
        const high = Math.max(...column);
        max = Math.max(max, high);
        points.push([k, low]);
        if (high !== low) points.push([k, high]);
      }
      path.setAttribute(
        "d",
        points.map(([k, v], i) => `${i ? "L" : "M"}${x(k).toFixed(1)} ${(57 - (54 * v) / max).toFixed(1)}`).join(""),
      );
      replaceChildren(scale, `0 – ${max}`);
    },
  };
}

/** @typedef {{label: string, points: {x: number, y: number, open: boolean}[]}} Line */

const WIDE = 640;
const HIGH = 340;
const LEFT = 64;
const LOW = 44;
const SHAPES = [
  "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z",
  "M-3.6-3.6h7.2v7.2h-7.2z",
  "M0-4.8L4.4 3.4H-4.4z",
  "M0-5L5 0 0 5-5 0z",
  "M0 4.8L4.4-3.4H-4.4z",
  "M-4.8 0L3.4-4.4V4.4z",
];

/**
 * Returns a chart with a logarithmic vertical axis. The horizontal axis is logarithmic too if all sizes are above 5.
 * @param {Line[]} lines
 * @param {{name: string, across: string, open?: string, mark: (value: number) => string}} texts
 */
export function logChart(lines, texts) {
  const all = lines.flatMap((x) => x.points);
  const bounds = (/** @type {number[]} */ list) => [Math.min(...list), Math.max(...list)];
  const [left, right] = bounds(all.map((p) => p.x));
  const [min, max] = bounds(all.map((p) => Math.max(p.y, 1e-6)));
  const low = Math.floor(Math.log10(min));
  const high = Math.max(low + 1, Math.ceil(Math.log10(max) - 1e-9));
  const step = Math.ceil((high - low) / 12);
  const along = left > 5 ? Math.log : Number;
  const across = along(right) - along(left) || 1;
  const x = (/** @type {number} */ n) => LEFT + 20 + ((WIDE - LEFT - 50) * (along(n) - along(left))) / across;
  const y = (/** @type {number} */ ms) =>
    HIGH - LOW - ((HIGH - LOW - 16) * (Math.log10(Math.max(ms, 1e-6)) - low)) / (high - low);
  const text = (/** @type {number} */ px, /** @type {number} */ py, /** @type {string} */ what, anchor = "middle") =>
    s("text", { x: px, y: py, "text-anchor": anchor }, what);
  const sizes = [...new Set(all.map((p) => p.x))].sort((a, b) => a - b);
  /** @type {number[]} */
  const named = [];
  for (const n of sizes) if (!named.length || x(n) - x(/** @type {number} */ (named.at(-1))) > 24) named.push(n);
  const svg = s(
    "svg",
    { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": texts.name, class: "log-chart" },
    Array.from({ length: Math.floor((high - low) / step) + 1 }, (_, k) => {
      const ms = 10 ** (low + k * step);
      return s(
        "g",
        { class: "axis" },
        s("path", { d: `M${LEFT} ${y(ms)}H${WIDE - 8}` }),
        text(LEFT - 8, y(ms) + 4, texts.mark(ms), "end"),
      );
    }),
    named.map((n) => text(x(n), HIGH - LOW + 20, String(n))),
    text((LEFT + WIDE) / 2, HIGH - 6, texts.across),
    lines.map(({ points }, k) => {
      const sorted = points.toSorted((a, b) => a.x - b.x);
      return s(
        "g",
        { class: `line l${k % 8}` },
        s("path", { class: "trace", d: sorted.map((p, i) => `${i ? "L" : "M"}${x(p.x)} ${y(p.y)}`).join("") }),
        sorted.map((p) =>
          s("path", {
            d: SHAPES[k % SHAPES.length],
            class: p.open ? "open" : "full",
            transform: `translate(${x(p.x)} ${y(p.y)})`,
          }),
        ),
      );
    }),
  );
  const legend = h(
    "ul",
    { class: "legend" },
    lines.map((line, k) =>
      h(
        "li",
        { class: `l${k % 8}` },
        s(
          "svg",
          { viewBox: "-6 -6 12 12", "aria-hidden": "true" },
          s("path", { d: SHAPES[k % SHAPES.length], class: "full" }),
        ),
        line.label,
      ),
    ),
    all.some((p) => p.open) && h("li", {}, texts.open),
  );
  return h("figure", { class: "chart-box" }, h("figcaption", {}, texts.name), svg, legend);
}
