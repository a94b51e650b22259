import assert from "node:assert/strict";
import { test } from "node:test";

import { grounds } from "../../nbgraph/widgets/static/graph-ground.js";

/** @typedef {import('../../nbgraph/widgets/static/types.js').GraphRegion} GraphRegion */

const LOOP = "color-mix(in srgb, var(--nbg-loop-over), var(--nbg-bg))";
const BODY = `color-mix(in srgb, var(--nbg-any-over), ${LOOP})`;
const CHOICE = `color-mix(in srgb, var(--nbg-choice-over), ${BODY})`;

test("words stand on the colour of all regions around them, in their order, and of no other", () => {
  const regions = /** @type {GraphRegion[]} */ (
    [
      [0, "function", -1],
      [1, "while", 0],
      [2, "body", 1],
      [3, "cond", 2],
      [4, "scan", 0],
    ].map(([number, kind, parent]) => ({ number, kind, parent }))
  );
  const found = grounds(
    regions,
    new Map([
      [1, [0, 0, 100, 100]],
      [2, [10, 20, 90, 90]],
      [3, [20, 30, 80, 80]],
      [4, [200, 0, 300, 100]],
    ]),
  );
  assert.deepEqual([0, 1, 2, 3].map(found.within), ["var(--nbg-bg)", LOOP, BODY, CHOICE]);
  assert.equal(found.at(5, 5), LOOP);
  assert.equal(found.at(15, 85), BODY);
  assert.equal(found.at(50, 50), CHOICE);
  assert.equal(found.at(250, 50), LOOP);
  assert.equal(found.at(150, 50), "var(--nbg-bg)");
});
