/**
 * Ways of running on one logarithmic time axis: every run a tick, the middle half of them a bar, the median a taller
 * mark and in figures. Rows are labelled where they stand, so nothing has to be looked up by its colour.
 * @typedef {import('./types.js').BaselineData} BaselineData
 * @typedef {import('./types.js').SampleData} SampleData
 * @typedef {import('./axes.js').Scale} Scale
 */

import { logScale } from "./axes.js";
import { element, svgElement } from "./dom.js";
import { duration } from "./format.js";
import { prose } from "./prose.js";
import { say, tell } from "./words.js";

const HEIGHT = 22;

/**
 * @param {{ heading: string | null, baselines: BaselineData[] }[]} groups a heading for each function when there are several
 * @returns {HTMLElement}
 */
export function strips(groups) {
  const samples = groups.flatMap(({ baselines }) => baselines.flatMap((baseline) => baseline.sample ?? []));
  const scale = logScale(
    samples.flatMap((sample) => [sample.minimum, sample.maximum]),
    4,
  );
  const rows = groups.flatMap(({ heading, baselines }) => [
    heading === null ? null : element("div", { class: "nbg-strip-group" }, heading),
    element(
      "div",
      {
        role: "list",
        "aria-label": heading === null ? say("Time of one call") : tell("Time of one call, {0}", heading),
      },
      ...baselines.map((baseline) => strip(baseline, scale)),
    ),
  ]);
  return element("div", { class: "nbg-strips" }, ...rows, samples.length > 0 ? axisRow(scale) : null);
}

/**
 * @param {BaselineData} baseline
 * @param {Scale} scale
 */
function strip(baseline, scale) {
  const { sample } = baseline;
  const label = element("span", { class: "nbg-strip-label" }, say(baseline.label));
  if (sample === null) {
    const why = baseline.error ? tell("failed: {0}", baseline.error) : say(baseline.note || "not measured");
    return element(
      "div",
      { class: "nbg-strip", role: "listitem" },
      label,
      element("span", { class: "nbg-absent" }, ...prose(why)),
    );
  }
  return element(
    "div",
    {
      class: `nbg-strip nbg-series-${baseline.name.replace(/[^a-z]/g, "")}`,
      role: "listitem",
      title: said(sample),
    },
    label,
    picture(sample, scale),
    element("span", { class: "nbg-figure" }, duration(sample.median)),
    baseline.note ? element("span", { class: "nbg-fine nbg-strip-note" }, say(baseline.note)) : null,
  );
}

/**
 * @param {SampleData} sample
 * @param {Scale} scale
 */
function picture(sample, scale) {
  const [first, third] = sample.quartiles.map(scale.at);
  const middle = HEIGHT / 2;
  return svgElement(
    "svg",
    {
      class: "nbg-strip-svg",
      width: "100%",
      height: HEIGHT,
      role: "img",
      "aria-label": said(sample),
    },
    ...scale.ticks.map((tick) => line(scale.at(tick), 0, HEIGHT, "nbg-grid")),
    svgElement("line", { x1: "0", x2: "100%", y1: middle, y2: middle, class: "nbg-rail" }),
    svgElement("rect", {
      x: `${first}%`,
      width: `${Math.max(third - first, 0)}%`,
      y: middle - 2,
      height: 4,
      class: "nbg-middle-half",
    }),
    ...sample.runs.map((run) => line(scale.at(run), 6, HEIGHT - 6, "nbg-run")),
    line(scale.at(sample.median), 2, HEIGHT - 2, "nbg-median"),
  );
}

/** @param {SampleData} sample */
function said(sample) {
  if (sample.n === 1 && sample.loops === 1) return tell("one run, {0}", duration(sample.median));
  const runs =
    sample.loops > 1 ? tell("{0} runs of {1} calls", sample.n, sample.loops) : tell("{0} runs", sample.n);
  const spread = sample.n > 1 ? `, IQR ${duration(sample.iqr)}` : "";
  const [median, fastest] = [duration(sample.median), duration(sample.minimum)];
  return `${tell("median {0}, fastest {1}", median, fastest)}${spread}, ${sample.n === 1 ? say("1 run") : runs}`;
}

/** @param {Scale} scale */
function axisRow(scale) {
  const marks = scale.ticks.flatMap((tick) => {
    const at = scale.at(tick);
    const anchor = at < 4 ? "start" : at > 96 ? "end" : "middle";
    return [
      line(at, 0, 4, "nbg-tick"),
      svgElement("text", { x: `${at}%`, y: 16, "text-anchor": anchor, class: "nbg-axis" }, duration(tick)),
    ];
  });
  return element(
    "div",
    { class: "nbg-strip nbg-strip-axis", "aria-hidden": "true" },
    element("span", { class: "nbg-strip-label nbg-fine" }, say("one call, log scale")),
    svgElement("svg", { class: "nbg-strip-svg", width: "100%", height: 20 }, ...marks),
    element("span", { class: "nbg-figure nbg-fine" }, say("median")),
  );
}

/**
 * @param {number} at percent
 * @param {number} top
 * @param {number} bottom
 * @param {string} name
 */
function line(at, top, bottom, name) {
  return svgElement("line", { x1: `${at}%`, x2: `${at}%`, y1: top, y2: bottom, class: name });
}
