import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";

import { linearScale, logScale, tightLogScale } from "../../nbgraph/widgets/static/axes.js";
import { phasesBar } from "../../nbgraph/widgets/static/phases-bar.js";
import { sweepPlot } from "../../nbgraph/widgets/static/sweep-plot.js";
import { timingPane } from "../../nbgraph/widgets/static/timing-pane.js";
import { togetherPanel } from "../../nbgraph/widgets/static/together.js";
import { freshPage } from "./page.js";

const PAYLOAD = JSON.parse(readFileSync(new URL("../data/collatz_payload.json", import.meta.url), "utf8"));
const TIMING = PAYLOAD.functions[0].timing;
const SWEEP = {
  over: "n",
  log: true,
  sizes: [1, 10, 100],
  series: [
    {
      name: "python",
      label: "plain Python",
      points: [
        [1, 1e-6, 0.9e-6, 1.1e-6, 40],
        [10, 1e-4, 0.9e-4, 1.1e-4, 40],
      ],
      ended: "one call at 10 took 600 ms",
    },
    {
      name: "graph",
      label: "graph (jit)",
      points: [1, 10, 100].map((size) => [size, 2e-5, 1e-5, 3e-5, 40]),
      ended: "",
    },
  ],
  first: [[1, 0.05]],
  different: [100],
  sentences: ["The graph loses up to n = 1.", "Compiled once."],
};

/** @type {Document} */
let page;

beforeEach(() => {
  page = freshPage();
});

/**
 * @param {Element} el
 * @param {string} selector
 */
function texts(el, selector) {
  return [...el.querySelectorAll(selector)].map((found) => found.textContent);
}

test("a logarithmic scale spans whole decades and ticks at few of them", () => {
  const scale = logScale([5e-6, 2e-2]);
  assert.deepEqual(scale.ticks, [1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1]);
  assert.equal(scale.at(1e-6), 0);
  assert.equal(scale.at(1e-1), 100);
  assert.deepEqual(logScale([5e-6, 2e-2], 4).ticks, [1e-6, 1e-4, 1e-2]);
  assert.deepEqual(logScale([1e-3]).ticks, [1e-3, 1e-2]);
  assert.deepEqual(logScale([]).ticks, [1e-6, 1e-5, 1e-4, 1e-3]);
  assert.equal(scale.at(0), 0, "a time of zero stays on the axis");
});

test("scales of sizes end where the sizes do, with round ticks inside", () => {
  assert.deepEqual(tightLogScale([3, 500]).ticks, [10, 100]);
  assert.equal(tightLogScale([3, 500]).at(500), 100);
  assert.deepEqual(linearScale([0, 100]).ticks, [0, 20, 40, 60, 80, 100]);
  assert.deepEqual(linearScale([0.1, 0.34]).ticks, [0.1, 0.15, 0.2, 0.25, 0.3]);
  assert.equal(linearScale([7, 7]).at(7), 0, "one size only");
});

test("the conclusion comes first, then each way of running with its median", () => {
  const el = timingPane(TIMING);
  assert.equal(el.querySelector(".nbg-words strong")?.textContent, TIMING.sentences[0]);
  const labels = texts(el, ".nbg-strip .nbg-strip-label");
  assert.deepEqual(
    labels.slice(0, 3),
    TIMING.baselines.map((/** @type {{ label: string }} */ baseline) => baseline.label),
  );
  const pictures = [...el.querySelectorAll(".nbg-strip-svg[role=img]")];
  assert.equal(pictures.length, TIMING.baselines.length);
  for (const picture of pictures) assert.match(picture.getAttribute("aria-label") ?? "", /^median .* runs?/);
  assert.equal(el.querySelectorAll(".nbg-median").length, pictures.length);
});

test("a way that did not run says why instead", () => {
  const data = structuredClone(TIMING);
  data.baselines[0] = { ...data.baselines[0], sample: null, error: "ZeroDivisionError: no" };
  data.baselines[1] = { ...data.baselines[1], sample: null, error: null, note: "not run" };
  assert.deepEqual(texts(timingPane(data), ".nbg-absent"), ["failed: ZeroDivisionError: no", "not run"]);
  const error = (/** @type {any} */ span) => ({
    id: "",
    span,
    place: "",
    message: "no",
    remedy: "",
    variable: null,
  });
  assert.deepEqual(
    texts(timingPane(data, [error([1, 0, 1, 1])]), ".nbg-absent")[0],
    "failed: ZeroDivisionError",
  );
  assert.match(texts(timingPane(data, [error(null)]), ".nbg-absent")[0], /: no$/);
});

test("the parts of the first call are to scale, and named in their order", () => {
  const el = phasesBar({ trace: 0.1, lower: 0.1, compile: 0.2, first_call: null, total: null });
  assert.ok(el);
  const parts = [...el.querySelectorAll(".nbg-phase-bar > div")];
  assert.deepEqual(
    parts.map((part) => /** @type {HTMLElement} */ (part).style.flexGrow),
    ["0.25", "0.25", "0.5"],
  );
  assert.deepEqual(texts(el, "li"), ["trace 100 ms 25 %", "lower 100 ms 25 %", "compile 200 ms 50 %"]);
  assert.equal(phasesBar({ trace: null, lower: null, compile: null, first_call: null, total: null }), null);
});

