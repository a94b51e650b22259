/** A recorded run can be stood in anywhere: what is there does not depend on how one came. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { readRecording } from "../../nbgraph/widgets/static/recording.js";
import { stepper } from "../../nbgraph/widgets/static/stepper.js";
import { stepsInSource } from "../../nbgraph/widgets/static/step-source.js";
import { changeWords, positionWords } from "../../nbgraph/widgets/static/step-words.js";
import { speak } from "../../nbgraph/widgets/static/words.js";
import { freshPage } from "./page.js";

/**
 * `while a < 3: a = a + 1` in lines 2 and 3, from 1; in plain Python the last `a` is another number.
 * @returns {any}
 */
function run() {
  return {
    nodes: ["n0", "n2", "n4", "n5"],
    names: ["a"],
    texts: ["1", "True", "2", "3", "False", "9"],
    places: [
      [1, [0, 0]],
      [2, [1, 0, 2, -1], 1],
      [3, [3, 0], null, ["r3"], ["r4"]],
      [2, [1, 0, 2, -1], 0],
      [4, []],
    ],
    steps: [0, 1, 2, 1, 2, 3, 4],
    values: [0, 0, 1, 2, 2, 1, 3, 3, 4],
    more: [],
    python: [4, 0, 5, 5, 0, 5],
    moves: [1, 0, 1, 3, 0, 2, 5, 0, 3, 6, -1, 0],
    loops: [[2, "r1", 2, 1, -1, 0, 3]],
    printed: [[2, "hello"]],
    apart: [4, 0],
    difference: [4, 0],
    notes: [],
    result: "3",
  };
}

test("each position has the values, rounds and branches of its step", () => {
  const { count, at } = readRecording(run());
  assert.equal(count, 7);
  assert.deepEqual(
    [...Array(count).keys()].map((step) => at(step).variables[0].graph),
    ["1", "1", "2", "2", "3", "3", "3"],
  );
  assert.deepEqual(
    [...Array(count).keys()].map((step) => at(step).variables[0].python),
    ["1", "1", "2", "2", "9", "9", "9"],
  );
  assert.deepEqual(
    [...Array(count).keys()].map((step) => at(step).variables[0].apart),
    [false, false, false, false, true, true, true],
  );
  assert.deepEqual(
    at(4).loops.map(({ line, round, total }) => [line, round, total]),
    [[2, 2, 2]],
  );
  assert.deepEqual([at(4).taken, at(4).left], [["r3"], ["r4"]]);
  assert.deepEqual(at(3).taken, [], "the last round's branch says nothing about this one");
  assert.equal(at(3).nodes.has("n5"), false, "nor does its value");
  assert.equal(at(2).printed[0], "hello");
});

test("forward and back and anywhere give the same state", () => {
  const fresh = [...Array(7).keys()].map((step) => JSON.stringify(readRecording(run()).at(step)));
  const { at } = readRecording(run());
  let [step, seed] = [0, 12345];
  for (let i = 0; i < 400; i += 1) {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    step = seed % 3 === 0 ? seed % 7 : Math.min(Math.max(step + (seed % 2 === 0 ? 1 : -1), 0), 6);
    assert.equal(JSON.stringify(at(step)), fresh[step]);
  }
});

test("rounds can be stepped over", () => {
  const { round } = readRecording(run());
  assert.deepEqual([round(1, 1), round(2, 1), round(4, 1), round(5, 1)], [3, 3, 5, 6]);
  assert.deepEqual([round(4, -1), round(3, -1), round(1, -1), round(0, -1)], [3, 1, 0, 0]);
});

test("the words say where the run stands", () => {
  const { at, count } = readRecording(run());
  assert.equal(
    positionWords(at(2), count),
    "step 3 of 7 · line 3 · iteration 1 of 2 (loop in line 2) · a = 1 → 2 · prints hello",
  );
  assert.match(positionWords(at(5), count), /loop in line 2 ends after 2 iterations · ✗ False/);
});

