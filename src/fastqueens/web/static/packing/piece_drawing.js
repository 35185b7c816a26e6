// Draws single pieces for the board, the tray and a drag. A piece consists of balls, which are
// joined where they touch.

import { s } from "../base/dom.js";

/** @typedef {import("./packing_model.js").PackingModel} PackingModel */
/** @typedef {import("../board/palette.js").Theme} Theme */

const RISE = 0.36; // the distance in cells by which a layer is shifted against the layer below

/**
 * @param {string} colour
 * @param {string} other
 * @param {number} share the share of the other colour
 */
function mixColours(colour, other, share) {
  const parts = [1, 3, 5].map((k) => [colour, other].map((x) => parseInt(x.slice(k, k + 2), 16)));
  return `#${parts
    .map(([a, b]) =>
      Math.round(a + (b - a) * share)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}

/**
 * Returns the colour of a piece. If there are more pieces than colours, the colours
 * repeat, and are paler each time.
 * @param {Theme} theme
 * @param {number} piece
 */
export function pieceColour(theme, piece) {
  const fills = theme.fills.length;
  const colour = theme.fills[piece % fills];
  const pale = 1 - 0.75 ** Math.floor(piece / fills);
  return pale && colour.startsWith("#") ? mixColours(colour, theme.page, pale) : colour;
}

/**
 * Returns the SVG path of a piece: a thick line through its cells, which looks like joined balls.
 * @param {[number, number][]} cells row and column
 */
export function piecePath(cells) {
  const inside = new Set(cells.map(([r, c]) => `${r},${c}`));
  const has = (/** @type {number} */ r, /** @type {number} */ c) => inside.has(`${r},${c}`);
  let path = "";
  for (const [r, c] of cells) {
    const start = `M${c + 0.5} ${r + 0.5}`;
    path += `${start}h0`;
    if (has(r, c + 1)) path += `${start}h1`;
    if (has(r + 1, c)) path += `${start}v1`;
    if (has(r, c + 1) && has(r + 1, c) && has(r + 1, c + 1)) path += `${start}h1v1h-1z`;
  }
  return path;
}

/**
 * @param {[number, number][]} cells row and column
 * @param {string} colour
 * @param {string} letter
 * @param {[number, number][]} lettered the cells that show the letter
 * @param {string} [classes]
 */
export function drawPiece(cells, colour, letter, lettered, classes = "") {
  const d = piecePath(cells);
  return s(
    "g",
    { class: `blob ${classes}` },
    s("path", { class: "rim", d }),
    s("path", { class: "body", d, fill: colour, stroke: colour }),
    cells.map(([r, c]) => s("circle", { class: "gloss", cx: c + 0.5, cy: r + 0.5, r: 0.34, fill: "url(#fq-gloss)" })),
    classes.includes("own") &&
      lettered.map(([r, c]) => s("circle", { class: "pin", cx: c + 0.5, cy: r + 0.5, r: 0.29 })),
    lettered.map(([r, c]) => s("text", { x: c + 0.5, y: r + 0.5 }, letter)),
  );
}

/** Makes the gradient that all pieces use. The page needs this gradient only once. */
export const glossGradient = () =>
  s(
    "svg",
    { class: "hidden", "aria-hidden": "true", focusable: "false" },
    s(
      "radialGradient",
      { id: "fq-gloss", cx: "38%", cy: "32%", r: "62%" },
      s("stop", { offset: 0, "stop-color": "#fff", "stop-opacity": 0.62 }),
      s("stop", { offset: 0.55, "stop-color": "#fff", "stop-opacity": 0.1 }),
      s("stop", { offset: 1, "stop-color": "#000", "stop-opacity": 0.12 }),
    ),
  );

/**
 * Draws one piece in its orientation, without a board. The letter of the piece is on its anchor if
 * the anchor is in the top layer. In space, higher layers lie further to the upper right.
 * @param {PackingModel} model
 * @param {number} piece
 * @param {string} colour
 */
export function drawSinglePiece(model, piece, colour) {
  const orientation = model.orientations[piece];
  const coordinates = model.coordinatesOf(piece, [0, 0, 0], model.solid ? orientation : orientation & 7);
  const least = [0, 1, 2].map((k) => Math.min(...coordinates.map((at) => at[k])));
  const spots = coordinates.map((at) => at.map((x, k) => x - least[k]));
  const [high, down, across] = [0, 1, 2].map((k) => Math.max(...spots.map((at) => at[k])));
  const [rows, columns] = [down + 1 + RISE * high, across + 1 + RISE * high];
  const layers = Array.from({ length: high + 1 }, (_, layer) => {
    const cells = spots.filter((at) => at[0] === layer).map(([, r, c]) => /** @type {[number, number]} */ ([r, c]));
    const top = layer === high;
    const part = drawPiece(cells, colour, model.letters[piece], top ? cells.slice(0, 1) : [], top ? "" : "low");
    part.setAttribute("transform", `translate(${RISE * layer} ${RISE * (high - layer)})`);
    return part;
  });
  const picture = s(
    "svg",
    { viewBox: `-.06 -.06 ${columns + 0.12} ${rows + 0.12}`, "aria-hidden": "true", focusable: "false" },
    layers,
  );
  const [layer, row, column] = spots[0];
  picture.style.setProperty("--columns", String(columns));
  picture.style.setProperty("--rows", String(rows));
  return { picture, anchor: [row + RISE * (high - layer), column + RISE * layer], rows, columns };
}
