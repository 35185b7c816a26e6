// Levels: by size, tier and state; the reader's own boards; the days.

import { toast, toastWithUndo } from "../base/announce.js";
import { getCached } from "../base/api.js";
import { button, dialog, field, fileChooser, h, icon, replaceChildren, saveFile, select } from "../base/dom.js";
import {
  dateKey,
  deleteBoard,
  exportBackup,
  forgetProgress,
  getBoards,
  getGames,
  getProgress,
  importBackup,
  streak,
} from "../base/storage.js";
import { formatClock } from "../base/strings.js";
import { boardPicture } from "../board/board_style.js";
import { decode } from "../board/codec.js";
import { T } from "./levels_texts.js";
import { randomLevel } from "./next_level.js";

/** @typedef {import("../base/app_types.js").App} App */
/** @typedef {{name: string, tier: string, score: number, code: string}} Level */

const TIERS = ["easy", "medium", "hard", "expert", "guess"];

/** Draw thumbnails once they come near the window. @param {AbortSignal} signal */
export function lazyThumbnails(signal) {
  const seer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        seer.unobserve(target);
        decode(/** @type {HTMLElement} */ (target).dataset.code ?? "").then(({ puzzle }) =>
          replaceChildren(target, boardPicture(puzzle)),
        );
      }
    },
    { rootMargin: "300px" },
  );
  signal.addEventListener("abort", () => seer.disconnect());
  return (/** @type {string} */ code) => {
    const element = h("span", { class: "shot", "data-code": code });
    seer.observe(element);
    return element;
  };
}

