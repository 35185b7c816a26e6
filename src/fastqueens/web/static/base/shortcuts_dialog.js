// The list of all keys.

import { definitionItems, dialog, h } from "./dom.js";
import { T } from "./shortcuts_dialog_texts.js";

/** Keys and what they do. @param {[string, string][]} rows */
export const shortcutTable = (rows) =>
  h(
    "dl",
    { class: "keys" },
    definitionItems(
      rows.map(([keys, what]) => [keys.split(" ").flatMap((key, k) => [k ? " " : null, h("kbd", {}, key)]), what]),
    ),
  );

export const allShortcuts = () => [shortcutTable(T.keyList), h("p", { class: "muted" }, T.keysNote)];

export const showShortcuts = () => dialog(T.keys, allShortcuts());
