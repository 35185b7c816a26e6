// The screen Labs: links to the screens for methods and for other puzzles.

import { h, loadStyles, s } from "../base/dom.js";
import { L } from "../base/labs_texts.js";

const CROWN = "M3 6l3 4 4-7 4 7 3-4-2 11H5z"; // an SVG path of 20 x 20 units

/** @param {number} x @param {number} y @param {number} side @param {string} kind */
const cell = (x, y, side, kind) => s("rect", { x, y, width: side, height: side, rx: side / 5, class: kind });

/** The pictures of the links, each 96 x 64 units. @type {Record<string, () => SVGElement[]>} */
const PICTURES = {
  watch: () => [
    ...[..."aabbacbbccddccdd"].map((x, k) => cell(20 + (k % 4) * 14, 4 + Math.floor(k / 4) * 14, 13, x)),
    s("path", { d: CROWN, transform: "translate(35 4.5) scale(.6)", class: "ink" }),
    s("path", { d: CROWN, transform: "translate(63 18.5) scale(.6)", class: "ink" }),
    s("circle", { cx: 66, cy: 48, r: 13, class: "knob" }),
    s("path", { d: "M62 41.5v13l10.5-6.5z", class: "on-knob" }),
  ],
  race: () => [
    ...[78, 52, 64].flatMap((long, k) => [
      s("rect", { x: 6, y: 8 + k * 18, width: 84, height: 12, rx: 6, class: "lane" }),
      s("rect", { x: 6, y: 8 + k * 18, width: long, height: 12, rx: 6, class: "acd"[k] }),
    ]),
    s("path", { d: "M84 2v60", class: "line" }),
  ],
  queens: () => [
    ...Array.from({ length: 16 }, (_, k) =>
      cell(20 + (k % 4) * 14, 4 + Math.floor(k / 4) * 14, 14, (k + Math.floor(k / 4)) % 2 ? "lane" : "paper"),
    ),
    ...[1, 3, 0, 2].map((x, k) =>
      s("path", { d: CROWN, transform: `translate(${21 + x * 14} ${5 + k * 14}) scale(.6)`, class: "ink" }),
    ),
  ],
  pack: () =>
    [...("aaabb" + "cabdb" + "ccddb" + "ccedd" + "eeeee")]
      .slice(0, 20)
      .map((x, k) => cell(13 + (k % 5) * 14, 4 + Math.floor(k / 5) * 14, 14, x)),
  slide: () => [
    s("rect", { x: 17, y: 1, width: 62, height: 62, rx: 8, class: "lane" }),
    ...[1, 2, 3, 4, 5, 6, 7, 0, 8].flatMap((x, k) => {
      const [left, top] = [20 + (k % 3) * 19, 4 + Math.floor(k / 3) * 19];
      return x
        ? [
            cell(left, top, 18, x === k + 1 ? "d" : "a"),
            s("text", { x: left + 9, y: top + 13, "text-anchor": "middle", class: "ink" }, x),
          ]
        : [];
    }),
  ],
  cover: () =>
    ["0010110", "1001001", "0110010", "1001000", "0100001", "0001101"].flatMap((row, r) =>
      [...row].map((x, c) =>
        s("circle", {
          cx: 15 + c * 11,
          cy: 6 + r * 10.4,
          r: x === "1" ? 4.2 : 1.4,
          class: x === "0" ? "lane" : [0, 3, 4].includes(r) ? "knob" : "faint",
        }),
      ),
    ),
};

/** @param {import("../base/app_types.js").App} app */
export async function open(app) {
  app.setTitle(L.labs);
  await loadStyles("home/lab_menu");
  return h(
    "div",
    { class: "stack labs" },
    h("h1", {}, L.labs),
    h("p", { class: "lead muted" }, L.lead),
    h(
      "ul",
      { class: "lab-doors" },
      L.doors.map(([name, title, text]) =>
        h(
          "li",
          {},
          h(
            "a",
            { class: "lab-door", href: `#/${name}` },
            s("svg", { viewBox: "0 0 96 64", "aria-hidden": "true" }, PICTURES[name]()),
            h("b", {}, title),
            h("small", {}, text),
          ),
        ),
      ),
    ),
  );
}
