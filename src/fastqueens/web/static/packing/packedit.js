// A puzzle of one's own: a board and pieces drawn in small grids, and the same as text. The text is
// what counts; the grids write it.

import { errorMessage } from "../base/announce.js";
import { ApiError, post } from "../base/api.js";
import { button, dialog, field, h, replaceChildren, select } from "../base/dom.js";
import { K } from "./pack_texts.js";

/** @typedef {import("./packing.js").Told} Told */

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const MOST = 16; // rows and columns that are drawn here; a text may have more
const PIECE = 5; // and of a piece

/**
 * A grid of cells that are on or off, by pointer, drag and keys.
 * @param {boolean[][]} cells changed in place
 * @param {string} name
 * @param {() => void} changed
 */
function toggles(cells, name, changed) {
  const columns = cells[0].length;
  let to = true;
  let down = false;
  const set = (/** @type {HTMLElement} */ element, /** @type {boolean} */ on) => {
    const [r, c] = [Number(element.dataset.r), Number(element.dataset.c)];
    if (cells[r][c] === on) return;
    cells[r][c] = on;
    element.setAttribute("aria-pressed", String(on));
    changed();
  };
  const all = cells.map((row, r) =>
    row.map((on, c) =>
      h("button", {
        type: "button",
        class: "toggle",
        "aria-pressed": String(on),
        "aria-label": K.cellOn(r, c),
        "data-r": r,
        "data-c": c,
        tabindex: r || c ? -1 : 0,
        onclick: (/** @type {MouseEvent} */ event) => {
          if (!event.detail) set(all[r][c], !cells[r][c]); // by a key; the pointer paints
        },
      }),
    ),
  );
  const element = h("div", { class: "toggles", role: "group", "aria-label": name }, all.flat());
  element.style.setProperty("--columns", String(columns));
  element.addEventListener("pointerdown", (event) => {
    const cell = /** @type {Element} */ (event.target).closest(".toggle");
    if (!(cell instanceof HTMLElement) || event.button) return;
    cell.releasePointerCapture(event.pointerId);
    down = true;
    to = cell.getAttribute("aria-pressed") !== "true";
    set(cell, to);
  });
  element.addEventListener("pointerover", (event) => {
    const cell = /** @type {Element} */ (event.target).closest(".toggle");
    down &&= Boolean(event.buttons);
    if (down && cell instanceof HTMLElement) set(cell, to);
  });
  element.addEventListener("keydown", (event) => {
    const step = /** @type {Record<string, [number, number]>} */ ({
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
    })[event.key];
    const from = /** @type {HTMLElement} */ (event.target);
    const next = step && all[Number(from.dataset.r) + step[0]]?.[Number(from.dataset.c) + step[1]];
    if (!next) return;
    event.preventDefault();
    from.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  });
  return element;
}

/** @param {[number, number][]} cells @param {number} least rows and columns */
function gridOf(cells, least) {
  const size = (/** @type {0 | 1} */ k) => Math.max(least, ...cells.map((cell) => cell[k] + 1));
  const found = Array.from({ length: size(0) }, () => Array(size(1)).fill(false));
  for (const [r, c] of cells) found[r][c] = true;
  return /** @type {boolean[][]} */ (found);
}

/**
 * Open the editor.
 * @param {Told} told the puzzle to begin with
 * @param {(text: string) => void} use
 * @param {{text: string, wrong: string}} [bad] a text that could not be read, and why
 */
