/** The names of regions stand where no line goes through them. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { fitted } from "../../nbgraph/widgets/static/format.js";
import { namePlaces, roomOf, withNames } from "../../nbgraph/widgets/static/graph-names.js";
import { borderForms } from "../../nbgraph/widgets/static/graph-words.js";
import { pointAt } from "../../nbgraph/widgets/static/splines.js";
import { spaced } from "../../nbgraph/widgets/static/stretch.js";

/** @typedef {[number, number, number, number]} Box */
/** @type {Box} */
const BORDER = [0, 0, 200, 100];
const straight = (/** @type {number} */ x) => [x, -50, x, 0, x, 50, x, 120];

/**
 * @param {number[][]} lines
 * @param {Box[]} taken
 */
function place(lines, taken = []) {
  const { x, y } = namePlaces(lines, taken, [BORDER])(["body"], BORDER);
  return [x, y];
}

test("a name stands at the top left, and moves aside for a line", () => {
  assert.deepEqual(place([]), [10, 18]);
  const [x, y] = place([straight(20)]);
  assert.ok(x > 20 && x < 40 && y === 18);
  assert.ok(place([straight(20)], [[0, 0, 120, 40]])[0] > 110, "nor does it stand on a box");
});

test("where the whole top is crossed it stands at the foot, or else at the top", () => {
  const top = [-10, 12, 60, 12, 120, 12, 210, 12];
  assert.deepEqual(place([top]), [10, 94]);
  const foot = [-10, 90, 60, 90, 120, 90, 210, 90];
  assert.equal(place([top, foot], [[0, -30, 200, -1]])[1], 18);
});

test("names do not stand on each other", () => {
  const at = namePlaces([], [], [BORDER]);
  const [one, other] = [at(["while"], BORDER), at(["while"], BORDER)];
  assert.notDeepEqual(one, other);
});

test("a text that is cut ends with a whole word", () => {
  assert.equal(fitted("if first > 0 and second", 18), "if first > 0 and…");
  assert.equal(fitted("averylongnameofone", 9), "averylon…");
  assert.equal(fitted("short", 9), "short");
});

/** @param {string} label */
const forms = (label, width = 230) =>
  borderForms(/** @type {any} */ ({ kind: "unrolled", label }), new Set(), width);

test("a name that is too long names the loop by its variables and the choice by its test", () => {
  assert.equal(forms("3 × for row, column in (i - 1, i, i + 1)")[0], "3 × for row, column");
  assert.equal(forms("above[j] + 1 if x == y else max(above[j + 1], row[j])")[0], "if x == y");
  assert.equal(forms("for i in range(n)")[0], "for i in range(n)");
});

/** @param {number[][]} lines */
function layoutOf(lines) {
  const nodes = new Map([[1, /** @type {Box} */ ([70, 50, 130, 90])]]);
  const regions = new Map([[1, /** @type {Box} */ ([60, 20, 140, 100])]]);
  const drawn = lines.map(
    (spline, number) => /** @type {[number, any]} */ ([number, { spline, label: null }]),
  );
  return { width: 200, height: 120, nodes, regions, lines: new Map(drawn) };
}

/** @param {ReturnType<typeof layoutOf> | import('../../nbgraph/widgets/static/compose.js').Layout} layout */
function named({ nodes, regions, lines }) {
  const splines = [...lines.values()].map(({ spline }) => spline);
  const [box] = regions.values();
  return withNames([{ forms: ["a for", "body"], box }], splines, [...nodes.values()], regions.values());
}

test("where lines go through a name everywhere, the picture gets wider until none does", () => {
  const into = [90, 100, 110].map((x) => [x, 0, x, 15, x, 35, x, 50]);
  let layout = layoutOf(into);
  assert.equal(named(layout).gaps.length, 1);
  for (let tries = 0; tries < 3; tries++) {
    layout = /** @type {any} */ (spaced(layout, named(layout).gaps));
  }
  const { gaps, places } = named(layout);
  assert.deepEqual(gaps, []);
  const [left, top, right, bottom] = roomOf(places[0]);
  for (const { spline } of layout.lines.values()) {
    const points = Array.from({ length: 400 }, (_, i) => pointAt(spline, i / 400));
    assert.ok(points.every(([x, y]) => x < left || x > right || y < top || y > bottom));
  }
  const [[node], [region]] = [[...layout.nodes.values()], [...layout.regions.values()]];
  assert.equal(node[2] - node[0], 60, "a box keeps its size");
  assert.ok(region[2] > 140 && region[0] <= node[0] && node[2] <= region[2]);
  assert.ok([...layout.lines.values()].every(({ spline }) => node[0] <= spline[6] && spline[6] <= node[2]));
  assert.ok(layout.width <= 200 + 60, "no wider than the words");
});

test("a name that a shorter form keeps free of lines is that form, and the picture stays as it is", () => {
  const layout = layoutOf([[95, 0, 95, 15, 95, 35, 95, 50]]);
  const { gaps, places } = named({ ...layout, regions: new Map([[1, [60, 20, 142, 100]]]) });
  assert.deepEqual([gaps, places[0].words], [[], "body"]);
});
