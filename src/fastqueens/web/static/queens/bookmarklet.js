// The bookmarklet: a bookmark whose address is a small program. It runs in the open page of the
// game, reads the board there, and opens it in our page. The board is in the part of the address
// after `#`, which a browser sends to nobody.

import { LETTERS } from "../board/rules.js";
import { T } from "./import_board_texts.js";

/**
 * Reads the board of the page in which it runs, and opens it in our page. The bookmarklet contains the text of this
 * function without line breaks, so it uses nothing from outside and has no line comments.
 * @param {string} page the address of our page
 * @param {string} letters the letters of regions and positions in addresses
 * @param {string} noBoard the text to show if the page has no board
 * @param {string} noRegions the text to show if the regions are not clear
 */
function openBoard(page, letters, noBoard, noRegions) {
  const documents = [document];
  const boards = /** @type {Element[][]} */ ([]);
  for (const part of documents) {
    let board = /** @type {Element[]} */ ([]);
    for (const cell of part.querySelectorAll("[data-cell-idx]")) {
      const at = Number(cell.getAttribute("data-cell-idx"));
      if (!board.length || board[at]) boards.push((board = []));
      board[at] = cell;
    }
    for (const { contentDocument } of part.querySelectorAll("iframe"))
      if (contentDocument) documents.push(contentDocument);
  }
  const cells = boards
    .filter((x) => x.length > 15 && x.length < 4097 && Math.sqrt(x.length) % 1 === 0)
    .filter((x) => Object.keys(x).length === x.length)
    .sort((a, b) => b.length - a.length)[0];
  if (!cells) return alert(noBoard);
  const n = Math.sqrt(cells.length);
  const label = (/** @type {Element | undefined} */ cell) => cell?.getAttribute("aria-label") ?? "";
  const encode = (/** @type {(cell: Element) => string | undefined} */ read) => {
    const names = cells.map(read);
    const seen = [...new Set(names)];
    return seen.length === n ? names.map((x) => letters[seen.indexOf(x)]).join("") : "";
  };
  const found = new Set([
    encode((cell) => /cell-colou?r-([\w-]+)/.exec(cell.getAttribute("class") ?? "")?.[1]),
    encode((cell) => /colou?r ([^,]+)/i.exec(label(cell))?.[1]),
  ]);
  found.delete("");
  if (!found.size) found.add(encode((cell) => getComputedStyle(cell).backgroundColor));
  const [code] = found;
  if (found.size > 1 || !code) return alert(noRegions);
  const contents = cells.map((cell) => {
    const sign = label(cell).split(" of ")[0];
    return /queen/i.test(sign) ? 2 : /cross/i.test(sign) ? 1 : 0;
  });
  let state = "";
  for (let k = 0; k < n * n; k += 3)
    state += letters[16 * contents[k] + 4 * (contents[k + 1] ?? 0) + (contents[k + 2] ?? 0)];
  const begun = /[^A]/.test(state) && contents.filter((x) => x === 2).length < n;
  const address = `${page}/#/play/${n}x1.${code}${begun ? `~${state}` : ""}`;
  if (!open(address)) location.href = address;
}

/** Returns the bookmarklet as an address. @param {string} page the address of our page */
export function bookmarklet(page) {
  const values = [page, LETTERS, T.bookmarkNoBoard, T.bookmarkNoRegions].map((x) => JSON.stringify(x));
  const program = `void(${openBoard})(${values})`.replace(/\n\s*/g, "");
  return `javascript:${encodeURI(program).replaceAll("#", "%23")}`;
}
