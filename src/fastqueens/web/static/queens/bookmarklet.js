// The bookmarklet: a bookmark whose address is a small program. It runs in the open page of the
// game, reads the board there, and opens it in our page. The board is in the part of the address
// after `#`, which a browser sends to nobody.

import { LETTERS } from "../board/rules.js";
import { T } from "./import_board_texts.js";

/**
 * Reads the board of the page in which it runs, and opens it in our page. The bookmarklet contains the text of this
 * function without blanks, so it uses nothing from outside, and has no line comments and no blanks in its strings.
 * @param {string} page the address of our page
 * @param {string} letters the letters of regions and positions in addresses
 * @param {string} noBoard the text to show if the page has no board
 * @param {string} noRegions the text to show if the regions are not clear
 */
function openBoard(page, letters, noBoard, noRegions) {
  const parts = [document];
  const boards = /** @type {HTMLElement[][]} */ ([]);
  for (const part of parts) {
    let board = /** @type {HTMLElement[]} */ ([]);
    for (const cell of /** @type {NodeListOf<HTMLElement>} */ (part.querySelectorAll("[data-cell-idx]"))) {
      const at = Number(cell.dataset.cellIdx);
      if (!board.length || board[at]) boards.push((board = []));
      board[at] = cell;
    }
    for (const { contentDocument } of part.querySelectorAll("iframe")) contentDocument && parts.push(contentDocument);
  }
  const [cells] = boards
    .filter((x) => x.length > 15 && x.length < 4097 && x.length ** 0.5 % 1 === 0 && Object.keys(x).length === x.length)
    .sort((a, b) => b.length - a.length);
  if (!cells) return alert(noBoard);
  const n = cells.length ** 0.5;
  const label = (/** @type {HTMLElement} */ cell) => cell.ariaLabel ?? "";
  const encode = (/** @type {(cell: HTMLElement) => string | undefined} */ read) => {
    const names = cells.map(read);
    const seen = [...new Set(names)];
    return seen.length === n && names.map((x) => letters[seen.indexOf(x)]).join("");
  };
  const [code, other] = [
    encode((cell) => /cell-colou?r-([\w-]+)/.exec(cell.className)?.[1]),
    encode((cell) => /colou?r\s([^,]+)/i.exec(label(cell))?.[1]),
    encode((cell) => getComputedStyle(cell).backgroundColor),
  ].filter(Boolean);
  if (!code || (other && other !== code)) return alert(noRegions);
  const signs = cells.map((cell) => (/^queen/i.test(label(cell)) ? 2 : +/^cross/i.test(label(cell)))).join("");
  const state = signs.replace(/..?.?/g, (x) => letters[parseInt(x.padEnd(3, "0"), 4)]);
  const begun = /[12]/.test(signs) && signs.split("2").length <= n;
  const address = `${page}/#/play/${n}x1.${code}${begun ? "~" + state : ""}`;
  open(address) || location.assign(address);
}

/** Returns the bookmarklet as an address. @param {string} page the address of our page */
export function bookmarklet(page) {
  const values = [page, LETTERS, T.bookmarkNoBoard, T.bookmarkNoRegions].map((x) => JSON.stringify(x));
  const program = String(openBoard).replace(/\s*([^\w\s])\s*/g, "$1");
  return `javascript:${`void(${program})(${values})`.replace(/[%#<>\s]/g, encodeURIComponent)}`;
}
