// The packing lab: the user or the engine places pieces on boards and pyramids.

import { toast } from "../base/announce.js";
import { ApiError, getCached, post } from "../base/api.js";
import { button, fileChooser, h, loadStyles, replaceChildren, select } from "../base/dom.js";
import { onDropOrPaste } from "../base/drop_and_paste.js";
import { onUndoKeys } from "../base/shortcuts.js";
import { shortcutTable } from "../base/shortcuts_dialog.js";
import { boardTheme } from "../board/board_style.js";
import { CodecError, inflateText } from "../board/codec.js";
import { PointerInput } from "./drag.js";
import { MAX_FILE_BYTES, copyLink, openSaveDialog, puzzleAddress, readFile } from "./files.js";
import { PackingModel } from "./packing_model.js";
import { PackingTable } from "./packing_table.js";
import { K } from "./packing_texts.js";
import { glossGradient } from "./piece_drawing.js";
import { SearchFilm } from "./search_film.js";
import { Solver } from "./solver.js";
import { Tray } from "./tray.js";

/** @typedef {import("../base/app_types.js").App} App */
/** @typedef {import("./packing_model.js").PuzzleInfo} PuzzleInfo */

class PackingScreen {
  /**
   * @param {App} app
   * @param {PuzzleInfo} info
   * @param {string} name the name of the puzzle in the address
   * @param {any} catalog the ready-made puzzles and the methods of the engine
   * @param {((problem: number) => void) | null} [openProblem] shows another problem of the same file
   */
  constructor(app, info, name, catalog, openProblem = null) {
    this.app = app;
    this.info = info;
    this.name = name;
    this.catalog = catalog;
    this.openProblem = openProblem;
    const table = (this.table = new PackingTable(new PackingModel(info)));
    this.tray = new Tray(table);
    this.solver = new Solver(table, info.puzzle, catalog.methods);
    this.film = new SearchFilm(table, this.solver, app.signal);
    table.onRefresh = () => this.#refresh();
    table.closeFilm = () => this.film.close();
    this.solver.openFilm = () => this.film.open();
    app.setTitle(K.title);
    this.status = h("p", { class: "state", role: "status" });
    this.arena = h("div", { class: table.model.layers ? "table pyramid" : "table" });
    this.undoButton = button(K.undo, "undo", () => table.stepHistory(true));
    this.redoButton = button(K.redo, "redo", () => table.stepHistory(false));
    this.takeOffButton = button(K.takeOff, "close", () => table.takeOff(table.chosen));
    this.pieceButtons = this.#pieceButtons();
    this.setChoice = this.#setChoice();
    this.element = this.#layout();
    new PointerInput(table, this.tray.element, app.signal);
    table.board.element.addEventListener("keydown", (event) => table.onBoardKey(event));
    onUndoKeys(app.signal, (undo) => this.element.isConnected && table.stepHistory(undo));
    this.#fillArena();
    app.signal.addEventListener("abort", () => this.solver.stop());
    app.onAppearanceChange(() => table.refresh());
    onDropOrPaste(
      (file) => this.openFile(file),
      { capture: true, signal: app.signal },
      () => this.element.isConnected && !document.querySelector("dialog"),
    );
  }

