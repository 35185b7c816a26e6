// The packing lab: pieces dragged, turned and put on boards in the plane and in pyramids; solved
// from here, counted, watched and saved.

import { announce, copyText, errorMessage, toast } from "../base/announce.js";
import { ApiError, getCached, post, postForBlob, stream } from "../base/api.js";
import {
  button,
  definitionItems,
  dialog,
  field,
  fileChooser,
  h,
  icon,
  loadStyles,
  replaceChildren,
  s,
  saveFile,
  select,
} from "../base/dom.js";
import { isTyping, onDropOrPaste, onUndoKeys } from "../base/shortcuts.js";
import { shortcutTable } from "../base/shortcuts_dialog.js";
import { settings } from "../base/storage.js";
import { boardTheme, themeName } from "../board/board_style.js";
import { CodecError, deflateText, inflateText } from "../board/codec.js";
import { K } from "./pack_texts.js";
import { Boards, blob, fillOf, gloss } from "./packboard.js";
import { Packing } from "./packing.js";

/** @typedef {import("../base/app_types.js").App} App */
/** @typedef {import("./packing.js").Told} Told */
/** @typedef {import("./packing.js").Place} Place */

const MAX_BYTES = 2 ** 20;
const FAR = 6; // pixels up to which a press is a tap
const TWICE = 320; // milliseconds between two taps that are one double tap
const CHUNK = 200; // frames that are fetched at a time
const KEPT = 20; // such chunks
const STRIDES = [1, 10, 100, 1000, 10000, 100000, 1000000];

class Lab {
  /**
   * @param {App} app
   * @param {Told} told
   * @param {string} name
   * @param {any} info
   * @param {((problem: number) => void) | null} [again] shows another problem of the file
   */
  constructor(app, told, name, info, again = null) {
    this.app = app;
    this.told = told;
    this.name = name;
    this.info = info;
    this.model = new Packing(told);
    this.chosen = -1;
    this.cursor = 0;
    this.hovered = false;
    /** @type {{piece: number, at: number, back: boolean}} the last tap */
    this.tap = { piece: -1, at: 0, back: false };
    this.method = "auto";
    this.distinct = false;
    /** @type {{base: string, k: number} | null} which of the solutions is shown */
    this.series = null;
    /** @type {AbortController | null} */
    this.running = null;
    /** @type {any} what the last search told */
    this.result = null;
    /** @type {any} the frame of a search that is shown instead of the board */
    this.frame = null;
    this.airborne = false; // whether a piece follows the pointer
    /** @type {(() => void) | null} ends a drag that is under way */
    this.dropped = null;
    this.again = again;
    this.element = h("div", { class: "stack pack" });
    const { model } = this;
    app.setTitle(K.title);
    this.boards = new Boards(model);
    const known = info.examples.map((/** @type {any} */ x) => [x.name, K.names[x.name] ?? x.summary]);
    const own = !known.some((/** @type {[string, string]} */ [x]) => x === this.name);
    this.sets = select(
      own ? [...known, [this.name, K.own]] : known,
      this.name,
      (x) => {
        location.hash = `#/pack/${x}`;
      },
      { "aria-label": K.ready },
    );
    const file = fileChooser((chosen) => this.openFile(chosen), ".txt,.json,.xmpuzzle,text/plain");
    this.status = h("p", { class: "state", role: "status" });
    this.tray = h("div", {
      class: "tray",
      role: "listbox",
      "aria-label": K.pieces,
      "aria-orientation": "horizontal",
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#trayKey(event),
    });
    const tool = (/** @type {string} */ text, /** @type {string} */ picture, /** @type {() => void} */ act) =>
      button(text, picture, act);
    this.undoing = tool(K.undo, "undo", () => this.back(true));
    this.redoing = tool(K.redo, "redo", () => this.back(false));
    this.onPiece = [
      tool(K.turn, "turn", () => this.turn(Packing.turned, this.chosen)),
      tool(K.mirror, "flip", () => this.turn(Packing.mirrored, this.chosen)),
      model.layers ? tool(K.stand, "export", () => this.turn((way) => model.raised(way), this.chosen)) : null,
      tool(K.nextFit, "next", () => this.nextFit()),
      tool(K.takeOff, "close", () => this.takeOff(this.chosen)),
    ];
    this.stopping = button(K.stop, "stop", () => this.running?.abort(), { class: "wide-button" });
    this.nexting = button(K.next, "next", () => this.solve(true));
    this.watching = button(K.watch, "play", () => this.watch());
    const all = h("input", {
      type: "checkbox",
      onchange: () => {
        this.distinct = all.checked;
        this.series = null;
      },
    });
    this.starters = h(
      "div",
      { class: "tools two" },
      button(K.solveHere, "solve", () => this.solve(false), { class: "main" }),
      this.nexting,
      button(K.count, "levels", () => this.count()),
      this.watching,
    );
    const solver = h(
      "div",
      { class: "stack tight" },
      field(
        K.method,
        select(
          info.methods.map((/** @type {string} */ x) => [x, K.methods[x] ?? x]),
          this.method,
          (x) => {
            this.method = x;
            const text = x === "auto" || x === "brute-force" ? K.watch : K.watchOther;
            /** @type {Element} */ (this.watching.lastElementChild).textContent = text;
          },
        ),
      ),
      h("label", { class: "tick" }, all, h("span", {}, K.distinct)),
      this.starters,
      this.stopping,
    );
    this.solving = h("div", { class: "card verdict", role: "status" });
    this.film = h("div", { class: "film" });
    this.arena = h("div", { class: model.layers ? "table pyramid" : "table" });
    replaceChildren(
      this.element,
      gloss(),
      h(
        "div",
        { class: "head" },
        h("h1", {}, K.title),
        h(
          "div",
          { class: "row" },
          this.sets,
          this.#problems(),
          button(K.open, "import", () => file.click()),
          button(K.edit, "draw", async () => (await import("./packedit.js")).edit(told, (text) => this.openText(text))),
          file,
        ),
      ),
      told.warnings.map((text) => h("p", { class: "note" }, text)),
      told.problem &&
        h("p", { class: "note wrong" }, told.sums[0] === told.sums[1] ? `${told.problem}.` : K.sums(...told.sums)),
      h(
        "div",
        { class: "lab" },
        h("div", { class: "desk" }, this.arena, this.status, this.tray),
        h(
          "div",
          { class: "side" },
          h("div", { class: model.layers ? "tools three" : "tools" }, this.onPiece),
          h(
            "div",
            { class: "tools" },
            this.undoing,
            this.redoing,
            tool(K.clear, "clear", () => this.act(() => model.clear())),
            tool(K.save, "export", () => this.#saving()),
          ),
          h("h2", {}, K.solver),
          solver,
          this.solving,
          h(
            "div",
            { class: "row" },
            button(K.share, "share", () => this.#share()),
          ),
          h("details", {}, h("summary", {}, K.help), shortcutTable(K.helpText)),
          h("small", {}, K.drop),
        ),
      ),
    );
    this.#listen();
    this.#told(K.idle);
    this.#setTable();
    app.signal.addEventListener("abort", () => {
      this.running?.abort();
      this.filming?.abort();
    });
    app.onAppearanceChange(() => this.refresh());
    onDropOrPaste(
      (file) => this.openFile(file),
      { capture: true, signal: app.signal },
      () => this.element.isConnected && !document.querySelector("dialog"),
    );
  }

  // ---- the screen

  #problems() {
    const { number, problems } = this.told;
    if (problems < 2 || !this.again) return null;
    return select(
      Array.from({ length: problems }, (_, k) => [String(k + 1), K.problemOf(k + 1, problems)]),
      String(number),
      (k) => this.again?.(Number(k)),
      { "aria-label": K.problem },
    );
  }

  async #setTable() {
    const { model } = this;
    if (model.layers) {
      const { Heap } = await import("./pyramid.js");
      this.heap = new Heap(model, (cell) => {
        const piece = model.owner[cell];
        if (piece >= 0) this.choose(piece);
      });
    }
    replaceChildren(this.arena, this.heap?.element, this.boards.element, this.film);
    this.refresh();
  }

