// The look of a board. It depends on the settings, on the system and on the board itself.

import { s } from "../base/dom.js";
import { settings } from "../base/storage.js";
import { T, columnName } from "../base/strings.js";
import { LETTERS } from "./rules.js";
import { FORCED_THEME, chooseFills, getTheme, patternPaths } from "./palette.js";

/** @typedef {import("./rules.js").Puzzle} Puzzle */
/** @typedef {import("./palette.js").Theme} Theme */
/** @typedef {{theme: Theme, fills: number[], letters: boolean | "some", patterns: boolean, axes: boolean}} Look */

const dark = matchMedia("(prefers-color-scheme: dark)");
const forced = matchMedia("(forced-colors: active)");
const contrast = matchMedia("(prefers-contrast: more)");
export const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** Calls a function when a preference of the system changes. @param {() => void} then */
export function onSystemPreferences(then) {
  for (const query of [dark, forced, contrast]) query.addEventListener("change", then);
}

let printing = false;

/** Chooses light colours for paper, or the colours of the screen again. @param {boolean} on */
export function setPrinting(on) {
  printing = on;
}

/**
 * Returns the name of the theme in the settings. If the settings name no theme, returns the theme
 * of the system.
 */
export const themeName = () =>
  printing ? "light" : settings.theme === "system" ? (dark.matches ? "dark" : "light") : settings.theme;

/** Returns the theme of boards, with the reader's own colours if they are switched on. @returns {Theme} */
export function boardTheme() {
  if (forced.matches && !printing) return { ...FORCED_THEME, apart: getTheme("light").apart };
  const theme = getTheme(themeName());
  const own = settings.palette;
  return own && settings.paletteOn ? { ...theme, fills: own.fills, apart: own.apart } : theme;
}

/** @type {Map<string, number[]>} the fills of the latest boards, kept because a board
 * is drawn several times */
const chosen = new Map();

/**
 * Returns the fill of each region.
 * @param {Puzzle} puzzle
 * @param {Theme} [theme]
 */
function cachedFills(puzzle, theme = boardTheme()) {
  const key = `${theme.name}${theme.fills[0]}${puzzle.regions.join()}`;
  let found = chosen.get(key);
  if (!found) {
    found = chooseFills(puzzle.regions, puzzle.n, theme.apart);
    if (chosen.size > 300) chosen.clear();
    chosen.set(key, found);
  }
  return found;
}

/**
 * Returns the number of connected pieces of each region.
 * @param {Puzzle} puzzle
 */
export function countPiecesOfRegions({ n, regions, names }) {
  const visited = new Uint8Array(n * n);
  const count = /** @type {number[]} */ (Array(names.length).fill(0));
  for (let start = 0; start < n * n; start++) {
    if (visited[start]) continue;
    count[regions[start]]++;
    const open = [start];
    visited[start] = 1;
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      for (const to of [at % n ? at - 1 : -1, (at + 1) % n ? at + 1 : -1, at - n, at + n]) {
        if (to >= 0 && to < n * n && !visited[to] && regions[to] === regions[at]) {
          visited[to] = 1;
          open.push(to);
        }
      }
    }
  }
  return count;
}

/**
 * Returns the look of a board.
 * @param {Puzzle} puzzle
 * @param {Partial<Look>} [wishes] values that replace the values of the settings
 * @returns {Look}
 */
export function boardLook(puzzle, wishes = {}) {
  const theme = wishes.theme ?? boardTheme();
  const divided = countPiecesOfRegions(puzzle).some((count) => count > 1);
  const auto = puzzle.names.length > 12 || divided || forced.matches;
  return {
    theme,
    fills: wishes.fills ?? cachedFills(puzzle, theme),
    letters: wishes.letters ?? (settings.letters === "auto" ? auto && "some" : settings.letters === "on"),
    patterns:
      wishes.patterns ??
      (settings.patterns === "auto" ? contrast.matches || forced.matches : settings.patterns === "on"),
    axes: wishes.axes ?? settings.axes,
  };
}

/**
 * Returns one letter for a region.
 * @param {Puzzle} puzzle
 * @param {number} k
 */
export const letterOf = ({ names }, k) => (names.every((x) => [...x].length === 1) ? names[k] : (LETTERS[k] ?? "?"));

