/**
 * Is it the same, and is it faster? The conclusion in words, first where the graph loses; all runs on one logarithmic
 * axis; what the first call costs. Nothing here can be linked to a place in the source.
 * @typedef {import('./types.js').TimingData} TimingData
 */

import { element } from "./dom.js";
import { phasesBar } from "./phases-bar.js";
import { strips } from "./strips.js";
import { verdictNote } from "./verdict-panel.js";
import { say, tell } from "./words.js";

/**
 * @param {TimingData} data
 * @param {import('./types.js').ErrorData[]} errors of those that stand in the source the name says enough here
 * @returns {HTMLElement}
 */
export function timingPane(data, errors = []) {
  const [headline, ...rest] = data.sentences.map(say);
  const brief = (/** @type {import('./types.js').BaselineData} */ baseline) => {
    const isAbove = errors.some(({ span, message }) => span && baseline.error?.includes(message));
    return isAbove ? { ...baseline, error: baseline.error?.split(":")[0] ?? null } : baseline;
  };
  return element(
    "div",
    { class: "nbg-timing" },
    conclusion(data),
    element(
      "p",
      { class: "nbg-words" },
      headline ? element("strong", {}, headline) : null,
      rest.length > 0 ? ` ${rest.join(" ")}` : null,
    ),
    bothRaise(data) ? null : strips([{ heading: null, baselines: data.baselines.map(brief) }]),
    phasesBar(data.phases),
  );
}

/**
 * Whether it is the same; what stands above all panes is not said again.
 * @param {TimingData} data
 */
function conclusion({ verdict, anomaly: found }) {
  if (verdict.equal && found) {
    const form = found.inResult
      ? "⚠ The same result, with {0}: see above."
      : "⚠ The same result, {0} on the way: see above.";
    return element("strong", { class: "nbg-oddly" }, tell(form, found.value));
  }
  if (verdict.equal !== false) return verdictNote(verdict);
  const what = verdict.kind === "error" ? "No result to compare" : "Not the same result";
  return element("strong", { class: "nbg-not-same" }, `✖ ${say(what)}: ${say("see above.")}`);
}

/**
 * Whether no way of running gave a result, and the verdict says why.
 * @param {TimingData} data
 */
function bothRaise({ verdict, baselines }) {
  return verdict.equal === true && baselines.every(({ sample, error }) => sample === null && error);
}
