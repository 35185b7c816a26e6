// Says beside a field what is wrong with its value, in place of the message of the browser, which vanishes.

import { h } from "./dom.js";
import { T } from "./strings.js";

/** Returns the sentence about the value of a field, or "" if the value is right. @param {HTMLInputElement} input */
function fieldError({ validity, validationMessage, min, max, type }) {
  if (validity.valid) return "";
  if (validity.patternMismatch) return T.digitsOnly;
  return type === "number" && !validity.customError ? T.permitted(min, max, validity.stepMismatch) : validationMessage;
}

/** Shows a sentence beside a field, or removes it. @param {HTMLInputElement} input @param {string} text */
export function showFieldNote(input, text) {
  const place = input.closest("label") ?? input;
  const id = "field-error";
  let note = place.querySelector(`.${id}`);
  if (!text) return note?.remove();
  if (!note) place.append((note = h("small", { class: id, role: "alert" })));
  if (note.textContent !== text) note.textContent = text;
}

/** Shows the errors of all fields of the page. */
export function watchFields() {
  const check = (/** @type {Event} */ { target }) => {
    if (target instanceof HTMLInputElement) showFieldNote(target, fieldError(target));
  };
  addEventListener(
    "invalid",
    (event) => {
      event.preventDefault();
      check(event);
      if (event.target instanceof HTMLElement) event.target.focus();
    },
    true,
  );
  addEventListener("input", check);
  addEventListener("change", check);
}

/** Reports the first visible field with a wrong value. @returns {boolean} whether all values are right */
export const checkFields = () =>
  [.../** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("main input:invalid"))].every(
    (x) => !x.offsetParent || x.reportValidity(),
  );
