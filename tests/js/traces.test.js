import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { tracesPanel } from "../../nbgraph/widgets/static/traces.js";
import { freshPage } from "./page.js";

const TRACES = {
  said: "Reused trace 2 of `f`: the arguments have the same types.",
  number: 1,
  rows: [
    ["x: int32[]", "12:00:00", "80 ms", "f(1), f(2)", ""],
    ["x: float32[]", "12:00:01", "", "f(1.5), f(2.5)", "argument `x`: int32[] → float32[]"],
  ],
  ran: "Python alone ran line 3, once, while it was traced; the graph runs lines 4 to 7 in this call.",
};

beforeEach(freshPage);

test("a call says which trace it uses, and has the rows folded below", () => {
  const el = tracesPanel(TRACES);
  assert.equal(el.tagName, "DETAILS");
  assert.ok(!el.hasAttribute("open"));
  assert.equal(
    el.querySelector("summary")?.textContent,
    "Reused trace 2 of f: the arguments have the same types.",
  );
  const rows = [...el.querySelectorAll("tbody tr")];
  assert.deepEqual(
    rows.map((row) => row.getAttribute("aria-current")),
    [null, "true"],
  );
  assert.deepEqual(
    [...rows[1].children].map((cell) => cell.textContent),
    ["2", "x: float32[]", "12:00:01", "–", "f(1.5), f(2.5)", "argument x: int32[] → float32[]"],
  );
  assert.equal(rows[1].querySelector("code")?.textContent, "x");
});

test("what Python alone ran is said where there is any", () => {
  const paragraphs = (/** @type {string} */ ran) =>
    tracesPanel({ ...TRACES, ran }).querySelectorAll("p").length;
  assert.equal(paragraphs(TRACES.ran), paragraphs("") + 1);
});
