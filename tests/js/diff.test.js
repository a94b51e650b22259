import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";

import { diffPane } from "../../nbgraph/widgets/static/diff-pane.js";
import { markBad, markNodes } from "../../nbgraph/widgets/static/graph-marks.js";
import { readGraph } from "../../nbgraph/widgets/static/graph-model.js";
import { freshPage } from "./page.js";

/** @type {import('../../nbgraph/widgets/static/types.js').DiffData} */
const DIFF = {
  title: "f(1)",
  at: null,
  sentences: ["Both give 2.", "Source: 1 line new, 1 line gone."],
  codes: [
    {
      form: "source",
      rows: [
        ["…", null, null, "3 lines as before", null],
        ["-", 4, null, "return x", null],
        ["+", null, 4, "return x + 1", [4, 0, 4, 12]],
      ],
    },
    { form: "converted code", rows: [] },
  ],
  nodes: [["+", null, "n2", "x + 1 (add)", [4, 7, 4, 12]]],
};

const GRAPH = JSON.parse(readFileSync(new URL("../data/collatz_payload.json", import.meta.url), "utf8"))
  .functions[0].graph;

/** @type {Document} */
let page;

beforeEach(() => {
  page = freshPage();
});

test("rows say their sign in a word, not by colour alone, and unchanged parts are left out", () => {
  const { el } = diffPane(DIFF);
  assert.deepEqual(
    [...el.querySelectorAll(".nbg-diff-title")].map((title) => title.textContent),
    ["Source", "Graph"],
  );
  const rows = [...el.querySelectorAll(".nbg-diff-row")].map((row) => row.textContent);
  assert.deepEqual(rows, [
    "…3 lines as before",
    "4-gone: return x",
    "4+new: return x + 1",
    "+new: x + 1 (add) line 4",
  ]);
});

test("a new row leads to its stretch of source, and is lit with it", () => {
  const pane = diffPane(DIFF);
  page.body.append(pane.el);
  const added = /** @type {Element} */ (pane.el.querySelector(".nbg-diff-added .nbg-code"));
  const item = pane.at(added, true);
  assert.deepEqual(item?.span, [4, 0, 4, 12]);
  assert.equal(item?.text, "new: return x + 1");
  pane.light(item ? [item] : [], null);
  assert.ok(added.parentElement?.classList.contains("nbg-lit"));
  pane.light([], null);
  assert.ok(!added.parentElement?.classList.contains("nbg-lit"));
});

test("arrow keys walk through all rows, one tab stop for them", () => {
  const pane = diffPane(DIFF);
  page.body.append(pane.el);
  assert.equal(pane.move("ArrowDown")?.text, "gone: return x");
  assert.equal(pane.move("End")?.text, "new: x + 1 (add)");
  assert.equal(pane.el.querySelectorAll('[tabindex="0"]').length, 1);
  assert.equal(pane.move("x"), null);
});

test("two versions without any difference", () => {
  const pane = diffPane({
    ...DIFF,
    codes: [],
    nodes: [],
    sentences: ["The source of the function is the same."],
  });
  assert.equal(pane.el.textContent, "The source of the function is the same.");
  assert.equal(pane.move("ArrowDown"), null);
});

test("nodes of the drawing get a sign before their label, once, and again when it is drawn anew", async () => {
  /** @param {string} id */
  function node(id) {
    const shape = page.createElement("div");
    shape.setAttribute("data-id", id);
    shape.append(page.createElement("text"));
    shape.children[0].textContent = "label";
    return shape;
  }
  const pane = page.createElement("div");
  pane.append(node("n1"), node("n2"));
  Object.defineProperty(globalThis, "MutationObserver", {
    value: /** @type {any} */ (page.defaultView).MutationObserver,
    configurable: true,
  });
  markNodes(pane, () => new Map([["n2", "+"]]));
  const texts = () => [...pane.children].map((shape) => shape.textContent);
  assert.deepEqual(texts(), ["label", "+ label"]);
  pane.replaceChildren(node("n2"), node("n3"));
  await new Promise((resolve) => setTimeout(resolve, 0));
  assert.deepEqual(texts(), ["+ label", "label"]);
  const legend = page.createElement("ul");
  legend.className = "nbg-legend";
  pane.append(legend);
  await new Promise((resolve) => setTimeout(resolve, 0));
  assert.equal(legend.textContent, "+ new");
});

test("a part of an expression that a sketch leaves out is marked where the expression stands", () => {
  const pane = page.createElement("div");
  const { nodes } = readGraph(GRAPH);
  const [part, whole] = ["3 * a", "3 * a + 1"].map((label) => nodes.find((node) => node.label === label));
  assert.ok(part?.span && whole);
  const marks = [{ value: "nan", operation: part.operation, message: "", span: part.span }];
  for (const [ids, marked] of [
    [["n0", "r0", whole.id], whole.id],
    [["n0", "r0", "r1"], "r1"],
    [["n0", "r0", whole.id, part.id], part.id],
  ]) {
    pane.replaceChildren(
      ...[...ids].map((id) => {
        const shape = page.createElement("div");
        shape.setAttribute("data-id", id);
        return shape;
      }),
    );
    markBad(pane, GRAPH, marks);
    const found = [...pane.children].filter((shape) => shape.hasAttribute("data-mark"));
    assert.deepEqual(
      found.map((shape) => shape.getAttribute("data-id")),
      [marked],
    );
  }
});
