// A lane is a method with its options. The screens show a lane as a form. An address contains a
// lane as a text such as `mac,order=mrv,seed=3`.

import { getCached } from "../base/api.js";
import { field, h, replaceChildren, select } from "../base/dom.js";
import { W } from "./watch_texts.js";

/**
 * @typedef {object} Setting
 * @property {string} name
 * @property {string} kind
 * @property {string} values
 * @property {string[] | null} choices
 * @property {number | null} least
 * @property {number | null} most
 * @property {any} default
 * @property {string} meaning
 */
/**
 * @typedef {{method: string, summary: string, unit: string, complete: boolean, stars: boolean, default: boolean,
 *   settings: Setting[]}} Method
 */
/** A method with its options and its seed. @typedef {{method: string, options: Record<string, any>, seed: string}} Lane */

/** Returns the methods that solve boards with a number of stars. @param {number} stars @returns {Promise<Method[]>} */
export async function methodsFor(stars) {
  const { methods } = await getCached("info");
  return methods.filter((/** @type {any} */ x) => x.family === "queens" && !x.counts_only && (stars === 1 || x.stars));
}

/**
 * Reads the value of a setting from an address or a field.
 * @param {Setting} setting
 * @param {string} text
 * @returns {any} undefined for the standard value
 */
function parseValue(setting, text) {
  const plain = text.trim();
  if (!plain) return undefined;
  if (setting.kind === "flag") return plain === "true" ? true : plain === "false" ? false : undefined;
  if (setting.kind === "whole" || setting.kind === "number")
    return Number.isFinite(Number(plain)) ? Number(plain) : undefined;
  if (setting.kind === "order" && !setting.choices?.includes(plain)) return plain.split(/[\s.,]+/).filter(Boolean);
  return plain;
}

/** @param {any} value */
const formatValue = (value) => (Array.isArray(value) ? value.join(".") : String(value));

/**
 * Returns the settings of a method, without the settings that name a folder.
 * @param {Method | undefined} method
 */
const visibleSettings = (method) => method?.settings.filter((x) => x.kind !== "folder") ?? [];

/**
 * Returns a lane with a method and its options. Options that the method does not have are left out.
 * @param {Method[]} methods
 * @param {string} name the name of the method
 * @param {Iterable<[string, string]>} options
 * @returns {Lane}
 */
export function makeLane(methods, name, options) {
  const method = methods.find((x) => x.method === name);
  const lane = /** @type {Lane} */ ({ method: name, options: {}, seed: "0" });
  for (const [key, text] of options) {
    if (key === "seed" && /^\d{1,20}$/.test(text)) lane.seed = text;
    const setting = visibleSettings(method).find((x) => x.name === key);
    const value = setting && parseValue(setting, text);
    if (value !== undefined) lane.options[key] = value;
  }
  return lane;
}

/**
 * Returns the options of an address that a lane does not have, and what is shown instead.
 * @param {Method[]} methods
 * @param {Lane} lane
 * @param {[string, string][]} options
 * @returns {[string, string][]}
 */
export function unknownOptions(methods, lane, options) {
  const settings = visibleSettings(methods.find((x) => x.method === lane.method));
  return options
    .filter(([key, text]) =>
      key === "seed"
        ? lane.seed !== text
        : !(key in lane.options) ||
          settings.some((x) => x.name === key && x.kind === "choice" && !x.choices?.includes(text)),
    )
    .map(([key, text]) => {
      if (key !== "seed") delete lane.options[key];
      return [`${key}=${text}`, key === "seed" ? "seed=0" : W.optionLeftOut(lane.method)];
    });
}

/** Splits the text of a lane. @param {string} text @returns {[string, [string, string][]]} the method, and its options */
export function splitLane(text) {
  const [name, ...rest] = text.split(",");
  return [name, rest.map((x) => [x.split("=")[0], x.slice(x.indexOf("=") + 1)])];
}

/** Reads a lane from a text such as "mac,order=mrv". @param {Method[]} methods @param {string} text */
export function parseLane(methods, text) {
  return makeLane(methods, ...splitLane(text));
}

/** Returns the settings that differ from the standard, as texts. @param {Lane} lane @returns {[string, string][]} */
export const laneSettings = ({ options, seed }) => [
  ...Object.entries(options).map(([key, value]) => /** @type {[string, string]} */ ([key, formatValue(value)])),
  ...(seed === "0" ? [] : [/** @type {[string, string]} */ (["seed", seed])]),
];

