// The storage of this browser: settings, progress, unfinished games and boards. Damaged values are
// ignored. If the browser refuses storage or the storage is full, the page still works, and warns
// the reader once.

/**
 * @typedef {object} Settings
 * @property {string} theme "system", "light" or "dark"
 * @property {string} letters "auto", "on" or "off"
 * @property {string} patterns "auto", "on" or "off"
 * @property {boolean} axes
 * @property {boolean} autoMarks
 * @property {"off" | "full" | "live"} conflicts
 * @property {"mark" | "queen" | "drag"} order the piece that the first click on a cell puts; with
 *   "drag", clicks put no marks
 * @property {"queen" | "mark"} press the piece that a right click or a long press puts
 * @property {boolean} clock whether the time is shown
 * @property {boolean} keys whether single keys are commands
 * @property {boolean} sound
 * @property {boolean} vibrate
 * @property {boolean} introduced whether How to play was opened for a reader who came by a link
 * @property {boolean} paletteOn whether the reader's own colours are used
 * @property {{fills: string[], apart: number[][]} | null} palette the reader's own colours, and the distance of each pair
 */
/** @typedef {{done?: string, best?: number, hints?: number, solved?: boolean, started?: boolean}} Progress */

/** @type {Settings} */
const DEFAULTS = {
  theme: "system",
  letters: "auto",
  patterns: "auto",
  axes: true,
  autoMarks: false,
  conflicts: "live",
  order: "mark",
  press: "queen",
  clock: true,
  keys: true,
  sound: false,
  vibrate: false,
  introduced: false,
  paletteOn: false,
  palette: null,
};
/** @type {Record<string, string[]>} */
const CHOICES = {
  theme: ["system", "light", "dark"],
  letters: ["auto", "on", "off"],
  patterns: ["auto", "on", "off"],
  conflicts: ["off", "full", "live"],
  order: ["mark", "queen", "drag"],
  press: ["queen", "mark"],
};
const KEYS = ["settings", "progress", "games", "boards", "days"];
const MAX_GAMES = 50;
const MAX_BOARDS = 500;

let refused = false;
/** @type {(() => void) | null} */
let refusalListener = null;

/** Sets the function that is called once if storage is refused. @param {() => void} then */
export function onStorageRefused(then) {
  refusalListener = then;
  if (refused) then();
}

/** @param {string} key @returns {any} */
function read(key) {
  try {
    const kept = JSON.parse(localStorage.getItem(`fq1.${key}`) ?? "null");
    return kept && typeof kept === "object" ? kept : null;
  } catch (error) {
    if (!(error instanceof SyntaxError)) reportRefusal();
    return null;
  }
}

function reportRefusal() {
  if (!refused) {
    refused = true;
    refusalListener?.();
  }
}

/** @param {string} key @param {unknown} value */
function write(key, value) {
  try {
    localStorage.setItem(`fq1.${key}`, JSON.stringify(value));
  } catch {
    reportRefusal();
  }
}

/**
 * Returns the stored settings. Standard values replace wrong values.
 * @param {any} kept
 * @returns {Settings}
 */