  // ---- what is shown

  get ghost() {
    const { model, chosen, boards } = this;
    if (chosen < 0 || model.lying[chosen] || this.frame) return null;
    const on = this.hovered || boards.element.contains(document.activeElement);
    if (!on) return null;
    const places = model.spread(chosen, model.cells[this.cursor]);
    return { piece: chosen, places, fits: model.fit(chosen, places) !== null };
  }

  /** Draw the board, not what stands beside it: often, while the cursor moves. */
  paint() {
    const { model, boards, frame } = this;
    const theme = boardTheme();
    const shown = {
      owner: /** @type {number[]} */ (frame?.cells ?? model.owner),
      own: model.lying.map((one) => Boolean(one?.own) && !frame),
      ghost: this.ghost,
      chosen: frame ? -1 : this.chosen,
      hand: frame?.hand ?? -1,
    };
    boards.show(shown, theme);
    this.heap?.show(shown, theme);
  }

  refresh() {
    const { model, chosen } = this;
    this.paint();
    const theme = boardTheme();
    this.element.style.setProperty("--board-ink", theme.ink);
    this.element.style.setProperty("--board-wrong", theme.conflict);
    const lies = model.lying.filter(Boolean).length;
    const filled = model.owner.filter((piece) => piece >= 0).length;
    const text = K.state(lies, model.names.length, filled, model.cells.length);
    if (this.status.textContent !== text) this.status.textContent = text;
    this.status.hidden = Boolean(this.frame);
    this.#drawTray(theme);
    for (const knob of this.onPiece) knob?.toggleAttribute("disabled", chosen < 0 || Boolean(this.frame));
    this.onPiece[4]?.toggleAttribute("disabled", chosen < 0 || !model.lying[chosen] || Boolean(this.frame));
    this.undoing.toggleAttribute("disabled", !model.past.length || Boolean(this.frame));
    this.redoing.toggleAttribute("disabled", !model.future.length || Boolean(this.frame));
    this.nexting.toggleAttribute("disabled", !this.series || this.series.base !== this.#base());
    this.starters.toggleAttribute("hidden", Boolean(this.running));
    this.stopping.toggleAttribute("hidden", !this.running);
  }

  /** A piece as it is turned, its held cell marked. @param {number} piece @param {string} colour */
  #picture(piece, colour) {
    const { model } = this;
    const places = model.spread(piece, [0, 0, 0], model.ways[piece] & 7);
    const [top, left] = [1, 2].map((k) => Math.min(...places.map((place) => place[k])));
    const cells = places.map((place) => /** @type {[number, number]} */ ([place[1] - top, place[2] - left]));
    const [rows, columns] = [0, 1].map((k) => Math.max(...cells.map((cell) => cell[k])) + 1);
    const picture = s(
      "svg",
      { viewBox: `-.06 -.06 ${columns + 0.12} ${rows + 0.12}`, "aria-hidden": "true", focusable: "false" },
      blob(cells, colour, model.letters[piece], [cells[0]]),
    );
    picture.style.setProperty("--columns", String(columns));
    picture.style.setProperty("--rows", String(rows));
    return { picture, held: cells[0], rows, columns };
  }