test("a line that Python alone runs is said to be no operation", () => {
  const { at, count } = readRecording({ ...run(), alone: [4] });
  assert.deepEqual([at(5).alone, at(6).alone], [false, true]);
  assert.match(positionWords(at(6), count), /line 4 · Python alone runs it, while it traces: no operation$/);
});

test("of an object the words say what it holds, before and after, unless it is another", () => {
  const change = (/** @type {string} */ before, /** @type {string} */ graph) =>
    changeWords({ name: "self", before, graph, python: graph, start: null, fresh: true, apart: false });
  assert.equal(change("<Account: balance=1.0>", "<Account: balance=5.0>"), "self: balance=1.0 → balance=5.0");
  assert.equal(change("<A: x=1>", "<B: x=1>"), "self = <A: x=1> → <B: x=1>");
  assert.equal(change("{'a': 1}", "{'a': 2}"), "self = {'a': 1} → {'a': 2}");
});

test("the bar opens, obeys its keys, shows the source's line, and closes without a trace", () => {
  const document = freshPage();
  const pane = document.createElement("div");
  for (const line of [1, 2, 3, 4]) {
    const row = document.createElement("div");
    row.setAttribute("data-line", String(line));
    pane.append(row);
  }
  const { el, button } = stepper(run(), [stepsInSource(pane)]);
  document.body.append(button, el, pane);
  assert.equal(el.hidden, true);
  button.click();
  assert.equal(el.hidden, false);
  const scrub = /** @type {HTMLInputElement} */ (el.querySelector("input"));
  assert.equal(document.activeElement, scrub);
  /** @param {string} key @param {boolean} shiftKey */
  const press = (key, shiftKey = false) =>
    scrub.dispatchEvent(
      new window.KeyboardEvent("keydown", { key, shiftKey, bubbles: true, cancelable: true }),
    );
  const line = () => pane.querySelector(".nbg-step-here")?.getAttribute("data-line");
  press("ArrowRight");
  press("ArrowRight");
  assert.deepEqual([line(), scrub.value], ["3", "2"]);
  assert.match(pane.textContent ?? "", /iteration 1 of 2.*a = 1 → 2/);
  press("ArrowRight", true);
  assert.equal(scrub.value, "3");
  // The header has its round and its test: one group, for two would stick to the same edge.
  const groups = [...pane.querySelectorAll(".nbg-step-chips")].map(({ textContent }) => textContent);
  assert.match(groups[0] ?? "", /iteration 2 of 2.*✓ True/);
  assert.equal(groups.length, 1);
  press("End");
  assert.equal(line(), "4");
  press("Home");
  press("ArrowLeft");
  assert.equal(scrub.value, "0");
  press("End");
  const rows = [...el.querySelectorAll("tbody tr")].map((row) => row.textContent);
  assert.deepEqual(rows, ["a–3≠ 9"]);
  for (const focusable of el.querySelectorAll("button, input, select"))
    assert.equal(focusable.getAttribute("data-lm-suppress-shortcuts"), "true");
  press("Escape");
  assert.equal(el.hidden, true);
  assert.equal(pane.querySelectorAll("span, .nbg-step-here").length, 0);
});

/**
 * `def f(x): y = half(x)`, `return half(y)` in lines 1 to 3, from 8; `half` is in lines 5 and 6 of another text, and
 * calls nothing.
 * @returns {any}
 */
function withCalls() {
  return {
    nodes: ["n0", "n1", "n2"],
    names: ["x", "y", "x", "x"],
    texts: ["8", "4", "2"],
    places: [
      [1, [0, 0]],
      [5, []],
      [6, [1, -1]],
      [2, []],
      [6, [2, -1]],
      [3, []],
    ],
    steps: [0, 1, 2, 3, 1, 4, 5],
    values: [0, 1, 2],
    more: [1, 2, 0, 3, 1, 1, 4, 3, 1],
    python: [],
    moves: [],
    loops: [],
    printed: [],
    apart: [],
    difference: null,
    notes: [],
    result: "2",
    functions: ["half"],
    ways: [
      [0, 0, -1],
      [1, 2, 0],
      [1, 3, 0],
    ],
    owners: [0, 0, 1, 2],
    calls: [1, 1, 1, 3, 0, 0, 4, 2, 4, 6, 0, 0],
  };
}

