// The addresses of answers: a server has them under `api/`. A page with its own engine has no server, and the answers
// that never change are files.

/** Whether the engine is a part of this page, which then has no server. */
export const isOwnEngine = Boolean(document.querySelector("meta[name=engine]"));

/** Returns the file with the answer to a question without a body. @param {string} path */
export const fileOf = (path) => `data/${path.replace(/[?&=]/g, "-")}.json`;

/**
 * Returns the question for the list of levels that has a level, or null if this cannot be the name of a level.
 * @param {string} name such as `8-017`, or `10/2-003` with two stars
 */
export function levelListOf(name) {
  const found = /^(\d+)(?:\/(\d))?-\d+$/.exec(name);
  return found && `levels?n=${found[1]}&stars=${found[2] ?? 1}`;
}
