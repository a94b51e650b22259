import assert from "node:assert/strict";
import { test } from "node:test";

import { busiest, shift } from "../../nbgraph/widgets/static/scroll.js";

test("a picture wider than its pane begins where most boxes are", () => {
  const boxes = [
    [0, 0, 50, 20],
    [500, 0, 550, 20],
    [560, 0, 600, 20],
    [620, 0, 660, 20],
    [0, 300, 50, 320],
    [60, 300, 110, 320],
    [120, 300, 170, 320],
  ];
  assert.equal(busiest(boxes, 200, 100), 492);
  assert.equal(busiest(boxes, 200, 400), 0);
  assert.equal(busiest(boxes, 700, 100), 0);
  assert.equal(busiest([], 700, 100), 0);
});

test("what has to be scrolled to has room around it, and nothing is scrolled for what is seen", () => {
  assert.equal(shift(10, 30, 100), 0);
  assert.equal(shift(120, 140, 100), 48);
  assert.equal(shift(120, 140, 100, 25), 65);
  assert.equal(shift(120, 140, 100, 900), 80, "in the middle, where there is no more room");
});
