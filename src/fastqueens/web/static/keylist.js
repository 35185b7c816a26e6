// The list of all keys.

import { dialog, h } from "./dom.js";
import { T } from "./texts/keys.js";

export const keyList = () => [
  h(
    "dl",
    { class: "keys" },
    T.keyList.flatMap(([keys, what]) => [
      h(
        "dt",
        {},
        keys.split(" ").flatMap((key, k) => [k ? " " : null, h("kbd", {}, key)]),
      ),
      h("dd", {}, what),
    ]),
  ),
  h("p", { class: "muted" }, T.keysNote),
];

export const showKeys = () => dialog(T.keys, keyList());
