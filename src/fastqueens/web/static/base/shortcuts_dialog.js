// The list of all keys.

import { dialog, h, terms } from "./dom.js";
import { T } from "./shortcuts_dialog_texts.js";

/** Keys and what they do. @param {[string, string][]} rows */
export const keysOf = (rows) =>
  h(
    "dl",
    { class: "keys" },
    terms(rows.map(([keys, what]) => [keys.split(" ").flatMap((key, k) => [k ? " " : null, h("kbd", {}, key)]), what])),
  );

export const keyList = () => [keysOf(T.keyList), h("p", { class: "muted" }, T.keysNote)];

export const showKeys = () => dialog(T.keys, keyList());
