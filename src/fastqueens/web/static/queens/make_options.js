// The options of the screen Make: its form, its address and its request.

import { warnUnknown } from "../base/announce.js";
import { field, h, replaceChildren, select } from "../base/dom.js";
import { showFieldNote } from "../base/field_errors.js";
import { T } from "./make_texts.js";
import { parseMask } from "./mask.js";
import { MaskEditor } from "./mask_editor.js";

const TIERS = ["easy", "medium", "hard", "expert"];
// the fewest rows for each number of stars
const MIN_ROWS = { 1: 4, 2: 8, 3: 12, 4: 16, 5: 20, 6: 24 };
const MAX_ROWS = 64;
// the maximum number of pieces of a region; no region has more pieces than the number of "any"
const PIECES = { 1: 1, 2: 2, 3: 3, any: 4096 };
const TWO_STAR_ROWS = "10"; // replaces a number of rows that is too small for two stars
const OWN = "own"; // the motif that the reader draws

/**
 * What the engine does with the reader's drawing: a motif is kept as it is, the regions of a drawing may grow.
 * @typedef {"motif" | "drawing"} Use
 */

/**
 * Returns the number that an address has for a key. If this number is missing or out of range,
 * returns the standard value.
 * @param {URLSearchParams} query
 * @param {string} key
 * @param {number} min
 * @param {number} max
 * @param {number | ""} standard
 */
function readNumber(query, key, min, max, standard) {
  const value = Number(query.get(key));
  return query.has(key) && Number.isInteger(value) && value >= min && value <= max ? value : standard;
}

/** @param {number} min @param {number} max @param {number | ""} value */
const numberField = (min, max, value) =>
  h("input", { type: "number", min, max, value, inputmode: "numeric", placeholder: T.anyNumber });

/** Returns the number in a field, or null if the field is empty. @param {HTMLInputElement} input */
const numberIn = (input) => (input.value === "" ? null : Number(input.value));

/** The form with the options of generation. */
export class Options {
  /**
   * @param {URLSearchParams} query
   * @param {string[]} motifs the names of the motifs of the engine
   */
  constructor(query, motifs) {
    const seed = query.get("seed") ?? "";
    const find = (/** @type {string} */ key, /** @type {string[]} */ names, standard = names[0]) =>
      names.find((x) => x === query.get(key)) ?? standard;
    this.stars = String(readNumber(query, "stars", 1, 6, 1));
    this.tier = find("tier", ["any", ...TIERS]);
    this.style = find("region_style", Object.keys(T.styles));
    this.symmetry = find("symmetry", Object.keys(T.symmetries));
    this.pieces = find("pieces", Object.keys(PIECES), "1");
    this.motifs = motifs;
    this.motif = find("motif", ["none", ...motifs]);
    this.rows = numberField(4, MAX_ROWS, readNumber(query, "n", 4, MAX_ROWS, 8));
    this.count = numberField(1, 500, readNumber(query, "count", 1, 500, 12));
    this.smallest = numberField(1, MAX_ROWS ** 2, readNumber(query, "smallest", 1, MAX_ROWS ** 2, ""));
    this.largest = numberField(1, MAX_ROWS ** 2, readNumber(query, "largest", 1, MAX_ROWS ** 2, ""));
    this.singles = numberField(0, MAX_ROWS, readNumber(query, "single_cells", 0, MAX_ROWS, ""));
    this.seed = h("input", {
      type: "text",
      inputmode: "numeric",
      pattern: "[0-9]{0,20}",
      value: /^\d{1,20}$/.test(seed) ? seed : "",
      placeholder: "…",
    });
    this.editorCard = h("div", { class: "mask stack", hidden: true });
    this.#readMask(query);
    this.#limitRows();
    const number = (/** @type {string} */ key, /** @type {HTMLInputElement | string} */ shown) => {
      const text = typeof shown === "string" ? shown : shown.value;
      return /** @type {[unknown, string]} */ ([
        query.get(key) && query.get(key) !== text && `${key}=${query.get(key)}`,
        `${key}=${text || T.anyNumber}`,
      ]);
    };
    warnUnknown(
      number("n", this.rows),
      number("stars", this.stars),
      number("count", this.count),
      number("smallest", this.smallest),
      number("largest", this.largest),
      number("single_cells", this.singles),
      [query.get("tier"), this.tier],
      [query.get("region_style"), this.style],
      [query.get("symmetry"), this.symmetry],
      [!this.editor && (query.get("motif") ?? query.get("drawing")), this.motif],
      [query.get("pieces"), this.pieces],
      [seed !== this.seed.value && `seed=${seed}`, T.anySeed],
    );
  }