test("in a call there are its own variables, and those of its caller as they wait", () => {
  const { at } = readRecording(withCalls());
  /** @param {number} step */
  const seen = (step) =>
    at(step).calls.map(({ name, line, variables }) => [
      name,
      line,
      ...variables.filter(({ graph }) => graph !== undefined).map((each) => `${each.name}=${each.graph}`),
    ]);
  assert.deepEqual(seen(0), [["", 0, "x=8"]]);
  assert.deepEqual(seen(2), [
    ["", 0, "x=8"],
    ["half", 2, "x=8"],
  ]);
  assert.deepEqual(seen(3), [["", 0, "x=8", "y=4"]]);
  assert.deepEqual(seen(5), [
    ["", 0, "x=8", "y=4"],
    ["half", 3, "x=4"],
  ]);
  assert.deepEqual(
    at(4).variables.map(({ before, fresh }) => [before, fresh]),
    [[undefined, true]],
  );
});

test("what stands beside a line is in the page's language", () => {
  const document = freshPage();
  const pane = document.createElement("div");
  for (const line of [2, 3, 6]) {
    const row = document.createElement("div");
    row.setAttribute("data-line", String(line));
    pane.append(row);
  }
  const show = stepsInSource(pane);
  const chips = (/** @type {any} */ data, /** @type {number} */ step) => {
    show(readRecording(data).at(step));
    return [...pane.querySelectorAll(".nbg-step-chip")].map((each) => each.textContent);
  };
  speak("de");
  assert.ok(chips(run(), 2).includes("gibt aus: hello"));
  assert.ok(chips(withCalls(), 2).includes("in half …"));
  speak("zh");
  assert.ok(chips(run(), 2).includes("打印 hello"));
  assert.ok(chips(withCalls(), 2).includes("在 half 中 …"));
  speak("en");
});

test("a call can be gone into, stepped over and left out; the lines of both are marked", () => {
  const document = freshPage();
  const pane = document.createElement("div");
  for (const line of [1, 2, 3, 5, 6]) {
    const row = document.createElement("div");
    row.setAttribute("data-line", String(line));
    pane.append(row);
  }
  const data = withCalls();
  const { el, button } = stepper(data, [stepsInSource(pane)]);
  document.body.append(button, el, pane);
  button.click();
  const scrub = /** @type {HTMLInputElement} */ (el.querySelector("input"));
  /** @param {string} key */
  const press = (key) =>
    scrub.dispatchEvent(new window.KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  const here = () => pane.querySelector(".nbg-step-here")?.getAttribute("data-line");
  const words = () => el.querySelector(".nbg-step-words")?.textContent ?? "";
  press("ArrowRight");
  press("ArrowRight");
  assert.equal(here(), "6");
  assert.match(words(), /^step 3 of 7 · in half, called from line 2 · line 6/);
  assert.equal(pane.querySelector(".nbg-step-waits")?.getAttribute("data-line"), "2");
  const rows = [...el.querySelectorAll("tbody tr")].map((row) => row.textContent);
  assert.deepEqual(rows, ["in half", "x–88", "waiting in line 2", "x–88"]);
  press("Home");
  press("o");
  assert.match(words(), /^step 4 of 7 · line 2 · y = 4/);
  assert.equal(here(), "2");
  press("ArrowRight");
  press("i");
  assert.deepEqual([scrub.max, scrub.value], ["2", "2"]);
  assert.match(words(), /^step 3 of 3 · line 3/);
  press("ArrowLeft");
  press("ArrowLeft");
  assert.match(words(), /^step 1 of 3 · line 1/);
  press("ArrowRight");
  assert.match(words(), /^step 2 of 3 · line 2 · y = 4/);
  press("i");
  assert.deepEqual([scrub.max, scrub.value], ["6", "3"]);
  press("Escape");
  assert.equal(pane.querySelectorAll(".nbg-step-here, .nbg-step-waits").length, 0);
});
