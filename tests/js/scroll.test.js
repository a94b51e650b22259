import assert from "node:assert/strict";
import { test } from "node:test";

import { busiest } from "../../nbgraph/widgets/static/scroll.js";

test("a picture wider than its pane begins where most boxes are", () => {
  const boxes = [
    [0, 0, 50, 20],
    [500, 0, 550, 20],
    [560, 0, 600, 20],
    [620, 0, 660, 20],
  ];
  assert.equal(busiest(boxes, 200), 492);
  assert.equal(busiest(boxes, 700), 0);
  assert.equal(busiest([], 700), 0);
});
