import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";
import { columns, linesOnScreen } from "../../nbgraph/widgets/static/columns.js";
import { functionView } from "../../nbgraph/widgets/static/function-view.js";
import { freshPage } from "./page.js";

/** @typedef {import('../../nbgraph/widgets/static/types.js').Payload} Payload */

/** @type {Payload} */
const PAYLOAD = JSON.parse(readFileSync(new URL("../data/collatz_payload.json", import.meta.url), "utf8"));

beforeEach(() => {
  freshPage();
});

test("a wide graph has the most of the width, and keeps its place when the function runs again", () => {
  const [data] = structuredClone(PAYLOAD.functions);
  const isWide = (/** @type {{ el: HTMLElement }} */ view) =>
    view.el.querySelector(".nbg-panes.nbg-wide-graph") !== null;
  const first = functionView(data, "a", null);
  assert.equal(isWide(first), false);
  assert.equal(isWide(functionView(data, "b", { ...first.keep(), columns: ["nbg-wide-graph"] })), true);
  assert.deepEqual(columns(15, 20, { width: 900, height: 600 }), ["nbg-broad-graph", "nbg-wide-graph"]);
  assert.deepEqual(columns(15, 60, { width: 900, height: 600 }), [
    "nbg-broad-graph",
    "nbg-long-code",
    "nbg-wide-graph",
  ]);
});

test("the timing pane stands below code that leaves room beside the graph", () => {
  assert.deepEqual(columns(9, 18, { width: 300, height: 650 }), ["nbg-short", "nbg-short-code"]);
  assert.deepEqual(columns(16, 23, { width: 300, height: 650 }), ["nbg-short-code"]);
  assert.deepEqual(columns(40, 70, { width: 300, height: 650 }), []);
  assert.deepEqual(columns(2, 5, { width: 60, height: 130 }), []);
  assert.deepEqual(columns(9, 18, null), []);
});

test("a picture that is too wide for a column of three shares the width with one", () => {
  assert.deepEqual(columns(9, 18, { width: 480, height: 400 }), []);
  assert.deepEqual(columns(9, 18, { width: 560, height: 400 }), ["nbg-large-graph"]);
  assert.deepEqual(columns(9, 18, { width: 750, height: 650 }), ["nbg-broad-graph"]);
  // What half of the width would just cut off has a little more of it.
  assert.deepEqual(columns(9, 18, { width: 840, height: 650 }), ["nbg-broad-graph", "nbg-tight-graph"]);
  assert.deepEqual(columns(9, 40, { width: 750, height: 650 }), ["nbg-broad-graph", "nbg-long-code"]);
  // Below a low one there is room for the timing.
  assert.deepEqual(columns(20, 30, { width: 1240, height: 480 }), [
    "nbg-broad-graph",
    "nbg-wide-graph",
    "nbg-low-graph",
  ]);
  // However high it is.
  assert.deepEqual(columns(9, 18, { width: 1060, height: 1260 }), [
    "nbg-broad-graph",
    "nbg-wide-graph",
    "nbg-short",
    "nbg-short-code",
  ]);
});

test("a line that is longer than a column counts as often as it is broken", () => {
  assert.equal(linesOnScreen([]), 0);
  assert.equal(linesOnScreen(["", "x = 1", "x".repeat(60), "x".repeat(61), "x".repeat(150)]), 8);
});

test("a run without a graph keeps the columns for the next one", () => {
  const [data] = structuredClone(PAYLOAD.functions);
  const kept = { ...functionView(data, "a", null).keep(), columns: ["nbg-short"] };
  const failed = functionView({ ...data, graph: null }, "b", kept);
  assert.equal(failed.el.querySelector(".nbg-short"), null);
  assert.notEqual(failed.el.querySelector(".nbg-no-graph"), null);
  assert.notEqual(functionView(data, "c", failed.keep()).el.querySelector(".nbg-short"), null);
});