test("a sweep labels each line at its end and marks the sizes where results differ", () => {
  const el = sweepPlot(SWEEP);
  assert.deepEqual(texts(el, ".nbg-series-label").sort(), ["graph", "graph, first call", "plain Python"]);
  assert.equal(el.querySelectorAll(".nbg-point").length, 6);
  assert.equal(el.querySelectorAll(".nbg-sweep-line").length, 3, "the first call is no line");
  assert.equal(el.querySelectorAll(".nbg-cross").length, 1);
  assert.match(el.querySelector(".nbg-words")?.textContent ?? "", /^The graph loses up to n = 1\./);
});

test("a single run says that it is one, and nothing of a median or a spread", () => {
  const data = structuredClone(TIMING);
  const once = { ...data.baselines[0].sample, n: 1, loops: 1, median: 3, minimum: 3, maximum: 3, iqr: 0 };
  data.baselines[0] = {
    ...data.baselines[0],
    sample: { ...once, quartiles: [3, 3], runs: [3] },
    note: "one run, cold: warm-up included",
  };
  const el = timingPane(data);
  assert.equal(el.querySelector(".nbg-strip-svg[role=img]")?.getAttribute("aria-label"), "one run, 3 s");
  assert.deepEqual(texts(el, ".nbg-strip-note")[0], "one run, cold: warm-up included");
  const point = [1, 3, 3, 3, 1];
  const plot = sweepPlot({ ...SWEEP, series: [{ ...SWEEP.series[0], points: [point] }] });
  page.body.append(plot);
  plot.querySelector('.nbg-point[tabindex="0"]')?.dispatchEvent(new Event("focusin", { bubbles: true }));
  assert.equal(texts(plot, ".nbg-readout")[0], "n = 1: plain Python 3 s, one run");
});

test("the page says of speed what the measurement says, and finds no winner of its own", () => {
  const sentences = ["About equal at this input: plain Python takes 7 us; the graph takes 7.1 us."];
  const el = timingPane({ ...TIMING, sentences, break_even: null });
  assert.equal(el.querySelector(".nbg-words")?.textContent, sentences[0]);
  assert.doesNotMatch(el.textContent ?? "", /faster|pays off|loses/);
});

test("a sweep that measured nothing is its sentences", () => {
  const el = sweepPlot({
    ...SWEEP,
    series: [],
    first: [],
    sentences: ["Stopped: 0 of 3 sizes were measured."],
  });
  assert.equal(el.textContent, "Stopped: 0 of 3 sizes were measured.");
});

test("its points are read with the arrow keys, one tab stop for all", () => {
  const el = sweepPlot(SWEEP);
  page.body.append(el);
  const stops = () => [...el.querySelectorAll('.nbg-point[tabindex="0"]')];
  const press = (/** @type {string} */ key) =>
    stops()[0].dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  assert.equal(stops().length, 1);
  press("ArrowRight");
  assert.match(texts(el, ".nbg-readout")[0] ?? "", /^n = 10: plain Python 100 us, middle half/);
  press("ArrowDown");
  assert.match(texts(el, ".nbg-readout")[0] ?? "", /^n = 10: graph \(jit\) 20 us/);
  press("ArrowRight");
  assert.match(texts(el, ".nbg-readout")[0] ?? "", /^n = 100: .*results differ$/);
  press("ArrowUp");
  assert.match(texts(el, ".nbg-readout")[0] ?? "", /^n = 10: plain Python/, "its last point");
  assert.equal(stops().length, 1);
  assert.ok(stops()[0].hasAttribute("data-lm-suppress-shortcuts"));
});

test("the same numbers stand in a table", () => {
  const el = sweepPlot(SWEEP);
  assert.deepEqual(texts(el, "thead th"), ["n", "plain Python", "graph (jit)", "first call"]);
  assert.deepEqual(
    [...el.querySelectorAll("tbody tr")].map((row) => texts(row, "th, td")),
    [
      ["1", "1 us", "20 us", "50 ms"],
      ["10", "100 us", "20 us", "–"],
      ["100", "–", "20 us", "–"],
    ],
  );
});

test("several functions stand on one axis, under their names", () => {
  const [collatz] = PAYLOAD.functions;
  const functions = [
    collatz,
    { ...collatz, title: "huber(3.0)" },
    { ...collatz, title: "code", timing: null },
  ];
  const el = togetherPanel({ version: 1, functions, together: ["As graphs, ..."] });
  assert.ok(el);
  assert.deepEqual(texts(el, ".nbg-strip-group"), [collatz.title, "huber(3.0)"]);
  assert.equal(el.querySelectorAll(".nbg-strip-axis").length, 1);
  assert.equal(togetherPanel({ version: 1, functions }), null);
});

test("what both raise is told once, by the verdict", () => {
  const verdict = { ...TIMING.verdict, equal: true, message: "Both raise ValueError: no" };
  const baselines = TIMING.baselines.map((/** @type {object} */ baseline) => {
    return { ...baseline, sample: null, error: "ValueError: no" };
  });
  const pane = timingPane({ ...TIMING, verdict, baselines, sentences: [] });
  assert.equal((pane.textContent ?? "").split("ValueError: no").length - 1, 1);
  const other = timingPane({ ...TIMING, verdict: { ...verdict, equal: null }, baselines, sentences: [] });
  assert.ok((other.textContent ?? "").includes("failed: ValueError: no"));
});

test("a part of the first call that rounds to nothing is still there", () => {
  const phases = { trace: 1, lower: 0, compile: 2, first_call: 0.001, total: 3.001 };
  assert.ok(phasesBar(phases)?.textContent?.includes("first run 1 ms <1 %"));
});
