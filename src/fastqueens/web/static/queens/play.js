// The screen Play: the player plays a level, the board of a day, or any board in an address.

import { warnUnknown } from "../base/announce.js";
import { ApiError, getCached, getLevel } from "../base/api.js";
import { button, h } from "../base/dom.js";
import { dateKey } from "../base/storage.js";
import { CodecError, decode } from "../board/codec.js";
import { firstUnsolvedLevel } from "./next_level.js";
import { Play } from "./play_controller.js";
import { T } from "./play_texts.js";

/** @typedef {import("../base/app_types.js").App} App */
/** @typedef {import("./play_session.js").Subject} Subject */

const PLAIN = { cells: null, tier: null, previous: null, next: null, day: null };

/**
 * Returns a page that explains why no board is shown.
 * @param {string} text
 * @param {boolean} wrong
 * @param {...any} links
 */
const problemPage = (text, wrong, ...links) =>
  h(
    "div",
    { class: "stack" },
    h("h1", {}, T.cannotShow),
    h("p", { class: wrong ? "note wrong" : "note" }, text),
    h("div", { class: "row" }, links, h("a", { class: "button", href: "#/levels" }, T.allLevels)),
  );

/** @param {string} date @returns {Promise<Subject>} */
async function loadDay(date) {
  const { code, tier } = await getCached(`daily?date=${date}`);
  return { ...PLAIN, key: `daily/${date}`, name: date, ...(await decode(code)), tier, day: date };
}

/** @param {string} code @returns {Promise<Subject | HTMLElement>} */
async function loadCode(code) {
  try {
    const { puzzle, cells } = await decode(code);
    return { ...PLAIN, key: code.split("~")[0], name: T.sizeName(puzzle.n), puzzle, cells };
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    const edit = async () => (await import("./import_board.js")).showImport(code, error.message);
    return problemPage(`${T.badLink} ${error.message}.`, true, button(T.fixIt, "import", edit, { class: "main" }));
  }
}

/** @param {string} name @returns {Promise<Subject | HTMLElement>} */
async function loadLevel(name) {
  try {
    const { level, previous, next } = await getLevel(name);
    const { puzzle } = await decode(level.code);
    return { ...PLAIN, key: level.name, name: level.name, puzzle, tier: level.tier, previous, next };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    const near = error.answer?.nearest;
    const link = near && h("a", { class: "button main", href: `#/play/${near}` }, T.nearest(near));
    return problemPage(T.noLevel(name), false, link);
  }
}

/**
 * Loads the board that the address names.
 * @param {App} app
 * @param {string} screen
 * @returns {Promise<Subject | HTMLElement>}
 */
async function loadSubject(app, screen) {
  const { rest } = app;
  if (screen === "daily") {
    const day = /^\d{4}-\d\d-\d\d$/.test(rest) ? rest : dateKey();
    warnUnknown([rest, day]);
    return loadDay(day);
  }
  if (/^\d+x\d+\./.test(rest)) return loadCode(rest);
  const name = rest || (await firstUnsolvedLevel());
  if (!rest) app.replaceAddress(`#/play/${name}`);
  return loadLevel(name);
}

/** @param {App} app @param {string} screen */
export async function open(app, screen) {
  const subject = await loadSubject(app, screen);
  if (subject instanceof HTMLElement) {
    app.setTitle(T.cannotShow);
    return subject;
  }
  return new Play(app, subject, {
    openMenu: async (play) => (await import("./play_menu.js")).openMenu(play),
    explain: async (play, fromEmpty) => (await import("./play_menu.js")).explain(play, fromEmpty),
  }).element;
}
