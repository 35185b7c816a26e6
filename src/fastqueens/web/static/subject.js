// The board that an address names: a level or a code. For screens that show boards and play none.

import { Refused, once } from "./api.js";
import { CodecError, decode, encode } from "./codec.js";
import { T } from "./strings.js";

/**
 * @typedef {object} Shown
 * @property {import("./game.js").Puzzle} puzzle
 * @property {string} key the level's name, or the code as it may stand in an address
 * @property {string} code for the engine
 * @property {string} name
 */

/** @param {string} rest what follows the screen's name in the address @param {string} otherwise a level */
export async function shown(rest, otherwise) {
  const asked = (rest || otherwise).split("~")[0];
  try {
    if (/^\d+x\d+\./.test(asked)) {
      const { puzzle } = await decode(asked);
      return /** @type {Shown} */ ({ puzzle, key: asked, code: await encode(puzzle), name: T.ownName(puzzle.n) });
    }
    const { level } = await once(`levels?name=${encodeURIComponent(asked)}`);
    const { puzzle } = await decode(level.code);
    return /** @type {Shown} */ ({ puzzle, key: level.name, code: level.code, name: level.name });
  } catch (error) {
    if (error instanceof CodecError) throw new Refused(`${T.badLink} ${error.message}.`, 404);
    throw error;
  }
}

/** A level of a size by chance. @param {number} n @param {number} stars @param {string} [but] not this one */
export async function anyLevel(n, stars, but) {
  const { levels } = await once(`levels?n=${n}&stars=${stars}`);
  const others = levels.filter((/** @type {any} */ x) => x.name !== but);
  return /** @type {string} */ (others[Math.floor(Math.random() * others.length)].name);
}
