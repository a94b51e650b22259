/**
 * Whether the graph gave what Python gave; and if not, the one place where their values part, and why.
 * @typedef {import('./types.js').VerdictData} VerdictData
 * @typedef {import('./types.js').CauseData} CauseData
 */

import { element } from "./dom.js";
import { prose } from "./prose.js";
import { say, tell } from "./words.js";

/**
 * Agreement in a line, also that on what nobody wants, which is said; disagreement as an alarm with the first differing values.
 * @param {VerdictData} verdict
 * @param {CauseData | null} cause
 * @param {{ message: string } | null} anomaly
 */
export function verdictNote(verdict, cause = null, anomaly = null) {
  const agreed = cause || anomaly ? "caution" : "same";
  const state = verdict.equal === null ? "unknown" : verdict.equal ? agreed : "differs";
  const sign = { same: "✓", caution: "⚠", differs: "✖", unknown: "?" }[state];
  const rows = verdict.differences.map((difference) =>
    element(
      "div",
      { class: "nbg-difference" },
      element("code", {}, difference.path),
      ` — ${say("expected")} `,
      element("code", {}, difference.expected),
      `, ${say("the graph gave")} `,
      element("code", {}, difference.actual),
      difference.reason && !verdict.message.includes(difference.reason)
        ? ` (${say(difference.reason)})`
        : null,
    ),
  );
  return element(
    "div",
    { class: `nbg-verdict nbg-${state}`, role: state === "differs" ? "alert" : "note" },
    element("strong", {}, `${sign} ${say(verdict.message)}`),
    ...rows,
    anomaly ? element("span", { class: "nbg-anomaly" }, ...prose(say(anomaly.message))) : null,
    cause ? causeNote(cause) : null,
    verdict.tolerance ? element("span", { class: "nbg-fine" }, say(verdict.tolerance)) : null,
  );
}

/**
 * The cause: its kind, the line and the rounds, both values one under the other, and what to write instead.
 * @param {CauseData} cause
 */
export function causeNote(cause) {
  const bothValues = cause.expected !== "" && cause.actual !== "" && cause.reason !== "";
  return element(
    "div",
    { class: "nbg-cause" },
    element(
      "div",
      { class: "nbg-cause-head" },
      element("span", { class: "nbg-cause-id" }, cause.id),
      cause.where ? element("span", {}, say(cause.where)) : null,
    ),
    cause.code ? element("code", { class: "nbg-cause-code" }, cause.code) : null,
    bothValues ? sides(cause) : element("span", {}, ...prose(say(cause.message))),
    cause.reason ? element("span", {}, ...prose(say(cause.reason))) : null,
    element("span", { class: "nbg-remedy" }, ...prose(tell("Write instead: {0}", say(cause.remedy)))),
  );
}

/**
 * The first value that differs, as Python has it and as the graph has it.
 * @param {CauseData} cause
 */
function sides(cause) {
  const row = (/** @type {string} */ side, /** @type {string} */ value) => [
    element("span", { class: "nbg-side" }, side),
    element("code", {}, cause.variable ? `${cause.variable} = ${value}` : value),
  ];
  return element(
    "div",
    { class: "nbg-sides" },
    ...row(say("in Python"), cause.expected),
    ...row(say("in the graph"), cause.actual),
  );
}
