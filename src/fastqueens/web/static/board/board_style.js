// How boards look here and now: the settings, the system's wishes, and the board itself.

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

/** Call back when the system's wishes change. @param {() => void} then */
export function onSystemPreferences(then) {
  for (const wish of [dark, forced, contrast]) wish.addEventListener("change", then);
}

/** The name of the theme: what the settings say, or the system. */
export const themeName = () => (settings.theme === "system" ? (dark.matches ? "dark" : "light") : settings.theme);

/** The theme of boards, with the reader's own fills if there are any. @returns {Theme} */
export function boardTheme() {
  if (forced.matches) return { ...FORCED_THEME, apart: getTheme("light").apart };
  const theme = getTheme(themeName());
  const own = settings.palette;
  return own && settings.paletteOn ? { ...theme, fills: own.fills, apart: own.apart } : theme;
}

/** @type {Map<string, number[]>} the latest choices, as thumbnails and boards ask again */
const chosen = new Map();

/**
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
 * Whether some region is in several pieces.
 * @param {Puzzle} puzzle
 */
export function hasScatteredRegions(puzzle) {
  return countRegionParts(puzzle).some((many) => many > 1);
}

/**
 * How many pieces each region is in.
 * @param {Puzzle} puzzle
 */
export function countRegionParts({ n, regions, names }) {
  const seen = new Uint8Array(n * n);
  const many = /** @type {number[]} */ (Array(names.length).fill(0));
  for (let start = 0; start < n * n; start++) {
    if (seen[start]) continue;
    many[regions[start]]++;
    const open = [start];
    seen[start] = 1;
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      for (const to of [at % n ? at - 1 : -1, (at + 1) % n ? at + 1 : -1, at - n, at + n]) {
        if (to >= 0 && to < n * n && !seen[to] && regions[to] === regions[at]) {
          seen[to] = 1;
          open.push(to);
        }
      }
    }
  }
  return many;
}

/**
 * @param {Puzzle} puzzle
 * @param {Partial<Look>} [wishes]
 * @returns {Look}
 */
export function boardLook(puzzle, wishes = {}) {
  const theme = wishes.theme ?? boardTheme();
  const auto = puzzle.names.length > 12 || hasScatteredRegions(puzzle) || forced.matches;
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
 * One letter for a region.
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

/** @param {number} stars what stands on boards of so many */
export function pieceShapes(stars) {
  return stars > 1
    ? [s("path", { d: PIECES.star })]
    : [s("path", { d: PIECES.queen }), ...PIECES.pearls.map(([cx, cy, r]) => s("circle", { cx, cy, r }))];
}

/**
 * The outline of a set of cells as rectangles, a run of a row each.
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
 * The lines between cells that `parted` tells apart; -1 is outside the board.
 * @param {number} n
 * @param {(a: number, b: number) => boolean} parted
 * @param {boolean} [rim] also around the board
 */
export function wallPath(n, parted, rim = false) {
  let path = "";
  for (const across of [true, false]) {
    for (let k = rim ? 0 : 1; k < n + (rim ? 1 : 0); k++) {
      for (let i = 0; i < n; i++) {
        const start = i;
        const cell = (/** @type {number} */ j, /** @type {number} */ at) =>
          j < 0 || j >= n ? -1 : across ? j * n + at : at * n + j;
        while (i < n && parted(cell(k - 1, i), cell(k, i))) i++;
        if (i > start) path += across ? `M${start} ${k}h${i - start}` : `M${k} ${start}v${i - start}`;
      }
    }
  }
  return path;
}

let groundCount = 0;

/**
 * Draw everything of a board but its pieces.
 * @param {Puzzle} puzzle
 * @param {Look} look
 */
export function drawGround(puzzle, look) {
  const { n, regions, names } = puzzle;
  const { theme, fills } = look;
  const id = `g${groundCount++}`;
  const inside = s("g", { "clip-path": `url(#${id})` });
  const defs = s("defs", {}, s("clipPath", { id }, s("rect", { width: n, height: n, rx: 0.16 })));
  names.forEach((_, k) => {
    const d = areaPath(n, (i) => regions[i] === k);
    inside.append(s("path", { d, fill: theme.fills[fills[k]], "data-region": k }));
    const tile = look.patterns && patternPaths()[fills[k]];
    if (!tile) return;
    defs.append(
      s(
        "pattern",
        { id: `${id}-${k}`, width: 0.25, height: 0.25, patternUnits: "userSpaceOnUse" },
        s("path", {
          d: tile,
          transform: "scale(.25)",
          fill: "none",
          stroke: theme.pattern[0],
          "stroke-opacity": theme.pattern[1],
          "stroke-width": 0.14,
          "stroke-linecap": "round",
        }),
      ),
    );
    inside.append(s("path", { d, fill: `url(#${id}-${k})` }));
  });
  const line = { fill: "none", stroke: theme.line };
  const group = s(
    "g",
    { class: "ground" },
    defs,
    inside,
    s("path", {
      ...line,
      d: wallPath(n, (a, b) => regions[a] === regions[b]),
      "stroke-width": 0.02,
      "stroke-opacity": 0.38,
    }),
    s("path", {
      ...line,
      d: wallPath(n, (a, b) => regions[a] !== regions[b]),
      "stroke-width": 0.065,
      "stroke-linecap": "round",
    }),
    s("rect", { ...line, width: n, height: n, rx: 0.16, "stroke-width": 0.085 }),
  );
  const text = { "font-size": 0.24, fill: theme.ink, "aria-hidden": "true" };
  if (look.letters) {
    for (let r = 0; r < n; r++) {
      // In every cell; or where they come by themselves, in the upper left corners of regions.
      const shown = Array.from({ length: n }, (_, c) => c).filter(
        (c) =>
          look.letters === true ||
          ((!c || regions[r * n + c - 1] !== regions[r * n + c]) &&
            (!r || regions[r * n + c - n] !== regions[r * n + c])),
      );
      if (shown.length) {
        group.append(
          s(
            "text",
            { ...text, x: shown.map((c) => c + 0.09).join(" "), y: r + 0.29, "font-weight": 600 },
            shown.map((c) => letterOf(puzzle, regions[r * n + c])).join(""),
          ),
        );
      }
    }
  }
  if (look.axes) {
    const far = n > LARGE_ROWS ? -0.5 : -0.16;
    for (let k = 0; k < n; k += n > LARGE_ROWS ? 4 : 1) {
      group.append(
        s("text", { ...text, class: "axis", x: k + 0.5, y: far, "text-anchor": "middle" }, columnName(k)),
        s(
          "text",
          { ...text, class: "axis", x: far, y: k + (n > LARGE_ROWS ? 0.9 : 0.58), "text-anchor": "end" },
          k + 1,
        ),
      );
    }
  }
  return group;
}

/** From here on only every fourth row and column is named, in larger letters. */
export const LARGE_ROWS = 32;

/**
 * The margins of a board: room for names, and with several stars for what is left.
 * @param {Look} look
 * @param {number} n
 * @param {number} [stars]
 */
export function boardMargins(look, n, stars = 1) {
  const names = n > LARGE_ROWS ? 2.4 : n > 9 ? 0.68 : 0.5;
  return [look.axes ? names : 0.06, stars > 1 ? 0.6 : 0.06];
}

/**
 * A picture of a board that does not change: a thumbnail, a sheet to print.
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
