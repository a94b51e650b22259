import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { historyPlots } from "../../nbgraph/widgets/static/loop-history.js";
import { freshPage } from "./page.js";

/** @type {[string, Record<string, string | number>, string]} */
const LINE = ["path", { d: "M0 0 5 5", stroke: "#3b82d6" }, ""];
/** @type {[string, Record<string, string | number>, string]} */
const TEXT = ["text", { y: -6 }, "<b>a</b>"];
const DATA = {
  loops: [
    {
      title: "while a != 1 (line 3): 2 iterations",
      charts: [{ label: "a: 2 → 1", box: "0 -17 630 108", shapes: [LINE, TEXT] }],
      left: 1,
    },
  ],
  notes: ["A note."],
  text: "",
};

beforeEach(() => {
  freshPage();
});

test("each chart is drawn as its shapes say, and its words stay words", () => {
  const el = historyPlots(DATA);
  assert.equal(el.querySelector("figcaption")?.textContent, DATA.loops[0].title);
  const picture = el.querySelector("svg");
  assert.equal(picture?.getAttribute("aria-label"), "a: 2 → 1");
  assert.equal(picture?.querySelector("path")?.getAttribute("d"), "M0 0 5 5");
  assert.equal(picture?.querySelector("text")?.textContent, "<b>a</b>");
  assert.match(el.textContent ?? "", /1 more without a picture.*A note\./);
});
