/**
 * The stepper's controls: its buttons, the slider, the speed, and the words that say where the run stands.
 * @typedef {import('./types.js').RecordingData} RecordingData
 * @typedef {[label: string, title: string, act: () => void]} Action
 */

import { element, focusable } from "./dom.js";
import { prose } from "./prose.js";
import { say } from "./words.js";

/** Milliseconds between two steps while it plays, by what the choice is called. */
const SPEEDS = new Map([
  ["slow", 1200],
  ["normal", 500],
  ["fast", 120],
]);

/**
 * @param {string} label
 * @param {string} title
 * @param {() => void} act
 */
export function stepButton(label, title, act) {
  const made = focusable(
    element(
      "button",
      { type: "button", class: "nbg-step-button", title: say(title), "aria-label": say(title) },
      say(label),
    ),
    0,
  );
  made.addEventListener("click", act);
  return made;
}

/** What opens and closes the stepper. */
export function stepOpener() {
  return focusable(
    element(
      "button",
      { type: "button", class: "nbg-button nbg-switch nbg-step-open", "aria-expanded": "false" },
      say("Step through"),
    ),
    0,
  );
}

/** @param {number} last */
export function stepSlider(last) {
  const made = element("input", {
    type: "range",
    class: "nbg-step-scrub",
    min: 0,
    max: last,
    value: 0,
    "aria-label": say("Step"),
  });
  return /** @type {HTMLInputElement} */ (focusable(made, 0));
}

/** @returns {{ el: HTMLSelectElement, pause: () => number }} `pause`: milliseconds between two steps */
export function stepSpeed() {
  const options = [...SPEEDS.keys()].map((name) =>
    element("option", { value: name, ...(name === "normal" ? { selected: true } : {}) }, say(name)),
  );
  const made = element("select", { class: "nbg-step-speed", "aria-label": say("Speed") }, ...options);
  const el = /** @type {HTMLSelectElement} */ (focusable(made, 0));
  return { el, pause: () => SPEEDS.get(el.value) ?? 500 };
}

/**
 * The panel, closed: a bar of controls, the slider, words and notes, and the table of values.
 * @param {(HTMLElement | null)[]} controls
 * @param {HTMLElement[]} below the slider and the words under the bar
 * @param {string[]} notes
 * @param {HTMLElement} said read out by screen readers
 * @param {HTMLElement} table
 */
export function stepPanel(controls, below, notes, said, table) {
  const bar = element(
    "div",
    { class: "nbg-step-bar", role: "group", "aria-label": say("Steps of the run") },
    ...controls,
  );
  const panel = element(
    "div",
    { class: "nbg-stepper", role: "group", "aria-label": say("Step through the run") },
    element(
      "div",
      { class: "nbg-step-controls" },
      bar,
      ...below,
      ...notes.map((note) => element("p", { class: "nbg-fine nbg-note" }, ...prose(say(note)))),
      said,
    ),
    table,
  );
  panel.hidden = true;
  return panel;
}