function readSettings(kept) {
  const found = /** @type {any} */ ({ ...DEFAULTS });
  for (const [key, value] of Object.entries(DEFAULTS)) {
    const saved = kept?.[key];
    if (CHOICES[key] ? CHOICES[key].includes(saved) : typeof saved === typeof value && value !== null)
      found[key] = saved;
  }
  const own = kept?.palette;
  const colours = own?.fills;
  const apart = own?.apart;
  const valid =
    Array.isArray(colours) &&
    colours.length === 12 &&
    colours.every((x) => /^#[0-9a-f]{6}$/.test(x)) &&
    Array.isArray(apart) &&
    apart.length === 12 &&
    apart.every((row) => Array.isArray(row) && row.length === 12 && row.every((x) => typeof x === "number"));
  found.palette = valid ? { fills: colours, apart } : null;
  return found;
}

/** @type {Settings} */
export const settings = readSettings(read("settings"));

// Follow the changes that another tab makes.
addEventListener("storage", ({ key }) => {
  if (key !== "fq1.settings") return;
  Object.assign(settings, readSettings(read("settings")));
  dispatchEvent(new Event("fq-settings"));
});

/** @param {Partial<Settings>} changes */
export function changeSettings(changes) {
  Object.assign(settings, changes);
  write("settings", settings);
  dispatchEvent(new Event("fq-settings"));
}

/**
 * Returns the progress of each level and each day. The keys are the names of levels and days.
 * @returns {Record<string, Progress>}
 */
export function getProgress() {
  const kept = read("progress") ?? {};
  const found = /** @type {Record<string, Progress>} */ ({});
  for (const [name, item] of Object.entries(kept)) {
    if (!item || typeof item !== "object" || !/^[\w/.-]{1,200}$/.test(name)) continue;
    const number = (/** @type {any} */ x) => (Number.isFinite(x) && x >= 0 ? x : undefined);
    found[name] = { best: number(item.best), hints: number(item.hints), solved: item.solved === true };
    if (typeof item.done === "string") found[name].done = item.done;
  }
  return found;
}

/** @param {string} name @param {Progress} item */
export function recordProgress(name, item) {
  const all = getProgress();
  all[name] = { ...all[name], ...item };
  write("progress", all);
}

/**
 * Deletes the progress and the games of some boards.
 * @param {(name: string) => boolean} which returns whether a board of this name is selected
 * @returns {() => void} a function that undoes the change
 */
export function forgetProgress(which) {
  const all = getProgress();
  const games = read("games");
  write("progress", Object.fromEntries(Object.entries(all).filter(([name]) => !which(name))));
  write(
    "games",
    getGames().filter((x) => !which(x.key)),
  );
  return () => {
    write("progress", all);
    write("games", games);
  };
}

/**
 * @typedef {{key: string, board: string, at: number, ms: number, hints: number, game: any, title: string}} SavedGame
 */

/** Returns the unfinished games, the latest first. @returns {SavedGame[]} */
export function getGames() {
  const kept = read("games");
  return (Array.isArray(kept) ? kept : [])
    .filter((x) => x && typeof x.key === "string" && typeof x.board === "string")
    .map((x) => ({
      key: x.key,
      board: x.board,
      at: Number(x.at) || 0,
      ms: Math.max(0, Number(x.ms) || 0),
      hints: Math.max(0, Number(x.hints) || 0),
      game: x.game,
      title: String(x.title ?? x.key),
    }));
}

/** @param {SavedGame} game */
export const saveGame = (game) =>
  write("games", [game, ...getGames().filter((x) => x.key !== game.key)].slice(0, MAX_GAMES));

/** @param {string} key */
export const deleteGame = (key) =>
  write(
    "games",
    getGames().filter((x) => x.key !== key),
  );

/** @typedef {{code: string, name: string, tier?: string, score?: number}} SavedBoard */

/** Returns the reader's own boards. @returns {SavedBoard[]} */
export function getBoards() {
  const kept = read("boards");
  return (Array.isArray(kept) ? kept : []).filter((x) => x && typeof x.code === "string" && typeof x.name === "string");
}

/**
 * Saves a board among the reader's own boards.
 * @param {SavedBoard} board
 * @returns {boolean} whether the board was not among them before
 */
export function saveBoard(board) {
  const all = getBoards();
  const known = all.some((x) => x.code === board.code);
  write("boards", [board, ...all.filter((x) => x.code !== board.code)].slice(0, MAX_BOARDS));
  return !known;
}

/** Deletes a board. @param {string} code @returns {() => void} a function that undoes the change */
export function deleteBoard(code) {
  const all = getBoards();
  write(
    "boards",
    all.filter((x) => x.code !== code),
  );
  return () => write("boards", all);
}

/** Returns the whole storage as the text of a file. */
export const exportBackup = () =>
  JSON.stringify({ fastqueens: 1, ...Object.fromEntries(KEYS.map((key) => [key, read(key)])) }, null, 1);

/**
 * Reads the text of a backup file into the storage.
 * @param {string} text
 * @returns {boolean} false if the text is not a backup of fastqueens
 */
export function importBackup(text) {
  let kept;
  try {
    kept = JSON.parse(text);
  } catch {
    return false;
  }
  if (kept?.fastqueens !== 1) return false;
  for (const key of KEYS) if (kept[key] && typeof kept[key] === "object") write(key, kept[key]);
  Object.assign(settings, readSettings(kept.settings));
  dispatchEvent(new Event("fq-settings"));
  return true;
}

/** Returns a local date such as 2026-11-22. @param {Date} [at] */
export const dateKey = (at = new Date()) =>
  `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, "0")}-${String(at.getDate()).padStart(2, "0")}`;

/** Returns the number of days in a row, up to today or yesterday, on which the daily board was solved. */
export function streak() {
  const all = getProgress();
  const at = new Date();
  const solved = () => all[`daily/${dateKey(at)}`]?.done === dateKey(at);
  if (!solved()) at.setDate(at.getDate() - 1);
  let count = 0;
  while (solved()) {
    count++;
    at.setDate(at.getDate() - 1);
  }
  return count;
}