  #pieceButtons() {
    const { table } = this;
    const { layers, reflect, solid } = table.model;
    const turnButton = (/** @type {string} */ text, /** @type {string} */ picture, /** @type {string} */ key) =>
      button(text, picture, () => table.turn(key, table.chosen));
    return [
      turnButton(K.turn, "turn", "r"),
      turnButton(solid && !reflect ? K.roll : K.mirror, "flip", "f"),
      ...(layers ? [turnButton(solid ? K.tip : K.stand, "export", "u")] : []),
      button(K.nextFit, "next", () => table.nextFit()),
    ];
  }

  #layout() {
    const { info, table, solver } = this;
    const problem = table.model.solid || info.sums[0] === info.sums[1] ? `${info.problem}.` : K.sums(...info.sums);
    return h(
      "div",
      { class: "stack pack" },
      glossGradient(),
      h("div", { class: "head" }, h("h1", {}, K.title), this.#puzzleChoice()),
      info.warnings.map((text) => h("p", { class: "note" }, text)),
      info.problem && h("p", { class: "note wrong" }, problem),
      h(
        "div",
        { class: "lab" },
        h("div", { class: "desk" }, this.arena, this.status, this.tray.element),
        h(
          "div",
          { class: "side" },
          h("div", { class: table.model.layers ? "tools three" : "tools" }, this.pieceButtons, this.takeOffButton),
          h(
            "div",
            { class: "tools" },
            this.undoButton,
            this.redoButton,
            button(K.clear, "clear", () => table.change(() => table.model.clear())),
            button(K.save, "export", () => this.#save()),
          ),
          h("h2", {}, K.solver),
          solver.element,
          solver.verdict,
          h(
            "div",
            { class: "row" },
            button(K.share, "share", () => copyLink(info, this.name)),
          ),
          h("details", {}, h("summary", {}, K.help), shortcutTable(K.helpText)),
          h("small", {}, K.drop),
        ),
      ),
    );
  }

  #setChoice() {
    const { name, catalog } = this;
    const sets = catalog.examples.map((/** @type {any} */ x) => [x.name, K.names[x.name] ?? x.summary]);
    if (sets.every((/** @type {[string, string]} */ [x]) => x !== name)) sets.push([name, K.own]);
    const openSet = (/** @type {string} */ x) => {
      location.hash = `#/pack/${x}`;
    };
    return select(sets, name, openSet, { "aria-label": K.readySets });
  }

  #puzzleChoice() {
    const { info, openProblem } = this;
    const chooser = fileChooser((file) => this.openFile(file), ".txt,.json,.xmpuzzle,text/plain");
    const problems = Array.from({ length: info.problems }, (_, k) => [
      String(k + 1),
      K.problemOf(k + 1, info.problems),
    ]);
    return h(
      "div",
      { class: "row" },
      this.setChoice,
      openProblem &&
        info.problems > 1 &&
        select(/** @type {[string, string][]} */ (problems), String(info.number), (k) => openProblem(Number(k)), {
          "aria-label": K.problem,
        }),
      button(K.open, "import", () => chooser.click()),
      button(K.edit, "draw", () => this.#openEditor(info)),
      chooser,
    );
  }

  async #fillArena() {
    const { table } = this;
    const { model } = table;
    if (model.layers) {
      const { Pyramid } = await import("./pyramid.js");
      table.pyramid = new Pyramid(model, (cell) => {
        const piece = model.pieceByCell[cell];
        if (piece >= 0) table.choose(piece);
      });
    }
    replaceChildren(this.arena, table.pyramid?.element, table.board.element, this.film.element);
    table.refresh();
  }

  /** Draws all parts of the screen except the board. */
  #refresh() {
    const { model, chosen, frame } = this.table;
    const { ink, conflict } = boardTheme();
    this.element.style.setProperty("--board-ink", ink);
    this.element.style.setProperty("--board-wrong", conflict);
    const placed = model.placed.filter(Boolean).length;
    const filled = model.pieceByCell.filter((piece) => piece >= 0).length;
    const text = K.state(placed, model.names.length, filled, model.cells.length);
    if (this.status.textContent !== text) this.status.textContent = text;
    this.status.hidden = Boolean(frame);
    this.tray.draw();
    for (const element of this.pieceButtons) element.disabled = chosen < 0 || Boolean(frame);
    this.takeOffButton.disabled = !model.placed[chosen] || Boolean(frame);
    this.undoButton.disabled = !model.past.length || Boolean(frame);
    this.redoButton.disabled = !model.future.length || Boolean(frame);
    this.solver.refresh();
  }

  #save() {
    const { info, name, solver } = this;
    const { model } = this.table;
    const result = model.isFull && solver.result?.key === solver.key() ? solver.result : null;
    openSaveDialog(
      model.solid ? [...K.saveFormats, ...K.solidFormats] : K.saveFormats,
      { puzzle: info.puzzle, place: model.placements(), ...(result && { counters: result.counters, ms: result.ms }) },
      name.startsWith("z.") ? "packing" : name,
    );
  }

  /** @param {File} file */
  async openFile(file) {
    if (file.size > MAX_FILE_BYTES) {
      toast(K.tooLarge, { error: true });
      return;
    }
    const { request, text } = await readFile(file);
    await this.#openPuzzle(request, text);
  }

  /** @param {PuzzleInfo} info @param {{text: string, error: string}} [invalid] */
  async #openEditor(info, invalid) {
    const { PuzzleEditor } = await import("./puzzle_editor.js");
    new PuzzleEditor(info, (text) => this.#openPuzzle({ text }, text), invalid).open();
  }

  /**
   * Replaces the screen with another puzzle. An invalid puzzle opens in the editor, with its error.
   * @param {any} request
   * @param {string} text
   * @param {number} [problem]
   * @returns {Promise<void>}
   */
  async #openPuzzle(request, text, problem = 1) {
    const { app, info, catalog } = this;
    try {
      const opened = /** @type {PuzzleInfo} */ (await post("pack/read", { ...request, problem }, app.signal));
      const name = await puzzleAddress(opened, "");
      const screen = new PackingScreen(app, opened, name, catalog, (k) => screen.#openPuzzle(request, text, k));
      app.replaceAddress(`#/pack/${name}`);
      this.solver.stop();
      this.film.close();
      this.element.replaceWith(screen.element);
      screen.setChoice.focus();
    } catch (error) {
      if (app.signal.aborted) return;
      if (!(error instanceof ApiError)) throw error;
      await this.#openEditor(info, { text, error: error.message });
    }
  }
}

/** @param {App} app */
export async function open(app) {
  const sheet = loadStyles("packing/packing");
  const catalog = await getCached("pack");
  let name = app.rest || "iq-5x11";
  let info;
  try {
    const request = name.startsWith("z.")
      ? { text: await inflateText(name.slice(2), MAX_FILE_BYTES) }
      : { example: name };
    info = await post("pack/read", request, app.signal);
  } catch (error) {
    if (!(error instanceof CodecError || error instanceof ApiError)) throw error;
    name = "iq-small";
    toast(`${K.badLink} ${error.message} ${K.shownInstead(name)}`, { error: true, ms: 12000 });
    info = await post("pack/read", { example: name }, app.signal);
  }
  await sheet;
  return new PackingScreen(app, info, name, catalog).element;
}
