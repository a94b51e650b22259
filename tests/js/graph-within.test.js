/** A region as a page of its own. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";

import { graphPane } from "../../nbgraph/widgets/static/graph-pane.js";
import { cut, pageOf } from "../../nbgraph/widgets/static/graph-within.js";
import { freshPage } from "./page.js";

const PAYLOAD = JSON.parse(readFileSync(new URL("../data/collatz_payload.json", import.meta.url), "utf8"));
/** @type {ReturnType<typeof graphPane>} */
let pane;

beforeEach(() => {
  const page = freshPage();
  pane = graphPane(PAYLOAD.functions[0].graph);
  page.body.append(pane.el);
});

const view = () => pane.el.querySelector(".nbg-svg")?.getAttribute("viewBox");
const crumbs = () => [...pane.el.querySelectorAll(".nbg-crumbs:not([hidden]) button")];
const named = (/** @type {string} */ words) =>
  [...pane.el.querySelectorAll("[data-page]")].find(({ textContent }) => textContent === words);
const click = (/** @type {Element | undefined} */ at) =>
  at?.dispatchEvent(new window.MouseEvent("click", { bubbles: true }));

test("a press on a region's name makes it a page, and one on a crumb leads back", () => {
  const whole = view();
  assert.deepEqual(crumbs(), []);
  click(named("body"));
  assert.notEqual(view(), whole);
  assert.deepEqual(
    crumbs().map(({ textContent }) => textContent),
    ["collatz", "while a != 1", "body"],
  );
  assert.equal(crumbs().at(-1)?.getAttribute("aria-current"), "true");
  click(crumbs()[0]);
  assert.equal(view(), whole);
});

test("the key z goes into the region of what has the focus, and out of it", () => {
  const whole = view();
  const stop = [...pane.el.querySelectorAll(".nbg-svg [aria-label]")].find((each) =>
    each.getAttribute("aria-label")?.startsWith("a != 1"),
  );
  assert.ok(stop instanceof window.SVGElement);
  pane.at(stop, true);
  stop.focus();
  pane.move("z");
  assert.ok(crumbs().length > 1);
  while (crumbs().length > 0) pane.move("z");
  assert.equal(view(), whole);
});

test("the page of a region has what lies in it, from its own corner on", () => {
  /** @type {import('../../nbgraph/widgets/static/compose.js').Layout} */
  const layout = {
    width: 400,
    height: 300,
    nodes: new Map([
      [1, [110, 120, 150, 140]],
      [2, [0, 0, 40, 20]],
    ]),
    regions: new Map([[3, [100, 100, 200, 200]]]),
    lines: new Map(),
  };
  assert.equal(pageOf(layout, 0), null);
  const found = cut(layout, pageOf(layout, 3));
  assert.deepEqual([found.width, found.height, ...found.nodes.keys()], [156, 156, 1]);
  assert.deepEqual(found.nodes.get(1), [38, 48, 78, 68]);
});
