// A heap of spheres, drawn back to front as circles with a gradient, and turned by hand. Each layer
// rests in the hollows of the one below, so layers are half a diagonal of a cell apart.

import { h, replaceChildren, s } from "../base/dom.js";
import { K } from "./pack_texts.js";
import { fillOf } from "./packboard.js";

/** @typedef {import("./packing.js").Packing} Packing */
/** @typedef {import("./packboard.js").Shown} Shown */
/** @typedef {import("../board/palette.js").Theme} Theme */

const TURN = Math.PI / 12;
const TILTS = [0.12, 1.45];
const DRAG = 0.011; // radians a pixel
const FAR = 6; // pixels up to which a press is no drag

export class Heap {
  /** @param {Packing} model @param {(cell: number) => void} press told which sphere was pressed */
  constructor(model, press) {
    this.model = model;
    this.turn = 0.5;
    this.tilt = 0.55; // radians between the line of sight and the ground
    this.lift = 0;
    this.top = model.layers;
    /** @type {SVGGElement[]} by the number of the cell */
    this.balls = model.cells.map((_, k) =>
      s("g", { class: "ball", "data-ball": k }, s("circle", { r: 0.5 }), s("text", { y: 0.02 })),
    );
    this.paints = "";
    this.defs = s("defs");
    this.stage = s("g");
    this.picture = s(
      "svg",
      { class: "heap", tabindex: 0, role: "img", "aria-describedby": "heap-keys" },
      this.defs,
      this.stage,
    );
    const range = (
      /** @type {string} */ text,
      /** @type {number} */ min,
      /** @type {number} */ max,
      /** @type {number} */ step,
      /** @type {number} */ value,
      /** @type {(x: number) => void} */ to,
    ) => {
      const slider = h("input", {
        type: "range",
        min,
        max,
        step,
        value,
        oninput: () => {
          to(Number(slider.value));
          this.draw();
        },
      });
      return h("label", { class: "field" }, h("span", {}, text), slider);
    };
    this.element = h(
      "div",
      { class: "heapbox" },
      this.picture,
      h(
        "div",
        { class: "dials" },
        range(K.lift, 0, 1, 0.02, 0, (x) => {
          this.lift = x;
        }),
        range(K.cut, 1, model.layers, 1, model.layers, (x) => {
          this.top = x;
          for (const [k, ball] of this.balls.entries()) ball.classList.toggle("gone", model.cells[k][0] >= x);
        }),
      ),
      h("small", { id: "heap-keys" }, K.heapKeys),
    );
    this.#listen(press);
    this.draw();
  }

