// The layers that <fq-board> draws above the empty board: pieces, conflicts, highlights and counts.

import { s } from "../base/dom.js";
import { areaPath, letterOf, wallPath } from "./board_style.js";
import { touchingCells } from "./rules.js";

/** @typedef {import("./rules.js").Puzzle} Puzzle */
/** @typedef {import("./rules.js").Conflicts} Conflicts */
/** @typedef {import("./palette.js").Theme} Theme */

/**
 * The units and cells that are highlighted.
 * @typedef {object} Highlights
 * @property {[string, number][]} [units] units with a frame
 * @property {number[]} [reason] cells in dashed frames
 * @property {number[]} [target] cells in thick frames
 * @property {number[]} [eliminated] cells with a cross in a frame
 * @property {number[]} [ghosts] cells with a pale queen and its number, in this order
 * @property {number | null} [wrong] a cell that is struck out
 * @property {number | null} [correctCell] a cell to which an arrow points from the wrong cell
 * @property {number[]} [differ] hatched cells
 * @property {number[]} [mistakes] cells that are struck out
 * @property {number[]} [doubt] cells with a question mark
 * @property {[number, number][]} [walls] pairs of neighbours with a dashed border between them
 * @property {boolean} [dim] whether the other cells are dimmed
 * @property {boolean} [named] whether all regions have their letters
 */

const ROUND = { "stroke-linecap": "round", "stroke-linejoin": "round" };
const DASHED = { "stroke-width": 0.06, "stroke-dasharray": ".14 .1" };
const CROSS = "M.38 .38L.62 .62M.62 .38L.38 .62";
const EXCLAMATION = "M.82 .1V.22M.82 .285v.001";

/** @param {number} cell @param {number} n */
const translateTo = (cell, n) => ({ transform: `translate(${cell % n} ${Math.floor(cell / n)})` });

/**
 * Draws a queen or a mark.
 * @param {number} cell
 * @param {number} n
 * @param {"queen" | "mark" | "auto"} piece
 * @param {{conflicting: boolean, tried: boolean, byEngine: boolean}} state
 * @param {Theme} theme
 */
export function drawPiece(cell, n, piece, { conflicting, tried, byEngine }, theme) {
  const colour = conflicting ? theme.conflict : tried ? theme.target : theme.ink;
  const auto = piece === "auto";
  const style =
    piece !== "queen"
      ? { stroke: colour, "stroke-width": auto ? 0.045 : 0.075, "stroke-opacity": auto ? 0.45 : 0.9 }
      : byEngine
        ? { fill: theme.solved, stroke: theme.page, "stroke-width": 0.08, "paint-order": "stroke" }
        : { fill: colour };
  const trial = { "stroke-width": 0.035, "stroke-dasharray": ".02 .09", "stroke-linecap": "round" };
  const box = { x: 0.1, y: 0.1, width: 0.8, height: 0.8, rx: 0.18, fill: "none", stroke: theme.target };
  return s(
    "g",
    translateTo(cell, n),
    s("use", { href: `#${piece}`, ...style }),
    tried && s("rect", { ...box, ...trial }),
  );
}

/**
 * Draws the number of missing queens beside each row and column, and in the first cell of each region.
 * @param {Puzzle} puzzle
 * @param {ReturnType<typeof import("./rules.js").countQueens>} count
 * @param {Theme} theme
 */
export function drawRemaining({ n, stars, regions, names }, count, theme) {
  const text = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ have, size = 0.28) =>
    s(
      "text",
      {
        x,
        y,
        "font-size": size,
        fill: have > stars ? theme.conflict : theme.ink,
        "font-weight": 650,
        "text-anchor": "middle",
        "fill-opacity": have === stars ? 0.35 : 0.9,
      },
      have === stars ? "✓" : stars - have,
    );
  const first = Array.from(names.keys(), (k) => regions.indexOf(k));
  return [
    ...Array.from(count.rows, (have, k) => text(n + 0.3, k + 0.6, have)),
    ...Array.from(count.columns, (have, k) => text(k + 0.5, n + 0.36, have)),
    ...first.map((i, k) => text((i % n) + 0.86, Math.floor(i / n) + 0.25, count.regions[k], 0.22)),
  ];
}

/**
 * Hatches the units with too many queens, and the cells around queens that touch.
 * @param {Puzzle} puzzle
 * @param {Conflicts} conflicts
 */