export function edit(told, use, bad) {
  let layers = 0;
  let board = [[true]];
  /** @type {boolean[][][]} */
  let pieces = [];
  const read = (/** @type {Told["puzzle"]} */ puzzle) => {
    layers = puzzle.layers ?? 0;
    board = (puzzle.board ?? ["XXXXX"]).map((row) => [...row].map((x) => x === "X"));
    pieces = Object.values(puzzle.pieces)
      .slice(0, LETTERS.length)
      .map((cells) => gridOf(cells, PIECE));
    drawShape();
    drawPieces();
  };
  const drawable = () => board.length <= MOST && board[0].length <= MOST;

  const text = h("textarea", {
    spellcheck: "false",
    rows: 12,
    class: "source",
    "aria-describedby": "pack-wrong",
    onchange: () => judge(true),
  });
  const judged = h("p", { class: "judged", id: "pack-wrong", role: "status" });
  let asking = new AbortController();
  /** Hear what the engine says of the text. @param {boolean} typed whether the grids follow it */
  const judge = async (typed) => {
    asking.abort();
    const { signal } = (asking = new AbortController());
    try {
      const answer = await post("pack/read", { text: text.value }, signal);
      const [cells, room] = answer.sums;
      const said = cells !== room ? K.sums(cells, room) : answer.problem ? `${answer.problem}.` : K.sum(cells);
      tellOf([said, ...answer.warnings].join(" "), cells !== room || answer.problem);
      if (typed) read(answer.puzzle);
    } catch (error) {
      if (!signal.aborted) tellOf(error instanceof ApiError ? error.message : errorMessage(error), true);
    }
  };
  const tellOf = (/** @type {string} */ words, /** @type {boolean} */ wrong) => {
    judged.textContent = words;
    judged.classList.toggle("wrong", Boolean(wrong));
  };
  const shape = h("div", { class: "stack tight" });
  const list = h("div", { class: "own-pieces" });
  const written = () => {
    const used = pieces.filter((cells) => cells.some((row) => row.some(Boolean)));
    const lines = pieceLines(used);
    const whole = board.every((row) => row.every(Boolean));
    const [rows, columns] = layers ? [layers, layers] : [board.length, board[0].length];
    text.value = [
      `${rows} ${columns} ${used.length}`,
      layers ? "PYRAMID" : whole ? "DEFAULT" : "CUSTOM",
      ...(layers || whole ? [] : board.map((row) => row.map((on) => (on ? "X" : ".")).join(""))),
      ...lines,
      "",
    ].join("\n");
    judge(false);
  };
  const number = (
    /** @type {string} */ name,
    /** @type {number} */ value,
    /** @type {number} */ most,
    /** @type {(x: number) => void} */ to,
  ) => {
    const input = h("input", {
      type: "number",
      min: 1,
      max: most,
      value,
      inputmode: "numeric",
      onchange: () => {
        const x = Math.round(Number(input.value));
        if (x >= 1 && x <= most) to(x);
        drawShape();
        written();
      },
    });
    return field(name, input);
  };
  const resize = (/** @type {number} */ rows, /** @type {number} */ columns) => {
    board = Array.from({ length: rows }, (_, r) => Array.from({ length: columns }, (_, c) => board[r]?.[c] ?? true));
  };
  const drawShape = () => {
    const kind = select(
      [
        ["plane", K.kinds.plane],
        ["pyramid", K.kinds.pyramid],
      ],
      layers ? "pyramid" : "plane",
      (x) => {
        layers = x === "pyramid" ? 5 : 0;
        drawShape();
        written();
      },
      { "aria-label": K.kinds.plane },
    );
    replaceChildren(
      shape,
      h(
        "div",
        { class: "row" },
        kind,
        layers
          ? number(K.layersWord, layers, 8, (x) => {
              layers = x;
            })
          : [
              number(K.rows, board.length, MOST, (x) => resize(x, board[0].length)),
              number(K.columns, board[0].length, MOST, (x) => resize(board.length, x)),
            ],
      ),
      !layers && drawable() && [h("small", {}, K.boardCells), toggles(board, K.boardCells, written)],
    );
  };
  const drawPieces = () =>
    replaceChildren(
      list,
      pieces.map((cells, k) =>
        h(
          "div",
          { class: "own-piece" },
          h(
            "div",
            { class: "row" },
            h("b", {}, LETTERS[k]),
            button(
              K.removePiece(LETTERS[k]),
              "close",
              () => {
                pieces.splice(k, 1);
                drawPieces();
                written();
              },
              { bare: true },
            ),
          ),
          toggles(cells, K.pieceCells(LETTERS[k]), written),
        ),
      ),
      pieces.length < LETTERS.length &&
        button(K.addPiece, "plus", () => {
          pieces.push(gridOf([[0, 0]], PIECE));
          drawPieces();
          written();
          /** @type {HTMLElement | null} */ (list.querySelector(".own-piece:last-of-type .toggle"))?.focus();
        }),
    );
  read(told.puzzle);
  if (bad) {
    text.value = bad.text;
    tellOf(bad.wrong, true);
  } else if (told.text === null) written();
  else {
    text.value = told.text;
    judge(false);
  }
  const open = dialog(
    K.editTitle,
    [
      h(
        "div",
        { class: "own-puzzle" },
        h("div", { class: "stack tight" }, shape, list),
        h(
          "div",
          { class: "stack tight" },
          field(K.asText, text, K.asTextNote),
          judged,
          h(
            "div",
            { class: "row" },
            button(
              K.use,
              "check",
              () => {
                open.close();
                use(text.value);
              },
              { class: "main" },
            ),
          ),
        ),
      ),
    ],
    { class: "wide", onclose: () => asking.abort() },
  );
  if (bad) text.focus();
}

/** The lines of pieces in the text's layout, each moved to its corner. @param {boolean[][][]} pieces */
function pieceLines(pieces) {
  return pieces.flatMap((cells, k) => {
    const on = cells.flatMap((row, r) => row.flatMap((x, c) => (x ? [[r, c]] : [])));
    const [top, left] = [0, 1].map((i) => Math.min(...on.map((cell) => cell[i])));
    const bottom = Math.max(...on.map((cell) => cell[0]));
    return cells.slice(top, bottom + 1).map((row) =>
      row
        .slice(left)
        .map((x) => (x ? LETTERS[k] : " "))
        .join("")
        .trimEnd(),
    );
  });
}
