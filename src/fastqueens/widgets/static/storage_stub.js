// Replaces storage.js and announce.js of the page. A notebook stores nothing in the browser, and all
// widgets share one live region of the document.

export const settings = {
  theme: "system",
  letters: "auto",
  patterns: "auto",
  axes: true,
  keys: true,
  paletteOn: false,
  palette: /** @type {{fills: string[], apart: number[][]} | null} */ (null),
};

let announcements = 0;

/** Lets screen readers read a text. @param {string} text */
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
  // Screen readers skip a text that is unchanged; the extra space makes it different.
  region.textContent = text + "\u00a0".repeat(announcements++ % 2);
}