export function hatchConflicts({ n, regions }, conflicts) {
  const fill = "url(#hatch)";
  const touching = new Set(conflicts.touching.flat());
  const around = new Set([...touching].flatMap((i) => [i, ...touchingCells(n, i)]));
  return [
    ...conflicts.rows.map((k) => s("rect", { y: k, width: n, height: 1, fill })),
    ...conflicts.columns.map((k) => s("rect", { x: k, width: 1, height: n, fill })),
    ...conflicts.regions.map((k) => s("path", { d: areaPath(n, (i) => regions[i] === k), fill })),
    around.size > 0 && s("path", { d: areaPath(n, (i) => around.has(i)), fill }),
  ];
}

/**
 * Draws bars between queens that touch, and rings with "!" around the queens in conflict.
 * @param {Puzzle} puzzle
 * @param {Conflicts} conflicts
 * @param {Iterable<number>} queens
 * @param {Theme} theme
 */
export function drawConflicts({ n }, conflicts, queens, theme) {
  const { conflict, page } = theme;
  const bar = { stroke: conflict, "stroke-width": 0.1, "stroke-linecap": "round", "stroke-opacity": 0.8 };
  const middle = (/** @type {number} */ i) => `${(i % n) + 0.5} ${Math.floor(i / n) + 0.5}`;
  const ring = () => [
    s("circle", { cx: 0.5, cy: 0.5, r: 0.44, fill: "none", stroke: conflict, "stroke-width": 0.06 }),
    s("circle", { cx: 0.82, cy: 0.2, r: 0.17, fill: conflict, stroke: page, "stroke-width": 0.03 }),
    s("path", { d: EXCLAMATION, stroke: page, "stroke-width": 0.05, "stroke-linecap": "round" }),
  ];
  return [
    ...conflicts.touching.map(([a, b]) => s("path", { d: `M${middle(a)}L${middle(b)}`, ...bar })),
    ...Array.from(queens, (i) => s("g", translateTo(i, n), ring())),
  ];
}

/**
 * Returns a function that returns whether a cell lies in one of the units.
 * @param {Puzzle} puzzle
 * @param {[string, number][]} units
 */
const insideUnits =
  ({ n, regions }, units) =>
  (/** @type {number} */ i) =>
    units.some(([kind, k]) => k === (kind === "row" ? Math.floor(i / n) : kind === "column" ? i % n : regions[i]));

/**
 * Draws a shade over all cells that are not highlighted.
 * @param {Puzzle} puzzle
 * @param {Highlights} highlights
 * @param {Theme} theme
 */
export function drawShade(puzzle, highlights, theme) {
  const { units = [], reason = [], target = [], eliminated = [], ghosts = [], wrong, correctCell } = highlights;
  const inside = insideUnits(puzzle, units);
  const named = new Set([...reason, ...target, ...eliminated, ...ghosts, wrong, correctCell]);
  const d = areaPath(puzzle.n, (i) => !inside(i) && !named.has(i));
  return s("path", { d, fill: theme.page, "fill-opacity": 0.62 });
}

/**
 * Draws the outline of a set of units.
 * @param {Puzzle} puzzle
 * @param {[string, number][]} units
 * @param {Theme} theme
 */
function unitFrame(puzzle, units, theme) {
  const inside = insideUnits(puzzle, units);
  const d = wallPath(puzzle.n, (a, b) => (a >= 0 && inside(a)) !== (b >= 0 && inside(b)), true);
  return [
    s("path", { d, stroke: theme.page, "stroke-width": 0.17, "stroke-linecap": "round" }),
    s("path", { d, "stroke-width": 0.1, "stroke-linecap": "round" }),
  ];
}

/**
 * Draws the letters of regions, because the sentence of a hint names regions by letters.
 * @param {Puzzle} puzzle
 * @param {Highlights} highlights
 * @param {Theme} theme
 */
function regionLetters(puzzle, { units = [], wrong, correctCell, named: all }, theme) {
  const { n, regions } = puzzle;
  const named = new Set(all ? regions : units.filter(([kind]) => kind === "region").map(([, k]) => k));
  for (const i of [wrong, correctCell]) if (typeof i === "number") named.add(regions[i]);
  const font = { "font-size": 0.24, "font-weight": 700, "text-anchor": "middle", fill: theme.ink };
  return Array.from(named, (k) =>
    s(
      "g",
      { ...translateTo(regions.indexOf(k), n), stroke: "none" },
      s("circle", { cx: 0.2, cy: 0.2, r: 0.17, fill: theme.page, stroke: theme.target, "stroke-width": 0.03 }),
      s("text", { x: 0.2, y: 0.285, ...font }, letterOf(puzzle, k)),
    ),
  );
}

