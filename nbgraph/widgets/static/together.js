/**
 * Several functions on one time axis, above their views.
 * @typedef {import('./types.js').Payload} Payload
 */

import { element } from "./dom.js";
import { strips } from "./strips.js";
import { say } from "./words.js";

/**
 * @param {Payload} payload
 * @returns {HTMLElement | null} null when there is nothing to hold against each other
 */
export function togetherPanel({ functions, together }) {
  if (!together) return null;
  const groups = functions.flatMap(({ title, timing }) =>
    timing ? [{ heading: title, baselines: timing.baselines }] : [],
  );
  return element(
    "section",
    { class: "nbg-pane nbg-together", "aria-label": say("Times of all functions on one axis") },
    element(
      "div",
      { class: "nbg-bar" },
      element("span", { class: "nbg-pane-title" }, say("On one time axis")),
    ),
    element(
      "div",
      { class: "nbg-timing" },
      element("p", { class: "nbg-words" }, together.map(say).join(" ")),
      strips(groups),
    ),
  );
}
