// A mask: a drawing in which some cells are free. Uses no DOM.

import { LETTERS } from "../board/rules.js";

export const FREE = "."; // the sign of a cell that the engine fills
export const MIN_ROWS = 4; // the fewest rows of a board that the engine makes
/** The signs of a mask: ink 0 is a free cell, and each other ink is a region. */
export const SIGNS = [FREE, ...LETTERS];

/**
 * Reads a mask of an address: its rows, with "/" between them.
 * @param {string} text
 * @returns {{n: number, inks: Uint8Array} | null} null if the text is no square mask
 */
export function parseMask(text) {
  const rows = text.split("/");
  const n = rows.length;
  const inks = [...rows.join("")].map((sign) => SIGNS.indexOf(sign));
  if (n < MIN_ROWS || n > 64 || rows.some((row) => row.length !== n) || inks.includes(-1)) return null;
  return { n, inks: Uint8Array.from(inks) };
}

/**
 * Writes a mask in rows.
 * @param {number} n
 * @param {Uint8Array} inks
 * @param {string} between the text between two rows
 */
export const writeMask = (n, inks, between) =>
  Array.from({ length: n }, (_, r) => [...inks.slice(r * n, r * n + n)].map((ink) => SIGNS[ink]).join("")).join(
    between,
  );

/** Whether all cells of a mask are free. @param {Uint8Array} inks */
export const isBlank = (inks) => inks.every((ink) => !ink);
