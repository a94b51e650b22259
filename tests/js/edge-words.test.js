/** The words on an edge stand beside lines, not on them. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { crossings, edgeWords } from "../../nbgraph/widgets/static/edge-words.js";

/** @typedef {import('../../nbgraph/widgets/static/splines.js').Box} Box */
const straight = (/** @type {number} */ x) => [x, 0, x, 60, x, 140, x, 200];

/**
 * @param {number[][]} lines the first is the words' own
 * @param {Box[]} taken
 */
function middleOf(lines, taken = []) {
  const put = edgeWords("low", "low", [15, 100], lines[0], taken, crossings(lines));
  assert.ok(put);
  return (put.box[0] + put.box[2]) / 2;
}

test("words stay where they were laid out, unless a line goes through them", () => {
  assert.equal(middleOf([straight(0)]), 15);
  assert.ok(middleOf([straight(0), straight(18)]) < -10, "on the other side of their line");
  assert.ok(middleOf([straight(12)]) > 22, "nor does their own line");
});

test("no other line is between words and their own", () => {
  const far = edgeWords("low", "low", [60, 100], straight(0), [], crossings([straight(0), straight(30)]));
  assert.ok(far && far.box[2] < 30, "it would seem to be called so");
});

test("words stand on nothing else", () => {
  assert.ok(middleOf([straight(0)], [[4, 0, 40, 200]]) < -10);
});

test("where every place is crossed they are where they were laid out, and without their type", () => {
  const lines = Array.from({ length: 21 }, (_, i) => straight(8 * (i - 10)));
  lines.unshift(straight(0));
  assert.equal(middleOf(lines), 15);
  assert.equal(edgeWords("low i32[]", "low", [15, 100], lines[0], [], crossings(lines))?.form, "low");
});

test("words cover a border only where they have no other place", () => {
  const sides = /** @type {Box[]} */ ([[15, 0, 15, 200]]);
  const put = edgeWords("low", "low", [15, 100], straight(0), [], crossings([straight(0)]), sides);
  assert.ok(put && put.box[2] < 0);
  const all = Array.from({ length: 41 }, (_, i) => /** @type {Box} */ ([5 * (i - 20), 0, 5 * (i - 20), 200]));
  assert.ok(edgeWords("low", "low", [15, 100], straight(0), [], crossings([straight(0)]), all));
});
