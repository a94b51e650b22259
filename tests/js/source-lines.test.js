import assert from "node:assert/strict";
import { test } from "node:test";

import { createIndex } from "../../nbgraph/widgets/static/links.js";
import { helperHeads, lineName, lineTexts, pageLines } from "../../nbgraph/widgets/static/source-lines.js";

const OTHER = 100_002;

/** A function in lines 8 and 9, a helper above it in its cell, and one of another cell. */
const SOURCE = {
  first: 8,
  lines: ["def f(n):", "    return h(g(n))", "def g(x): return x", "def h(x):", "    return x"],
  tokens: [[], [], [], [], []],
  /** @type {[number, number, string, string][]} */
  helpers: [
    [2, 3, "g", ""],
    [3, OTHER, "h", "Cell In[2]"],
  ],
};

test("each line has one number in the page, and its own in its file", () => {
  assert.deepEqual(pageLines(SOURCE), [8, 9, 3, OTHER, OTHER + 1]);
  assert.deepEqual(pageLines(SOURCE).map(lineName), [8, 9, 3, 2, 3]);
  assert.equal(lineTexts(SOURCE).get(OTHER + 1), "    return x");
  assert.deepEqual(pageLines({ first: 4, lines: ["a", "b"], tokens: [] }), [4, 5]);
});

test("a helper of another cell says where it stands", () => {
  assert.deepEqual(
    [...helperHeads(SOURCE)],
    [
      [3, "g"],
      [OTHER, "h · Cell In[2]"],
    ],
  );
});

test("a call lights what the helper made, in every pane; the helper's line lights no more than its own", () => {
  /** @typedef {import('../../nbgraph/widgets/static/types.js').Span} Span */
  const [call, inside, beside] = /** @type {Span[]} */ ([
    [9, 11, 9, 18],
    [OTHER + 1, 11, OTHER + 1, 12],
    [8, 0, 8, 9],
  ]);
  const items = [
    { pane: "graph", span: inside, text: "in h" },
    { pane: "graph", span: beside, text: "in f" },
    { pane: "source", span: inside, text: "h's line" },
    { pane: "source", span: call, text: "the call" },
  ];
  const index = createIndex(items, [[call, [inside]]]);
  /** @param {Span} span */
  const lit = (span) => [...index.counterparts(span).values()].flat().map(({ text }) => text);
  assert.deepEqual(lit(call), ["in h", "the call", "h's line"]);
  assert.deepEqual(lit([9, 4, 9, 18]), ["in h", "the call", "h's line"]);
  assert.deepEqual(lit(inside), ["in h", "h's line"]);
});