/** Returns a lane in the form of an address. @param {Lane} lane */
export const formatLane = (lane) => [lane.method, ...laneSettings(lane).map((x) => x.join("="))].join(",");

/** Returns the name of a lane for the reader. @param {Lane} lane */
export const laneName = (lane) => [lane.method, ...laneSettings(lane).map((x) => x.join(" "))].join(", ");

/**
 * Returns a form that changes a lane.
 * @param {Method[]} methods
 * @param {Lane} lane
 * @param {() => void} changed called after each change
 * @param {{extra?: [string, string][], label?: string}} [more] further choices besides
 *   the methods, and the label of the list
 */
export function laneForm(methods, lane, changed, more = {}) {
  const element = h("div", { class: "lane-form stack" });
  const show = () => {
    const method = methods.find((x) => x.method === lane.method);
    const open = element.querySelector("details")?.open ?? false;
    const focused = element.contains(document.activeElement) && document.activeElement instanceof HTMLSelectElement;
    const set = () => {
      const summary = element.querySelector("summary");
      if (summary) summary.textContent = W.optionsSet(Object.keys(lane.options).length);
      changed();
    };
    const chooser = select(
      [...methods.map((x) => /** @type {[string, string]} */ ([x.method, x.method])), ...(more.extra ?? [])],
      lane.method,
      (name) => {
        lane.method = name;
        lane.options = {};
        show();
        changed();
      },
    );
    replaceChildren(
      element,
      field(more.label ?? W.method, chooser, method?.summary ?? W.rulesNote),
      method &&
        h(
          "details",
          { class: "options", open },
          h("summary", {}, W.optionsSet(Object.keys(lane.options).length)),
          h(
            "div",
            { class: "form" },
            visibleSettings(method).map((x) => settingField(x, lane, set)),
            field(
              W.seed,
              h("input", {
                type: "text",
                inputmode: "numeric",
                pattern: "[0-9]{1,20}",
                value: lane.seed,
                onchange: (/** @type {Event} */ event) => {
                  const input = /** @type {HTMLInputElement} */ (event.target);
                  if (!input.reportValidity()) return;
                  lane.seed = input.value || "0";
                  set();
                },
              }),
            ),
          ),
        ),
    );
    if (focused) chooser.focus();
  };
  show();
  return element;
}

/**
 * Returns the field of one setting.
 * @param {Setting} setting
 * @param {Lane} lane
 * @param {() => void} set called after a change
 */
function settingField(setting, lane, set) {
  const { name, kind, choices } = setting;
  const text = name.replaceAll("_", " ");
  const standard = setting.default === null ? "" : formatValue(setting.default).toLowerCase();
  const put = (/** @type {any} */ value) => {
    if (value === undefined) delete lane.options[name];
    else lane.options[name] = value;
    set();
  };
  const value = lane.options[name];
  if (kind === "choice" || kind === "flag" || kind === "order") {
    const list = /** @type {[string, string][]} */ (
      kind === "flag"
        ? [
            ["true", W.on],
            ["false", W.off],
          ]
        : (choices ?? []).map((x) => [x, x])
    );
    const shown = standard === "true" ? W.on : standard === "false" ? W.off : standard;
    const own = h("input", {
      type: "text",
      "aria-label": `${text}: ${W.ownList}`,
      title: W.ownList,
      placeholder: "B, A, C …",
      hidden: !Array.isArray(value),
      value: Array.isArray(value) ? value.join(", ") : "",
      onchange: () => put(parseValue(setting, own.value)),
    });
    const chooser = select(
      [
        ["", shown ? W.standard(shown) : "–"],
        ...list,
        ...(kind === "order" ? [/** @type {[string, string]} */ (["own", W.own])] : []),
      ],
      Array.isArray(value) ? "own" : value === undefined ? "" : String(value),
      (chosen) => {
        own.hidden = chosen !== "own";
        if (chosen === "own") own.focus();
        else put(parseValue(setting, chosen));
      },
      { title: setting.meaning },
    );
    return kind === "order" ? h("div", { class: "stack tight" }, field(text, chooser), own) : field(text, chooser);
  }
  const input = h("input", {
    type: "number",
    min: setting.least,
    max: setting.most,
    step: kind === "whole" ? 1 : "any",
    value: value ?? "",
    placeholder: standard || "–",
    title: setting.meaning,
    onchange: () => {
      if (input.reportValidity()) put(parseValue(setting, input.value));
    },
  });
  return field(text, input);
}
