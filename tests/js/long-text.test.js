/** A text of thousands of lines is plain until somebody looks: rows are cut and coloured when they come into view. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

import { textPane } from "../../nbgraph/widgets/static/text-pane.js";
import { freshPage } from "./page.js";

const LINES = Array.from({ length: 500 }, (_, i) => `x = x + ${i}`);

/** @type {(elements: Element[]) => void} */
let see;

beforeEach(() => {
  freshPage();
  /** @type {any} */ (globalThis).IntersectionObserver = class {
    /** @param {(entries: { isIntersecting: boolean, target: Element }[]) => void} callback */
    constructor(callback) {
      see = (elements) => callback(elements.map((target) => ({ isIntersecting: true, target })));
    }
    observe() {}
    unobserve() {}
  };
});

afterEach(() => {
  delete (/** @type {any} */ (globalThis).IntersectionObserver);
});

function pane() {
  const spots = LINES.map((_, i) => {
    const span = /** @type {import('../../nbgraph/widgets/static/types.js').Span} */ ([i + 1, 4, i + 1, 9]);
    return { span, item: { pane: "p", span, text: `spot ${i + 1}` } };
  });
  const made = textPane({
    name: "p",
    label: "text",
    lines: LINES,
    tokens: LINES.map((line) => [8, line.length - 8, 2]),
    spots,
    rowItem: (line) => ({ pane: "p", span: null, text: `row ${line}` }),
  });
  document.body.append(made.el);
  return { made, spots };
}

/** @param {number} line */
function row(line) {
  const found = document.querySelector(`[data-line="${line}"]`);
  assert.ok(found);
  return found;
}

const segments = (/** @type {number} */ line) => row(line).querySelectorAll(".nbg-segment").length;

test("rows far down are text alone, and whole once they are seen, with all that was added to them", () => {
  const { made } = pane();
  assert.equal(document.querySelectorAll(".nbg-row").length, LINES.length);
  assert.deepEqual([segments(1) > 0, segments(400)], [true, 0]);
  assert.equal(row(400).querySelector(".nbg-code")?.textContent, LINES[399]);
  const chip = document.createElement("b");
  row(400).append(chip);
  see([row(400)]);
  assert.deepEqual([segments(400), segments(401)], [segments(300), 0]);
  assert.equal(row(400).querySelector(".nbg-code")?.textContent, LINES[399]);
  assert.equal(row(400).lastElementChild, chip);
  const target = row(400).querySelectorAll(".nbg-segment")[2];
  assert.equal(made.at(target, false)?.text, "spot 400");
});

test("what is lit, or walked to, is whole", () => {
  const { made, spots } = pane();
  made.light([spots[449].item], null);
  assert.ok(row(450).querySelectorAll(".nbg-segment.nbg-lit").length > 0);
  assert.equal(segments(451), 0);
  made.at(row(460), true);
  assert.equal(made.move("ArrowRight")?.text, "spot 460");
  assert.ok(segments(460) > 0);
});