  /** Reads the mask of the address, if there is one. @param {URLSearchParams} query */
  #readMask(query) {
    /** @type {Use} */
    this.use = query.has("drawing") ? "drawing" : "motif";
    /** @type {MaskEditor | null} */
    this.editor = null;
    const mask = parseMask(query.get(this.use) ?? "");
    if (!mask) return;
    this.motif = OWN;
    this.rows.value = String(mask.n);
    this.#openEditor(mask.inks);
  }

  /** @param {Uint8Array} [inks] */
  #openEditor(inks) {
    const n = Math.min(MAX_ROWS, Math.max(4, Number(this.rows.value) || 0));
    this.editor ??= new MaskEditor(n, inks ?? new Uint8Array(n * n));
    this.editor.resize(n);
    const uses = select(Object.entries(T.uses), this.use, (x) => {
      this.use = /** @type {Use} */ (x);
    });
    replaceChildren(this.editorCard, field(T.use, uses), this.editor.element);
    this.editorCard.hidden = false;
  }

  /** Shows the board on which the reader draws, or hides it. */
  #showEditor() {
    if (this.motif === OWN) this.#openEditor();
    else this.editorCard.hidden = true;
  }

  #limitRows() {
    this.rows.min = String(MIN_ROWS[/** @type {keyof typeof MIN_ROWS} */ (Number(this.stars))]);
  }

  /** Returns the reader's drawing; null if there is none. */
  get #mask() {
    return this.motif === OWN && this.editor && !this.editor.blank ? this.editor : null;
  }

  /** Reports the first field with a wrong value. @returns {boolean} whether all values are right */
  check() {
    const { rows, count, smallest, largest, singles, seed } = this;
    return [rows, count, smallest, largest, singles, seed].every((x) => x.reportValidity());
  }

  /** Returns the options in the form of an address. @param {string} seed */
  address(seed) {
    const query = [`n=${this.rows.value}`];
    const add = (/** @type {string} */ key, /** @type {string} */ value, standard = "") => {
      if (value !== standard) query.push(`${key}=${value}`);
    };
    add("stars", this.stars, "1");
    add("tier", this.tier, "any");
    add("region_style", this.style, "mixed");
    add("symmetry", this.symmetry, "none");
    if (this.#mask) add(this.use, this.#mask.text("/"));
    else if (this.motif !== OWN) add("motif", this.motif, "none");
    add("smallest", this.smallest.value);
    add("largest", this.largest.value);
    add("single_cells", this.singles.value);
    add("pieces", this.pieces, "1");
    return `#/make?${query.join("&")}&count=${this.count.value}&seed=${seed}`;
  }

  /** Returns the options in the form of a request, without count and seed. */
  get request() {
    const { stars, tier, style, pieces, symmetry, motif } = this;
    const mask = this.#mask?.text("\n") ?? null;
    return {
      n: Number(this.rows.value),
      stars: Number(stars),
      tier: tier === "any" ? null : tier,
      region_style: style,
      symmetry: symmetry === "none" ? null : symmetry,
      motif: motif === OWN ? (this.use === "motif" ? mask : null) : motif === "none" ? null : motif,
      drawing: this.use === "drawing" ? mask : null,
      smallest: numberIn(this.smallest),
      largest: numberIn(this.largest),
      single_cells: numberIn(this.singles),
      pieces: PIECES[/** @type {keyof typeof PIECES} */ (pieces)],
    };
  }

  /** Returns the fields of the form. */
  fields() {
    /** @typedef {"stars" | "tier" | "style" | "symmetry" | "motif" | "pieces"} Choice */
    const choice = (
      /** @type {Choice} */ key,
      /** @type {[string, string][]} */ names,
      /** @type {() => void} */ then = () => {},
    ) =>
      select(names, this[key], (x) => {
        this[key] = x;
        then();
      });
    const same = (/** @type {string} */ x) => /** @type {[string, string]} */ ([x, x]);
    const tiers = TIERS.map((x) => /** @type {[string, string]} */ ([x, T.tiers[x]]));
    const motifs = this.motifs.map((x) => /** @type {[string, string]} */ ([x, T.motifName(x)]));
    const kinds = Object.keys(PIECES).map((x) => /** @type {[string, string]} */ ([x, x === "any" ? T.any : x]));
    const raise = () => {
      this.#limitRows();
      if (Number(this.rows.value) >= Number(this.rows.min)) return;
      this.rows.value = this.stars === "2" ? TWO_STAR_ROWS : this.rows.min;
      showFieldNote(this.rows, T.rowsRaised(Number(this.stars), this.rows.min, this.rows.value));
      this.#showEditor();
    };
    this.rows.addEventListener("change", () => this.rows.validity.valid && this.#showEditor());
    return [
      field(T.rows, this.rows),
      field(T.stars, choice("stars", Object.keys(MIN_ROWS).map(same), raise)),
      field(T.tier, choice("tier", [["any", T.any], ...tiers])),
      field(T.style, choice("style", Object.entries(T.styles))),
      field(T.symmetry, choice("symmetry", Object.entries(T.symmetries))),
      field(
        T.motif,
        choice("motif", [["none", T.noMotif], [OWN, T.ownMotif], ...motifs], () => this.#showEditor()),
      ),
      field(T.smallest, this.smallest),
      field(T.largest, this.largest),
      field(T.singles, this.singles),
      field(T.pieces, choice("pieces", kinds)),
      field(T.count, this.count),
      field(T.seed, this.seed),
    ];
  }
}
