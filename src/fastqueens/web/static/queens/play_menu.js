// What Play does besides playing: its menu and all that it opens, loaded when it is used.

import { announce, copyText, errorMessage, toast, toastWithUndo, withBusyNotice } from "../base/announce.js";
import { getCached, post, postForBlob } from "../base/api.js";
import { button, definitionItems, dialog, field, h, replaceChildren, saveFile, select } from "../base/dom.js";
import { changeSettings, forgetProgress, saveBoard, settings } from "../base/storage.js";
import { capitalize } from "../base/strings.js";
import { encode } from "../board/codec.js";
import { EMPTY, MARK, QUEEN, cellsWith } from "../board/game.js";
import { cellOf, pairs } from "./play.js";
import { T } from "./play_menu_texts.js";

/** @typedef {import("./play.js").Play} Play */

/** All steps from here, by named rules; the game waits. @param {Play} play @param {boolean} [bare] from the empty board */
export async function explain(play, bare = false) {
  const answer = await play.engine("explain", bare ? { queens: [], eliminated: [] } : {});
  if (!answer?.steps.length) {
    if (answer) play.note(T.noSolutionYet);
    return;
  }
  const { puzzle, game, board } = play;
  const to = cellOf(puzzle.n);
  const start = bare ? new Uint8Array(game.cells.length) : game.cells.slice();
  let at = 0;
  const leave = () => {
    play.explaining = false;
    for (const name of Object.values(play.tools)) name.inert = false;
    play.clearHint();
    play.show();
  };
  const show = () => {
    const cells = start.slice();
    const step = answer.steps[at];
    for (const { placed, eliminated } of answer.steps.slice(0, at)) {
      for (const x of placed) cells[to(x)] = QUEEN;
      for (const x of eliminated) if (cells[to(x)] === EMPTY) cells[to(x)] = MARK;
    }
    board.readonly = true;
    board.update({ cells, outlined: true });
    board.highlight({
      units: step.units,
      dim: true,
      reason: step.cells.map(to),
      target: step.placed.map(to),
      eliminated: step.eliminated.map(to),
    });
    back.disabled = at === 0;
    on.disabled = at === answer.steps.length - 1;
    replaceChildren(
      words,
      h(
        "div",
        { class: "pair" },
        h("h2", {}, T.rule[step.rule] ?? capitalize(step.rule)),
        h("small", {}, T.step(at + 1, answer.steps.length)),
      ),
      h("p", {}, step.sentence),
    );
    announce(step.sentence);
  };
  const move = (/** @type {number} */ by) => {
    at = Math.min(answer.steps.length - 1, Math.max(0, at + by));
    show();
  };
  const words = h("div", { class: "stack" });
  const back = button(T.backward, "back", () => move(-1));
  const on = button(T.forward, "next", () => move(1), { class: "main" });
  play.hints++;
  play.explaining = true;
  for (const name of Object.values(play.tools)) name.inert = true;
  play.card.classList.remove("idle");
  replaceChildren(play.card, words, h("div", { class: "row" }, back, on), button(T.leave, null, leave));
  show();
  on.focus();
}

/** Let a method solve the board, and show its numbers. @param {Play} play */
async function solve(play) {
  const { methods } = await getCached("info");
  const { puzzle } = play;
  const able = methods.filter(
    (/** @type {any} */ x) => x.family === "queens" && !x.counts_only && (puzzle.stars === 1 || x.stars),
  );
  let method = (able.find((/** @type {any} */ x) => x.default) ?? able[0]).method;
  const out = h("div", { class: "stack", role: "status" });
  const stop = new AbortController();
  const run = async () => {
    replaceChildren(out, h("p", {}, `${T.thinking} …`));
    try {
      const { board, allow_empty_regions } = play.position;
      const answer = await post("solve", { board, allow_empty_regions, method }, stop.signal);
      replaceChildren(
        out,
        h("p", {}, answer.sentence),
        h(
          "dl",
          { class: "facts" },
          definitionItems([
            ...Object.entries(answer.counters).map(
              ([key, value]) =>
                /** @type {[string, string]} */ ([key.replaceAll("_", " "), Number(value).toLocaleString("en")]),
            ),
            ["ms", Number(answer.ms.toPrecision(3))],
          ]),
        ),
      );
      if (answer.queens) play.reveal(answer.queens.map(cellOf(puzzle.n)));
    } catch (error) {
      if (!stop.signal.aborted) replaceChildren(out, h("p", { class: "note wrong" }, errorMessage(error)));
    }
  };
  dialog(
    T.solve,
    [
      h("p", { class: "muted" }, T.solveHow),
      h(
        "div",
        { class: "row" },
        select(
          able.map((/** @type {any} */ x) => [x.method, x.method]),
          method,
          (value) => {
            method = value;
          },
          { "aria-label": T.method },
        ),
        button(T.solve, "solve", run, { class: "main" }),
      ),
      out,
    ],
    { onclose: () => stop.abort() },
  );
}

/** Go to where methods are watched, with this board. @param {Play} play */
async function watch(play) {
  const { key } = play.subject;
  location.hash = `#/watch/${/^\d+-\d+$/.test(key) ? key : await encode(play.puzzle)}`;
}

