/** Sentences with code in them. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { prose } from "../../nbgraph/widgets/static/prose.js";
import { freshPage } from "./page.js";

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
