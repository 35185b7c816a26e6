// A pyramid or a box of spheres that the user can turn. The spheres are circles with a gradient,
// drawn from back to front. Each layer of a pyramid rests in the hollows of the layer below, half a
// cell diagonal higher.

import { field, h, replaceChildren, s } from "../base/dom.js";
import { K } from "./packing_texts.js";
import { pieceColour } from "./piece_drawing.js";

/** @typedef {import("./packing_model.js").PackingModel} PackingModel */
/** @typedef {import("./packing_board.js").BoardView} BoardView */
/** @typedef {import("../board/palette.js").Theme} Theme */

const KEY_TURN = Math.PI / 12;
const TILT_RANGE = [0.12, 1.45];
const DRAG_TURN = 0.011; // radians per pixel
const TAP_DISTANCE = 6; // A movement of more pixels is a drag.

export class Pyramid {
  /** @param {PackingModel} model @param {(cell: number) => void} onPress receives the cell of a sphere */
  constructor(model, onPress) {
    this.model = model;
    this.turn = 0.5;
    /** The angle in radians between the line of sight and the ground. */
    this.tilt = 0.55;
    /** The distance that is added between the layers, from 0 to 1. */
    this.lift = 0;
    this.visibleLayers = model.layers;
    /** @type {SVGGElement[]} the sphere on each cell */
    this.balls = model.cells.map((_, k) =>
      s("g", { class: "ball", "data-ball": k }, s("circle", { r: 0.5 }), s("text", { y: 0.02 })),
    );
    this.gradientKey = "";
    this.defs = s("defs");
    this.stage = s("g");
    this.picture = s(
      "svg",
      { class: model.solid ? "heap box" : "heap", tabindex: 0, role: "img", "aria-describedby": "heap-keys" },
      this.defs,
      this.stage,
    );
    const slider = (
      /** @type {string} */ text,
      /** @type {number} */ min,
      /** @type {number} */ max,
      /** @type {number} */ step,
      /** @type {number} */ value,
      /** @type {(x: number) => void} */ set,
    ) => {
      const input = h("input", {
        type: "range",
        min,
        max,
        step,
        value,
        oninput: () => {
          set(Number(input.value));
          this.draw();
        },
      });
      return field(text, input);
    };
    this.element = h(
      "div",
      { class: "heapbox" },
      this.picture,
      h(
        "div",
        { class: "dials" },
        slider(K.lift, 0, 1, 0.02, 0, (x) => {
          this.lift = x;
        }),
        slider(K.cut, 1, model.layers, 1, model.layers, (x) => {
          this.visibleLayers = x;
          for (const [k, ball] of this.balls.entries()) ball.classList.toggle("gone", model.cells[k][0] >= x);
        }),
      ),
      h("small", { id: "heap-keys" }, K.pyramidKeys),
    );
    this.#listen(onPress);
    this.draw();
  }