  /** @param {import("../board/palette.js").Theme} theme */
  #drawTray(theme) {
    const { model, tray } = this;
    const had = tray.contains(document.activeElement);
    const focus = Math.max(0, this.chosen);
    replaceChildren(
      tray,
      model.names.map((_, piece) => {
        const lies = Boolean(model.lying[piece]);
        const planes = model.planes.length;
        const how = K.way(model.ways[piece], planes);
        return h(
          "div",
          {
            role: "option",
            class: `piece ${lies ? "lies" : ""}`,
            id: `piece-${piece}`,
            "data-piece": piece,
            tabindex: piece === focus ? 0 : -1,
            "aria-selected": String(piece === this.chosen),
            "aria-label": K.option(model.letters[piece], model.shapes[piece].length, lies, how),
          },
          this.#picture(piece, fillOf(theme, piece)).picture,
          lies ? h("span", { class: "sign" }, icon("check")) : null,
          planes > 1 && !lies && model.ways[piece] >> 3
            ? h("span", { class: "plane" }, K.plane(model.ways[piece]))
            : null,
        );
      }),
    );
    if (had) /** @type {HTMLElement} */ (tray.children[focus]).focus();
  }

  /** @param {string | null} head @param {[string, string][]} [facts] @param {boolean} [wrong] */
  #told(head, facts = [], wrong = false) {
    replaceChildren(
      this.solving,
      head && h("p", { class: wrong ? "wrong" : facts.length ? "big-number" : "" }, head),
      facts.length > 0 && h("dl", { class: "facts" }, definitionItems(facts)),
    );
  }

  /** @param {any} answer @returns {[string, string][]} */
  #facts(answer) {
    const counters = Object.entries(/** @type {Record<string, number>} */ (answer.counters));
    return [
      ...counters.map(
        ([name, k]) => /** @type {[string, string]} */ ([K.counters[name] ?? name, k.toLocaleString("en")]),
      ),
      [K.time, K.milliseconds(answer.ms)],
    ];
  }

  // ---- what the reader does

  /** Change what stands, and show it. @param {() => void} change @param {string} [said] */
  act(change, said) {
    if (this.frame) this.#closeFilm();
    const { model } = this;
    const before = model.full;
    change();
    this.refresh();
    if (model.full && !before) {
      if (model.lying.every((one) => one?.own)) toast(K.won);
      else if (said) announce(said);
    } else if (said) announce(said);
  }

  /** @param {number} piece */
  choose(piece, told = true) {
    this.chosen = piece;
    this.refresh();
    if (told && piece >= 0)
      announce(K.chosen(this.model.letters[piece], K.way(this.model.ways[piece], this.model.planes.length)));
  }

  /** Know of a piece that lies how it is turned, and hold it by a cell. @param {number} piece @param {number} cell */
  #adopt(piece, cell) {
    const { model } = this;
    const lying = model.lying[piece];
    if (!lying) return;
    const same = (/** @type {number} */ way, /** @type {number} */ held) => {
      const cells = model.spread(piece, model.cells[cell], way, held).map((place) => model.at(place));
      return cells.every((x) => lying.cells.includes(x));
    };
    const ways = [model.ways[piece], ...Array(8 * model.planes.length).keys()];
    for (const way of ways)
      for (let held = 0; held < model.shapes[piece].length; held++)
        if (same(way, held)) {
          model.ways[piece] = way;
          model.held[piece] = held;
          return;
        }
  }

  /**
   * Turn a piece: in the tray, in the hand, or where it lies if there is room.
   * @param {(way: number) => number} by
   * @param {number} piece
   * @param {number} [cell] about which it turns where it lies
   * @returns {boolean} whether it turned
   */
  turn(by, piece, cell) {
    const { model } = this;
    if (piece < 0) {
      announce(K.choose);
      return false;
    }
    const lying = model.lying[piece];
    if (this.airborne) {
      model.ways[piece] = by(model.ways[piece]); // kept with the drop
      return true;
    }
    if (!lying) {
      this.act(() =>
        model.change(() => {
          model.ways[piece] = by(model.ways[piece]);
        }),
      );
      this.#sayHand();
      return true;
    }
    const about = cell ?? (lying.cells.includes(this.cursor) ? this.cursor : lying.cells[0]);
    this.#adopt(piece, about);
    const from = model.ways[piece];
    for (let way = by(from), tries = 0; tries < 3 && way !== from; way = by(way), tries++) {
      const cells = model.fit(piece, model.spread(piece, model.cells[about], way));
      if (!cells || cells.join() === lying.cells.join()) continue;
      this.act(
        () =>
          model.change(() => {
            model.ways[piece] = way;
            model.lying[piece] = { piece, cells, own: true };
          }),
        K.placed(model.letters[piece]),
      );
      return true;
    }
    toast(K.noRoom(model.letters[piece]));
    return false;
  }

  #sayHand() {
    const { ghost, model, chosen } = this;
    const how = chosen < 0 ? "" : K.way(model.ways[chosen], model.planes.length);
    const fits = ghost ? `, ${(ghost.fits ? K.fits : K.fitsNot)(model.letters[ghost.piece])}` : "";
    if (chosen >= 0) announce(`${K.chosen(model.letters[chosen], how)}${fits}`);
  }

  /** @param {number} piece */
  takeOff(piece) {
    const { model } = this;
    if (piece < 0 || !model.lying[piece]) return;
    this.#adopt(piece, model.lying[piece].cells[0]);
    this.act(() => model.take(piece), K.taken(model.letters[piece]));
  }

  /** Put the piece in hand. @param {number} cell where its held cell goes */
  put(cell) {
    const { model, chosen } = this;
    const cells = model.fit(chosen, model.spread(chosen, model.cells[cell]));
    if (!cells) {
      announce(K.fitsNot(model.letters[chosen]));
      this.refresh();
      return false;
    }
    const piece = chosen;
    this.chosen = -1;
    this.act(() => model.put(piece, cells), K.placed(model.letters[piece]));
    return true;
  }

  /** Turn the piece in hand to the next way in which it covers the cursor. */
  nextFit() {
    const { model, chosen } = this;
    if (chosen < 0) {
      announce(K.choose);
      return;
    }
    const lying = model.lying[chosen];
    const cell = lying && !lying.cells.includes(this.cursor) ? lying.cells[0] : this.cursor;
    const ways = model.covering(chosen, cell);
    if (!ways.length) {
      toast(K.noWay(model.letters[chosen]));
      return;
    }
    const same = (/** @type {{way: number, held: number, cells: number[]}} */ x) =>
      lying ? x.cells.join() === lying.cells.join() : x.way === model.ways[chosen] && x.held === model.held[chosen];
    const k = (ways.findIndex(same) + 1) % ways.length;
    this.act(() =>
      model.change(() => {
        model.ways[chosen] = ways[k].way;
        model.held[chosen] = ways[k].held;
        if (lying) model.lying[chosen] = { piece: chosen, cells: ways[k].cells, own: true };
      }),
    );
    this.hovered = true;
    this.paint();
    announce(K.wayOf(k + 1, ways.length));
  }

  /** @param {boolean} undo */
  back(undo) {
    if (this.frame) this.#closeFilm();
    const { model } = this;
    const done = model.back(undo);
    this.refresh();
    announce(done ? (undo ? K.undone : K.redone) : K.nothing);
  }

  // ---- pointer and keys

  #listen() {
    const { boards, tray } = this;
    boards.element.addEventListener("pointerdown", (event) => {
      const cell = boards.under(event.clientX, event.clientY);
      if (cell < 0 || event.button || this.frame) return;
      event.preventDefault();
      this.#hold(event, this.model.owner[cell], cell);
    });
    boards.element.addEventListener("pointermove", (event) => {
      if (event.pointerType === "touch" || this.dropped) return;
      const cell = boards.under(event.clientX, event.clientY);
      const on = cell >= 0;
      if (on === this.hovered && (!on || cell === this.cursor)) return;
      this.hovered = on;
      if (on) this.cursor = cell;
      if (this.chosen >= 0) this.paint();
    });
    boards.element.addEventListener("pointerleave", () => {
      if (!this.hovered) return;
      this.hovered = false;
      this.paint();
    });
    boards.element.addEventListener("focusin", (event) => {
      const cell = /** @type {HTMLElement} */ (event.target).dataset.cell;
      if (cell !== undefined) this.cursor = Number(cell);
      this.#label();
      this.paint();
    });
    boards.element.addEventListener("focusout", () => setTimeout(() => this.paint()));
    boards.element.addEventListener("keydown", (event) => this.#boardKey(event));
    tray.addEventListener("pointerdown", (event) => {
      const option = /** @type {Element} */ (event.target).closest("[data-piece]");
      if (!(option instanceof HTMLElement) || event.button) return;
      if (this.frame) this.#closeFilm();
      this.#hold(event, Number(option.dataset.piece), -1);
    });
    onUndoKeys(this.app.signal, (undo) => this.element.isConnected && this.back(undo));
  }

  /** Tell of the cell under the cursor whether the piece in hand fits there. */
  #label() {
    const { ghost, model } = this;
    if (ghost) announce((ghost.fits ? K.fits : K.fitsNot)(model.letters[ghost.piece]));
  }

  /**
   * The pointer is down on a piece, or on an empty cell (-1): wait whether it is a tap or a drag.
   * @param {PointerEvent} event
   * @param {number} piece
   * @param {number} cell where it lies; -1 for the tray
   */
  #hold(event, piece, cell) {
    const { clientX: x0, clientY: y0, pointerId, pointerType } = event;
    const leave = new AbortController();
    const { signal } = leave;
    let drag = /** @type {ReturnType<Lab["drag"]> | null} */ (null);
    const end = () => {
      leave.abort();
      this.dropped = null;
      drag?.end();
    };
    this.dropped = end;
    this.app.signal.addEventListener("abort", end, { signal });
    const move = (/** @type {PointerEvent} */ now) => {
      if (now.pointerId !== pointerId) return;
      if (!drag && piece >= 0 && Math.hypot(now.clientX - x0, now.clientY - y0) > FAR) {
        drag = this.drag(piece, cell, pointerType === "touch" ? 1.4 : 0);
      }
      drag?.move(now.clientX, now.clientY);
    };
    addEventListener("pointermove", move, { signal });
    addEventListener(
      "pointerup",
      (now) => {
        if (now.pointerId !== pointerId) return;
        const moved = drag;
        end();
        if (moved) moved.drop(now.clientX, now.clientY);
        else if (cell < 0) this.#tapped(piece, -1);
        else this.#tapped(piece, cell);
      },
      { signal },
    );
    addEventListener("pointercancel", (now) => now.pointerId === pointerId && end(), { signal });
    addEventListener(
      "keydown",
      (now) => {
        if (now.key === "Escape") {
          end();
          this.refresh();
        } else if (drag && this.#handKey(now)) drag.again();
        else return;
        now.stopPropagation(); // the board and the tray know these keys too
      },
      { signal, capture: true },
    );
  }

  /**
   * A tap on a piece turns it, a second one soon after mirrors it; one on an empty cell puts the
   * piece in hand there.
   * @param {number} piece
   * @param {number} cell
   */
  #tapped(piece, cell) {
    const { model } = this;
    if (cell >= 0) this.cursor = cell;
    if (piece < 0) {
      if (this.chosen >= 0 && !model.lying[this.chosen]) {
        if (!this.put(cell)) {
          this.hovered = true;
          this.paint();
        }
      } else {
        this.boards.focus(cell);
        this.choose(-1, false);
      }
      return;
    }
    if (cell < 0 && model.lying[piece]) {
      this.choose(piece);
      return;
    }
    const now = performance.now();
    const twice = this.tap.piece === piece && now - this.tap.at < TWICE;
    if (cell < 0) /** @type {HTMLElement | undefined} */ (this.tray.children[piece])?.focus();
    if (twice && this.tap.back) model.back(true);
    this.choose(piece, false);
    const turned = this.turn(twice ? Packing.mirrored : Packing.turned, piece, cell < 0 ? undefined : cell);
    this.tap = twice ? { piece: -1, at: 0, back: false } : { piece, at: now, back: turned };
  }

  /**
   * Begin to drag a piece: a picture of it follows the pointer, and on the board it shows where it would lie.
   * @param {number} piece
   * @param {number} cell by which it is held; -1 from the tray
   * @param {number} above how many cells it floats above a finger
   */
  drag(piece, cell, above) {
    const { model, boards } = this;
    if (cell >= 0) this.#adopt(piece, cell);
    this.chosen = piece;
    const from = model.lying[piece];
    model.lying[piece] = null; // in the air; what it was is put back before anything is kept
    this.airborne = true;
    const side = boards.side;
    const float = h("div", { class: "floating", "aria-hidden": "true" });
    let at = [0, 0];
    let last = -2; // the cell under the pointer, when it was painted last
    const again = () => {
      const { picture, held, columns, rows } = this.#picture(piece, fillOf(boardTheme(), piece));
      picture.style.setProperty("inline-size", `${(columns + 0.12) * side}px`);
      picture.style.setProperty("block-size", `${(rows + 0.12) * side}px`);
      replaceChildren(float, picture);
      float.style.setProperty("margin-left", `${-(held[1] + 0.56) * side}px`);
      float.style.setProperty("margin-top", `${-(held[0] + 0.56) * side}px`);
      last = -2;
      move(at[0], at[1]);
    };
    const target = (/** @type {number} */ x, /** @type {number} */ y) => boards.under(x, y - above * side);
    const move = (/** @type {number} */ x, /** @type {number} */ y) => {
      at = [x, y];
      float.style.setProperty("translate", `${x}px ${y - above * side}px`);
      const over = target(x, y);
      if (over === last) return;
      last = over;
      this.hovered = over >= 0;
      float.classList.toggle("over", over >= 0);
      if (over >= 0) this.cursor = over;
      this.paint();
    };
    document.body.append(float);
    this.refresh();
    again();
    return {
      move,
      again,
      end: () => {
        float.remove();
        this.airborne = false;
        model.lying[piece] = from;
        this.hovered = false;
      },
      drop: (/** @type {number} */ x, /** @type {number} */ y) => {
        const over = target(x, y);
        const places = over >= 0 ? model.spread(piece, model.cells[over]) : [];
        const cells = over >= 0 ? model.fit(piece, places) : null;
        const letter = model.letters[piece];
        if (cells) {
          this.chosen = -1;
          this.act(() => model.put(piece, cells), K.placed(letter));
        } else if (over < 0 && from) this.act(() => model.take(piece), K.taken(letter));
        else {
          this.refresh();
          if (over >= 0) announce(K.fitsNot(letter));
        }
      },
    };
  }

  /** Keys that turn the piece in hand. @param {KeyboardEvent} event @returns {boolean} */
  #handKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event) || !settings.keys) return false;
    const { model } = this;
    const by = /** @type {Record<string, (way: number) => number>} */ ({
      r: Packing.turned,
      f: Packing.mirrored,
      u: (way) => model.raised(way),
    })[event.key.toLowerCase()];
    if (!by) return false;
    event.preventDefault();
    this.turn(by, this.chosen);
    return true;
  }

  /** @param {KeyboardEvent} event */
  #trayKey(event) {
    const { model } = this;
    const many = model.names.length;
    const at = Math.max(0, this.chosen);
    const to = /** @type {Record<string, number>} */ ({
      ArrowRight: at + 1,
      ArrowDown: at + 1,
      ArrowLeft: at - 1,
      ArrowUp: at - 1,
      Home: 0,
      End: many - 1,
    })[event.key];
    if (to !== undefined && !event.ctrlKey) {
      event.preventDefault();
      this.choose(this.chosen < 0 && event.key !== "End" ? 0 : (to + many) % many, false);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (this.chosen < 0) this.choose(0, false);
      if (this.frame) this.#closeFilm();
      const lying = model.lying[this.chosen];
      this.boards.focus(lying ? lying.cells[0] : this.boards.focused);
    } else if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      this.takeOff(this.chosen);
    } else this.#handKey(event);
  }

  /** @param {KeyboardEvent} event */
  #boardKey(event) {
    const { boards, model } = this;
    if (this.frame) return;
    const to = event.altKey ? null : boards.moved(event);
    if (to !== null) {
      event.preventDefault();
      boards.focus(to);
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const here = model.owner[this.cursor];
    const acts = /** @type {Record<string, () => void>} */ ({
      Enter: () => this.#enter(here),
      " ": () => this.#enter(here),
      Delete: () => this.takeOff(here >= 0 ? here : this.chosen),
      Backspace: () => this.takeOff(here >= 0 ? here : this.chosen),
      Escape: () => this.choose(-1),
      ...(settings.keys && { n: () => this.nextFit(), ",": () => this.#other(-1), ".": () => this.#other(1) }),
    });
    const act = acts[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (act) {
      event.preventDefault();
      act();
    } else if (this.chosen < 0 && here >= 0 && "rfu".includes(event.key.toLowerCase())) {
      this.choose(here, false);
      this.#handKey(event);
    } else this.#handKey(event);
  }

  /** @param {number} here the piece under the cursor */
  #enter(here) {
    const { model } = this;
    if (this.chosen >= 0 && !model.lying[this.chosen]) {
      this.put(this.cursor);
      return;
    }
    if (here < 0) {
      announce(K.choose);
      return;
    }
    this.#adopt(here, this.cursor);
    this.chosen = here;
    this.act(() => model.take(here));
    this.#sayHand();
  }

  /** Choose the piece before or after, of those that do not lie. @param {number} by */
  #other(by) {
    const { model } = this;
    const many = model.names.length;
    let piece = this.chosen < 0 && by < 0 ? 0 : this.chosen;
    for (let k = 0; k < many; k++) {
      piece = (piece + by + many) % many;
      if (!model.lying[piece]) {
        this.chosen = piece;
        this.refresh();
        this.#sayHand();
        return;
      }
    }
  }

  // ---- the engine

  #base() {
    return JSON.stringify([this.model.place(true), this.method, this.distinct]);
  }

  /** What is asked of all searches. */
  #asked() {
    return { puzzle: this.told.puzzle, place: this.model.place(true), method: this.method };
  }

  /**
   * Run a search, with a Stop button beside it.
   * @param {string} text
   * @param {(signal: AbortSignal) => Promise<void>} search
   */
  async #run(text, search) {
    this.running?.abort();
    if (this.frame) this.#closeFilm();
    const running = (this.running = new AbortController());
    this.#told(text);
    this.refresh();
    try {
      await search(running.signal);
    } catch (error) {
      if (this.running !== running) return;
      if (running.signal.aborted) this.#told(this.partly ?? K.stopped);
      else this.#told(errorMessage(error), [], true);
    } finally {
      if (this.running === running) {
        const had = document.activeElement === this.stopping;
        this.running = null;
        this.partly = null;
        this.refresh();
        if (had) /** @type {HTMLElement | null} */ (this.starters.querySelector("button:not([disabled])"))?.focus();
      }
    }
  }

  /** @param {boolean} next */
  solve(next) {
    return this.#run(K.solving, async (signal) => {
      const base = this.#base();
      const from = next && this.series?.base === base ? this.series.k + 1 : 0;
      const asked = { ...this.#asked(), from, distinct: this.distinct || undefined };
      const answer = await post("pack/solve", asked, signal);
      const [found] = answer.solutions;
      if (!found) {
        this.series = null;
        this.#told(answer.status === "solved" ? K.noMore(answer.found) : answer.head, this.#facts(answer));
        return;
      }
      this.chosen = -1;
      this.act(() => this.model.answer(this.model.cellsOf(found)));
      this.series = { base, k: from };
      this.result = { base, counters: answer.counters, ms: answer.ms };
      this.#told(K.solution(from + 1), this.#facts(answer));
    });
  }

  count() {
    return this.#run(K.counting, async (signal) => {
      const asked = { ...this.#asked(), distinct: this.distinct || undefined };
      await stream(
        "pack/count",
        asked,
        (event, data) => {
          if (event === "error") throw new ApiError(data.error, 422);
          if (event === "done") {
            this.#told(data.head, this.#facts(data));
            return;
          }
          const least = data.least ? K.atLeast(data.least) : K.counting;
          this.partly = data.least ? `${K.stopped} ${least[0].toUpperCase()}${least.slice(1)}.` : null;
          this.#told(least, this.#facts(data));
        },
        signal,
      );
    });
  }

  // ---- watching

  async watch() {
    const method = this.method === "auto" ? "brute-force" : this.method;
    const asked = { ...this.#asked(), method, frames: CHUNK };
    const { playerElement } = await import("../board/player.js");
    if (this.app.signal.aborted) return;
    this.running?.abort();
    this.#closeFilm();
    const leave = (this.filming = new AbortController());
    let every = 1;
    /** @type {Map<number, any[]>} frames by chunk, the latest last */
    let chunks = new Map();
    let unit = method === "brute-force" ? "case" : "node";
    let ended = /** @type {string | null} */ (null);
    let last = /** @type {any} what was told with the last frame */ (null);
    let fetching = /** @type {Promise<void> | null} */ (null);
    const has = (/** @type {number} */ k) => Boolean(chunks.get(Math.floor(k / CHUNK)));
    const fetchChunk = async (/** @type {number} */ k) => {
      const mine = chunks;
      const start = k * CHUNK * every;
      const answer = await post("pack/watch", { ...asked, start, every }, leave.signal);
      if (mine !== chunks || leave.signal.aborted) return;
      chunks.set(k, answer.frames);
      if (chunks.size > KEPT) chunks.delete(/** @type {number} */ (chunks.keys().next().value));
      unit = answer.unit;
      const end = k * CHUNK + answer.frames.length;
      if (answer.status !== "running") {
        ended = answer.status;
        last = answer;
        this.result = { base: this.#base(), counters: answer.counters, ms: answer.ms };
      }
      if (end > player.count) player.count = end;
      player.growing = ended === null;
    };
    const broken = (/** @type {unknown} */ error) => {
      if (leave.signal.aborted) return;
      player.growing = false;
      ended = "stopped";
      toast(errorMessage(error), { error: true });
    };
    const more = () => {
      if (ended !== null || fetching || player.count - player.at > CHUNK / 2) return;
      fetching = fetchChunk(Math.floor(player.count / CHUNK)).catch(broken);
      fetching.finally(() => {
        fetching = null;
      });
    };
    const frameAt = (/** @type {number} */ k) => chunks.get(Math.floor(k / CHUNK))?.[k % CHUNK];
    const label = (/** @type {number} */ k) => {
      const frame = frameAt(k);
      return frame ? K.frame(frame.work, unit) : "";
    };
    const about = (/** @type {number} */ k) => {
      const frame = frameAt(k);
      if (!frame) return "";
      const lie = new Set(frame.cells.filter((/** @type {number} */ x) => x >= 0)).size;
      const atEnd = ended !== null && k === player.count - 1;
      const trying = frame.piece === null || atEnd ? "" : `, ${K.trying(this.model.letters[frame.piece])}`;
      return `${K.stands(lie, this.model.names.length)}${trying}. ${atEnd ? (K.filmEnd[/** @type {string} */ (ended)] ?? "") : ""}`;
    };
    const facts = h("p", { class: "state" });
    const player = playerElement(
      {
        show: (k) => {
          this.frame = frameAt(k);
          facts.textContent = about(k);
          if (last && k === player.count - 1) this.#told(K.filmEnd[last.status], this.#facts(last));
          this.paint();
          more();
        },
        has,
        load: (k) => fetchChunk(Math.floor(k / CHUNK)),
        label,
        describe: (k) => `${label(k)}: ${about(k)}`,
      },
      K.film,
    );
    const strides = select(
      STRIDES.map((k) => [String(k), K.strideOf(k, unit)]),
      "1",
      (x) => {
        const work = frameAt(player.at)?.work ?? 0;
        every = Number(x);
        const k = Math.floor(work / every);
        restart(k);
      },
    );
    const restart = (/** @type {number} */ k) => {
      const played = player.playing;
      player.pause(false);
      chunks = new Map();
      ended = last = null;
      player.growing = true;
      fetchChunk(Math.floor(k / CHUNK)).then(() => {
        player.showPosition(Math.min(k, player.count - 1));
        if (played) player.play();
      }, broken);
      player.count = 0;
    };
    const film = this.film;
    const closing = button(K.closeFilm, "close", () => {
      this.#closeFilm();
      this.watching.focus();
    });
    replaceChildren(
      film,
      h("h2", {}, K.film),
      facts,
      player,
      h("div", { class: "row" }, field(K.stride, strides), closing),
    );
    this.#told(K.idle);
    this.chosen = -1;
    this.frame = { cells: this.model.cells.map(() => -1), hand: -1 };
    this.refresh();
    player.speed = 10;
    restart(0);
    player.play();
    film.scrollIntoView({ block: "nearest" });
  }

  #closeFilm() {
    this.filming?.abort();
    this.filming = undefined;
    replaceChildren(this.film);
    if (!this.frame) return;
    this.frame = null;
    this.refresh();
  }

  // ---- files and links

  #saving() {
    const { model } = this;
    const make = async (/** @type {string} */ format) => {
      const theme = themeName() === "dark" ? "dark" : "light";
      const name = /^z\./.test(this.name) ? "packing" : this.name;
      const known = this.result?.base === this.#base() && model.full ? this.result : null;
      const answer = await postForBlob(
        {
          format,
          puzzle: this.told.puzzle,
          place: model.place(),
          ...(known && { counters: known.counters, ms: known.ms }),
          theme,
          letters: true,
          name,
        },
        "pack/export",
      );
      saveFile(`${name}.${format === "puzzle" ? "txt" : format}`, answer, answer.type);
      open.close();
      toast(K.saved);
    };
    const open = dialog(K.save, [
      h(
        "div",
        { class: "menu" },
        K.saves.map(([format, text]) =>
          button(text, "export", () => make(format).catch((error) => toast(errorMessage(error), { error: true }))),
        ),
      ),
    ]);
  }

  async #share() {
    await copyText(`${location.origin}${location.pathname}#/pack/${await addressOf(this.told, this.name)}`);
  }

  /** @param {File} file */
  async openFile(file) {
    if (file.size > MAX_BYTES) {
      toast(K.tooLarge, { error: true });
      return;
    }
    const bytes = new Uint8Array(await file.arrayBuffer());
    let text = "";
    for (let k = 0; k < bytes.length; k += 32768) text += String.fromCharCode(...bytes.subarray(k, k + 32768));
    const source = bytes[0] === 31 || text.trimStart().startsWith("<") ? "" : new TextDecoder().decode(bytes);
    await this.#take({ file: btoa(text) }, source);
  }

  /** @param {string} text */
  openText(text) {
    return this.#take({ text }, text);
  }

  /**
   * Show the puzzle of a file; what is wrong with it is told where it can be mended.
   * @param {any} asked
   * @param {string} text
   * @param {number} [problem]
   * @returns {Promise<void>}
   */
  async #take(asked, text, problem = 1) {
    const { app, info } = this;
    try {
      const told = /** @type {Told} */ (await post("pack/read", { ...asked, problem }, app.signal));
      const name = await addressOf(told, "");
      const lab = new Lab(app, told, name, info, (k) => lab.#take(asked, text, k));
      app.replaceAddress(`#/pack/${name}`);
      this.running?.abort();
      this.#closeFilm();
      this.element.replaceWith(lab.element);
      lab.sets.focus();
    } catch (error) {
      if (app.signal.aborted) return;
      if (!(error instanceof ApiError)) throw error;
      const { edit } = await import("./packedit.js");
      edit(this.told, (mended) => this.openText(mended), { text, wrong: error.message });
    }
  }
}

/** The address of a puzzle: its name, or its file. @param {Told} told @param {string} name */
const addressOf = async (told, name) =>
  name && !name.startsWith("z.") ? name : `z.${await deflateText(told.text ?? JSON.stringify(told.puzzle))}`;

/** @param {App} app */
export async function open(app) {
  const sheet = loadStyles("packing/pack");
  const info = await getCached("pack");
  const name = app.rest || "iq-5x11";
  let told;
  let shown = name;
  try {
    const asked = name.startsWith("z.") ? { text: await inflateText(name.slice(2), MAX_BYTES) } : { example: name };
    told = await post("pack/read", asked, app.signal);
  } catch (error) {
    if (!(error instanceof CodecError || error instanceof ApiError)) throw error;
    toast(`${K.badLink} ${error.message}`, { error: true, ms: 9000 });
    shown = "iq-small";
    told = await post("pack/read", { example: shown }, app.signal);
  }
  await sheet;
  return new Lab(app, told, shown, info).element;
}
