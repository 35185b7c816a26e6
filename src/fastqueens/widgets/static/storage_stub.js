// In place of the page's storage.js and announce.js: a notebook keeps nothing in the browser, and what is
// said goes to one region of the document, which all widgets share.

export const settings = {
  theme: "system",
  letters: "auto",
  patterns: "auto",
  axes: true,
  keys: true,
  paletteOn: false,
  palette: /** @type {{fills: string[], apart: number[][]} | null} */ (null),
};

let turn = 0;

/** @param {string} text what a screen reader hears */
export function announce(text) {
  let region = document.getElementById("fastqueens-announcements");
  if (!region) {
    region = document.createElement("div");
    region.id = "fastqueens-announcements";
    region.setAttribute("role", "status");
    Object.assign(region.style, {
      position: "absolute",
      inlineSize: "1px",
      blockSize: "1px",
      overflow: "hidden",
      clipPath: "inset(50%)",
    });
    document.body.append(region);
  }
  // The same text twice is said twice if it differs by a blank.
  region.textContent = text + "\u00a0".repeat(turn++ % 2);
}
