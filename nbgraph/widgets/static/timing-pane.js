/**
 * Is it the same, and is it faster? The verdict, all runs on one logarithmic axis, what the first call costs, and the
 * conclusion in words. Nothing here can be linked to a place in the source.
 * @typedef {import('./types.js').TimingData} TimingData
 * @typedef {import('./types.js').BaselineData} BaselineData
 * @typedef {import('./types.js').PhasesData} PhasesData
 */

import { element, svgElement } from "./dom.js";
import { decades, duration, percent } from "./format.js";
import { verdictNote } from "./verdict-panel.js";

/**
 * @param {TimingData} data
 * @returns {HTMLElement}
 */
export function timingPane(data) {
  const samples = data.baselines.flatMap((baseline) => baseline.sample ?? []);
  const axis = decades(samples.flatMap((sample) => [sample.minimum, sample.maximum]));
  return element(
    "div",
    { class: "nbg-timing" },
    data.verdict.equal === false
      ? element("strong", { class: "nbg-not-same" }, "✖ Not the same result: see above.")
      : verdictNote(data.verdict),
    element(
      "div",
      {
        class: "nbg-strips",
        role: "list",
        "aria-label": "Time of one call, every run a mark, logarithmic scale",
      },
      ...data.baselines.map((baseline) => strip(baseline, axis)),
      samples.length > 0 ? axisRow(axis) : null,
    ),
    phaseBar(data.phases),
    element("p", { class: "nbg-words" }, data.sentences.join(" ")),
  );
}

/**
 * One way of running: its runs as ticks, the median as a taller mark and in figures.
 * @param {BaselineData} baseline
 * @param {[number, number]} axis
 */
function strip(baseline, axis) {
  const { sample } = baseline;
  const label = element("span", { class: "nbg-strip-label" }, baseline.label);
  if (sample === null) {
    const why = baseline.error ? `failed: ${baseline.error}` : baseline.note || "not measured";
    return element(
      "div",
      { class: "nbg-strip", role: "listitem" },
      label,
      element("span", { class: "nbg-absent" }, why),
    );
  }
  const marks = sample.runs.map((run) => tick(percent(run, axis), 6, 16, "nbg-run"));
  const said = `median ${duration(sample.median)}, fastest ${duration(sample.minimum)}, IQR ${duration(sample.iqr)}, ${sample.n} runs of ${sample.loops}`;
  const picture = svgElement(
    "svg",
    { class: "nbg-strip-svg", width: "100%", height: "22", role: "img", "aria-label": said },
    svgElement("line", { x1: "0", x2: "100%", y1: 11, y2: 11, class: "nbg-rail" }),
    ...marks,
    tick(percent(sample.median, axis), 2, 20, "nbg-median"),
  );
  return element(
    "div",
    { class: `nbg-strip nbg-strip-${baseline.name.replace(/[^a-z]/g, "")}`, role: "listitem", title: said },
    label,
    picture,
    element("span", { class: "nbg-figure" }, duration(sample.median)),
    baseline.note ? element("span", { class: "nbg-fine nbg-strip-note" }, baseline.note) : null,
  );
}

/**
 * @param {number} at percent
 * @param {number} top
 * @param {number} bottom
 * @param {string} name
 */
function tick(at, top, bottom, name) {
  return svgElement("line", { x1: `${at}%`, x2: `${at}%`, y1: top, y2: bottom, class: name });
}

/** @param {[number, number]} axis */
function axisRow(axis) {
  const marks = [];
  const stride = Math.max(1, Math.ceil((axis[1] - axis[0]) / 3));
  for (let power = axis[0]; power <= axis[1]; power += stride) {
    const at = percent(10 ** power, axis);
    const anchor = at < 5 ? "start" : at > 95 ? "end" : "middle";
    marks.push(tick(at, 0, 4, "nbg-tick"));
    const isEnd = power === axis[0] || power + stride > axis[1];
    if (!isEnd) continue; // the strip may be 90 px wide: three labels would run into each other
    marks.push(
      svgElement(
        "text",
        { x: `${at}%`, y: 15, "text-anchor": anchor, class: "nbg-axis" },
        duration(10 ** power),
      ),
    );
  }
  return element(
    "div",
    { class: "nbg-strip", "aria-hidden": "true" },
    element("span", { class: "nbg-strip-label nbg-fine" }, "one call (log)"),
    svgElement("svg", { class: "nbg-strip-svg", width: "100%", height: "18" }, ...marks),
    element("span", { class: "nbg-figure nbg-fine" }, "median"),
  );
}

/**
 * What the first call costs, its parts to scale and in figures.
 * @param {PhasesData} phases
 */
function phaseBar(phases) {
  /** @type {[string, number | null, string][]} */
  const parts = [
    ["trace", phases.trace, "trace"],
    ["lower", phases.lower, "lower"],
    ["compile", phases.compile, "compile"],
    ["first run", phases.first_call, "first"],
  ];
  const known = parts.flatMap(([label, seconds, name]) =>
    seconds === null ? [] : [{ label, seconds, name }],
  );
  if (known.length === 0) return null;
  const total = known.reduce((sum, part) => sum + part.seconds, 0) || 1;
  const bar = svgElement("svg", {
    class: "nbg-phase-svg",
    width: "100%",
    height: "10",
    "aria-hidden": "true",
  });
  let x = 0;
  for (const { seconds, name } of known) {
    const width = (seconds / total) * 100;
    bar.append(
      svgElement("rect", { x: `${x}%`, y: 0, width: `${width}%`, height: 10, class: `nbg-phase-${name}` }),
    );
    x += width;
  }
  const legend = known.map(({ label, seconds, name }) =>
    element(
      "span",
      { class: "nbg-phase" },
      element("span", { class: `nbg-swatch nbg-phase-${name}`, "aria-hidden": "true" }),
      `${label} ${duration(seconds)}`,
    ),
  );
  return element(
    "div",
    { class: "nbg-phases" },
    element("span", { class: "nbg-phase-title" }, `First call ${duration(total)}, once`),
    bar,
    element("div", { class: "nbg-legend" }, ...legend),
  );
}
