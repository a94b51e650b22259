import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { busiest, goHome } from "../../nbgraph/widgets/static/scroll.js";
import { freshPage } from "./page.js";

/** @type {HTMLElement} */
let pane;

beforeEach(() => {
  pane = freshPage().createElement("div");
});

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

test("a pane goes back to where its lines begin as soon as that shows what is lit, too", () => {
  const boxes = [{ right: 90 }, { right: 260 }];
  const targets = boxes.map((box) => {
    const target = document.createElement("span");
    target.getBoundingClientRect = () => /** @type {DOMRect} */ (box);
    return target;
  });
  Object.defineProperty(pane, "clientWidth", { value: 300 });
  pane.scrollLeft = 50;
  goHome(pane, targets);
  assert.equal(pane.scrollLeft, 50);
  goHome(pane, []);
  assert.equal(pane.scrollLeft, 50);
  goHome(pane, targets.slice(0, 1));
  assert.equal(pane.scrollLeft, 0);
});
