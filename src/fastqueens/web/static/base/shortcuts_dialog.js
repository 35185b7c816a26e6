// The list of all keyboard shortcuts.

import { definitionItems, dialog, h } from "./dom.js";
import { T } from "./shortcuts_dialog_texts.js";

/** Returns a table of keys. @param {[string, string][]} rows keys, and the action of these keys */
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
