// The board that an address names: a level or a code. For screens that show boards and play none.

import { ApiError, getCached } from "../base/api.js";
import { button, field, select } from "../base/dom.js";
import { plural } from "../base/strings.js";
import { CodecError, decode, encode } from "../board/codec.js";
import { W } from "./watch_texts.js";

/**
 * @typedef {object} AddressedBoard
 * @property {import("../board/rules.js").Puzzle} puzzle
 * @property {string} key the level's name, or the code as it may stand in an address
 * @property {string} code for the engine
 * @property {string} name
 */

/** @param {string} rest what follows the screen's name in the address @param {string} otherwise a level */
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
    const { level } = await getCached(`levels?name=${encodeURIComponent(asked)}`);
    const { puzzle } = await decode(level.code);
    return /** @type {AddressedBoard} */ ({ puzzle, key: level.name, code: level.code, name: level.name });
  } catch (error) {
    if (error instanceof CodecError) throw new ApiError(`${W.badLink} ${error.message}.`, 404);
    throw error;
  }
}

/** A level of a size by chance. @param {number} n @param {number} stars @param {string} [but] not this one */
async function randomLevelOfSize(n, stars, but) {
  const { levels } = await getCached(`levels?n=${n}&stars=${stars}`);
  const others = levels.filter((/** @type {any} */ x) => x.name !== but);
  return /** @type {string} */ (others[Math.floor(Math.random() * others.length)].name);
}

/**
 * The fields by which another board is chosen: a size, a level of it by chance, one from outside.
 * @param {AddressedBoard} subject
 * @param {{n: number, stars: number}[]} sizes
 * @param {(key: string) => void} open
 */
export function boardChooser({ puzzle, key }, sizes, open) {
  const size = `${puzzle.n}x${puzzle.stars}`;
  const listed = sizes.map(
    (x) =>
      /** @type {[string, string]} */ ([
        `${x.n}x${x.stars}`,
        `${x.n} × ${x.n}${x.stars > 1 ? ` · ${plural(x.stars, "star")}` : ""}`,
      ]),
  );
  if (!listed.some(([own]) => own === size)) listed.unshift([size, W.sizeName(puzzle.n)]);
  const another = async (/** @type {string} */ chosen) => {
    const [n, stars] = chosen.split("x").map(Number);
    if (sizes.some((x) => x.n === n && x.stars === stars)) open(await randomLevelOfSize(n, stars, key));
  };
  return [
    field(W.size, select(listed, size, another)),
    button(W.another, "random", () => another(size)),
    button(W.importing, "import", async () => (await import("./import_board.js")).showImport()),
  ];
}
