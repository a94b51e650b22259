import assert from "node:assert/strict";
import { test } from "node:test";

import { fittingScale } from "../../nbgraph/widgets/static/zoom.js";
import { duration } from "../../nbgraph/widgets/static/format.js";
import { shift } from "../../nbgraph/widgets/static/scroll.js";
import { characters, columnsIn, contains, linksOf, outerFirst } from "../../nbgraph/widgets/static/spans.js";

test("columns count characters, also beyond U+FFFF", () => {
  assert.equal(characters("𝛼 = 1").cut(4, 5), "1");
  assert.equal(characters("𝛼 = 1").length, 5);
});

test("a span of several lines has columns in each of them", () => {
  assert.deepEqual(columnsIn([2, 4, 4, 3], 2, 10), [4, 10]);
  assert.deepEqual(columnsIn([2, 4, 4, 3], 3, 10), [0, 10]);
  assert.deepEqual(columnsIn([2, 4, 4, 3], 4, 10), [0, 3]);
  assert.equal(columnsIn([2, 4, 4, 3], 5, 10), null);
  assert.equal(columnsIn([2, 4, 2, 4], 2, 10), null);
});

test("outer spans come before the inner ones they start with", () => {
  assert.ok(outerFirst([1, 0, 1, 9], [1, 0, 1, 5]) < 0);
  assert.ok(contains([1, 0, 1, 9], [1, 0, 1, 5]));
  assert.ok(!contains([1, 0, 1, 5], [1, 0, 1, 9]));
});

test("a target is scrolled to only as far as needed", () => {
  assert.equal(shift(10, 20, 100), 0);
  assert.equal(shift(-30, -10, 100), -38);
  assert.equal(shift(120, 140, 100), 48);
  assert.equal(shift(50, 250, 100), 50, "what does not fit shows its start");
});

test("text of the drawing is between 9 and 14 px, whatever the pane", () => {
  assert.equal(fittingScale([448, 600], [2000, 300], 13) * 13, 9);
  assert.equal(fittingScale([2000, 600], [300, 200], 14) * 14, 14);
  assert.equal(fittingScale([400, 600], [500, 300], 14), 0.8);
});

test("to show all the height, text shrinks to 11 px and no further", () => {
  assert.equal(fittingScale([400, 600], [300, 700], 14), 6 / 7);
  assert.equal(fittingScale([400, 600], [300, 5000], 14) * 14, 11);
});

test("durations read as in the sentences", () => {
  assert.deepEqual([0.02213, 5.2e-6, 3.1e-10, 75, 0.9996e-3].map(duration), [
    "22.1 ms",
    "5.2 us",
    "0.31 ns",
    "75 s",
    "1 ms",
  ]);
});

test("links are read from the steps in which they are written", () => {
  const links = [
    [1, 0, 0, 9, 5, 4, 0, 5],
    [1, 4, 0, 4, 1, 4, 1, -2],
  ];
  assert.deepEqual(linksOf({ form: "converted code", lines: [], tokens: [], links }), [
    { generated: [1, 0, 1, 9], source: [5, 4, 5, 9] },
    { generated: [2, 4, 2, 8], source: [6, 4, 7, 2] },
  ]);
});
