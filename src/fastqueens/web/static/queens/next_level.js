// The next level to play, and the address of a saved game.

import { getCached } from "../base/api.js";
import { getProgress } from "../base/storage.js";

/** Returns the name of the first unsolved level. Small sizes come first. */
export async function firstUnsolvedLevel() {
  const done = getProgress();
  const { sizes } = await getCached("levels");
  for (const { n, stars } of sizes) {
    const { levels } = await getCached(`levels?n=${n}&stars=${stars}`);
    const open = levels.find((/** @type {any} */ level) => !done[level.name]?.done);
    if (open) return open.name;
  }
  return "8-001";
}

/** Opens a random unsolved level. */
export async function randomLevel() {
  const done = getProgress();
  const { sizes } = await getCached("levels");
  const plain = sizes.filter((/** @type {any} */ x) => x.stars === 1 && !x.challenge);
  const { n, stars } = plain[Math.floor(Math.random() * plain.length)];
  const { levels } = await getCached(`levels?n=${n}&stars=${stars}`);
  const open = levels.filter((/** @type {any} */ x) => !done[x.name]?.done);
  const from = open.length ? open : levels;
  location.hash = `#/play/${from[Math.floor(Math.random() * from.length)].name}`;
}

/** Returns the address of a saved game. @param {string} key */
export const gameAddress = (key) => (key.startsWith("daily/") ? `#/${key}` : `#/play/${key}`);
