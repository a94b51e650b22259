/** Functions beside each other: pointed at and stepped together. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";

import { sameLines, spotIn } from "../../nbgraph/widgets/static/beside.js";
import { render } from "../../nbgraph/widgets/static/explorer.js";
import { freshPage } from "./page.js";
import { run } from "./run.js";

const PAYLOAD = JSON.parse(readFileSync(new URL("../data/collatz_payload.json", import.meta.url), "utf8"));
const text = (/** @type {number} */ first, /** @type {string[]} */ ...lines) =>
  new Map(lines.map((line, i) => [first + i, line]));

/** @type {Document} */
let page;

beforeEach(() => {
  page = freshPage();
  const [one, other] = [structuredClone(PAYLOAD.functions[0]), structuredClone(PAYLOAD.functions[0])];
  Object.assign(one, { beside: true, recording: run(3) });
  Object.assign(other, { beside: true, recording: run(5), title: "collatz(28)" });
  const payload = { ...PAYLOAD, functions: [one, other] };
  render({ model: { get: () => payload, on() {}, off() {} }, el: page.body });
});

test("lines alike are the same, and changed ones where each side has as many", () => {
  const [old, made] = [text(1, "def f(x):", "a", "b", "c"), text(5, "def g(x):", "a", "new", "B", "c")];
  assert.deepEqual(
    [...sameLines(old, made)],
    [
      [1, 5],
      [2, 6],
      [4, 9],
    ],
  );
  assert.equal(sameLines(text(1, "a", "b"), text(1, "c", "d", "e")).size, 0);
});

test("a step without a counterpart waits; of other functions it has the same number", () => {
  const spot = { step: 4, place: "0  3", rounds: [[2, 1]], nth: 0 };
  const lines = new Map([[2, 12]]);
  assert.equal(spotIn(spot, lines, true), undefined);
  assert.deepEqual(spotIn({ ...spot, place: "0  2" }, lines, true)?.rounds, [[12, 1]]);
  assert.equal(spotIn(spot, lines, false)?.step, 4);
});

test("what is pointed at in one lights up in the other, and goes out there", () => {
  const views = [...page.querySelectorAll(".nbg-function")];
  const lit = () => views.map((view) => view.querySelectorAll(".nbg-pane-graph .nbg-lit").length);
  const row = [...views[0].querySelectorAll(".nbg-pane-source .nbg-row")].find((each) =>
    each.textContent?.includes("3 * a + 1"),
  );
  row?.dispatchEvent(new MouseEvent("pointerover", { bubbles: true }));
  assert.ok(lit()[0] > 0);
  assert.equal(lit()[0], lit()[1]);
  views[0].dispatchEvent(new MouseEvent("pointerleave"));
  assert.deepEqual(lit(), [0, 0]);
});

test("both are stepped together, and closed", () => {
  const openers = /** @type {HTMLElement[]} */ ([...page.querySelectorAll(".nbg-step-open")]);
  openers[1].click();
  const bars = [...page.querySelectorAll(".nbg-stepper")];
  for (let i = 0; i < 3; i += 1)
    bars[1].dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
  const words = () => bars.map((bar) => bar.querySelector(".nbg-step-words")?.textContent);
  assert.match(words()[0] ?? "", /iteration 2 of 3/);
  assert.match(words()[1] ?? "", /iteration 2 of 5/);
  openers[0].click();
  assert.ok(bars.every((bar) => bar.hasAttribute("hidden")));
});
