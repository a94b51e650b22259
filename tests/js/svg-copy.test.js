import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";

import { visible } from "../../nbgraph/widgets/static/dom.js";
import { copySvg } from "../../nbgraph/widgets/static/svg-copy.js";
import { freshPage } from "./page.js";

/** @type {{ id: string, payload: string }[]} */
const PAYLOADS = JSON.parse(readFileSync(new URL("../data/payloads.json", import.meta.url), "utf8"));
const HARMLESS = new Set("svg g path polygon polyline ellipse circle rect line text tspan".split(" "));

beforeEach(() => {
  freshPage();
});

/** @param {string} body */
function copy(body) {
  return copySvg(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">${body}</svg>`,
  );
}

/** @param {Element | null} root */
function assertInert(root) {
  for (const element of root ? [root, ...root.querySelectorAll("*")] : []) {
    assert.ok(HARMLESS.has(element.localName), element.localName);
    for (const { name, value } of element.attributes) {
      assert.doesNotMatch(name, /^on|href|style|src/i);
      assert.doesNotMatch(value, /url|:|</i);
    }
  }
}

for (const { id, payload } of PAYLOADS) {
  test(`${id} is inert as a drawing, within one, and as a label`, () => {
    assertInert(copySvg(payload));
    assertInert(copy(payload));
    assertInert(copy(`<text>${payload.replace(/[<&]/g, "")}</text>`));
  });
}

test("shapes, text and the model's ids come through; names of other things do not", () => {
  const root = copy(
    '<g id="n0" class="x"><title>n0</title><path d="M0,0L1,1" onclick="x()"/><text>a</text></g>',
  );
  assert.equal(root?.querySelector("[data-id]")?.getAttribute("data-id"), "n0");
  assert.equal(root?.querySelector("path")?.getAttribute("d"), "M0,0L1,1");
  assert.equal(root?.textContent, "a");
  assert.equal(root?.querySelector("[id], [class], [onclick]"), null);
});

test("links are unwrapped", () => {
  const root = copy('<g id="n1"><a xlink:href="javascript:x" xlink:title="t"><text>a</text></a></g>');
  assert.equal(root?.querySelector("a"), null);
  assert.equal(root?.textContent, "a");
});

test("entities are refused, and what is no drawing", () => {
  assert.equal(
    copySvg('<!DOCTYPE svg [<!ENTITY e "x">]><svg xmlns="http://www.w3.org/2000/svg">&e;</svg>'),
    null,
  );
  assert.equal(copySvg("<html/>"), null);
  assert.equal(copySvg("no markup"), null);
});

test("characters that hide or reorder text are spelled out", () => {
  assert.equal(visible("a\u202eb\u200bc\u0000"), "a\\u202eb\\u200bc\\u0000");
});
