// What is kept in this browser: settings, progress, unfinished games and boards. All of it is read
// defensively; where storage is refused or full the page goes on and says so once.

/**
 * @typedef {object} Settings
 * @property {string} theme "system", "light" or "dark"
 * @property {string} letters "auto", "on" or "off"
 * @property {string} patterns "auto", "on" or "off"
 * @property {boolean} axes
 * @property {boolean} autoMarks
 * @property {"off" | "full" | "live"} conflicts
 * @property {"mark" | "queen" | "drag"} order
 * @property {"queen" | "mark"} press what a right click or a long press puts
 * @property {boolean} clock
 * @property {boolean} keys single keys
 * @property {boolean} sound
 * @property {boolean} vibrate
 * @property {boolean} paletteOn
 * @property {{fills: string[], apart: number[][]} | null} palette
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

/** @param {() => void} then called once, where nothing can be kept */
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

/** @param {any} kept @returns {Settings} */
function readSettings(kept) {
  const found = /** @type {any} */ ({ ...DEFAULTS });
  for (const [key, value] of Object.entries(DEFAULTS)) {
    const given = kept?.[key];
    if (CHOICES[key] ? CHOICES[key].includes(given) : typeof given === typeof value && value !== null)
      found[key] = given;
  }
  const own = kept?.palette;
  const colours = own?.fills;
  const apart = own?.apart;
  const sound =
    Array.isArray(colours) &&
    colours.length === 12 &&
    colours.every((x) => /^#[0-9a-f]{6}$/.test(x)) &&
    Array.isArray(apart) &&
    apart.length === 12 &&
    apart.every((row) => Array.isArray(row) && row.length === 12 && row.every((x) => typeof x === "number"));
  found.palette = sound ? { fills: colours, apart } : null;
  return found;
}

/** @type {Settings} */
export const settings = readSettings(read("settings"));

// Another tab has changed them.
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

/** Returns the progress by the name of the level or the day. @returns {Record<string, Progress>} */
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

/** @param {(name: string) => boolean} which @returns {() => void} take it back */
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

/** @typedef {{key: string, board: string, at: number, ms: number, hints: number, game: any, title: string}} Kept */

/** Returns the unfinished games, the latest first. @returns {Kept[]} */
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

/** @param {Kept} game */
export const saveGame = (game) =>
  write("games", [game, ...getGames().filter((x) => x.key !== game.key)].slice(0, MAX_GAMES));

/** @param {string} key */
export const deleteGame = (key) =>
  write(
    "games",
    getGames().filter((x) => x.key !== key),
  );

/** @typedef {{code: string, name: string, tier?: string, score?: number}} Kind */

/** The reader's own boards. @returns {Kind[]} */
export function getBoards() {
  const kept = read("boards");
  return (Array.isArray(kept) ? kept : []).filter((x) => x && typeof x.code === "string" && typeof x.name === "string");
}

/** @param {Kind} board @returns {boolean} whether it is new */
export function saveBoard(board) {
  const all = getBoards();
  const old = all.some((x) => x.code === board.code);
  write("boards", [board, ...all.filter((x) => x.code !== board.code)].slice(0, MAX_BOARDS));
  return !old;
}

/** @param {string} code @returns {() => void} take it back */
export function deleteBoard(code) {
  const all = getBoards();
  write(
    "boards",
    all.filter((x) => x.code !== code),
  );
  return () => write("boards", all);
}

/** Everything, as the text of a file. */
export const exportBackup = () =>
  JSON.stringify({ fastqueens: 1, ...Object.fromEntries(KEYS.map((key) => [key, read(key)])) }, null, 1);

/** @param {string} text of such a file @returns {boolean} whether it was one */
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

/** The date here and now, as 2026-11-22. @param {Date} [at] */
export const dateKey = (at = new Date()) =>
  `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, "0")}-${String(at.getDate()).padStart(2, "0")}`;

/** How many days in a row up to today (or yesterday) the daily board was solved on its day. */
export function streak() {
  const all = getProgress();
  const at = new Date();
  const solved = () => all[`daily/${dateKey(at)}`]?.done === dateKey(at);
  if (!solved()) at.setDate(at.getDate() - 1);
  let many = 0;
  while (solved()) {
    many++;
    at.setDate(at.getDate() - 1);
  }
  return many;
}
