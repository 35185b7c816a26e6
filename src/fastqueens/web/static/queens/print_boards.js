// Prints boards with patterns in their regions, and their solutions on the last pages.

import { withBusyNotice } from "../base/announce.js";
import { post } from "../base/api.js";
import { h } from "../base/dom.js";
import { T } from "../base/strings.js";
import { boardPicture } from "../board/board_style.js";
import { getTheme } from "../board/palette.js";

/** @typedef {import("../board/rules.js").Puzzle} Puzzle */
/** @typedef {{puzzle: Puzzle, name: string, code?: string}} Item */

const SOLUTIONS_PER_PAGE = 20;

/**
 * Prints boards.
 * @param {Item[]} items
 * @param {number} perPage the number of boards on a page
 * @param {boolean} solved whether the solutions follow
 */
export async function printBoards(items, perPage, solved) {
  const shot = (/** @type {Item} */ { puzzle, name }, /** @type {number[]} */ queens = []) =>
    h(
      "figure",
      {},
      boardPicture(puzzle, {
        theme: getTheme("light"),
        patterns: true,
        letters: puzzle.names.length > 12,
        queens,
        title: name,
      }),
      h("figcaption", {}, name),
    );
  const pages = [];
  const page = (/** @type {HTMLElement[]} */ figures, /** @type {number} */ across) => {
    const element = h("div", { class: "sheet" }, figures);
    element.style.gridTemplateColumns = `repeat(${across}, 1fr)`;
    return element;
  };
  for (let k = 0; k < items.length; k += perPage)
    pages.push(
      page(
        items.slice(k, k + perPage).map((x) => shot(x)),
        perPage > 1 ? 2 : 1,
      ),
    );
  if (solved) {
    const answers = /** @type {[number, number][][]} */ ([]); // The boards are solved one after another, because the engine runs only a few searches at a time.
    const done = await withBusyNotice(T.solving, async (signal) => {
      for (const { code } of items) answers.push((await post("solve", { board: code }, signal)).queens ?? []);
      return true;
    });
    if (!done) return;
    const all = items.map((x, k) =>
      shot(
        x,
        answers[k].map(([row, column]) => row * x.puzzle.n + column),
      ),
    );
    for (let k = 0; k < all.length; k += SOLUTIONS_PER_PAGE) pages.push(page(all.slice(k, k + SOLUTIONS_PER_PAGE), 4));
  }
  document.querySelector(".sheets")?.remove();
  document.body.append(h("div", { class: "sheets", "aria-label": T.print }, pages));
  window.print();
}
