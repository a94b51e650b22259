/** Which step a key leads to, with and without going into calls; and that a run of any shape is gone through. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { goesIntoCalls, walkThrough } from "../../nbgraph/widgets/static/step-walk.js";

/**
 * A run whose steps are in so many calls; its rounds begin at every third step.
 * @param {number[]} depths
 */
function run(...depths) {
  const round = (/** @type {number} */ step, /** @type {number} */ direction) =>
    Math.min(Math.max(step + 3 * direction, 0), depths.length - 1);
  return /** @type {any} */ ({ count: depths.length, depths: Int32Array.from(depths), round });
}

/** Steps 1 to 3 are in a call, 2 in a call of that; 6 is in another one, the last of the run. */
const CALLS = run(0, 1, 2, 1, 0, 0, 1);

test("into calls every step is gone through, else those of the function alone", () => {
  assert.deepEqual(walkThrough(CALLS, true).order, [0, 1, 2, 3, 4, 5, 6]);
  assert.deepEqual(walkThrough(CALLS, false).order, [0, 4, 5]);
  assert.equal(goesIntoCalls(CALLS), true);
  assert.equal(goesIntoCalls(run(0, 0)), false);
});

test("a step that is not gone through stands at the next one that is, or at the last", () => {
  const walk = walkThrough(CALLS, false);
  assert.deepEqual([0, 1, 2, 3, 4, 5, 6].map(walk.placeOf), [0, 1, 1, 1, 1, 2, 2]);
});

test("one step forward and back, and no further than the ends", () => {
  const walk = walkThrough(CALLS, false);
  assert.deepEqual([walk.beside(0, 1), walk.beside(4, 1), walk.beside(5, 1)], [4, 5, 5]);
  assert.deepEqual([walk.beside(5, -1), walk.beside(4, -1), walk.beside(0, -1)], [4, 0, 0]);
  assert.deepEqual([walk.atEnd(5), walk.atEnd(4)], [true, false]);
});

test("over a call leads to its caller, from inside and from before it; at the end to the last step", () => {
  const walk = walkThrough(CALLS, true);
  assert.deepEqual([0, 1, 2, 3, 4, 5, 6].map(walk.past), [4, 3, 3, 4, 5, 6, 6]);
});

test("keys: arrows, with Shift by rounds, Home, End, and O only where there are calls", () => {
  const walk = walkThrough(CALLS, true);
  const by = (/** @type {string} */ key, shift = false) => walk.byKey(4, key, shift);
  assert.deepEqual([by("ArrowRight"), by("ArrowLeft"), by("Home"), by("End")], [5, 3, 0, 6]);
  assert.deepEqual([by("ArrowRight", true), by("ArrowLeft", true)], [6, 1]);
  assert.deepEqual([by("o"), by("O", true)], [5, 5]);
  assert.deepEqual(
    [" ", "i", "x", "Enter"].map((key) => by(key)),
    [null, null, null, null],
  );
  assert.equal(walkThrough(run(0, 0, 0), true).byKey(0, "o", false), null);
});

test("a run of one step has nowhere to go", () => {
  const walk = walkThrough(run(0), true);
  const keys = ["ArrowRight", "ArrowLeft", "Home", "End"];
  assert.deepEqual(
    keys.map((key) => walk.byKey(0, key, false)),
    [0, 0, 0, 0],
  );
  assert.equal(walk.atEnd(0), true);
});
