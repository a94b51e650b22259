/**
 * Projector mode: large type and thick strokes, for a screen that is far away. It is one switch for a page and all its
 * outputs, remembered where the browser lets us.
 */

import { element, focusable } from "./dom.js";
import { say } from "./words.js";

const REMEMBERED = "nbgraph-projector";
const MODE = "nbg-projector";
/** On the page's root: what is around the outputs is large, too. */
const PAGE = "nbg-projected";

/**
 * A button that switches all outputs of the page; `root` starts as the page was left.
 * @param {HTMLElement} root of one explorer
 * @returns {HTMLElement}
 */
export function projectorSwitch(root) {
  const on = root.classList.contains(MODE) || remembered();
  const button = element(
    "button",
    { type: "button", class: "nbg-button nbg-switch nbg-projector-switch", "aria-pressed": String(on) },
    say("Projector"),
  );
  button.setAttribute("title", say("Large type and thick lines, on the whole page"));
  root.classList.toggle(MODE, on);
  document.documentElement.classList.toggle(PAGE, on);
  button.addEventListener("click", () => apply(button.getAttribute("aria-pressed") !== "true"));
  return focusable(button, 0);
}

/** @param {boolean} on */
function apply(on) {
  for (const root of document.querySelectorAll(".nbg")) root.classList.toggle(MODE, on);
  document.documentElement.classList.toggle(PAGE, on);
  for (const button of document.querySelectorAll(".nbg-projector-switch"))
    button.setAttribute("aria-pressed", String(on));
  try {
    localStorage.setItem(REMEMBERED, on ? "on" : "off");
  } catch {
    // A page without storage (a sandbox, a file) forgets.
  }
}

function remembered() {
  try {
    return localStorage.getItem(REMEMBERED) === "on";
  } catch {
    return false;
  }
}
