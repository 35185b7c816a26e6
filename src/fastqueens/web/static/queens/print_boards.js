// Prints sheets of boards, with their solutions on the last pages. Everything is drawn with plain
// paths: browsers turn the patterns of SVG into bitmaps, which made files of megabytes.

import { withBusyNotice } from "../base/announce.js";
import { post } from "../base/api.js";
import { h, s } from "../base/dom.js";
import { areaPath, boardLook, letterOf, pieceShapes, wallPath } from "../board/board_style.js";
import { getSheets, getTheme, patternPaths } from "../board/palette.js";
import { T } from "./print_boards_texts.js";

/** @typedef {import("../board/rules.js").Puzzle} Puzzle */
/**
 * A board to print.
 * @typedef {object} Item
 * @property {Puzzle} puzzle
 * @property {string} name its number or name, with its tier
 * @property {string} [code] its address, with which the engine solves it
 * @property {[number, number][]} [queens] its solution
 */

const TILES = 2; // tiles of a pattern along the side of a cell
let ready = false; // whether the sheets of the next print are in the document

/**
 * Returns the path of the pattern of a set of cells. Lines that leave their tile are left out.
 * @param {string} tile
 * @param {number} n
 * @param {(cell: number) => boolean} inside
 */
function patternPath(tile, n, inside) {
  const parts = [...tile.matchAll(/M(-?[\d.]+) (-?[\d.]+)([^M]*)/g)]
    .map(([, x, y, rest]) => /** @type {[number, number, string]} */ ([Number(x), Number(y), rest]))
    .filter(([x, y]) => x >= 0 && y >= 0 && x <= 0.75 && y <= 1);
  let path = "";
  for (let r = 0; r < n * TILES; r++)
    for (let c = 0; c < n * TILES; c++)
      if (inside(Math.floor(r / TILES) * n + Math.floor(c / TILES)))
        for (const [x, y, rest] of parts) path += `M${c + x} ${r + y}${rest}`;
  return path;
}

/**
 * Draws a board for paper: light colours, patterns and thick borders.
 * @param {Puzzle} puzzle
 * @param {string} name
 * @param {[number, number][]} [queens] the solution; a board with its solution has no patterns
 */
function picture(puzzle, name, queens) {
  const { n, regions, names, stars } = puzzle;
  const theme = getTheme("light");
  const { fills } = boardLook(puzzle, { theme });
  const [stroke, opacity] = theme.pattern;
  const line = { fill: "none", stroke: theme.line };
  const texture = { fill: "none", stroke, "stroke-opacity": opacity, "stroke-width": 0.14, "stroke-linecap": "round" };
  const scale = { transform: `scale(${1 / TILES})` };
  const small = { "font-size": 0.24, fill: theme.ink };
  return s(
    "svg",
    { viewBox: `-.06 -.06 ${n + 0.12} ${n + 0.12}`, role: "img", "aria-label": name },
    names
      .map((_, k) => {
        const inside = (/** @type {number} */ i) => regions[i] === k;
        const tile = !queens && patternPaths()[fills[k]];
        const first = regions.indexOf(k);
        return [
          s("path", { d: areaPath(n, inside), fill: theme.fills[fills[k]] }),
          tile ? s("path", { d: patternPath(tile, n, inside), ...texture, ...scale }) : null,
          !queens && names.length > 12 && first >= 0
            ? s("text", { ...small, x: (first % n) + 0.09, y: Math.floor(first / n) + 0.29 }, letterOf(puzzle, k))
            : null,
        ];
      })
      .flat(),
    s("path", { ...line, d: wallPath(n, (a, b) => regions[a] === regions[b]), "stroke-width": 0.02 }),
    s("path", {
      ...line,
      d: wallPath(n, (a, b) => regions[a] !== regions[b]),
      "stroke-width": 0.065,
      "stroke-linecap": "round",
    }),
    s("rect", { ...line, width: n, height: n, "stroke-width": 0.085 }),
    (queens ?? []).map(([r, c]) => s("g", { fill: theme.ink, transform: `translate(${c} ${r})` }, pieceShapes(stars))),
  );
}

/**
 * Returns pages with a heading and pictures.
 * @param {Item[]} items
 * @param {number} perPage
 * @param {number} columns
 * @param {boolean} solved
 */
function makePages(items, perPage, columns, solved) {
  const pages = [];
  const [{ n, stars }] = items.map((x) => x.puzzle);
  const title = items.every((x) => x.puzzle.n === n && x.puzzle.stars === stars) ? T.sheetTitle(n, stars) : T.boards;
  for (let k = 0; k < items.length; k += perPage) {
    const figures = items
      .slice(k, k + perPage)
      .map(({ puzzle, name, queens }) =>
        h("figure", {}, picture(puzzle, name, solved ? (queens ?? []) : undefined), h("figcaption", {}, name)),
      );
    const grid = h("div", { class: "sheet-boards" }, figures);
    grid.style.gridTemplate = `repeat(${Math.ceil(perPage / columns)}, minmax(0, 1fr)) / repeat(${columns}, 1fr)`;
    pages.push(
      h(
        "section",
        { class: "sheet" },
        h(
          "header",
          {},
          h("h1", {}, solved ? `${T.solutions}: ${title}` : title),
          !solved && h("p", { class: "sheet-name" }, h("span", {}, T.nameLine), h("span", {}, T.dateLine)),
          !solved && h("p", {}, T.rules(stars).join(" ")),
        ),
        grid,
      ),
    );
  }
  return pages;
}

/**
 * Puts the sheets into the document; only the printer shows them. The end of the print removes them.
 * @param {Item[]} items
 * @param {number} perPage the number of boards on a page
 * @param {boolean} solved whether the solutions follow
 */
export function showSheets(items, perPage, solved) {
  if (ready || !items.length) return;
  document.querySelector(".sheets")?.remove();
  const sheets = getSheets();
  const pages = makePages(items, perPage, sheets.columns[perPage - 1], false);
  if (solved) pages.push(...makePages(items, sheets.solutions, sheets.solution_columns, true));
  document.body.append(h("div", { class: "sheets", "aria-label": T.print }, pages));
}

/** Removes the sheets, so that the next print shows the next board. */
function dropSheets() {
  ready = false;
  document.querySelector(".sheets")?.remove();
}
addEventListener("afterprint", dropSheets);
addEventListener("hashchange", dropSheets);

/**
 * Prints boards.
 * @param {Item[]} items
 * @param {number} perPage the number of boards on a page
 * @param {boolean} solved whether the solutions follow
 */
export async function printBoards(items, perPage, solved) {
  const unsolved = solved ? items.filter((x) => !x.queens) : [];
  // The boards are solved one after another, because the engine runs only a few searches at a time.
  const solve = async (/** @type {AbortSignal} */ signal) => {
    for (const item of unsolved) item.queens = (await post("solve", { board: item.code }, signal)).queens ?? [];
    return true;
  };
  if (unsolved.length && !(await withBusyNotice(T.solving, solve))) return;
  dropSheets();
  showSheets(items, perPage, solved);
  ready = true;
  window.print();
}
