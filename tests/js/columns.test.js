import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";
import { columns } from "../../nbgraph/widgets/static/columns.js";
import { functionView } from "../../nbgraph/widgets/static/function-view.js";
import { freshPage } from "./page.js";

/** @typedef {import('../../nbgraph/widgets/static/types.js').Payload} Payload */

/** @type {Payload} */
const PAYLOAD = JSON.parse(readFileSync(new URL("../data/collatz_payload.json", import.meta.url), "utf8"));

beforeEach(() => {
  freshPage();
});

test("a wide graph has the whole width, and keeps its place when the function runs again", () => {
  const [data] = structuredClone(PAYLOAD.functions);
  const isWide = (/** @type {{ el: HTMLElement }} */ view) =>
    view.el.querySelector(".nbg-panes.nbg-wide-graph") !== null;
  const first = functionView(data, "a", null);
  assert.equal(isWide(first), false);
  assert.equal(isWide(functionView(data, "b", { ...first.keep(), columns: ["nbg-wide-graph"] })), true);
  assert.deepEqual(columns(15, 20, { width: 900, height: 600 }), ["nbg-wide-graph"]);
  assert.deepEqual(columns(15, 60, { width: 900, height: 600 }), ["nbg-wide-graph", "nbg-long-code"]);
});

test("the timing pane stands below code that leaves room beside the graph", () => {
  assert.deepEqual(columns(9, 18, { width: 300, height: 650 }), ["nbg-short", "nbg-short-code"]);
  assert.deepEqual(columns(16, 23, { width: 300, height: 650 }), ["nbg-short-code"]);
  assert.deepEqual(columns(40, 70, { width: 300, height: 650 }), []);
  assert.deepEqual(columns(2, 5, { width: 60, height: 130 }), []);
  assert.deepEqual(columns(9, 18, null), []);
  // A picture as wide as high is small in a column.
  assert.deepEqual(columns(9, 18, { width: 840, height: 650 }), []);
});

test("a run without a graph keeps the columns for the next one", () => {
  const [data] = structuredClone(PAYLOAD.functions);
  const kept = { ...functionView(data, "a", null).keep(), columns: ["nbg-short"] };
  const failed = functionView({ ...data, graph: null }, "b", kept);
  assert.equal(failed.el.querySelector(".nbg-short"), null);
  assert.notEqual(failed.el.querySelector(".nbg-no-graph"), null);
  assert.notEqual(functionView(data, "c", failed.keep()).el.querySelector(".nbg-short"), null);
});