/** Draws an arrow between two cells. @param {number} from @param {number} to @param {number} n @param {Theme} theme */
function drawArrow(from, to, n, theme) {
  const x = (from % n) + 0.5;
  const y = Math.floor(from / n) + 0.5;
  const right = (to % n) + 0.5 - x;
  const down = Math.floor(to / n) + 0.5 - y;
  const length = Math.hypot(right, down);
  const [a, b] = [right / length, down / length];
  const [endX, endY] = [x + right - a * 0.3, y + down - b * 0.3];
  const left = `${endX - a * 0.26 - b * 0.2} ${endY - b * 0.26 + a * 0.2}`;
  const d =
    `M${x + a * 0.35} ${y + b * 0.35}L${endX} ${endY}` +
    `M${left}L${endX} ${endY}L${endX - a * 0.26 + b * 0.2} ${endY - b * 0.26 - a * 0.2}`;
  return [
    s("path", { d, ...ROUND, stroke: theme.page, "stroke-width": 0.17 }),
    s("path", { d, ...ROUND, stroke: theme.target, "stroke-width": 0.09 }),
  ];
}

/**
 * Draws a pale queen with its number.
 * @param {number} cell
 * @param {number} number
 * @param {number} n
 * @param {Theme} theme
 */
function drawGhost(cell, number, n, theme) {
  const font = { "font-size": 0.3, "font-weight": 700, "text-anchor": "middle", fill: theme.ink };
  return s(
    "g",
    { ...translateTo(cell, n), stroke: "none" },
    s("use", { href: "#queen", fill: theme.ink, "fill-opacity": 0.35 }),
    s("circle", { cx: 0.8, cy: 0.8, r: 0.19, fill: theme.page, stroke: theme.target, "stroke-width": 0.03 }),
    s("text", { x: 0.8, y: 0.905, ...font }, number),
  );
}

/**
 * Draws all highlights except the shade over the other cells.
 * @param {Puzzle} puzzle
 * @param {Highlights} highlights
 * @param {Theme} theme
 * @param {boolean} withLetters whether to draw the letters of regions
 */
export function drawHighlights(puzzle, highlights, theme, withLetters) {
  const { units = [], reason = [], target = [], eliminated = [], differ = [], doubt = [], walls = [] } = highlights;
  const { wrong = null, correctCell = null, mistakes = [], ghosts = [] } = highlights;
  const { n } = puzzle;
  const box = (
    /** @type {number} */ i,
    /** @type {object} */ props,
    /** @type {import("../base/dom.js").Child} */ sign,
  ) => s("g", translateTo(i, n), s("rect", { x: 0.1, y: 0.1, width: 0.8, height: 0.8, rx: 0.12, ...props }), sign);
  const cross = () => s("path", { d: CROSS, "stroke-width": 0.07, "stroke-linecap": "round" });
  const font = { "font-size": 0.46, "font-weight": 700, "text-anchor": "middle", fill: theme.ink, stroke: "none" };
  const strike = (/** @type {number} */ i) =>
    s(
      "g",
      { ...translateTo(i, n), stroke: theme.conflict, "stroke-width": 0.09, "stroke-linecap": "round" },
      s("rect", { x: 0.07, y: 0.07, width: 0.86, height: 0.86, rx: 0.12, "stroke-width": 0.06 }),
      s("path", { d: "M.14 .86L.86 .14" }),
    );
  const wall = { stroke: theme.line, "stroke-width": 0.09, "stroke-dasharray": ".16 .1" };
  const moved = correctCell !== null && correctCell !== wrong;
  return s(
    "g",
    { class: "highlights", fill: "none", stroke: theme.target },
    units.length > 0 && unitFrame(puzzle, units, theme),
    reason.map((i) => box(i, DASHED, null)),
    eliminated.map((i) => box(i, { "stroke-width": 0.05 }, cross())),
    ghosts.map((i, k) => drawGhost(i, k + 1, n, theme)),
    target.map((i) => box(i, { "stroke-width": 0.11 }, null)),
    differ.map((i) => box(i, { "stroke-width": 0.05, fill: "url(#hatch)", stroke: theme.conflict }, null)),
    doubt.map((i) =>
      box(i, { ...DASHED, fill: theme.page, "fill-opacity": 0.75 }, s("text", { x: 0.5, y: 0.66, ...font }, "?")),
    ),
    walls.map(([a, b]) => s("path", { ...translateTo(a, n), ...wall, d: b === a + 1 ? "M1 0V1" : "M0 1H1" })),
    mistakes.map(strike),
    wrong !== null && strike(wrong),
    moved && box(correctCell, { "stroke-width": 0.11 }, null),
    moved && wrong !== null && drawArrow(wrong, correctCell, n, theme),
    withLetters && regionLetters(puzzle, highlights, theme),
  );
}
