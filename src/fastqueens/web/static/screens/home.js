// Home: play on, the board of the day, and a door to everything else.

import { once } from "../api.js";
import { boardElement } from "../board.js";
import { decode } from "../codec.js";
import { fill, h, icon } from "../dom.js";
import { EMPTY, Game, MARK, QUEEN, next, puzzleOf, queensIn } from "../game.js";
import { picture } from "../look.js";
import { say } from "../say.js";
import { day, games, progress, settings, streak } from "../store.js";
import { T, clock } from "../strings.js";
import { firstOpen } from "./play.js";

/** @typedef {import("../main.js").App} App */

/** A level that is not done, any size. */
export async function randomLevel() {
  const done = progress(), { sizes } = await once("levels");
  const plain = sizes.filter((/** @type {any} */ x) => x.stars === 1 && !x.challenge);
  const { n, stars } = plain[Math.floor(Math.random() * plain.length)];
  const { levels } = await once(`levels?n=${n}&stars=${stars}`);
  const open = levels.filter((/** @type {any} */ x) => !done[x.name]?.done), from = open.length ? open : levels;
  location.hash = `#/play/${from[Math.floor(Math.random() * from.length)].name}`;
}

/** A board of four rows to try the rules on. */
function tryOut() {
  const puzzle = puzzleOf(4, 1, [0, 1, 1, 1, 0, 0, 1, 2, 3, 2, 2, 2, 3, 3, 3, 2]), game = new Game(puzzle);
  const board = boardElement(puzzle, T.boardName(4, 1), { axes: false }), note = h("p", { class: "muted", role: "status" }, T.tryIt);
  board.addEventListener("fq", (event) => {
    const { what, cell, cells } = /** @type {CustomEvent} */ (event).detail;
    if (board.readonly) return;
    if (what === "over") for (const i of cells) game.put(i, game.cells[i] === EMPTY ? MARK : game.cells[i]);
    else if (["tap", "alt", "queen", "mark", "empty"].includes(what)) {
      game.put(cell, what === "tap" ? next(game.cells[cell], settings.order) : what === "mark" ? MARK : what === "empty" ? EMPTY : QUEEN);
      say(board.describe(cell));
    }
    const conflicts = game.conflicts;
    board.update({ cells: game.cells, conflicts, broken: queensIn(puzzle, game.cells, conflicts) });
    if (conflicts.complete) {
      board.readonly = true;
      note.textContent = T.tryWon;
    }
  });
  return { element: h("div", { class: "try" }, board, note), look: () => board.show(puzzle, { axes: false }) };
}

/** @param {App} app */
export async function open(app) {
  app.title(T.home);
  const kept = games(), done = progress(), fresh = !kept.length && !Object.keys(done).length;
  const latest = kept[0], trial = fresh ? tryOut() : null;
  const go = h("a", { class: "button main big", href: latest ? address(latest.key) : "#/play" }, icon("play"),
    h("span", {}, latest ? T.goOn(latest.title) : T.play));
  const today = h("a", { class: "card today", href: `#/daily/${day()}` }, h("span", { class: "shot" }), h("span", { class: "stack" }));
  const about = done[`daily/${day()}`];
  const [shot, words] = [today.children[0], today.children[1]];
  fill(words, h("h2", {}, T.today), h("span", { class: "muted" }, T.dayName(new Date())),
    h("span", {}, about?.done && about.best !== undefined ? T.doneIn(clock(about.best)) : T.streak(streak())),
    about?.done && streak() > 0 && h("small", {}, T.streak(streak())));
  const shown = async () => {
    const { code, tier } = await once(`daily?date=${day()}`), { puzzle } = await decode(code);
    fill(shot, picture(puzzle));
    if (!words.querySelector(".chip")) words.append(h("span", { class: "row" }, h("span", { class: `chip ${tier}` }, T.tiers[tier]), h("span", { class: "chip plain" }, T.ownName(puzzle.n))));
  };
  shown().catch(() => {});
  app.onLook(() => { shown().catch(() => {}); trial?.look(); });
  if (!latest) {
    firstOpen().then((name) => {
      go.setAttribute("href", `#/play/${name}`);
      if (!fresh) fill(go, icon("play"), h("span", {}, T.playLevel(name)));
    }).catch(() => {});
  }
  const doors = /** @type {[keyof typeof T.doors, string, string][]} */ ([
    ["levels", T.levels, "#/levels"], ["random", T.random, ""], ["make", T.make, "#/make"],
    ["draw", T.draw, "#/draw"], ["importing", T.importing, ""], ["about", T.about, "#/about"]]);
  const acts = /** @type {Record<string, () => void>} */ ({
    random: () => { randomLevel(); }, importing: async () => { (await import("../importing.js")).showImport(); } });
  return h("div", { class: "stack" },
    h("section", { class: "hero" },
      h("div", { class: "stack" }, h("h1", {}, T.title), h("p", { class: "lead" }, T.lead),
        fresh && h("ol", { class: "rules" }, T.rules(1).map((x) => h("li", {}, x))), h("div", { class: "row" }, go)),
      trial ? h("div", { class: "stack" }, trial.element) : h("div", { class: "stack" }, today)),
    trial && today,
    h("nav", { class: "doors", "aria-label": T.home }, doors.map(([name, text, href]) => {
      const content = [icon(name === "importing" ? "import" : name), h("b", {}, text), h("small", {}, T.doors[name])];
      return href ? h("a", { class: "door", href }, content) : h("button", { class: "door", type: "button", onclick: acts[name] }, content);
    })),
    kept.length > 1 && h("section", { class: "stack" }, h("h2", {}, T.unfinished), h("div", { class: "row" },
      kept.slice(0, 12).map((x) => h("a", { class: "button", href: address(x.key) }, `${x.title} · ${clock(x.ms)}`)))));
}

/** @param {string} key of a kept game */
export const address = (key) => (key.startsWith("daily/") ? `#/${key}` : `#/play/${key}`);
