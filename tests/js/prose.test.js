/** Sentences with code in them, and panes that stand as the picture needs it. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";

import { functionView } from "../../nbgraph/widgets/static/function-view.js";
import { prose } from "../../nbgraph/widgets/static/prose.js";
import { freshPage } from "./page.js";

const PAYLOAD = JSON.parse(readFileSync(new URL("../data/collatz_payload.json", import.meta.url), "utf8"));

beforeEach(freshPage);

/** @param {string} text */
function put(text) {
  const el = document.createElement("p");
  el.append(...prose(text));
  return el;
}

test("what stands between backquotes is code, and stays text", () => {
  const el = put("use `<b>x</b>`, or `y`");
  assert.equal(el.textContent, "use <b>x</b>, or y");
  assert.deepEqual(
    [...el.children].map(({ tagName, textContent }) => [tagName, textContent]),
    [
      ["CODE", "<b>x</b>"],
      ["CODE", "y"],
    ],
  );
});

test("a backquote without a partner is one", () => {
  const el = put("`a` and ` alone");
  assert.equal(el.textContent, "`a` and ` alone");
  assert.equal(el.children.length, 0);
});

test("a wide graph has the whole width, and keeps its place when the function runs again", () => {
  const [data] = structuredClone(PAYLOAD.functions);
  const isWide = (/** @type {{ el: HTMLElement }} */ view) =>
    view.el.querySelector(".nbg-panes.nbg-wide-graph") !== null;
  const first = functionView(data, "a", null);
  assert.equal(isWide(first), false);
  assert.equal(isWide(functionView(data, "b", { ...first.keep(), wide: true })), true);
});
