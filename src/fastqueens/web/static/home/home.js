// Home: play on, the board of the day, and a door to everything else.

import { getCached } from "../base/api.js";
import { h, icon, replaceChildren } from "../base/dom.js";
import { dateKey, getGames, getProgress, streak } from "../base/storage.js";
import { formatClock } from "../base/strings.js";
import { boardPicture } from "../board/board_style.js";
import { decode } from "../board/codec.js";
import { firstUnsolvedLevel, gameAddress, randomLevel } from "../queens/next_level.js";
import { T } from "./home_texts.js";

/** @typedef {import("../base/app_types.js").App} App */

/** @param {App} app */
export async function open(app) {
  app.setTitle(T.home);
  const kept = getGames();
  const done = getProgress();
  const fresh = !kept.length && !Object.keys(done).length;
  const latest = kept[0];
  const trial = fresh ? (await import("./tutorial_board.js")).tutorialBoard() : null;
  const go = h(
    "a",
    { class: "button main big", href: latest ? gameAddress(latest.key) : "#/play" },
    icon("play"),
    h("span", {}, latest ? T.goOn(latest.title) : T.play),
  );
  const today = h(
    "a",
    { class: "card today", href: `#/daily/${dateKey()}` },
    h("span", { class: "shot" }),
    h("span", { class: "stack" }),
  );
  const about = done[`daily/${dateKey()}`];
  const [shot, words] = [today.children[0], today.children[1]];
  replaceChildren(
    words,
    h("h2", {}, T.today),
    h("span", { class: "muted" }, T.dayName(new Date())),
    h("span", {}, about?.done && about.best !== undefined ? T.doneIn(formatClock(about.best)) : T.streak(streak())),
    about?.done && streak() > 0 && h("small", {}, T.streak(streak())),
  );
  const shown = async () => {
    const { code, tier } = await getCached(`daily?date=${dateKey()}`);
    const { puzzle } = await decode(code);
    replaceChildren(shot, boardPicture(puzzle));
    if (!words.querySelector(".chip"))
      words.append(
        h(
          "span",
          { class: "row" },
          h("span", { class: `chip ${tier}` }, T.tiers[tier]),
          h("span", { class: "chip plain" }, T.sizeName(puzzle.n)),
        ),
      );
  };
  shown().catch(() => {});
  app.onAppearanceChange(() => {
    shown().catch(() => {});
    trial?.look();
  });
  if (!latest) {
    firstUnsolvedLevel()
      .then((name) => {
        go.setAttribute("href", `#/play/${name}`);
        if (!fresh) replaceChildren(go, icon("play"), h("span", {}, T.playLevel(name)));
      })
      .catch(() => {});
  }
  const doors = /** @type {[keyof typeof T.doors, string, string][]} */ ([
    ["levels", T.levels, "#/levels"],
    ["random", T.random, ""],
    ["make", T.make, "#/make"],
    ["draw", T.draw, "#/draw"],
    ["watch", T.watch, "#/watch"],
    ["race", T.race, "#/race"],
    ["importing", T.importing, ""],
    ["about", T.about, "#/about"],
  ]);
  const acts = /** @type {Record<string, () => void>} */ ({
    random: () => {
      randomLevel();
    },
    importing: async () => {
      (await import("../queens/import_board.js")).showImport();
    },
  });
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
        fresh &&
          h(
            "ol",
            { class: "rules" },
            T.rules(1).map((x) => h("li", {}, x)),
          ),
        h("div", { class: "row" }, go),
      ),
      trial ? h("div", { class: "stack" }, trial.element) : h("div", { class: "stack" }, today),
    ),
    trial && today,
    h(
      "nav",
      { class: "doors", "aria-label": T.home },
      doors.map(([name, text, href]) => {
        const content = [
          icon(name === "importing" ? "import" : name === "race" ? "flag" : name),
          h("b", {}, text),
          h("small", {}, T.doors[name]),
        ];
        return href
          ? h("a", { class: "door", href }, content)
          : h("button", { class: "door", type: "button", onclick: acts[name] }, content);
      }),
    ),
    kept.length > 1 &&
      h(
        "section",
        { class: "stack" },
        h("h2", {}, T.unfinished),
        h(
          "div",
          { class: "row" },
          kept
            .slice(0, 12)
            .map((x) => h("a", { class: "button", href: gameAddress(x.key) }, `${x.title} · ${formatClock(x.ms)}`)),
        ),
      ),
  );
}
