import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { briefly, stepOf } from "../../nbgraph/widgets/static/heat.js";
import { matcher } from "../../nbgraph/widgets/static/search-match.js";

const NODE = { operation: "dot_general", label: "w @ x", names: ["Hidden"], avals: ["f32[3,4]"], line: 7 };

/** @param {string} query */
function finds(query) {
  const asked = matcher(query);
  assert.ok(asked && "match" in asked, query);
  return asked.match(NODE);
}

test("text is sought in operation, words, variables and types, whatever its case", () => {
  for (const query of ["dot", "W @", "hidden", "f32[3", "[3, 4]", "4]", ":7", "line 7", "LINE7"])
    assert.ok(finds(query), query);
  for (const query of ["add", "[4,3]", ":70", "line 1"]) assert.ok(!finds(query), query);
});

test("an expression is sought field by field, with or without its end", () => {
  for (const query of ["/^dot/", "/W/i", "/f32.3/", "/^Hidden$/", "/@"]) assert.ok(finds(query), query);
  for (const query of ["/^W/", "/^general/"]) assert.ok(!finds(query), query);
});

test("nothing asked is nothing sought", () => {
  for (const query of ["", "   "]) assert.equal(matcher(query), null);
});

for (const query of [
  "/(a+)+$/",
  "/(a|a)*b/",
  "/(a?){30}/",
  "/a*a*a*a*b/",
  "/(.)\\1/",
  `/${"x".repeat(61)}/`,
  "/a?a?a?a?a?a?a?aaaaaaa/",
  "/[/",
]) {
  test(`${query} is refused in words`, () => {
    const asked = matcher(query);
    assert.ok(asked && "wrong" in asked && asked.wrong.length > 10);
  });
}

test("hostile strings are sought as they are", () => {
  const file = new URL("../data/payloads.json", import.meta.url);
  for (const { payload } of JSON.parse(readFileSync(file, "utf8"))) {
    if (payload.startsWith("/")) continue;
    const asked = matcher(payload.slice(0, 100));
    assert.ok(asked && "match" in asked && asked.match({ ...NODE, label: payload }));
  }
});

test("equal ratios of cost are equal distances of colour", () => {
  assert.deepEqual(
    [0, 1, 10, 100, 1000, 10000].map((amount) => stepOf(amount, 10000)),
    [0, 1, 2, 3, 4, 5],
  );
  assert.equal(stepOf(1, 1), 5);
});

test("numbers are brief", () => {
  assert.deepEqual([0, 950, 1000, 1234, 35_400_000, 2.5e12].map(briefly), [
    "0",
    "950",
    "1k",
    "1.2k",
    "35M",
    "2.5T",
  ]);
});
