// The lists that the screen Levels shows: the levels of one size, the reader's own boards, and the days of a month.

import { button, h, icon } from "../base/dom.js";
import { dateKey, getBoards, getGames, getProgress, streak } from "../base/storage.js";
import { formatClock } from "../base/strings.js";
import { T } from "./levels_texts.js";

/** @typedef {{name: string, tier: string, score: number, code: string}} Level */
/** @typedef {{n: number, stars: number, count: number, challenge: boolean}} Size */
/** @typedef {(code: string) => HTMLElement} Thumbnail */
/**
 * @typedef {{name: string, tier: string, score: number, code: string, about: import("../base/storage.js").Progress,
 *   begun: boolean}} LevelState
 */

export const TIERS = ["easy", "medium", "hard", "expert", "guess"];
const DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const MAX_SMALL_ROWS = 16; // Larger boards get large tiles.

/** @param {LevelState} level @param {Thumbnail} thumbnail */
function levelTile({ about, begun, code, name, score, tier }, thumbnail) {
  const state = about.done ? T.done : begun ? T.begun : about.solved ? T.solvedForYou : "";
  const time =
    about.best !== undefined && `${formatClock(about.best)}${about.hints ? ` · ${T.hints(about.hints)}` : ""}`;
  return h(
    "li",
    {},
    h(
      "a",
      { class: `tile ${about.done ? "done" : begun ? "begun" : ""}`, href: `#/play/${name}` },
      thumbnail(code),
      h(
        "span",
        { class: "line" },
        h(
          "span",
          {},
          h("span", { class: "hidden" }, `${T.level} `),
          name.split("-")[1].replace(/^0+/, ""),
          h("span", { class: "hidden" }, `, ${T.tiers[tier]}${state ? `, ${state}` : ""}`),
        ),
        about.done && icon("crown"),
      ),
      h("small", { class: "muted" }, time || state || `${T.score} ${score}`),
    ),
  );
}

/**
 * For each state that the reader can choose, a function that returns whether a level is in this
 * state.
 * @type {Record<string, (level: LevelState) => boolean>}
 */
const STATES = {
  all: () => true,
  open: ({ about }) => !about.done,
  done: ({ about }) => Boolean(about.done),
  begun: ({ begun }) => begun,
};

/**
 * Functions that compare two levels. Levels without such a function are ordered by number.
 * @type {Record<string, (a: LevelState, b: LevelState) => number>}
 */
const ORDERS = {
  score: (a, b) => a.score - b.score,
  time: (a, b) => (a.about.best ?? Infinity) - (b.about.best ?? Infinity),
};

/**
 * Returns the levels of one size. Levels in order of number are grouped by difficulty. Levels in
 * another order are in one group.
 * @param {Level[]} levels
 * @param {Size} size
 * @param {{tier: string, state: string, sort: string}} choice
 * @param {Thumbnail} thumbnail
 */
export function levelGroups(levels, size, { tier, state, sort }, thumbnail) {
  const progress = getProgress();
  const begun = new Set(getGames().map((x) => x.key));
  const shown = levels
    .map((x) => ({ ...x, about: progress[x.name] ?? {}, begun: begun.has(x.name) }))
    .filter((x) => (tier === "any" || x.tier === tier) && STATES[state](x));
  const tiles = (/** @type {LevelState[]} */ group) =>
    h(
      "ul",
      { class: size.n > MAX_SMALL_ROWS ? "tiles large" : "tiles" },
      group.map((x) => levelTile(x, thumbnail)),
    );
  if (!shown.length) return [h("p", { class: "note" }, T.none)];
  if (sort !== "number") {
    const title = size.challenge ? T.challenges : T.sizeName(size.n);
    return [h("section", {}, h("h2", { class: "hidden" }, title), tiles(shown.sort(ORDERS[sort])))];
  }
  return TIERS.map((name) => ({ name, group: shown.filter((x) => x.tier === name) }))
    .filter(({ group }) => group.length)
    .map(({ name, group }) => {
      const done = group.filter((x) => x.about.done).length;
      const chip = h("span", { class: `chip ${name}` }, T.doneOf(done, group.length));
      return h("section", {}, h("div", { class: "tier" }, h("h2", {}, T.tiers[name]), chip), tiles(group));
    });
}

/**
 * Returns the reader's own boards.
 * @param {Thumbnail} thumbnail
 * @param {(code: string) => void} remove
 * @param {(board: import("../base/storage.js").SavedBoard) => void} rename
 */
export function ownBoards(thumbnail, remove, rename) {
  const boards = getBoards();
  const tile = (/** @type {import("../base/storage.js").SavedBoard} */ board) => {
    const { code, name, tier } = board;
    return h(
      "li",
      { class: "stack" },
      h(
        "a",
        { class: "tile", href: `#/play/${code}` },
        thumbnail(code),
        h("span", { class: "line" }, name, tier && h("span", { class: `chip ${tier}` }, T.tiers[tier] ?? tier)),
      ),
      h(
        "div",
        { class: "row" },
        h("a", { class: "button", href: `#/draw/${code}` }, T.draw),
        button(T.rename, null, () => rename(board)),
        button(T.remove, null, () => remove(code)),
      ),
    );
  };
  return [!boards.length && h("p", { class: "note" }, T.noBoards), h("ul", { class: "tiles large" }, boards.map(tile))];
}

/**
 * Returns a calendar of one month. Every day up to today has a link.
 * @param {Date} month
 * @param {(month: Date) => void} open shows another month
 */
export function dayCalendar(month, open) {
  const progress = getProgress();
  const today = dateKey();
  const dayOf = (/** @type {number} */ day, months = 0) =>
    new Date(month.getFullYear(), month.getMonth() + months, day);
  const first = dayOf(1);
  const blank = () => h("span", { class: "off" });
  const cell = (/** @type {number} */ day) => {
    const date = dateKey(dayOf(day));
    const done = progress[`daily/${date}`]?.done;
    if (date > today) return h("span", { class: "off" }, day);
    return h(
      "a",
      {
        href: `#/daily/${date}`,
        class: `${done ? "done" : ""} ${date === today ? "now" : ""}`,
        "aria-label": `${T.dayName(dayOf(day))}${done ? `, ${T.done}` : ""}`,
      },
      day,
    );
  };
  return h(
    "section",
    { class: "stack" },
    h(
      "div",
      { class: "row" },
      button(T.previousMonth, "back", () => open(dayOf(1, -1)), { bare: true }),
      h("h2", {}, T.month(first)),
      button(T.nextMonth, "next", () => open(dayOf(1, 1)), { bare: true, disabled: dateKey(dayOf(1, 1)) > today }),
    ),
    h(
      "div",
      { class: "month" },
      DAYS.map((x) => h("span", { class: "off" }, x)),
      Array.from({ length: (first.getDay() + 6) % 7 }, blank),
      Array.from({ length: dayOf(0, 1).getDate() }, (_, k) => cell(k + 1)),
    ),
    h("p", { class: "muted" }, T.streak(streak())),
  );
}
