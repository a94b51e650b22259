/** What can be pointed at in Collatz's graph, open and closed, and how the cursor goes through it. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { composer } from "../../nbgraph/widgets/static/compose.js";
import { readGraph } from "../../nbgraph/widgets/static/graph-model.js";
import { cursorAfter, isDrawn, seenOf, stopAt } from "../../nbgraph/widgets/static/graph-seen.js";
import { openAt } from "../../nbgraph/widgets/static/graph-views.js";

const DATA = JSON.parse(readFileSync(new URL("../data/collatz_payload.json", import.meta.url), "utf8"))
  .functions[0].graph;
const MODEL = readGraph(DATA);
const COMPOSE = composer(MODEL, DATA.tiles);
const CLOSED = seenOf(MODEL, COMPOSE, openAt(MODEL, "closed"));
const OPEN = seenOf(MODEL, COMPOSE, MODEL.start);

/** @param {{ text: string }[]} items */
const labels = (items) => items.map(({ text }) => text.split(" · ")[0]);

test("the cursor stops at what is drawn, in reading order", () => {
  assert.deepEqual(labels(CLOSED.stops), ["a", "while a != 1", "0", "return counter"]);
  assert.ok(OPEN.stops.length > 10);
  for (const seen of [OPEN, CLOSED]) assert.ok(seen.stops.every((item) => isDrawn(seen.layout, item)));
});

test("of a box and what it hides, its id means the box", () => {
  const [box] = CLOSED.stops.filter(({ toggles }) => toggles !== undefined);
  const hidden = CLOSED.items.filter((item) => item.id === box.id && item !== box);
  assert.ok(hidden.length > 3);
  assert.equal(CLOSED.byId.get(box.id), box);
});

test("where there is no layout nothing is drawn and nothing is a stop", () => {
  const seen = seenOf(MODEL, () => null, MODEL.start);
  assert.deepEqual(seen.stops, []);
  assert.equal(seen.items.length, OPEN.items.length);
});

test("keys move the cursor by one and to the ends, and no further", () => {
  const after = (/** @type {string} */ key, cursor = 2) => cursorAfter(key, cursor, 5);
  assert.deepEqual(
    [after("ArrowDown"), after("ArrowRight"), after("ArrowUp"), after("ArrowLeft")],
    [3, 3, 1, 1],
  );
  assert.deepEqual([after("Home"), after("End")], [0, 5]);
  assert.deepEqual([after("ArrowUp", 0), after("ArrowDown", 5)], [0, 5]);
  assert.deepEqual(
    ["Enter", " ", "x", "Tab"].map((key) => after(key)),
    [null, null, null, null],
  );
});

test("what was opened or closed keeps the cursor, else it stands at the first", () => {
  const { toggles } = CLOSED.stops[1];
  assert.equal(stopAt(CLOSED.stops, /** @type {number} */ (toggles)), 1);
  assert.equal(OPEN.stops[stopAt(OPEN.stops, /** @type {number} */ (toggles))].frame, true);
  assert.equal(stopAt(CLOSED.stops, 99), 0);
});
