// The last game on Home: its name in words, and its picture with the queens and marks of the player.

import { getCached, getLevel } from "../base/api.js";
import { s } from "../base/dom.js";
import { boardPicture } from "../board/board_style.js";
import { decode } from "../board/codec.js";
import { Game } from "../board/game.js";

const MARK = "M.38 .38L.62 .62M.62 .38L.38 .62";

/**
 * Returns the picture of a saved game.
 * @param {import("../base/storage.js").SavedGame} saved
 */
export async function gamePicture({ key, game }) {
  const code = key.startsWith("daily/")
    ? (await getCached(`daily?date=${key.slice(6)}`)).code
    : /^\d+x/.test(key)
      ? key
      : (await getLevel(key)).level.code;
  const { puzzle } = await decode(code);
  const { queens, marks } = Game.from(puzzle, game);
  const picture = boardPicture(puzzle, { queens });
  picture.append(
    ...marks.map((cell) =>
      s("path", { d: MARK, transform: `translate(${cell % puzzle.n} ${Math.floor(cell / puzzle.n)})`, class: "mark" }),
    ),
  );
  return picture;
}