  /** @param {(cell: number) => void} onPress */
  #listen(onPress) {
    const { picture } = this;
    let from = /** @type {{x: number, y: number, turn: number, tilt: number, moved: boolean} | null} */ (null);
    picture.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      picture.setPointerCapture(event.pointerId);
      from = { x: event.clientX, y: event.clientY, turn: this.turn, tilt: this.tilt, moved: false };
    });
    picture.addEventListener("pointermove", (event) => {
      if (!from) return;
      const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
      from.moved ||= Math.hypot(dx, dy) > TAP_DISTANCE;
      if (from.moved) this.setView(from.turn - dx * DRAG_TURN, from.tilt + dy * DRAG_TURN);
    });
    picture.addEventListener("pointerup", (event) => {
      if (from && !from.moved) {
        const ball = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-ball]");
        if (ball instanceof SVGElement) onPress(Number(ball.dataset.ball));
      }
      from = null;
    });
    picture.addEventListener("pointercancel", () => {
      from = null;
    });
    picture.addEventListener("keydown", (event) => {
      const by = /** @type {Record<string, [number, number]>} */ ({
        ArrowLeft: [KEY_TURN, 0],
        ArrowRight: [-KEY_TURN, 0],
        ArrowUp: [0, -KEY_TURN],
        ArrowDown: [0, KEY_TURN],
      })[event.key];
      if (!by) return;
      event.preventDefault();
      this.setView(this.turn + by[0], this.tilt + by[1]);
    });
  }

  /** @param {number} turn @param {number} tilt */
  setView(turn, tilt) {
    this.turn = turn;
    this.tilt = Math.min(TILT_RANGE[1], Math.max(TILT_RANGE[0], tilt));
    this.draw();
  }

  /** Gives each sphere the colour of the piece on its cell. @param {BoardView} view @param {Theme} theme */
  show(view, theme) {
    const { model } = this;
    const ghost = new Set(view.ghost?.fits ? view.ghost.coordinates.map((at) => model.cellAt(at)) : []);
    const used = new Set(view.pieceByCell.filter((piece) => piece >= 0));
    const placed = used.size;
    if (view.ghost) used.add(view.ghost.piece);
    const key = [theme.name, theme.fills, ...used].join();
    if (key !== this.gradientKey) this.#makeGradients(used, theme);
    this.gradientKey = key;
    for (const [k, ball] of this.balls.entries()) {
      const standing = view.pieceByCell[k];
      const piece = standing >= 0 ? standing : ghost.has(k) && view.ghost ? view.ghost.piece : -1;
      const classes = [
        "ball",
        piece < 0 ? "bare" : standing < 0 ? "ghostly" : "",
        piece >= 0 && piece === view.chosen ? "chosen" : "",
        k === view.searchCell ? "hand" : "",
        model.cells[k][0] >= this.visibleLayers ? "gone" : "",
      ].join(" ");
      if (ball.dataset.state === `${piece} ${classes}`) continue;
      ball.dataset.state = `${piece} ${classes}`;
      ball.setAttribute("class", classes);
      const [circle, text] = ball.children;
      circle.setAttribute("fill", piece < 0 ? "none" : `url(#fq-ball-${piece})`);
      text.textContent = piece < 0 ? "" : model.letters[piece];
    }
    this.description = K.pyramid(model, placed);
    this.#updateLabel();
  }

  /** Makes the gradient of each piece. @param {Set<number>} pieces @param {Theme} theme */
  #makeGradients(pieces, theme) {
    replaceChildren(
      this.defs,
      [...pieces].map((piece) => {
        const colour = pieceColour(theme, piece);
        const flat = !colour.startsWith("#"); // System colours are names, so they cannot be mixed.
        return s(
          "radialGradient",
          { id: `fq-ball-${piece}`, cx: "36%", cy: "30%", r: "78%" },
          s("stop", { offset: 0, "stop-color": flat ? colour : `color-mix(in oklab, ${colour}, #fff 62%)` }),
          s("stop", { offset: 0.42, "stop-color": colour }),
          s("stop", { offset: 1, "stop-color": flat ? colour : `color-mix(in oklab, ${colour}, #000 42%)` }),
        );
      }),
    );
  }

  #updateLabel() {
    const degrees = Math.round((((this.turn / Math.PI) * 180) % 360) + 360) % 360;
    this.picture.setAttribute("aria-label", `${this.description ?? ""} ${K.pyramidTurned(degrees)}`);
  }

  /**
   * Draws the spheres as seen from the current angle. An element is moved in the document only if
   * its place in the drawing order has changed.
   */
  draw() {
    const { model } = this;
    const n = model.layers;
    const { solid } = model;
    const [rows, columns] = model.size(0);
    const [cos, sin] = [Math.cos(this.turn), Math.sin(this.turn)];
    const [flat, high] = [Math.sin(this.tilt), Math.cos(this.tilt)];
    const rise = (solid ? 1 : Math.SQRT1_2) * (1 + 1.6 * this.lift);
    const depth = /** @type {number[]} */ ([]);
    for (const [k, [layer, row, column]] of model.cells.entries()) {
      const shift = solid ? 0 : layer;
      const x = column + (shift - columns + 1) / 2;
      const y = row + (shift - rows + 1) / 2;
      const z = layer * rise;
      const u = x * cos - y * sin;
      const v = x * sin + y * cos;
      depth[k] = v * high + z * flat;
      this.balls[k].setAttribute("transform", `translate(${u.toFixed(3)} ${(v * flat - z * high).toFixed(3)})`);
    }
    const order = [...depth.keys()].sort((a, b) => depth[a] - depth[b] || a - b);
    let before = /** @type {Element | null} */ (null);
    for (const k of order) {
      const ball = this.balls[k];
      const current = before ? before.nextElementSibling : this.stage.firstElementChild;
      if (current !== ball) this.stage.insertBefore(ball, current);
      before = ball;
    }
    const reach = Math.hypot(rows - 1, columns - 1) / 2;
    const wide = Math.max(1, reach) + 0.6;
    const top = Math.max((n - 1) * rise * high + (solid ? reach * flat : 0), reach * flat) + 0.6;
    const low = reach * flat + 0.6;
    // The frame stays the same when the pyramid turns. It becomes higher when the layers are
    // lifted.
    const frame = [-wide, -Math.max(top, wide * 0.9), 2 * wide, Math.max(top, wide * 0.9) + Math.max(low, wide * 0.66)];
    this.picture.setAttribute("viewBox", frame.map((x) => x.toFixed(2)).join(" "));
    this.#updateLabel();
  }
}
