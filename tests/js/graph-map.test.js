/** The map of a picture that is larger than its pane. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { graphMap } from "../../nbgraph/widgets/static/graph-map.js";
import { freshPage } from "./page.js";

/** @type {any} */
let drawing;
const layout = /** @type {any} */ ({
  width: 400,
  height: 800,
  nodes: new Map([[1, [10, 10, 50, 30]]]),
  regions: new Map([[0, [0, 0, 400, 800]]]),
});

/** @param {Record<string, number>} sizes */
function pane(sizes) {
  drawing = document.createElement("div");
  for (const [name, value] of Object.entries(sizes)) {
    Object.defineProperty(drawing, name, { value, configurable: true, writable: true });
  }
  const map = graphMap(drawing, () => layout);
  map.refresh();
  return map.el;
}

beforeEach(() => void freshPage());

test("it shows the boxes, and the part that is seen", () => {
  const el = pane({ clientWidth: 200, clientHeight: 400, scrollWidth: 800, scrollHeight: 1600 });
  assert.equal(el.hidden, false);
  assert.equal(el.querySelectorAll("rect").length, 3);
  drawing.scrollTop = 800;
  drawing.dispatchEvent(new Event("scroll"));
  const here = el.querySelector(".nbg-map-here");
  const place = ["x", "y", "width", "height"].map((name) => here?.getAttribute(name));
  assert.deepEqual(place, ["0.0", "400.0", "100.0", "200.0"]);
});

test("a picture that is nearly whole needs none", () => {
  assert.ok(pane({ clientWidth: 200, clientHeight: 400, scrollWidth: 220, scrollHeight: 400 }).hidden);
});

test("a press goes there", () => {
  const el = pane({ clientWidth: 200, clientHeight: 400, scrollWidth: 800, scrollHeight: 1600 });
  const svg = /** @type {Element} */ (el.firstElementChild);
  svg.getBoundingClientRect = () => /** @type {any} */ ({ left: 0, top: 0, width: 60, height: 120 });
  /** @type {number[][]} */
  const went = [];
  drawing.scrollTo = (/** @type {number[]} */ ...to) => void went.push(to);
  el.dispatchEvent(new MouseEvent("pointerdown", { clientX: 30, clientY: 60 }));
  assert.deepEqual(went, [[300, 600]]);
});
