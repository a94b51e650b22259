/**
 * The heading of one function: the call, its value, how it went.
 * @typedef {import('./types.js').FunctionData} FunctionData
 */

import { element } from "./dom.js";
import { say } from "./words.js";

/**
 * @param {FunctionData} data
 * @param {HTMLElement[]} tools stand at the end of the line
 */
export function heading(data, tools) {
  const value = data.value ?? data.pythonValue;
  const sign = outcome(data);
  return element(
    "header",
    { class: "nbg-header" },
    element("span", { class: "nbg-title", role: "heading", "aria-level": 3 }, data.title),
    value === null ? null : element("span", { class: "nbg-value" }, `= ${value}`),
    data.value === null && value !== null
      ? element("span", { class: "nbg-fine" }, say("plain Python"))
      : null,
    sign ? element("span", { class: `nbg-chip nbg-chip-${CHIPS.get(sign[0])}` }, say(sign)) : null,
    tools.length > 0 ? element("span", { class: "nbg-tools" }, ...tools) : null,
  );
}

/**
 * How it went, in a word or two; null when nothing was compared.
 * @param {FunctionData} data
 */
function outcome(data) {
  const equal = data.verdict?.equal ?? null;
  // Where there are errors, equal is that both raised the same.
  if (data.errors.length > 0) return equal && data.value === null ? "✖ error, as in Python" : failure(data);
  if (equal === null) return null;
  const reference = REFERENCES.get(data.verdict?.reference ?? "") ?? "Python";
  if (equal && data.anomaly) return oddly(data.anomaly, reference);
  if (equal && data.cause !== null) return "⚠ same result, other effect";
  return equal ? `✓ same as ${reference}` : "✖ differs";
}

/**
 * What an error is: where Python gives a result and there is no graph, it is none of the user's.
 * @param {FunctionData} data
 */
export function failure({ graph, pythonValue, value }) {
  return graph === null && value === null && pythonValue !== null ? "✖ no graph" : "✖ error";
}

/** What the graph was held against where Python itself cannot run the call. */
const REFERENCES = new Map([
  ["copies", "Python on NumPy copies"],
  ["examples", "Python on each example"],
  ["converted", "the code op by op"],
  ["eager", "Python on JAX arrays"],
]);

/**
 * @param {import('./types.js').AnomalyData} found
 * @param {string} reference
 */
function oddly({ inResult, value }, reference) {
  return inResult ? `⚠ same as ${reference}: ${value}` : `⚠ same as ${reference}, ${value} on the way`;
}

/** How a word on how it went looks, by its sign. */
const CHIPS = new Map([
  ["✓", "good"],
  ["⚠", "warn"],
  ["✖", "bad"],
]);

/**
 * Whether the verdict stands above everything else: the results differ, there is none, the call has another effect, or
 * there is an inf or nan.
 * What an error under its own line says is not said twice.
 * @param {FunctionData} data
 */
export function isNews(data) {
  if (data.cause !== null || data.anomaly) return true;
  if (data.verdict?.equal === null) return data.timing === null && data.errors.length === 0;
  const isSaid = data.verdict?.kind === "error" && data.errors.some((error) => error.span !== null);
  return data.verdict?.equal !== true && !isSaid;
}
