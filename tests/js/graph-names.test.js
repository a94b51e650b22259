/** The names of regions stand where no line goes through them. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { fitted } from "../../nbgraph/widgets/static/format.js";
import { namePlaces, roomOf, withNames } from "../../nbgraph/widgets/static/graph-names.js";
import { borderForms } from "../../nbgraph/widgets/static/graph-words.js";
import { pointAt } from "../../nbgraph/widgets/static/splines.js";

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

test("a line that would go through a name is led around it, from where it begins to where it ends", () => {
  const [short, wide] = [forms("4 × for i in range(end)"), /** @type {Box} */ ([0, 0, 178, 100])];
  for (const crossing of [straight(60), [-20, 12, 60, 11, 120, 12, 210, 12]]) {
    const { places, lines } = withNames(
      [{ forms: short, box: wide }],
      [crossing],
      [[0, 70, 178, 100]],
      [wide],
    );
    const [left, top, right, bottom] = roomOf(places[0]);
    const points = Array.from({ length: 400 }, (_, i) => pointAt(lines[0], i / 400));
    assert.ok(
      points.every(([x, y]) => x < left || x > right || y < top || y > bottom),
      places[0].words,
    );
    assert.deepEqual([...lines[0].slice(0, 2), ...lines[0].slice(-2)].map(Math.round), [
      ...crossing.slice(0, 2),
      ...crossing.slice(-2),
    ]);
  }
});
