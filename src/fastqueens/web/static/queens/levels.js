// The screen Levels: levels by size, difficulty and state; the reader's own boards; the daily boards.

import { toast, toastWithUndo, warnUnknown } from "../base/announce.js";
import { getCached } from "../base/api.js";
import { button, dialog, field, fileChooser, h, replaceChildren, saveFile, select } from "../base/dom.js";
import {
  deleteBoard,
  exportBackup,
  forgetProgress,
  getBoards,
  getProgress,
  importBackup,
  streak,
} from "../base/storage.js";
import { formatClock } from "../base/strings.js";
import { lazyThumbnails } from "../board/lazy_thumbnails.js";
import { TIERS, dayCalendar, levelGroups, ownBoards } from "./level_lists.js";
import { T } from "./levels_texts.js";
import { randomLevel } from "./next_level.js";
import { sizeStatistics } from "./size_statistics.js";

/** @typedef {import("../base/app_types.js").App} App */
/** @typedef {import("./level_lists.js").Size} Size */

/** Returns the prefix that the names of all levels of a size have. @param {Size} size */
const namePrefix = ({ n, stars }) => (stars > 1 ? `${n}/${stars}-` : `${n}-`);

/** Reads the list to show and its filters from the address. @param {URLSearchParams} query */
const readChoice = (query) => ({
  /** the list: "own", "days", or a size such as "8/1" (8 rows, 1 star) */
  list:
    ["own", "days"].find((x) => query.has(x)) ??
    (query.has("n") ? `${query.get("n")}/${query.get("stars") ?? 1}` : "8/1"),
  tier: TIERS.find((x) => x === query.get("tier")) ?? "any",
  state: ["open", "done", "begun"].find((x) => query.has(x)) ?? "all",
  sort: ["score", "time"].find((x) => x === query.get("sort")) ?? "number",
  month: new Date(),
});

/** Returns the average time and the streak of a size, if a level of this size is solved. @param {Size} size */
function sizeLine(size) {
  const { solved, average, best, streak: days } = sizeStatistics(getProgress(), namePrefix(size));
  if (!solved || average === null) return null;
  return h("p", { class: "muted" }, T.sizeLine(solved, formatClock(average), formatClock(best), days));
}

