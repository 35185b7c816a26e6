// Sheets of boards on paper, with patterns, and their solutions on the last page.

import { withBusyNotice } from "../base/announce.js";
import { post } from "../base/api.js";
import { h } from "../base/dom.js";
import { T } from "../base/strings.js";
import { boardPicture } from "../board/board_style.js";
import { getTheme } from "../board/palette.js";

/** @typedef {import("../board/rules.js").Puzzle} Puzzle */
/** @typedef {{puzzle: Puzzle, name: string, code?: string}} Item */

/**
 * Print boards, so many a page.
 * @param {Item[]} items
 * @param {number} each boards a page, 1 to 6
 * @param {boolean} solved whether the solutions follow
 */
export async function printBoards(items, each, solved) {
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
  for (let k = 0; k < items.length; k += each)
    pages.push(
      page(
        items.slice(k, k + each).map((x) => shot(x)),
        each > 1 ? 2 : 1,
      ),
    );
  if (solved) {
    const answers = /** @type {[number, number][][]} */ ([]); // one after another, as few searches run at a time
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
    for (let k = 0; k < all.length; k += 20) pages.push(page(all.slice(k, k + 20), 4));
  }
  document.querySelector(".sheets")?.remove();
  document.body.append(h("div", { class: "sheets", "aria-label": T.print }, pages));
  window.print();
}
