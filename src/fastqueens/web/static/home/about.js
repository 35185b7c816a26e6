// The screen About: the rules, an explanation of the ratings, the keys, the version of the engine
// and the machine on which it runs.

import { isOwnEngine } from "../base/addresses.js";
import { getCached } from "../base/api.js";
import { definitionItems, h, replaceChildren, tableHead } from "../base/dom.js";
import { allShortcuts } from "../base/shortcuts_dialog.js";
import { capitalize } from "../base/strings.js";
import { T } from "./about_texts.js";

/** @param {import("../base/app_types.js").App} app */
export async function open(app) {
  app.setTitle(T.about);
  const engine = h("dl", { class: "facts" });
  const rules = h("table");
  getCached("info")
    .then((info) => {
      replaceChildren(
        engine,
        definitionItems([
          [T.version, info.version],
          [T.instructions, (info.cpu ?? []).join(", ")],
          ["Python", info.python],
          ["NumPy", info.numpy],
          ...Object.entries(info.kernels ?? {}),
        ]),
      );
      replaceChildren(
        rules,
        tableHead([T.ruleName, T.tier, T.score, T.meaning]),
        h(
          "tbody",
          {},
          info.rules.map((/** @type {any} */ x) =>
            h(
              "tr",
              {},
              h("th", { scope: "row" }, T.rule[x.name] ?? capitalize(x.name)),
              h("td", {}, T.tiers[x.tier]),
              h("td", {}, x.cost),
              h("td", {}, x.text),
            ),
          ),
        ),
      );
    })
    .catch(() => replaceChildren(engine, h("dt", {}, T.engineGone)));
  const part = (/** @type {string} */ title, /** @type {any[]} */ ...content) =>
    h("section", {}, h("h2", {}, title), content);
  return h(
    "div",
    { class: "about" },
    h("h1", {}, T.about),
    part(
      T.rulesTitle,
      h(
        "ol",
        { class: "rules" },
        T.rules(1).map((x) => h("li", {}, x)),
      ),
      h("p", {}, T.starRules),
    ),
    part(T.privacy, h("p", {}, isOwnEngine ? T.privacyOwnEngine : T.privacyText)),
    part(
      T.howRated,
      h("p", {}, T.ratedText),
      h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": T.howRated }, rules),
    ),
    part(T.keys, ...allShortcuts()),
    part(T.colours, h("p", {}, T.coloursText)),
    part(T.engine, engine),
    part(T.licence, h("p", {}, T.licenceText)),
  );
}
