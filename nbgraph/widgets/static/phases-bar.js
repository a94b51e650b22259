/**
 * What the first call costs: its parts to scale in one bar, and in figures under it. Parts differ in shade and hatching,
 * and stand in both places in the order in which they happen.
 * @typedef {import('./types.js').PhasesData} PhasesData
 */

import { element } from "./dom.js";
import { duration } from "./format.js";
import { say, tell } from "./words.js";

/**
 * @param {PhasesData} phases
 * @returns {HTMLElement | null} null when nothing was reached
 */
export function phasesBar(phases) {
  /** @type {[string, number | null, string][]} */
  const parts = [
    ["trace", phases.trace, "trace"],
    ["lower", phases.lower, "lower"],
    ["compile", phases.compile, "compile"],
    ["first run", phases.first_call, "first"],
  ];
  const known = parts.flatMap(([label, seconds, name]) =>
    seconds === null ? [] : [{ label, seconds, name: `nbg-phase-${name}` }],
  );
  if (known.length === 0) return null;
  const total = known.reduce((sum, part) => sum + part.seconds, 0) || 1;
  const bar = element("div", { class: "nbg-phase-bar", "aria-hidden": "true" });
  for (const { seconds, name } of known) {
    const part = element("div", { class: name });
    part.style.flexGrow = String(seconds / total);
    bar.append(part);
  }
  const legend = known.map(({ label, seconds, name }) =>
    element(
      "li",
      { class: "nbg-phase" },
      element("span", { class: `nbg-swatch ${name}`, "aria-hidden": "true" }),
      `${say(label)} ${duration(seconds)}`,
      element("span", { class: "nbg-fine" }, ` ${percent(seconds / total)}`),
    ),
  );
  return element(
    "div",
    { class: "nbg-phases" },
    element("span", { class: "nbg-phase-title" }, tell("First call {0}, once", duration(total))),
    bar,
    element("ul", { class: "nbg-legend" }, ...legend),
  );
}

/** @param {number} share */
function percent(share) {
  const rounded = Math.round(share * 100);
  return rounded === 0 && share > 0 ? "<1 %" : `${rounded} %`;
}
