// About: what this is, on which machine it runs, the rules, and how ratings work.

import { once } from "../base/api.js";
import { fill, h, heads, terms } from "../base/dom.js";
import { keyList } from "../base/shortcuts_dialog.js";
import { upper } from "../base/strings.js";
import { T } from "./about_texts.js";

/** @param {import("../router.js").App} app */
export async function open(app) {
  app.title(T.about);
  const engine = h("dl", { class: "facts" });
  const rules = h("table");
  once("info")
    .then((info) => {
      fill(
        engine,
        terms([
          [T.version, info.version],
          [T.instructions, (info.cpu ?? []).join(", ")],
          ["Python", info.python],
          ["NumPy", info.numpy],
          ...Object.entries(info.kernels ?? {}),
        ]),
      );
      fill(
        rules,
        heads([T.ruleName, T.tier, T.score, T.meaning]),
        h(
          "tbody",
          {},
          info.rules.map((/** @type {any} */ x) =>
            h(
              "tr",
              {},
              h("th", { scope: "row" }, T.rule[x.name] ?? upper(x.name)),
              h("td", {}, T.tiers[x.tier]),
              h("td", {}, x.cost),
              h("td", {}, x.text),
            ),
          ),
        ),
      );
    })
    .catch(() => fill(engine, h("dt", {}, T.engineGone)));
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
    part(T.privacy, h("p", {}, T.privacyText)),
    part(
      T.howRated,
      h("p", {}, T.ratedText),
      h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": T.howRated }, rules),
    ),
    part(T.keys, ...keyList()),
    part(T.colours, h("p", {}, T.coloursText)),
    part(T.engine, engine),
    part(T.licence, h("p", {}, T.licenceText)),
  );
}
