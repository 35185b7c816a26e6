// Which level comes next, and where a kept game lies.

import { getCached } from "../base/api.js";
import { getProgress } from "../base/storage.js";

/** The first level that is not done, the smallest sizes first. */
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

/** A level that is not done, any size. */
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

/** @param {string} key of a kept game */
export const gameAddress = (key) => (key.startsWith("daily/") ? `#/${key}` : `#/play/${key}`);
