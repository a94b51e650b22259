/** The graph as text: what Python writes at first, and always what is open. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";

import { readGraph, viewOf } from "../../nbgraph/widgets/static/graph-model.js";
import { graphPane } from "../../nbgraph/widgets/static/graph-pane.js";
import { treeOf } from "../../nbgraph/widgets/static/graph-tree.js";
import { opening } from "../../nbgraph/widgets/static/graph-views.js";
import { freshPage } from "./page.js";

const PAYLOAD = JSON.parse(readFileSync(new URL("../data/collatz_payload.json", import.meta.url), "utf8"));
/** @type {import('../../nbgraph/widgets/static/types.js').GraphData} */
const DATA = PAYLOAD.functions[0].graph;

beforeEach(() => {
  freshPage();
});

test("of the first view it is what Python writes, letter for letter", () => {
  const model = readGraph(DATA);
  assert.equal(treeOf(model, viewOf(model, model.start)), DATA.text);
});

test("it follows what is opened and closed, whether it is seen or called for later", () => {
  const pane = graphPane(structuredClone(DATA));
  document.body.append(pane.el, /** @type {HTMLElement} */ (pane.tools));
  const tree = /** @type {HTMLElement} */ (document.querySelector(".nbg-tree"));
  const text = () => tree.textContent ?? "";
  const button = [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "text");
  const model = readGraph(DATA);
  const [closed] = [...model.openable].filter((number) => !model.start.has(number));
  const box = model.boxes.get(closed);
  assert.ok(box && button);
  pane.open(closed, false);
  button.click();
  assert.equal(text(), treeOf(model, viewOf(model, opening(model, model.start, closed))));
  // Its border with everything in it stands where the box was.
  assert.ok(text().includes(`[${box.label}]`) && text().length > DATA.text.length);
  assert.ok(!text().includes(`(${box.folded} operations)`));
  const levels = /** @type {HTMLSelectElement} */ (document.querySelector(".nbg-select"));
  levels.value = "closed";
  levels.dispatchEvent(new Event("change"));
  assert.match(text(), /^collatz.*\n├─ n0 input a : i32\[\].*\n├─ n1 while a != 1 \(\d+ operations\)/);
  assert.ok(!text().includes("a % 2"));
});

test("hidden characters and long labels in it are written out and cut", () => {
  const data = structuredClone(DATA);
  data.strings = data.strings.map((text) => (text === "counter + 1" ? `\u202e${"x".repeat(60)}` : text));
  const model = readGraph(data);
  assert.match(treeOf(model, viewOf(model, model.start)), /\\u202ex{46}… /);
});

test("the True branch is the first one, also where its nodes were made last", () => {
  const data = structuredClone(DATA);
  const model = readGraph(data);
  const branches = [...model.regions.values()].filter(({ kind }) => kind === "branch");
  const view = viewOf(model, new Set([...model.start, ...branches.map(({ number }) => number)]));
  const reversed = { ...view, nodes: [...view.nodes].reverse() };
  const text = treeOf(model, reversed);
  assert.ok(text.includes("[True]") && text.indexOf("[True]") < text.indexOf("[False]"));
});
