import assert from "node:assert/strict";
import { test } from "node:test";

import { createIndex } from "../../nbgraph/widgets/static/links.js";

/**
 * @param {string} text
 * @param {number[] | null} span
 * @param {object} more
 */
function item(text, span, more = {}) {
  return /** @type {import('../../nbgraph/widgets/static/types.js').Item} */ ({
    pane: "p",
    text,
    span,
    ...more,
  });
}

/**
 * @param {ReturnType<typeof item>[]} items
 * @param {number[]} span
 */
function found(items, span) {
  const index = createIndex(items);
  const counterparts = index.counterparts(/** @type {[number, number, number, number]} */ (span));
  return (counterparts.get("p") ?? []).map((one) => one.text);
}

// Line 4 of Collatz: `        if a % 2 == 0:`
const REMAINDER = item("a % 2", [4, 11, 4, 16]);
const TEST = item("a % 2 == 0", [4, 11, 4, 21]);
const LOOP = item("while", [3, 10, 3, 16], { frame: true });
const BODY = item("body", [4, 8, 8, 29]);

test("an equal span is the counterpart, and everything else stays dark", () => {
  assert.deepEqual(found([REMAINDER, TEST, LOOP, BODY], [4, 11, 4, 16]), ["a % 2"]);
});

test("all items of one span light together", () => {
  assert.deepEqual(found([TEST, item("select", [4, 11, 4, 21])], [4, 11, 4, 21]), ["a % 2 == 0", "select"]);
});

test("a larger stretch lights the largest items within it", () => {
  assert.deepEqual(found([REMAINDER, TEST, item("x", [4, 30, 4, 31])], [4, 8, 4, 35]), ["a % 2 == 0", "x"]);
});

test("a smaller stretch lights the smallest item around it", () => {
  assert.deepEqual(found([REMAINDER, TEST, BODY], [4, 11, 4, 12]), ["a % 2"]);
});

test("a compound statement counts as its header", () => {
  assert.deepEqual(found([TEST, item("a // 2", [5, 16, 5, 22])], [4, 8, 7, 25]), ["a % 2 == 0"]);
});

test("without a match in the line, what stands in the line", () => {
  assert.deepEqual(found([TEST, BODY], [4, 30, 4, 35]), ["a % 2 == 0"]);
});

test("what surrounds the line comes last", () => {
  assert.deepEqual(found([BODY, LOOP], [6, 8, 6, 12]), ["body"]);
});

test("a frame lights with its own span only", () => {
  assert.deepEqual(found([LOOP, item("≠", [3, 10, 3, 11])], [3, 10, 3, 16]), ["while"]);
  assert.deepEqual(found([LOOP], [3, 4, 3, 17]), []);
});

test("items without a place never light", () => {
  assert.deepEqual(found([item("nowhere", null)], [1, 0, 9, 0]), []);
});

test("what was looked up once is looked up by its name", () => {
  const index = createIndex([LOOP, BODY]);
  assert.equal(index.counterparts([6, 8, 6, 12]), index.counterparts([6, 8, 6, 12]));
});