/** Returns the name of a unit, such as "row 3" or "region D". @param {Puzzle} puzzle @param {[string, number]} unit */
export const unitName = (puzzle, [kind, k]) =>
  kind === "region" ? T.region(letterOf(puzzle, k)) : kind === "row" ? T.row(k) : T.column(k);

/** The crown of a queen and the star, in a cell of size 1. */
export const PIECES = {
  queen:
    "M.17 .405L.325 .57 .328 .29 .437 .54 .5 .232 .563 .54 .672 .29 .675 .57 .83 .405 .75 .72H.25z" +
    "M.25 .764H.75V.834H.25z",
  pearls: [
    [0.16, 0.388, 0.043],
    [0.322, 0.266, 0.043],
    [0.5, 0.214, 0.049],
    [0.678, 0.266, 0.043],
    [0.84, 0.388, 0.043],
  ],
  star: "M.5 .15L.591 .405 .861 .413 .647 .578 .723 .837 .5 .685 .277 .837 .353 .578 .139 .413 .409 .405z",
};

/** Returns the shapes of a queen, or of a star on boards with more than one star. @param {number} stars */
export function pieceShapes(stars) {
  return stars > 1
    ? [s("path", { d: PIECES.star })]
    : [s("path", { d: PIECES.queen }), ...PIECES.pearls.map(([cx, cy, r]) => s("circle", { cx, cy, r }))];
}

/**
 * Returns the path of a set of cells: a rectangle for each run of cells in a row.
 * @param {number} n
 * @param {(cell: number) => boolean} inside
 */
export function areaPath(n, inside) {
  let path = "";
  for (let r = 0; r < n; r++) {
    for (let c = 0; c < n; c++) {
      const start = c;
      while (c < n && inside(r * n + c)) c++;
      if (c > start) path += `M${start} ${r}h${c - start}v1h${start - c}z`;
    }
  }
  return path;
}

/**
 * Returns the path of the walls between cells.
 * @param {number} n
 * @param {(a: number, b: number) => boolean} hasWall returns whether a wall is between two
 *   cells; the cell number -1 is outside the board
 * @param {boolean} [rim] whether the path includes walls on the edge of the board
 */
export function wallPath(n, hasWall, rim = false) {
  let path = "";
  for (const across of [true, false]) {
    for (let k = rim ? 0 : 1; k < n + (rim ? 1 : 0); k++) {
      for (let i = 0; i < n; i++) {
        const start = i;
        const cell = (/** @type {number} */ j, /** @type {number} */ at) =>
          j < 0 || j >= n ? -1 : across ? j * n + at : at * n + j;
        while (i < n && hasWall(cell(k - 1, i), cell(k, i))) i++;
        if (i > start) path += across ? `M${start} ${k}h${i - start}` : `M${k} ${start}v${i - start}`;
      }
    }
  }
  return path;
}

let groundCount = 0;

/** @param {Puzzle} puzzle @param {Look} look @param {string} id a prefix for the names of patterns */
function drawRegions({ n, regions, names }, { theme, fills, patterns }, id) {
  const paths = s("g", { "clip-path": `url(#${id})` });
  const defs = s("defs", {}, s("clipPath", { id }, s("rect", { width: n, height: n, rx: 0.16 })));
  names.forEach((_, k) => {
    const d = areaPath(n, (i) => regions[i] === k);
    paths.append(s("path", { d, fill: theme.fills[fills[k]], "data-region": k }));
    const tile = patterns && patternPaths()[fills[k]];
    if (!tile) return;
    const [stroke, opacity] = theme.pattern;
    const lines = { fill: "none", stroke, "stroke-opacity": opacity, "stroke-width": 0.14, "stroke-linecap": "round" };
    defs.append(
      s(
        "pattern",
        { id: `${id}-${k}`, width: 0.25, height: 0.25, patternUnits: "userSpaceOnUse" },
        s("path", { d: tile, transform: "scale(.25)", ...lines }),
      ),
    );
    paths.append(s("path", { d, fill: `url(#${id}-${k})` }));
  });
  return [defs, paths];
}

