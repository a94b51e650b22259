/**
 * Whether the graph gave what Python gave; and if not, the one place where their values part, and why.
 * @typedef {import('./types.js').VerdictData} VerdictData
 * @typedef {import('./types.js').CauseData} CauseData
 */

import { element } from "./dom.js";

/**
 * Agreement in a line, disagreement as an alarm with the first differing values.
 * @param {VerdictData} verdict
 * @param {CauseData | null} cause
 */
export function verdictNote(verdict, cause = null) {
  const state = verdict.equal === null ? "unknown" : verdict.equal ? "same" : "differs";
  const sign = { same: "✓", differs: "✖", unknown: "?" }[state];
  const rows = verdict.differences.map((difference) =>
    element(
      "div",
      { class: "nbg-difference" },
      element("code", {}, difference.path),
      ` — expected `,
      element("code", {}, difference.expected),
      `, the graph gave `,
      element("code", {}, difference.actual),
      difference.reason ? ` (${difference.reason})` : null,
    ),
  );
  return element(
    "div",
    { class: `nbg-verdict nbg-${state}`, role: state === "differs" ? "alert" : "note" },
    element("strong", {}, `${sign} ${verdict.message}`),
    ...rows,
    cause ? causeNote(cause) : null,
    verdict.tolerance ? element("span", { class: "nbg-fine" }, verdict.tolerance) : null,
  );
}

/**
 * The cause: its kind, the line and the rounds, both values side by side, and what to write instead.
 * @param {CauseData} cause
 */
export function causeNote(cause) {
  return element(
    "div",
    { class: "nbg-cause" },
    element(
      "div",
      { class: "nbg-cause-head" },
      element("span", { class: "nbg-cause-id" }, cause.id),
      cause.where ? element("span", {}, cause.where) : null,
    ),
    cause.code ? element("code", { class: "nbg-cause-code" }, cause.code) : null,
    cause.expected && cause.actual ? sides(cause) : null,
    element("span", {}, cause.message),
    element("span", { class: "nbg-remedy" }, `Write instead: ${cause.remedy}`),
  );
}

/**
 * The first value that differs, as Python has it and as the graph has it.
 * @param {CauseData} cause
 */
function sides(cause) {
  const rows = [
    ["Python", cause.expected],
    ["graph", cause.actual],
  ];
  return element(
    "table",
    { class: "nbg-sides" },
    element(
      "caption",
      {},
      cause.variable ? `first value of ${cause.variable} that differs` : "first value that differs",
    ),
    ...rows.map(([side, value]) =>
      element("tr", {}, element("th", { scope: "row" }, side), element("td", {}, element("code", {}, value))),
    ),
  );
}
