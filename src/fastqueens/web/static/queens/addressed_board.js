// The board that an address names, for screens that show a board but do not play it.

import { ApiError, getCached, getLevel } from "../base/api.js";
import { button, field, select } from "../base/dom.js";
import { plural } from "../base/strings.js";
import { CodecError, decode, encode } from "../board/codec.js";
import { W } from "./watch_texts.js";

/**
 * @typedef {object} AddressedBoard
 * @property {import("../board/rules.js").Puzzle} puzzle
 * @property {string} key the name of the level, or the code of the board for an address
 * @property {string} code the board in the form of a request
 * @property {string} name
 */

/**
 * Loads the board that an address names by a level or by a code.
 * @param {string} rest the part of the address after the name of the screen
 * @param {string} otherwise the level to load if this part is empty
 */
export async function loadAddressedBoard(rest, otherwise) {
  const asked = (rest || otherwise).split("~")[0];
  try {
    if (/^\d+x\d+\./.test(asked)) {
      const { puzzle } = await decode(asked);
      return /** @type {AddressedBoard} */ ({
        puzzle,
        key: asked,
        code: await encode(puzzle),
        name: W.sizeName(puzzle.n),
      });
    }
    const { level } = await getLevel(asked);
    const { puzzle } = await decode(level.code);
    return /** @type {AddressedBoard} */ ({ puzzle, key: level.name, code: level.code, name: level.name });
  } catch (error) {
    if (error instanceof CodecError) throw new ApiError(`${W.badLink} ${error.message}.`, 404);
    throw error;
  }
}

/**
 * Returns a random level of a size.
 * @param {number} n
 * @param {number} stars
 * @param {string} [but] the name of a level that is not returned
 */
async function randomLevelOfSize(n, stars, but) {
  const { levels } = await getCached(`levels?n=${n}&stars=${stars}`);
  const others = levels.filter((/** @type {any} */ x) => x.name !== but);
  return /** @type {string} */ (others[Math.floor(Math.random() * others.length)].name);
}

/**
 * Returns the controls that choose another board: a list of sizes, a random level, and Import.
 * @param {AddressedBoard} subject
 * @param {{n: number, stars: number}[]} sizes
 * @param {(key: string) => void} open
 */
export function boardChooser({ puzzle, key }, sizes, open) {
  const size = `${puzzle.n}x${puzzle.stars}`;
  const options = sizes.map(
    (x) =>
      /** @type {[string, string]} */ ([
        `${x.n}x${x.stars}`,
        `${x.n} × ${x.n}${x.stars > 1 ? ` · ${plural(x.stars, "star")}` : ""}`,
      ]),
  );
  if (!options.some(([own]) => own === size)) options.unshift([size, W.sizeName(puzzle.n)]);
  const another = async (/** @type {string} */ chosen) => {
    const [n, stars] = chosen.split("x").map(Number);
    if (sizes.some((x) => x.n === n && x.stars === stars)) open(await randomLevelOfSize(n, stars, key));
  };
  return [
    field(W.size, select(options, size, another)),
    button(W.another, "random", () => another(size)),
    button(W.importing, "import", async () => (await import("./import_board.js")).showImport()),
  ];
}
