/** Tables that a page holds by columns. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { rowsAgain } from "../../nbgraph/widgets/static/tables.js";

/** @param {unknown} data */
const read = (data) => JSON.parse(JSON.stringify(data), rowsAgain);

test("columns become rows again: numbers by their steps, ids with their letter, -1 as no id", () => {
  assert.deepEqual(read({ "|": ["4,1,2", "n4,3,-8", [[1, 2], [], [3]]] }), [
    [4, "n4", [1, 2]],
    [5, "n7", []],
    [7, null, [3]],
  ]);
  assert.deepEqual(read({ "||": ["1,2", "5,-6"] }), [1, 5, 3, -1]);
  assert.deepEqual(read({ "|*": ["1,2", [[0, 7], []]] }), [[1, 0, 7], [3]]);
  assert.deepEqual(read({ "~": [[0, 3, 0, 1, 2, 7], []] }), [[0, 3, 0, 4, 2, 7], []]);
});

test("what is no table stays, and so does data that has rows", () => {
  const plain = { a: [[1, 2], "|"], words: { "|": "or", "~": "not" }, none: null };
  assert.deepEqual(read(plain), plain);
});
