import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { heading } from "../../nbgraph/widgets/static/heading.js";
import { badgesOn, gutter, marksOf, narrowest, widthOf } from "../../nbgraph/widgets/static/marks.js";
import { speak } from "../../nbgraph/widgets/static/words.js";
import { freshPage } from "./page.js";

const DECISION = {
  span: [2, 4, 2, 20],
  construct: "for",
  became: "unrolled",
  reason: "the list is known",
  carry: [],
  promotions: [["total", "int32", "float32"]],
  trips: 4,
};

/** @type {any} */
let data;

beforeEach(() => {
  freshPage();
  data = {
    source: {
      first: 1,
      lines: ["def f(x):", "    for w in ws:", "        x = x + w", "    y = 2", "    print(x)"],
    },
    cause: null,
    errors: [],
    findings: [],
    decisions: [DECISION],
    made: [
      [2, "add ×4"],
      [3, "add ×4"],
      [4, ""],
      [5, "debug_callback"],
    ],
  };
});

test("what nothing needs is unused, and says what it would have been", () => {
  data.made = [[3, "mul ×2 (unused)"]];
  const [badge] = badgesOn(3, marksOf(data));
  assert.equal(badge.word, "unused");
  assert.match([...badge.texts].join(), /XLA removes it. Operations of the graph: mul ×2$/);
});

/** @param {number} line */
const words = (line) => badgesOn(line, marksOf(data)).map((badge) => badge.word);

test("each line says what became of it", () => {
  assert.deepEqual([1, 2, 3, 4, 5].map(words), [
    [],
    ["unrolled ×4", "promoted"],
    ["graph"],
    ["python"],
    ["callback"],
  ]);
});

test("a badge explains the word, then gives the reason; what was promoted is told", () => {
  const tips = [...gutter(badgesOn(2, marksOf(data))).children].map((badge) =>
    badge.getAttribute("data-tip"),
  );
  assert.match(tips[0] ?? "", /^unrolled ×4: written out.*\nfor → unrolled · the list is known/s);
  assert.match(tips[1] ?? "", /total: int32 widened to float32/);
});

test("an error and a finding stand before the rest, each with a sign", () => {
  data.errors = [{ span: [2, 4, 2, 9], message: "wrong here", remedy: "that" }];
  data.findings = [{ span: [2, 4, 2, 9], message: "read once", remedy: "pass it" }];
  assert.deepEqual(words(2).slice(0, 2), ["✖ error", "⚠ note"]);
});

test("where Python gives a result and there is no graph, that is said in place of an error", () => {
  data.errors = [{ span: [2, 4, 2, 9], message: "`q` outlives the call", remedy: "return it" }];
  Object.assign(data, { graph: null, value: null, pythonValue: "0" });
  assert.equal(words(2)[0], "✖ no graph");
  assert.equal(heading(data, []).querySelector(".nbg-chip")?.textContent, "✖ no graph");
  data.pythonValue = null;
  assert.equal(words(2)[0], "✖ error");
});

test("loops written out more than once are one badge, with the least and the most iterations", () => {
  data.decisions = [1, 4, 2].map((trips) => ({ ...DECISION, trips, promotions: [] }));
  assert.deepEqual(words(2), ["unrolled ×1–4"]);
});

test("of more than two badges the first stands before a count that explains the others", () => {
  const each = (/** @type {string} */ became) => ({ ...DECISION, became, trips: null, promotions: [] });
  data.decisions = [each("check"), each("flag"), each("while"), each("python")];
  assert.deepEqual(words(2), ["while", "+3"]);
  const [, more] = gutter(badgesOn(2, marksOf(data))).children;
  assert.match(more.getAttribute("data-tip") ?? "", /^flag: .*\ncheck: .*\npython: /s);
});

test("a view of an older output, which says nothing of the other lines, still draws", () => {
  delete data.made;
  assert.deepEqual(words(4), []);
});

test("where there is little room a badge is as wide as its word, without the number of rounds below it", () => {
  const [badge] = badgesOn(2, marksOf(data));
  assert.equal(widthOf(narrowest(badge)).toFixed(2), (0.85 * "unrolled".length + 1.5).toFixed(2));
  assert.ok(widthOf(narrowest(badge)) < widthOf([badge]));
  data.errors = [{ span: [2, 4, 2, 9], message: "wrong here", remedy: null }];
  const [error] = badgesOn(2, marksOf(data));
  assert.equal(widthOf(narrowest(error)), widthOf([error]));
});

test("a line that only returns or jumps says so, if Python came to it", () => {
  data.source.lines = ["def f(x):", "    while x:", "        break", "    return x"];
  data.decisions = [];
  data.made = [
    [2, "lt"],
    [3, "break"],
  ];
  assert.deepEqual([words(3), words(4)], [["break"], []]);
});

test("badges are in the page's language, but for names of Python's and of lax", () => {
  speak("de");
  const shown = (/** @type {number} */ line) => gutter(badgesOn(line, marksOf(data))).textContent;
  assert.deepEqual([2, 4].map(shown), ["ausgerollt ×4erweitert", "Python"]);
  data.decisions[0].became = "fori";
  assert.match(shown(2) ?? "", /^fori/);
  const wide = widthOf(badgesOn(3, marksOf(data)));
  speak("zh");
  assert.ok(widthOf(badgesOn(3, marksOf(data))) < wide, "two columns for one character");
  speak();
});

test("the sign before a word has room beside it", () => {
  data.errors = [{ span: [2, 4, 2, 9], message: "wrong here", remedy: null }];
  const [error] = badgesOn(2, marksOf(data));
  assert.equal(widthOf([error]).toFixed(2), (0.85 * ("✖ error".length + 1) + 1.5).toFixed(2));
});
