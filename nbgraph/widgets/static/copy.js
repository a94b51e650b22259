/**
 * A button that copies a text, and says so. Where the page may not write to the clipboard, the text is selected instead.
 */

import { element, focusable } from "./dom.js";
import { say } from "./words.js";

/** Milliseconds that it says what it did. */
const SAID = 4000;

/**
 * @param {() => string} text what to copy
 * @param {() => HTMLElement} shown where the text stands on the page
 */
export function copyButton(text, shown) {
  const button = focusable(element("button", { type: "button", class: "nbg-button" }, say("copy")), 0);
  const said = element("span", { class: "nbg-said", role: "status" });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  button.addEventListener("click", async () => {
    const done = await written(text());
    if (!done) select(shown());
    said.textContent = done ? "copied" : "selected, not copied: press Ctrl+C";
    clearTimeout(timer);
    timer = setTimeout(() => said.replaceChildren(), SAID);
  });
  return element("span", { class: "nbg-copy" }, button, said);
}

/** @param {string} text */
async function written(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false; // no clipboard here, or no permission
  }
}

/**
 * Selects the program text of a pane; numbers and gutter are not selectable.
 * @param {HTMLElement} pane
 */
function select(pane) {
  const range = document.createRange();
  range.selectNodeContents(pane);
  const selection = document.getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
}