/**
 * Draws the letters of regions. With "some", only the cells in the upper left corners of a region
 * have a letter.
 * @param {Puzzle} puzzle
 * @param {Look} look
 */
function drawLetters(puzzle, { letters, theme }) {
  const { n, regions } = puzzle;
  const font = { "font-size": 0.24, fill: theme.ink, "aria-hidden": "true", "font-weight": 600 };
  return Array.from({ length: n }, (_, r) => {
    const first = r * n;
    const shown = [...Array(n).keys()].filter(
      (c) =>
        letters === true ||
        ((!c || regions[first + c - 1] !== regions[first + c]) &&
          (!r || regions[first + c - n] !== regions[first + c])),
    );
    const text = shown.map((c) => letterOf(puzzle, regions[first + c])).join("");
    return text ? s("text", { ...font, x: shown.map((c) => c + 0.09).join(" "), y: r + 0.29 }, text) : null;
  });
}

/** Draws the names of rows and columns. @param {number} n @param {Theme} theme */
function drawAxes(n, theme) {
  const large = n > LARGE_ROWS;
  const far = large ? -0.5 : -0.16;
  const font = { "font-size": 0.24, fill: theme.ink, "aria-hidden": "true", class: "axis" };
  return Array.from({ length: Math.ceil(n / (large ? 4 : 1)) }, (_, i) => {
    const k = i * (large ? 4 : 1);
    return [
      s("text", { ...font, x: k + 0.5, y: far, "text-anchor": "middle" }, columnName(k)),
      s("text", { ...font, x: far, y: k + (large ? 0.9 : 0.58), "text-anchor": "end" }, k + 1),
    ];
  }).flat();
}

/**
 * Draws a board without its pieces.
 * @param {Puzzle} puzzle
 * @param {Look} look
 */
export function drawGround(puzzle, look) {
  const { n, regions } = puzzle;
  const { theme } = look;
  const line = { fill: "none", stroke: theme.line };
  const thin = wallPath(n, (a, b) => regions[a] === regions[b]);
  const thick = wallPath(n, (a, b) => regions[a] !== regions[b]);
  return s(
    "g",
    { class: "ground" },
    drawRegions(puzzle, look, `g${groundCount++}`),
    s("path", { ...line, d: thin, "stroke-width": 0.02, "stroke-opacity": 0.38 }),
    s("path", { ...line, d: thick, "stroke-width": 0.065, "stroke-linecap": "round" }),
    s("rect", { ...line, width: n, height: n, rx: 0.16, "stroke-width": 0.085 }),
    look.letters ? drawLetters(puzzle, look) : null,
    look.axes ? drawAxes(n, theme) : null,
  );
}

/** On boards with more rows, only every fourth row and column has a name, in larger letters. */
export const LARGE_ROWS = 32;

/**
 * Returns the margins of a board. The names of rows and columns are in the margins to the left and
 * above, the numbers of missing queens are in the margins to the right and below.
 * @param {Look} look
 * @param {number} n
 * @param {number} [stars]
 */
export function boardMargins(look, n, stars = 1) {
  const names = n > LARGE_ROWS ? 2.4 : n > 9 ? 0.68 : 0.5;
  return [look.axes ? names : 0.06, stars > 1 ? 0.6 : 0.06];
}

/**
 * Returns a picture of a board that does not change, for thumbnails and prints.
 * @param {Puzzle} puzzle
 * @param {Partial<Look> & {queens?: number[], title?: string}} [wishes]
 */
export function boardPicture(puzzle, wishes = {}) {
  const look = boardLook(puzzle, { letters: false, axes: false, ...wishes });
  const [low, high] = boardMargins(look, puzzle.n);
  const size = puzzle.n + low + high;
  return s(
    "svg",
    {
      class: "board-picture",
      viewBox: `${-low} ${-low} ${size} ${size}`,
      ...(wishes.title ? { role: "img", "aria-label": wishes.title } : { "aria-hidden": "true" }),
    },
    drawGround(puzzle, look),
    (wishes.queens ?? []).map((cell) =>
      s(
        "g",
        { fill: look.theme.ink, transform: `translate(${cell % puzzle.n} ${Math.floor(cell / puzzle.n)})` },
        pieceShapes(puzzle.stars),
      ),
    ),
  );
}
