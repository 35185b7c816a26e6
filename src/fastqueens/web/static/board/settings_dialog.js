// The settings dialog: every change shows at once.

import { dialog, field, h, replaceChildren, select } from "../base/dom.js";
import { changeSettings, settings } from "../base/storage.js";
import { themeName } from "./board_style.js";
import { getTheme } from "./palette.js";
import { T } from "./settings_dialog_texts.js";

/** @typedef {import("../base/storage.js").Settings} Settings */

/**
 * @param {string} text
 * @param {keyof Settings} key
 * @param {Record<string, string>} options
 */
const choice = (text, key, options) =>
  field(
    text,
    select(Object.entries(options), String(settings[key]), (value) => changeSettings({ [key]: value })),
  );

/** @param {string} text @param {keyof Settings} key @param {() => void} [then] */
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
          tick(T.ownPalette, "paletteOn", () => colours(own)),
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
  colours(own);
}

/** The twelve fields of own colours. @param {HTMLElement} own */
async function colours(own) {
  if (!settings.paletteOn) {
    replaceChildren(own);
    return;
  }
  const { colourDistances: apartOf } = await import("./colour_distance.js");
  const theme = getTheme(themeName());
  const fills = [...(settings.palette?.fills ?? theme.fills)];
  const verdict = h("p", { role: "status" });
  const judge = (/** @type {boolean} */ keep) => {
    const apart = apartOf(fills);
    let least = Infinity;
    let pair = [0, 1];
    for (let a = 0; a < 12; a++)
      for (let b = 0; b < a; b++)
        if (apart[a][b] < least) {
          least = apart[a][b];
          pair = [b + 1, a + 1];
        }
    verdict.className = least < 8 ? "note wrong" : "note";
    verdict.textContent = `${T.least(least)} ${T.nearest2(pair[0], pair[1])}${least < 8 ? ` ${T.tooNear}` : ""}`;
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
          colours(own);
        },
      },
      T.paletteStart,
    ),
  );
  judge(!settings.palette);
}
