// The screen Home: the last game, the board of the day, and links to everything else.

import { getCached } from "../base/api.js";
import { h, icon, replaceChildren } from "../base/dom.js";
import { dateKey, getGames, getProgress, streak } from "../base/storage.js";
import { formatClock } from "../base/strings.js";
import { boardPicture } from "../board/board_style.js";
import { decode } from "../board/codec.js";
import { firstUnsolvedLevel, gameAddress, randomLevel } from "../queens/next_level.js";
import { T } from "./home_texts.js";

/** @typedef {import("../base/app_types.js").App} App */

/** The links to other screens: name, text, address. An item without an address runs an action. */
const DOORS = /** @type {[keyof typeof T.doors, string, string][]} */ ([
  ["levels", T.levels, "#/levels"],
  ["random", T.random, ""],
  ["make", T.make, "#/make"],
  ["draw", T.draw, "#/draw"],
  ["watch", T.watch, "#/watch"],
  ["race", T.race, "#/race"],
  ["importing", T.importing, ""],
  ["about", T.about, "#/about"],
]);
const ACTIONS = /** @type {Record<string, () => void>} */ ({
  random: () => {
    randomLevel();
  },
  importing: async () => {
    (await import("../queens/import_board.js")).showImport();
  },
});
const ICONS = /** @type {Record<string, string>} */ ({ importing: "import", race: "flag" });
const MAX_GAMES = 12;
const ignore = () => {}; // The banner already says that the engine has stopped.

/** Returns a link to another screen, or a button. @param {(typeof DOORS)[0]} door */
function doorElement([name, text, href]) {
  const content = [icon(ICONS[name] ?? name), h("b", {}, text), h("small", {}, T.doors[name])];
  return href
    ? h("a", { class: "door", href }, content)
    : h("button", { class: "door", type: "button", onclick: ACTIONS[name] }, content);
}

/** Returns the card of the daily board, and a function that draws its picture. */
function dailyCard() {
  const day = dateKey();
  const { done, best } = getProgress()[`daily/${day}`] ?? {};
  const days = streak();
  const thumbnail = h("span", { class: "shot" });
  const facts = h("span", { class: "row" });
  const draw = async () => {
    const { code, tier } = await getCached(`daily?date=${day}`);
    const { puzzle } = await decode(code);
    replaceChildren(thumbnail, boardPicture(puzzle));
    replaceChildren(
      facts,
      h("span", { class: `chip ${tier}` }, T.tiers[tier]),
      h("span", { class: "chip plain" }, T.sizeName(puzzle.n)),
    );
  };
  const element = h(
    "a",
    { class: "card today", href: `#/daily/${day}` },
    thumbnail,
    h(
      "span",
      { class: "stack" },
      h("h2", {}, T.today),
      h("span", { class: "muted" }, T.dayName(new Date())),
      h("span", {}, done && best !== undefined ? T.doneIn(formatClock(best)) : T.streak(days)),
      done && days > 0 && h("small", {}, T.streak(days)),
      facts,
    ),
  );
  return { element, draw: () => draw().catch(ignore) };
}

/** Returns the name of a saved game, such as "9 × 9, level 17". @param {import("../base/storage.js").SavedGame} game */
function gameName({ key, title }) {
  const level = /^(\d+)(?:\/(\d))?-0*(\d+)$/.exec(key);
  return level ? T.levelOf(T.sizeName(Number(level[1]), Number(level[2] ?? 1)), Number(level[3])) : title;
}

/**
 * Returns the button that continues the last game, or starts the first unsolved level.
 * @param {boolean} fresh whether the reader has never played
 */
function playButton(fresh) {
  const latest = getGames()[0];
  const href = latest ? gameAddress(latest.key) : "#/play";
  const text = h("span", {}, latest ? T.goOn(gameName(latest)) : T.play);
  const thumbnail = h("span", { class: "shot" });
  const element = h("a", { class: "button main big", href }, latest ? thumbnail : icon("play"), text);
  const drawGame = async () =>
    replaceChildren(thumbnail, await (await import("./continue_card.js")).gamePicture(latest));
  if (latest) drawGame().catch(() => replaceChildren(thumbnail, icon("play")));
  const showLevel = (/** @type {string} */ name) => {
    element.setAttribute("href", `#/play/${name}`);
    if (!fresh) text.textContent = T.playLevel(name);
  };
  if (!latest) firstUnsolvedLevel().then(showLevel).catch(ignore);
  return element;
}

/** Opens Import with the ways to get a board from the page of a game. @param {App} app */
async function openImport(app) {
  const { showImport } = await import("../queens/import_board.js");
  app.replaceAddress("#/"); // Now the same link can be opened again.
  if (!app.signal.aborted) showImport("", "", true);
}

/** @param {App} app */
export async function open(app) {
  app.setTitle(T.home);
  if (app.query.has("import")) openImport(app);
  const games = getGames();
  const fresh = !games.length && !Object.keys(getProgress()).length;
  const tutorial = fresh ? (await import("./tutorial_board.js")).tutorialBoard() : null;
  const daily = dailyCard();
  daily.draw();
  app.onAppearanceChange(() => {
    daily.draw();
    tutorial?.look();
  });
  const rules = T.rules(1).map((x) => h("li", {}, x));
  const links = games
    .slice(0, MAX_GAMES)
    .map((x) => h("a", { class: "button", href: gameAddress(x.key) }, `${x.title} · ${formatClock(x.ms)}`));
  return h(
    "div",
    { class: "stack" },
    h(
      "section",
      { class: "hero" },
      h(
        "div",
        { class: "stack" },
        h("h1", {}, T.title),
        h("p", { class: "lead" }, T.lead),
        fresh && h("ol", { class: "rules" }, rules),
        h("div", { class: "row" }, playButton(fresh)),
      ),
      h("div", { class: "stack" }, tutorial ? tutorial.element : daily.element),
    ),
    tutorial && daily.element,
    h("nav", { class: "doors", "aria-label": T.home }, DOORS.map(doorElement)),
    links.length > 1 && h("section", { class: "stack" }, h("h2", {}, T.unfinished), h("div", { class: "row" }, links)),
  );
}
