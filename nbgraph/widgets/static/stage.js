/**
 * The stage: one function on the whole screen, its source beside its graph, the stepper's controls below; functions that
 * are beside each other come there together. Code and timing come on call. Key `f` goes there and back, `c` and `t` call code and timing; Escape ends it, as everywhere.
 */

import { element, focusable } from "./dom.js";
import { say } from "./words.js";

const ON = "nbg-stage";
const MAIN = "nbg-staged";
const LARGE = "nbg-projector";
const TIED = "nbg-beside";
/** What a key shows and hides while the stage is on. */
const CALLS = new Map([
  ["c", "nbg-stage-code"],
  ["t", "nbg-stage-timing"],
]);
const TYPED = "input:not([type=range]), textarea, select, [contenteditable]";

/**
 * A button that puts the function it stands in on the stage.
 * @returns {HTMLElement}
 */
export function stageSwitch() {
  const button = element(
    "button",
    { type: "button", class: "nbg-button nbg-switch nbg-stage-switch", "aria-pressed": "false" },
    say("Stage"),
  );
  button.setAttribute(
    "title",
    say("Source and graph on the whole screen (f); code (c) and timing (t) on call"),
  );
  return focusable(button, 0);
}

/**
 * Makes the buttons and keys of the stage work in an explorer.
 * @param {HTMLElement} root of one explorer
 */
export function stage(root) {
  let large = false;

  /** @param {Element | null} main the function to put on the stage; null to leave it */
  function put(main) {
    const on = main !== null;
    const staged = root.classList.contains(TIED) ? [...root.querySelectorAll(".nbg-function")] : [main];
    for (const each of root.querySelectorAll(`.${MAIN}`)) each.classList.remove(MAIN);
    if (on && !root.classList.contains(ON)) large = root.classList.contains(LARGE);
    for (const each of on ? staged : []) each?.classList.add(MAIN);
    root.classList.toggle(ON, on);
    root.classList.toggle(LARGE, on || large);
    for (const button of root.querySelectorAll(".nbg-stage-switch"))
      button.setAttribute("aria-pressed", String(button.closest(`.${MAIN}`) !== null));
    // Views that are tied open their steps together.
    for (const opener of root.querySelectorAll(`.${MAIN} .nbg-step-open`))
      if (opener instanceof HTMLElement && opener.getAttribute("aria-expanded") === "false") opener.click();
  }

  /** @param {Element} within what is to be on the stage, or what leaves it */
  function toggle(within) {
    if (root.classList.contains(ON)) return leave();
    put(within.closest(".nbg-function") ?? root.querySelector(".nbg-function"));
    // Where the page may not (a frame of a host that does not allow it) the explorer fills its window.
    root.requestFullscreen?.().catch(() => {});
  }

  function leave() {
    if (root.ownerDocument.fullscreenElement === root) root.ownerDocument.exitFullscreen();
    put(null);
  }

  root.addEventListener("fullscreenchange", () => {
    if (root.ownerDocument.fullscreenElement !== root && root.classList.contains(ON)) put(null);
  });
  root.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest(".nbg-stage-switch") : null;
    if (button) toggle(button);
  });
  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const { target, key } = event;
    if (!(target instanceof Element) || target.closest(TYPED)) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const called = root.classList.contains(ON) ? CALLS.get(key) : undefined;
    if (key === "f") toggle(target);
    else if (called) root.classList.toggle(called);
    else if (key === "Escape" && root.classList.contains(ON)) leave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  // Before the panes, which keep their keys to themselves.
  root.addEventListener("keydown", onKey, true);
}
