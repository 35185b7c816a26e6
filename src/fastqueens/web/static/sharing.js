// Copying a text, by hand where the browser does not let the page.

import { dialog, h } from "./dom.js";
import { tell } from "./say.js";
import { T } from "./strings.js";

/** @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    tell(T.copied);
  } catch {
    const area = h("textarea", { readonly: true, "aria-label": T.copyBy });
    area.value = text;
    dialog(T.copy, [h("p", {}, T.copyBy), area]);
    area.select();
  }
}
