// Makes one solution of a large board, and draws the density of its queens.

import { post } from "../base/api.js";
import { button, field, h, replaceChildren, select } from "../base/dom.js";
import { download, searchButton } from "../base/search_button.js";
import { Q } from "./nqueens_texts.js";

/** Makes the content of the panel. @param {import("../base/app_types.js").App} app */
export function largeBoardsPanel(app) {
  let make = "random";
  const size = h("input", { type: "number", min: 1, max: 1_000_000, value: 100_000, inputmode: "numeric" });
  const seed = h("input", { type: "text", inputmode: "numeric", pattern: "[0-9]{1,20}", value: "1" });
  const kinds = select(Object.entries({ random: Q.random, construct: Q.construct }), make, (x) => {
    make = x;
  });
  const output = h("div", { class: "stack" });
  const search = searchButton(app, Q.largeGo, "make", async (signal, report) => {
    const invalid = [size, seed].find((x) => !x.checkValidity());
    if (invalid) return void invalid.reportValidity();
    replaceChildren(output);
    report(Q.largeBusy);
    const request = { n: Number(size.value), make, seed: seed.value };
    const board = await post("nqueens/board", request, signal);
    const saveAll = () => download("nqueens/board", { ...request, format: "txt" }, `queens-${board.n}.txt`);
    replaceChildren(
      output,
      densityFigure(board),
      h("p", { class: "columns-list" }, Q.columnList(board.columns.slice(0, 24), board.n, board.last)),
      h("div", { class: "row" }, button(Q.save, "export", saveAll)),
    );
    return board.sentence;
  });
  return [
    h("p", { class: "muted" }, Q.largeHow),
    h("div", { class: "form" }, field(Q.largeN, size), field(Q.largeKind, kinds), field(Q.seed, seed)),
    h("div", { class: "row" }, search.go),
    search.note,
    output,
  ];
}

/**
 * @param {{n: number, fine: number, density: number[]}} board the picture has `fine` x `fine`
 *   squares; `density` contains the number of queens in each square
 */
function densityFigure({ n, fine, density }) {
  const max = Math.max(...density);
  const text = Q.density(n, fine, Math.min(...density), max);
  const canvas = h("canvas", { width: fine, height: fine, role: "img", "aria-label": text });
  const context = canvas.getContext("2d");
  const picture = context?.createImageData(fine, fine);
  if (context && picture) {
    // A square has the accent colour of the page. It is more opaque if it contains more queens.
    for (const [k, x] of density.entries())
      picture.data.set([0, 69, 154, Math.round((255 * x) / Math.max(1, max))], 4 * k);
    context.putImageData(picture, 0, 0);
  }
  return h("figure", { class: "density" }, canvas, h("figcaption", { class: "muted" }, text));
}
