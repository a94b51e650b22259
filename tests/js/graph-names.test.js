/** The names of regions stand where no line goes through them. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { fitted } from "../../nbgraph/widgets/static/format.js";
import { namePlaces } from "../../nbgraph/widgets/static/graph-names.js";

/** @typedef {[number, number, number, number]} Box */
/** @type {Box} */
const BORDER = [0, 0, 200, 100];
const straight = (/** @type {number} */ x) => [x, -50, x, 0, x, 50, x, 120];

/**
 * @param {number[][]} lines
 * @param {Box[]} taken
 */
const place = (lines, taken = []) => namePlaces(lines, taken, [BORDER])("body", BORDER);

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
  const [one, other] = [at("while", BORDER), at("while", BORDER)];
  assert.notDeepEqual(one, other);
});

test("a text that is cut ends with a whole word", () => {
  assert.equal(fitted("if first > 0 and second", 18), "if first > 0 and…");
  assert.equal(fitted("averylongnameofone", 9), "averylon…");
  assert.equal(fitted("short", 9), "short");
});