/** @param {Play} play */
export function menu(play) {
  /** @param {string} text @param {string} picture @param {() => void} act @param {boolean} [off] */
  const item = (text, picture, act, off = false) =>
    button(
      text,
      picture,
      () => {
        open.close();
        act();
      },
      { disabled: off },
    );
  const quick = (
    /** @type {"letters" | "patterns" | "conflicts"} */ key,
    /** @type {string} */ text,
    /** @type {Record<string, string>} */ options,
  ) =>
    field(
      text,
      select(Object.entries(options), settings[key], (value) => changeSettings({ [key]: value })),
    );
  const open = dialog(T.more, [
    h(
      "div",
      { class: "thirds" },
      quick("letters", T.letters, T.autoOnOff),
      quick("patterns", T.patterns, T.autoOnOff),
      quick("conflicts", T.conflicts, T.conflictChoices),
    ),
    h(
      "div",
      { class: "columns" },
      h(
        "div",
        { class: "menu" },
        item(T.showSolution, "flag", () => play.solution(), play.over),
        item(T.explain, "explain", () => explain(play), play.over),
        item(T.solve, "solve", () => solve(play), play.over),
        item(T.watchIt, "watch", () => watch(play)),
        item(T.fillIn, "crown", () => play.fillIn(), play.over),
        item(T.checkpoints, "star", () => checkpoints(play), play.over),
        item(T.restart, "turn", () => play.restart()),
      ),
      h(
        "div",
        { class: "menu" },
        item(T.share, "share", () => share(play)),
        item(T.export, "export", () => saveAs(play)),
        item(T.print, "print", async () =>
          (await import("./print_boards.js")).printBoards([{ puzzle: play.puzzle, name: play.subject.name }], 1, false),
        ),
        item(T.keepBoard, "import", async () =>
          toast(
            saveBoard({
              code: await encode(play.puzzle),
              name: play.subject.name,
              ...(play.subject.tier && { tier: play.subject.tier }),
            })
              ? T.kept
              : T.already,
          ),
        ),
        item(T.editBoard, "draw", () => play.edit()),
        item(T.forgetThis, "clear", () => forgetThis(play)),
        item(settings.clock ? T.hideClock : T.showClock, "pause", () => changeSettings({ clock: !settings.clock })),
        item(T.settings, "settings", async () => (await import("../board/settings_dialog.js")).showSettings()),
      ),
    ),
  ]);
}

/** Forget time and game of this board. @param {Play} play */
function forgetThis(play) {
  const back = forgetProgress((name) => name === play.subject.key);
  play.restart();
  toastWithUndo(T.resetDone, back);
}

/** Positions that the player has kept, with names of their own. @param {Play} play */
function checkpoints(play) {
  const { game } = play;
  const name = h("input", { type: "text", maxlength: 60, value: T.checkpointName(game.checkpoints.length + 1) });
  const list = h("ul", { class: "kept" });
  const show = () =>
    replaceChildren(
      list,
      !game.checkpoints.length && h("li", { class: "muted" }, T.noCheckpoints),
      game.checkpoints.map((x, k) => {
        const text = h("input", {
          type: "text",
          maxlength: 60,
          value: x.name,
          "aria-label": T.checkpointOf(x.name),
          onchange: () => {
            x.name = text.value.trim() || x.name;
            play.save();
            show();
          },
        });
        return h(
          "li",
          {},
          text,
          h("small", {}, T.statusLine(play.what, cellsWith(x.cells, QUEEN).length, play.puzzle.n * play.puzzle.stars)),
          button(T.goBack, "undo", () => {
            open.close();
            game.restoreCheckpoint(k);
            play.moved();
          }),
          button(
            T.deleteIt(x.name),
            "clear",
            () => {
              game.checkpoints.splice(k, 1);
              play.save();
              show();
              announce(T.deleted(x.name));
              name.focus();
            },
            { bare: true },
          ),
        );
      }),
    );
  const keep = () => {
    game.addCheckpoint(name.value.trim() || T.checkpointName(game.checkpoints.length + 1));
    play.save();
    open.close();
    toast(T.keptAs(game.checkpoints[game.checkpoints.length - 1].name));
  };
  show();
  const open = dialog(T.checkpoints, [
    h(
      "form",
      {
        class: "naming",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          keep();
        },
      },
      field(T.checkpointCalled, name),
      button(T.checkpoint, "plus", keep, { class: "main", type: "submit", onclick: null }),
    ),
    list,
  ]);
  name.select();
}

/** @param {Play} play */
async function share(play) {
  const base = `${location.origin}${location.pathname}#/play/`;
  const code =
    base + (play.subject.key.includes("x") || play.subject.day ? await encode(play.puzzle) : play.subject.key);
  const now = base + (await encode(play.puzzle, play.game.cells));
  dialog(T.share, [
    h("p", { class: "muted" }, T.shareHow),
    button(T.shareBoard, "share", () => copyText(code)),
    button(T.sharePosition, "share", () => copyText(now), { disabled: play.game.empty }),
  ]);
}

/** @param {Play} play */
function saveAs(play) {
  const { board, puzzle, game } = play;
  const at = pairs(puzzle.n);
  const look = board?.look;
  const make = async (/** @type {string} */ format) => {
    const answer = await withBusyNotice(T.exporting, (signal) =>
      postForBlob(
        {
          format,
          board: play.request,
          allow_empty_regions: puzzle.names.length !== puzzle.n || undefined,
          queens: game.queens.map(at),
          eliminated: game.marks.map(at),
          theme: look?.theme.name === "dark" ? "dark" : "light",
          letters: Boolean(look?.letters),
          patterns: look?.patterns,
          name: play.subject.name.replaceAll("/", "-"),
        },
        "export",
        signal,
      ),
    );
    if (answer) saveFile(`${play.subject.name.replaceAll("/", "-")}.${format}`, answer, answer.type);
  };
  dialog(T.export, [
    h("p", { class: "muted" }, T.exportHow),
    h(
      "div",
      { class: "row" },
      ["png", "svg", "gif", "txt", "json"].map((x) => button(x.toUpperCase(), "export", () => make(x))),
    ),
  ]);
}