/** @param {App} app */
export async function open(app) {
  app.setTitle(T.levels);
  const { sizes } = await getCached("levels");
  const { query } = app;
  const chosen = {
    at: query.has("own")
      ? "own"
      : query.has("days")
        ? "days"
        : query.get("n")
          ? `${query.get("n")}/${query.get("stars") ?? 1}`
          : "8/1",
    tier: TIERS.includes(query.get("tier") ?? "") ? String(query.get("tier")) : "any",
    state: ["open", "done", "begun"].find((x) => query.has(x)) ?? "all",
    sort: ["score", "time"].find((x) => query.get("sort") === x) ?? "number",
    month: new Date(),
  };
  const shot = lazyThumbnails(app.signal);
  const list = h("div");
  const strip = h("div", { class: "sizes", role: "group", "aria-label": T.size });
  const filters = h("div", { class: "row" });
  const sizeOf = () => sizes.find((/** @type {any} */ x) => `${x.n}/${x.stars}` === chosen.at);

  const addressed = () => {
    const [n, stars] = chosen.at.split("/");
    const parts =
      chosen.at === "own" || chosen.at === "days"
        ? [chosen.at]
        : [`n=${n}`, ...(stars === "1" ? [] : [`stars=${stars}`])];
    if (chosen.tier !== "any") parts.push(`tier=${chosen.tier}`);
    if (chosen.state !== "all") parts.push(chosen.state);
    if (chosen.sort !== "number") parts.push(`sort=${chosen.sort}`);
    app.replaceAddress(`#/levels?${parts.join("&")}`);
  };
  /** @param {Partial<typeof chosen>} changes */
  const choose = async (changes) => {
    Object.assign(chosen, changes);
    addressed();
    await show();
  };

  const showStrip = () => {
    const done = Object.entries(getProgress())
      .filter(([, x]) => x.done)
      .map(([name]) => name);
    /** @param {string} key @param {string} text @param {string} note @param {number} [share] */
    const tab = (key, text, note, share) =>
      h(
        "button",
        {
          type: "button",
          class: "size",
          "aria-pressed": String(key === chosen.at),
          onclick: () => choose({ at: key }),
        },
        h("b", {}, text),
        h("small", {}, note),
        share !== undefined && h("progress", { max: 1, value: share, "aria-hidden": "true" }),
      );
    replaceChildren(
      strip,
      sizes.map((/** @type {any} */ x) => {
        const mine = done.filter((name) => name.startsWith(x.stars > 1 ? `${x.n}/${x.stars}-` : `${x.n}-`)).length;
        return tab(
          `${x.n}/${x.stars}`,
          `${x.n} × ${x.n}${x.stars > 1 ? ` ${x.stars}★` : ""}`,
          x.challenge ? T.challenge : `${mine} / ${x.count}`,
          mine / x.count,
        );
      }),
      tab("days", T.daily, T.streakShort(streak())),
      tab("own", T.myBoards, String(getBoards().length)),
    );
    requestAnimationFrame(() =>
      strip.querySelector("[aria-pressed=true]")?.scrollIntoView({ block: "nearest", inline: "nearest" }),
    );
  };

  /** @param {Level} level @param {number} k @param {Record<string, import("../base/storage.js").Progress>} all @param {Set<string>} begun */
  const tile = (level, k, all, begun) => {
    const about = all[level.name] ?? {};
    const number = level.name.split("-")[1] ?? String(k + 1);
    const state = about.done ? T.done : begun.has(level.name) ? T.begun : about.solved ? T.solvedForYou : "";
    return h(
      "li",
      {},
      h(
        "a",
        { class: `tile ${about.done ? "done" : begun.has(level.name) ? "begun" : ""}`, href: `#/play/${level.name}` },
        shot(level.code),
        h(
          "span",
          { class: "line" },
          h(
            "span",
            {},
            h("span", { class: "hidden" }, `${T.level} `),
            number.replace(/^0+/, ""),
            h("span", { class: "hidden" }, `, ${T.tiers[level.tier]}${state ? `, ${state}` : ""}`),
          ),
          about.done ? icon("crown") : null,
        ),
        h(
          "small",
          { class: "muted" },
          about.best !== undefined
            ? `${formatClock(about.best)}${about.hints ? ` · ${T.hints(about.hints)}` : ""}`
            : state || `${T.score} ${level.score}`,
        ),
      ),
    );
  };

  const showLevels = async () => {
    const size = sizeOf() ?? sizes[0];
    const { levels } = await getCached(`levels?n=${size.n}&stars=${size.stars}`);
    const all = getProgress();
    const begun = new Set(getGames().map((x) => x.key));
    const states = /** @type {Record<string, (x: Level) => boolean>} */ ({
      all: () => true,
      open: (x) => !all[x.name]?.done,
      done: (x) => Boolean(all[x.name]?.done),
      begun: (x) => begun.has(x.name),
    });
    const seen = levels.filter(
      (/** @type {Level} */ x) => (chosen.tier === "any" || x.tier === chosen.tier) && states[chosen.state](x),
    );
    if (chosen.sort === "score") seen.sort((/** @type {Level} */ a, /** @type {Level} */ b) => a.score - b.score);
    if (chosen.sort === "time")
      seen.sort(
        (/** @type {Level} */ a, /** @type {Level} */ b) =>
          (all[a.name]?.best ?? Infinity) - (all[b.name]?.best ?? Infinity),
      );
    const group = (/** @type {Level[]} */ some) =>
      h(
        "ul",
        { class: size.n > 16 ? "tiles large" : "tiles" },
        some.map((x, k) => tile(x, k, all, begun)),
      );
    const title = size.challenge ? T.challenges : `${size.n} × ${size.n}`;
    replaceChildren(
      list,
      !seen.length && h("p", { class: "note" }, T.none),
      chosen.sort === "number"
        ? TIERS.filter((tier) => seen.some((/** @type {Level} */ x) => x.tier === tier)).map((tier) => {
            const some = seen.filter((/** @type {Level} */ x) => x.tier === tier);
            const many = some.filter((/** @type {Level} */ x) => all[x.name]?.done).length;
            return h(
              "section",
              {},
              h(
                "div",
                { class: "tier" },
                h("h2", {}, T.tiers[tier]),
                h("span", { class: `chip ${tier}` }, T.doneOf(many, some.length)),
              ),
              group(some),
            );
          })
        : seen.length > 0 && h("section", {}, h("h2", { class: "hidden" }, title), group(seen)),
    );
  };

  const showOwn = () => {
    const mine = getBoards();
    replaceChildren(
      list,
      !mine.length && h("p", { class: "note" }, T.noBoards),
      h(
        "ul",
        { class: "tiles large" },
        mine.map((x) =>
          h(
            "li",
            { class: "stack" },
            h(
              "a",
              { class: "tile", href: `#/play/${x.code}` },
              shot(x.code),
              h(
                "span",
                { class: "line" },
                x.name,
                x.tier && h("span", { class: `chip ${x.tier}` }, T.tiers[x.tier] ?? x.tier),
              ),
            ),
            h(
              "div",
              { class: "row" },
              h("a", { class: "button", href: `#/draw/${x.code}` }, T.draw),
              button(T.remove, null, () => {
                const back = deleteBoard(x.code);
                showStrip();
                showOwn();
                toastWithUndo(T.removed, () => {
                  back();
                  show();
                });
              }),
            ),
          ),
        ),
      ),
    );
  };

  const showDays = () => {
    const { month } = chosen;
    const all = getProgress();
    const today = dateKey();
    const first = new Date(month.getFullYear(), month.getMonth(), 1);
    const many = new Date(month.getFullYear(), month.getMonth() + 1, 0).getDate();
    const lead = (first.getDay() + 6) % 7;
    const move = (/** @type {number} */ by) =>
      choose({ month: new Date(month.getFullYear(), month.getMonth() + by, 1) });
    replaceChildren(
      list,
      h(
        "section",
        { class: "stack" },
        h(
          "div",
          { class: "row" },
          button(T.previousMonth, "back", () => move(-1), { bare: true }),
          h("h2", {}, T.month(first)),
          button(T.nextMonth, "next", () => move(1), {
            bare: true,
            disabled: dateKey(new Date(month.getFullYear(), month.getMonth() + 1, 1)) > today,
          }),
        ),
        h(
          "div",
          { class: "month" },
          ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].map((x) => h("span", { class: "off" }, x)),
          Array(lead)
            .fill(0)
            .map(() => h("span", { class: "off" })),
          Array.from({ length: many }, (_, k) => {
            const at = dateKey(new Date(month.getFullYear(), month.getMonth(), k + 1));
            const about = all[`daily/${at}`];
            return at > today
              ? h("span", { class: "off" }, k + 1)
              : h(
                  "a",
                  {
                    href: `#/daily/${at}`,
                    class: `${about?.done ? "done" : ""} ${at === today ? "now" : ""}`,
                    "aria-label": `${T.dayName(new Date(`${at}T12:00`))}${about?.done ? `, ${T.done}` : ""}`,
                  },
                  k + 1,
                );
          }),
        ),
        h("p", { class: "muted" }, T.streak(streak())),
      ),
    );
  };

  const show = async () => {
    const levels = chosen.at !== "own" && chosen.at !== "days";
    showStrip();
    replaceChildren(
      filters,
      levels && [
        field(
          T.tier,
          select(
            [["any", T.any], ...TIERS.slice(0, 4).map((x) => /** @type {[string, string]} */ ([x, T.tiers[x]]))],
            chosen.tier,
            (tier) => choose({ tier }),
          ),
        ),
        field(
          T.state,
          select(Object.entries(T.states), chosen.state, (state) => choose({ state })),
        ),
        field(
          T.sort,
          select(Object.entries(T.sorts), chosen.sort, (sort) => choose({ sort })),
        ),
      ],
    );
    if (levels) await showLevels();
    else if (chosen.at === "own") showOwn();
    else showDays();
  };

  const reset = () => {
    const size = sizeOf();
    const prefix = size && (size.stars > 1 ? `${size.n}/${size.stars}-` : `${size.n}-`);
    const go = (/** @type {(name: string) => boolean} */ which) => {
      const back = forgetProgress(which);
      ask.close();
      show();
      toastWithUndo(T.resetDone, () => {
        back();
        show();
      });
    };
    const ask = dialog(T.reset, [
      size &&
        h(
          "div",
          { class: "pair" },
          T.resetLevels(`${size.n} × ${size.n}`),
          button(T.resetGo, "clear", () => go((name) => name.startsWith(prefix))),
        ),
      h(
        "div",
        { class: "pair" },
        T.resetLevels(T.resetAll),
        button(T.resetGo, "clear", () => go(() => true)),
      ),
    ]);
  };
  const file = fileChooser(async (chosen) => {
    const good = importBackup(await chosen.text());
    toast(good ? T.restored : T.notBackup, { error: !good });
    show();
  }, "application/json,.json");
  app.onAppearanceChange(() => {
    show();
  });
  await show();
  return h(
    "div",
    { class: "stack" },
    h(
      "div",
      { class: "head" },
      h("h1", {}, T.levels),
      h("div", { class: "row" }, button(T.random, "random", randomLevel)),
    ),
    strip,
    filters,
    list,
    h(
      "div",
      { class: "row" },
      button(T.backup, "export", () => saveFile("fastqueens.json", exportBackup(), "application/json")),
      button(T.restoreFile, "import", () => file.click()),
      file,
      button(T.reset, "clear", reset),
    ),
  );
}
