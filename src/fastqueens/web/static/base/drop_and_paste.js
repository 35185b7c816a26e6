// Files and texts that are dropped or pasted on the page.

import { toast } from "./announce.js";
import { isTyping } from "./shortcuts.js";
import { T } from "./strings.js";

/**
 * Passes on the picture of the clipboard. WebKit leaves pictures out of the event of a paste.
 * @param {(file: File) => unknown} take
 */
async function takePicture(take) {
  try {
    for (const item of await navigator.clipboard.read()) {
      const type = item.types.find((x) => x.startsWith("image/"));
      if (type) {
        take(new File([await item.getType(type)], ""));
        return;
      }
    }
  } catch {
    // The browser does not allow it.
  }
  toast(T.nothingPasted, { error: true });
}

/**
 * Listens for a file or a text that is dropped or pasted on the page.
 * @param {(file: File) => unknown} take receives the file; a text is passed as a file without
 *   a name
 * @param {AddEventListenerOptions} [options]
 * @param {() => boolean} [wanted]
 */
export function onDropOrPaste(take, options, wanted = () => true) {
  for (const kind of /** @type {const} */ (["drop", "paste"]))
    addEventListener(
      kind,
      (event) => {
        if (!wanted() || (kind === "paste" && isTyping(event))) return;
        const data = /** @type {any} */ (event).dataTransfer ?? /** @type {any} */ (event).clipboardData;
        const text = data?.getData("text/plain").trim();
        const file = data?.files[0] ?? (text && new File([text], ""));
        event.preventDefault();
        event.stopImmediatePropagation();
        document.querySelector(".drop")?.classList.remove("drop");
        if (file) take(file);
        else if (kind === "paste") takePicture(take);
      },
      options,
    );
}