  /** @param {(cell: number) => void} press */
  #listen(press) {
    const { picture } = this;
    let from = /** @type {{x: number, y: number, turn: number, tilt: number, far: boolean} | null} */ (null);
    picture.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      picture.setPointerCapture(event.pointerId);
      from = { x: event.clientX, y: event.clientY, turn: this.turn, tilt: this.tilt, far: false };
    });
    picture.addEventListener("pointermove", (event) => {
      if (!from) return;
      const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
      from.far ||= Math.hypot(dx, dy) > FAR;
      if (from.far) this.look(from.turn - dx * DRAG, from.tilt + dy * DRAG);
    });
    picture.addEventListener("pointerup", (event) => {
      if (from && !from.far) {
        const ball = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-ball]");
        if (ball instanceof SVGElement) press(Number(ball.dataset.ball));
      }
      from = null;
    });
    picture.addEventListener("pointercancel", () => {
      from = null;
    });
    picture.addEventListener("keydown", (event) => {
      const by = /** @type {Record<string, [number, number]>} */ ({
        ArrowLeft: [TURN, 0],
        ArrowRight: [-TURN, 0],
        ArrowUp: [0, -TURN],
        ArrowDown: [0, TURN],
      })[event.key];
      if (!by) return;
      event.preventDefault();
      this.look(this.turn + by[0], this.tilt + by[1]);
    });
  }

  /** @param {number} turn @param {number} tilt */
  look(turn, tilt) {
    this.turn = turn;
    this.tilt = Math.min(TILTS[1], Math.max(TILTS[0], tilt));
    this.draw();
  }

  /** Colour the spheres by what lies there. @param {Shown} shown @param {Theme} theme */
  show(shown, theme) {
    const { model } = this;
    const ghost = new Set(shown.ghost?.fits ? shown.ghost.places.map((place) => model.at(place)) : []);
    const used = new Set(shown.owner.filter((piece) => piece >= 0));
    if (shown.ghost) used.add(shown.ghost.piece);
    const paints = [theme.name, theme.fills, ...used].join();
    if (paints !== this.paints) this.#paint(used, theme);
    this.paints = paints;
    for (const [k, ball] of this.balls.entries()) {
      const lying = shown.owner[k];
      const piece = lying >= 0 ? lying : ghost.has(k) && shown.ghost ? shown.ghost.piece : -1;
      const classes = `ball ${piece < 0 ? "bare" : lying < 0 ? "ghostly" : ""} ${piece >= 0 && piece === shown.chosen ? "chosen" : ""} ${k === shown.hand ? "hand" : ""} ${model.cells[k][0] >= this.top ? "gone" : ""}`;
      if (ball.dataset.state === `${piece} ${classes}`) continue;
      ball.dataset.state = `${piece} ${classes}`;
      ball.setAttribute("class", classes);
      const [circle, text] = ball.children;
      circle.setAttribute("fill", piece < 0 ? "none" : `url(#fq-ball-${piece})`);
      text.textContent = piece < 0 ? "" : model.letters[piece];
    }
    this.about = K.heap(model.layers, new Set(shown.owner.filter((piece) => piece >= 0)).size);
    this.#name();
  }

  /** @param {Set<number>} used pieces @param {Theme} theme */
  #paint(used, theme) {
    replaceChildren(
      this.defs,
      [...used].map((piece) => {
        const colour = fillOf(theme, piece);
        const flat = !colour.startsWith("#"); // system colours are shown as they are
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

  #name() {
    const degrees = Math.round((((this.turn / Math.PI) * 180) % 360) + 360) % 360;
    this.picture.setAttribute("aria-label", `${this.about ?? ""} ${K.heapTurned(degrees)}`);
  }

  /** Place the spheres as they are seen now; only those whose order has changed are moved in it. */
  draw() {
    const { model } = this;
    const n = model.layers;
    const [cos, sin] = [Math.cos(this.turn), Math.sin(this.turn)];
    const [flat, high] = [Math.sin(this.tilt), Math.cos(this.tilt)];
    const rise = Math.SQRT1_2 * (1 + 1.6 * this.lift);
    const depth = /** @type {number[]} */ ([]);
    for (const [k, [layer, row, column]] of model.cells.entries()) {
      const x = column + (layer - n + 1) / 2;
      const y = row + (layer - n + 1) / 2;
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
      const next = before ? before.nextElementSibling : this.stage.firstElementChild;
      if (next !== ball) this.stage.insertBefore(ball, next);
      before = ball;
    }
    const wide = Math.max(1, (n - 1) * Math.SQRT1_2) + 0.6;
    const top = Math.max((n - 1) * rise * high, (n - 1) * Math.SQRT1_2 * flat) + 0.6;
    const low = (n - 1) * Math.SQRT1_2 * flat + 0.6;
    // The frame does not change while the heap is turned or tilted; lifting makes it higher.
    const frame = [-wide, -Math.max(top, wide * 0.9), 2 * wide, Math.max(top, wide * 0.9) + Math.max(low, wide * 0.66)];
    this.picture.setAttribute("viewBox", frame.map((x) => x.toFixed(2)).join(" "));
    this.#name();
  }
}
