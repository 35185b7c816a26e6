// Boards and positions in the form of an address: `9x1.<cells>~<state>`. In `cells`, each cell is the letter of its
// region; regions are numbered in order of first appearance. In `state`, each letter holds three
// cells with 2 bits each. On boards with 17 rows or more, both parts are compressed and begin with
// `z`. This module uses no DOM.

import { LETTERS, makePuzzle } from "./rules.js";

/** @typedef {import("./rules.js").Puzzle} Puzzle */

const MIN_PACKED_ROWS = 17;

/** The error for a wrong address. The message gives the reason. */
export class CodecError extends Error {}

/** @param {Uint8Array} bytes */
function toBase64(bytes) {
  let text = "";
  for (let i = 0; i < bytes.length; i += 3) {
    const word = (bytes[i] << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    const count = Math.min(4, bytes.length - i + 1);
    for (let k = 0; k < count; k++) text += LETTERS[(word >> (18 - 6 * k)) & 63];
  }
  return text;
}

/** @param {string} text */
function fromBase64(text) {
  const bytes = [];
  for (let i = 0; i < text.length; i += 4) {
    let word = 0;
    let count = 0;
    for (let k = 0; k < 4; k++) {
      const value = i + k < text.length ? LETTERS.indexOf(text[i + k]) : 0;
      if (value < 0) throw new CodecError(`found the character "${text[i + k]}", which cannot be in an address`);
      word = (word << 6) | value;
      count += i + k < text.length ? 1 : 0;
    }
    for (let k = 0; k < count - 1; k++) bytes.push((word >> (16 - 8 * k)) & 255);
  }
  return Uint8Array.from(bytes);
}

/**
 * Compresses or decompresses bytes.
 * @param {Uint8Array} bytes
 * @param {CompressionStream | DecompressionStream} through
 * @param {number} maxBytes the largest size of the result
 */
async function runThrough(bytes, through, maxBytes) {
  const writer = through.writable.getWriter();
  writer.write(/** @type {BufferSource} */ (bytes)).catch(() => {});
  writer.close().catch(() => {});
  const reader = through.readable.getReader();
  const found = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > maxBytes) {
      await reader.cancel();
      throw new CodecError("the address contains more than a board");
    }
    found.push(...value);
  }
  return Uint8Array.from(found);
}

/** Compresses a text for an address. @param {string} text */
export const deflateText = async (text) =>
  toBase64(await runThrough(new TextEncoder().encode(text), new CompressionStream("deflate-raw"), Infinity));

/**
 * Decompresses a text from an address.
 * @param {string} text
 * @param {number} maxBytes the largest size of the result
 */
export async function inflateText(text, maxBytes) {
  try {
    return new TextDecoder().decode(
      await runThrough(fromBase64(text), new DecompressionStream("deflate-raw"), maxBytes),
    );
  } catch (error) {
    if (error instanceof CodecError) throw error;
    throw new CodecError("the address is incomplete or was changed");
  }
}

/**
 * Compresses a part of an address if the board is large.
 * @param {string} text
 * @param {number} n
 */
const pack = async (text, n) => (n < MIN_PACKED_ROWS ? text : `z${await deflateText(text)}`);

/**
 * Decompresses a part of an address if it is compressed.
 * @param {string} text
 * @param {number} n
 */
const unpack = async (text, n) => (text.startsWith("z") ? inflateText(text.slice(1), n * n) : text);

/**
 * Writes a position as a text. Each letter of the text holds three cells.
 * @param {Uint8Array} cells
 */
export function packState(cells) {
  let text = "";
  for (let i = 0; i < cells.length; i += 3) {
    text += LETTERS[(cells[i] << 4) | ((cells[i + 1] ?? 0) << 2) | (cells[i + 2] ?? 0)];
  }
  return text;
}

/**
 * Reads a position. Cells that are missing at the end are empty.
 * @param {string} text
 * @param {number} size
 */
export function unpackState(text, size) {
  const cells = new Uint8Array(size);
  if (text.length > Math.ceil(size / 3)) {
    throw new CodecError(`found a position of ${text.length} letters, expected ${Math.ceil(size / 3)}`);
  }
  for (let i = 0; i < text.length; i++) {
    const word = LETTERS.indexOf(text[i]);
    for (let k = 0; k < 3; k++) {
      const value = word < 0 ? 3 : (word >> (4 - 2 * k)) & 3;
      if (value === 3 || (3 * i + k >= size && value)) {
        throw new CodecError(`found the letter "${text[i]}" in the position, which is not possible there`);
      }
      if (3 * i + k < size) cells[3 * i + k] = value;
    }
  }
  return cells;
}

/**
 * Returns the address of a board. If cells are given, the address also contains the position.
 * @param {Puzzle} puzzle
 * @param {Uint8Array} [cells]
 */
export async function encode(puzzle, cells) {
  const { n, stars, regions } = puzzle;
  const text = `${n}x${stars}.${await pack(Array.from(regions, (k) => LETTERS[k]).join(""), n)}`;
  return cells?.some(Boolean) ? `${text}~${await pack(packState(cells), n)}` : text;
}

/**
 * Reads the address of a board, with or without a position.
 * @param {string} text
 * @returns {Promise<{puzzle: Puzzle, cells: Uint8Array | null}>}
 */
export async function decode(text) {
  const found = /^(\d{1,2})x(\d{1,2})\.([^~]*)(?:~(.*))?$/.exec(text);
  if (!found) throw new CodecError('found no board, expected an address like "8x1.AAAB..."');
  const n = Number(found[1]);
  const stars = Number(found[2]);
  if (n < 1 || n > 64) throw new CodecError(`found ${n} rows, expected 1 to 64`);
  if (stars < 1 || stars > 16) throw new CodecError(`found ${stars} stars, expected 1 to 16`);
  const cells = await unpack(found[3], n);
  if (cells.length !== n * n) {
    throw new CodecError(`found ${cells.length} cells, expected ${n} x ${n} = ${n * n}`);
  }
  const numbers = Array.from(cells, (x) => LETTERS.indexOf(x));
  const bad = numbers.indexOf(-1);
  if (bad >= 0) throw new CodecError(`found "${cells[bad]}" at cell ${bad + 1}, expected a letter`);
  const puzzle = makePuzzle(n, stars, numbers);
  return { puzzle, cells: found[4] ? unpackState(await unpack(found[4], n), n * n) : null };
}
