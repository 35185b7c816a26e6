// Thumbnails of boards. A thumbnail is drawn when the reader scrolls near it.

import { h, replaceChildren } from "../base/dom.js";
import { boardPicture } from "./board_style.js";
import { decode } from "./codec.js";

/** Returns a function that makes a thumbnail from the code of a board. @param {AbortSignal} signal */
export function lazyThumbnails(signal) {
  const draw = (/** @type {Element} */ target) => {
    observer.unobserve(target);
    decode(/** @type {HTMLElement} */ (target).dataset.code ?? "").then(({ puzzle }) =>
      replaceChildren(target, boardPicture(puzzle)),
    );
  };
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) draw(target);
    },
    { rootMargin: "300px" },
  );
  // A list is printed with all its pictures.
  addEventListener("beforeprint", () => document.querySelectorAll(".shot:empty[data-code]").forEach(draw), { signal });
  signal.addEventListener("abort", () => observer.disconnect());
  return (/** @type {string} */ code) => {
    const element = h("span", { class: "shot", "data-code": code });
    observer.observe(element);
    return element;
  };
}
