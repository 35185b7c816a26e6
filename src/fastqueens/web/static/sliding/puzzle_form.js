// The card in which the user chooses the puzzle. The engine makes the puzzle, or the user opens a
// file or types the puzzle.

import { toast } from "../base/announce.js";
import { ApiError } from "../base/api.js";
import { button, dialog, field, fileChooser, h, replaceChildren, select } from "../base/dom.js";
import { S } from "./sliding_texts.js";

const MAX_FILE_BYTES = 60_000;
const SIZES = /** @type {[string, string][]} */ (["2", "3", "4", "5"].map((x) => [x, x]));

export const randomSeed = () => String(crypto.getRandomValues(new Uint32Array(1))[0]);

export class PuzzleForm {
  /**
   * @param {import("./sliding_model.js").SlidingGame} game
   * @param {(request: Record<string, unknown>) => Promise<void>} openPuzzle
   */
  constructor(game, openPuzzle) {
    this.game = game;
    this.openPuzzle = openPuzzle;
    this.kind = "random";
    this.seedTyped = false; // whether the user has typed the seed; New puzzle then uses it
    const make = () => this.#make();
    this.rows = select(SIZES, "4", make);
    this.columns = select(SIZES, "4", make);
    this.depth = h("input", { type: "number", min: 1, max: 10000, value: 40, inputmode: "numeric", onchange: make });
    this.seed = h("input", {
      type: "text",
      inputmode: "numeric",
      pattern: "[0-9]{0,20}",
      value: randomSeed(),
      oninput: () => {
        this.seedTyped = this.seed.value !== "";
      },
      onchange: make,
    });
    const depthField = field(S.depth, this.depth);
    depthField.hidden = true;
    const kinds = select(Object.entries(S.kinds), this.kind, (x) => {
      this.kind = x;
      depthField.hidden = x !== "scrambled";
      make();
    });
    const chooser = fileChooser((file) => this.openFile(file));
    const makeNew = () => {
      if (!this.seedTyped) this.seed.value = "";
      make();
    };
    this.element = h(
      "section",
      { class: "card stack" },
      h("h2", {}, S.puzzle),
      h(
        "div",
        { class: "form" },
        field(S.rows, this.rows),
        field(S.columns, this.columns),
        field(S.make, kinds),
        depthField,
        field(S.seed, this.seed, S.seedNote),
      ),
      h(
        "div",
        { class: "row" },
        button(S.fresh, "random", makeNew),
        button(S.file, "import", () => chooser.click()),
        button(S.type, "keys", () => this.#openTextDialog()),
        chooser,
      ),
    );
  }

  /** Shows the size of the puzzle. */
  refresh() {
    this.rows.value = String(this.game.info.rows);
    this.columns.value = String(this.game.info.columns);
  }

  async #make() {
    const invalid = [this.depth, this.seed].find((x) => !x.checkValidity());
    if (invalid) return void invalid.reportValidity();
    this.seed.value ||= randomSeed();
    await this.openPuzzle({
      make: this.kind,
      rows: Number(this.rows.value),
      columns: Number(this.columns.value),
      seed: this.seed.value,
      ...(this.kind === "scrambled" && { depth: Number(this.depth.value) }),
    });
  }

  /** @param {File} file */
  async openFile(file) {
    if (file.size > MAX_FILE_BYTES) return toast(S.invalid(""), { error: true });
    const text = await file.text();
    try {
      await this.openPuzzle({ text });
      toast(file.name || S.puzzle);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast(S.invalid(error.message), { error: true, ms: 12000 });
    }
  }

  #openTextDialog() {
    const text = h("textarea", { "aria-label": S.typeText, spellcheck: "false", rows: 5 }, this.game.info.text);
    const wrong = h("p", { role: "alert" });
    const use = async () => {
      try {
        await this.openPuzzle({ text: text.value });
        box.close();
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        wrong.className = "note wrong";
        replaceChildren(wrong, error.message);
      }
    };
    const box = dialog(S.typeTitle, [
      h("p", { class: "muted" }, S.typeHow),
      text,
      wrong,
      button(S.typeGo, "check", use, { class: "main" }),
    ]);
    text.focus();
    text.select();
  }
}