class Levels {
  /** @param {App} app @param {Size[]} sizes */
  constructor(app, sizes) {
    this.app = app;
    this.sizes = sizes;
    const { query } = app;
    this.choice = readChoice(query);
    const { choice } = this;
    const known = ["own", "days", ...sizes.map((x) => `${x.n}/${x.stars}`)];
    const wrongList = !known.includes(choice.list) && choice.list.replace("/1", "");
    if (wrongList) choice.list = "8/1";
    warnUnknown([wrongList, "8 × 8"], [query.get("tier"), choice.tier], [query.get("sort"), choice.sort]);
    this.thumbnail = lazyThumbnails(app.signal);
    this.list = h("div");
    this.tabs = h("div", { class: "sizes", role: "group", "aria-label": T.size });
    this.filters = h("div", { class: "row" });
    const chooser = fileChooser(async (file) => {
      const restored = importBackup(await file.text());
      toast(restored ? T.restored : T.notBackup, { error: !restored });
      this.show();
    }, "application/json,.json");
    this.element = h(
      "div",
      { class: "stack" },
      h(
        "div",
        { class: "head" },
        h("h1", {}, T.levels),
        h("div", { class: "row" }, button(T.random, "random", randomLevel)),
      ),
      this.tabs,
      this.filters,
      this.list,
      h(
        "div",
        { class: "row" },
        button(T.backup, "export", () => saveFile("fastqueens.json", exportBackup(), "application/json")),
        button(T.restoreFile, "import", () => chooser.click()),
        chooser,
        button(T.reset, "clear", () => this.#reset()),
      ),
    );
    app.onAppearanceChange(() => this.show());
  }

  /** The size of the levels that are shown; undefined if another list is shown. */
  get size() {
    return this.sizes.find((x) => `${x.n}/${x.stars}` === this.choice.list);
  }

  /** @param {Partial<Levels["choice"]>} changes */
  choose(changes) {
    Object.assign(this.choice, changes);
    const { list, tier, state, sort } = this.choice;
    const [n, stars] = list.split("/");
    const query = stars ? [`n=${n}`] : [list];
    if (stars > "1") query.push(`stars=${stars}`);
    if (tier !== "any") query.push(`tier=${tier}`);
    if (state !== "all") query.push(state);
    if (sort !== "number") query.push(`sort=${sort}`);
    this.app.replaceAddress(`#/levels?${query.join("&")}`);
    return this.show();
  }

  async show() {
    const { list, month } = this.choice;
    this.#showTabs();
    this.#showFilters();
    if (list === "own")
      replaceChildren(
        this.list,
        ...ownBoards(
          this.thumbnail,
          (code) => this.#remove(code),
          async (board) => (await import("./draw_tools.js")).showKeep(board, () => this.show()),
        ),
      );
    else if (list === "days")
      replaceChildren(
        this.list,
        dayCalendar(month, (other) => this.choose({ month: other })),
      );
    else {
      const size = this.size ?? this.sizes[0];
      const { levels } = await getCached(`levels?n=${size.n}&stars=${size.stars}`);
      replaceChildren(this.list, sizeLine(size), levelGroups(levels, size, this.choice, this.thumbnail));
    }
  }

  /** Shows a button for each size, for the daily boards and for the reader's own boards. */
  #showTabs() {
    const progress = getProgress();
    const done = Object.keys(progress).filter((name) => progress[name].done);
    /**
     * @param {string} list
     * @param {string} text
     * @param {string} note
     * @param {number} [share] the share of levels that are solved
     */
    const tab = (list, text, note, share) =>
      h(
        "button",
        {
          type: "button",
          class: "size",
          "aria-pressed": String(list === this.choice.list),
          onclick: () => this.choose({ list }),
        },
        h("b", {}, text),
        h("small", {}, note),
        share !== undefined && h("progress", { max: 1, value: share, "aria-hidden": "true" }),
      );
    replaceChildren(
      this.tabs,
      this.sizes.map((x) => {
        const count = done.filter((name) => name.startsWith(namePrefix(x))).length;
        const note = x.challenge ? T.challenge : `${count} / ${x.count}`;
        return tab(`${x.n}/${x.stars}`, T.sizeName(x.n, x.stars), note, count / x.count);
      }),
      tab("days", T.daily, T.streakShort(streak())),
      tab("own", T.myBoards, String(getBoards().length)),
    );
    requestAnimationFrame(() => {
      // Only the row of buttons scrolls: scrollIntoView() would scroll the page too.
      const chosen = this.tabs.querySelector("[aria-pressed=true]")?.getBoundingClientRect();
      const box = this.tabs.getBoundingClientRect();
      if (chosen) this.tabs.scrollLeft += chosen.left + chosen.width / 2 - box.left - box.width / 2;
    });
  }

  /** Shows the filters of levels. The other lists have no filters. */
  #showFilters() {
    const { list, tier, state, sort } = this.choice;
    /** @type {[string, string][]} */
    const tiers = [["any", T.any], ...TIERS.slice(0, 4).map((x) => /** @type {[string, string]} */ ([x, T.tiers[x]]))];
    replaceChildren(
      this.filters,
      list.includes("/") && [
        field(
          T.tier,
          select(tiers, tier, (x) => this.choose({ tier: x })),
        ),
        field(
          T.state,
          select(Object.entries(T.states), state, (x) => this.choose({ state: x })),
        ),
        field(
          T.sort,
          select(Object.entries(T.sorts), sort, (x) => this.choose({ sort: x })),
        ),
      ],
    );
  }

  /** Removes one of the reader's own boards. @param {string} code */
  #remove(code) {
    const undo = deleteBoard(code);
    this.show();
    toastWithUndo(T.removed, () => {
      undo();
      this.show();
    });
  }

  /** Opens a dialog in which the reader can delete the progress of one size or all progress. */
  #reset() {
    const { size } = this;
    const row = (/** @type {string} */ what, /** @type {(name: string) => boolean} */ matches) =>
      h(
        "div",
        { class: "pair" },
        T.resetLevels(what),
        button(T.resetGo, "clear", () => {
          const undo = forgetProgress(matches);
          question.close();
          this.show();
          toastWithUndo(T.progressDeleted, () => {
            undo();
            this.show();
          });
        }),
      );
    const question = dialog(T.reset, [
      size && row(T.sizeName(size.n), (name) => name.startsWith(namePrefix(size))),
      row(T.resetAll, () => true),
    ]);
  }
}

/** @param {App} app */
export async function open(app) {
  app.setTitle(T.levels);
  const { sizes } = await getCached("levels");
  const levels = new Levels(app, sizes);
  await levels.show();
  return levels.element;
}
