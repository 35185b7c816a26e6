// The settings dialog. Every change takes effect at once.

import { dialog, field, h, replaceChildren, select } from "../base/dom.js";
import { changeSettings, settings } from "../base/storage.js";
import { themeName } from "./board_style.js";
import { getTheme } from "./palette.js";
import { T } from "./settings_dialog_texts.js";

/** @typedef {import("../base/storage.js").Settings} Settings */

const MIN_DISTANCE = 8; // Colours with a smaller distance are hard to distinguish.

/**
 * Returns a drop-down list for a setting.
 * @param {string} text
 * @param {keyof Settings} key
 * @param {Record<string, string>} options
 */
const choice = (text, key, options) =>
  field(
    text,
    select(Object.entries(options), String(settings[key]), (value) => changeSettings({ [key]: value })),
  );

/**
 * Returns a checkbox for a setting.
 * @param {string} text
 * @param {keyof Settings} key
 * @param {() => void} [then] called after a change
 */
function tick(text, key, then) {
  const box = h("input", {
    type: "checkbox",
    checked: Boolean(settings[key]),
    onchange: () => {
      changeSettings({ [key]: box.checked });
      then?.();
    },
  });
  return h("label", { class: "tick" }, box, h("span", {}, text));
}

export function showSettings() {
  const own = h("div", { class: "stack" });
  dialog(
    T.settings,
    [
      h(
        "div",
        { class: "groups" },
        h(
          "section",
          {},
          h("h3", {}, T.looks),
          choice(T.theme, "theme", { system: T.themes.system, light: T.themes.light, dark: T.themes.dark }),
          choice(T.letters, "letters", T.autoOnOff),
          choice(T.patterns, "patterns", T.autoOnOff),
          tick(T.axes, "axes"),
          tick(T.ownPalette, "paletteOn", () => showColours(own)),
          own,
        ),
        h(
          "section",
          {},
          h("h3", {}, T.playing),
          tick(T.autoMarks, "autoMarks"),
          choice(T.conflicts, "conflicts", T.conflictChoices),
          choice(T.order, "order", T.orders),
          choice(T.press, "press", T.presses),
          tick(T.showTime, "clock"),
          tick(T.singleKeys, "keys"),
          tick(T.sound, "sound"),
          tick(T.vibrate, "vibrate"),
        ),
      ),
    ],
    { class: "wide" },
  );
  showColours(own);
}

/** Shows the twelve fields of the reader's own colours, if they are switched on. @param {HTMLElement} own */
async function showColours(own) {
  if (!settings.paletteOn) {
    replaceChildren(own);
    return;
  }
  const { colourDistances } = await import("./colour_distance.js");
  const theme = getTheme(themeName());
  const fills = [...(settings.palette?.fills ?? theme.fills)];
  const verdict = h("p", { role: "status" });
  const judge = (/** @type {boolean} */ keep) => {
    const apart = colourDistances(fills);
    const pairs = apart.flatMap((row, a) => row.slice(0, a).map((distance, b) => ({ distance, a, b })));
    const { distance, a, b } = pairs.reduce((best, x) => (x.distance < best.distance ? x : best));
    const near = distance < MIN_DISTANCE;
    verdict.className = near ? "note wrong" : "note";
    verdict.textContent = `${T.minDistance(distance)} ${T.nearestColours(b + 1, a + 1)}${near ? ` ${T.tooSimilar}` : ""}`;
    if (keep) changeSettings({ palette: { fills: [...fills], apart } });
  };
  replaceChildren(
    own,
    h(
      "div",
      { class: "colours" },
      fills.map((colour, k) => {
        const input = h("input", {
          type: "color",
          value: colour,
          "aria-label": T.colour(k + 1),
          onchange: () => {
            fills[k] = input.value;
            judge(true);
          },
        });
        return input;
      }),
    ),
    verdict,
    h(
      "button",
      {
        type: "button",
        onclick: () => {
          changeSettings({ palette: null });
          showColours(own);
        },
      },
      T.paletteStart,
    ),
  );
  judge(!settings.palette);
}
