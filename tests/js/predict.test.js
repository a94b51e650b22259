import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";

import { render } from "../../nbgraph/widgets/static/explorer.js";
import { judged } from "../../nbgraph/widgets/static/predict.js";
import { freshPage } from "./page.js";

const PAYLOAD = JSON.parse(readFileSync(new URL("../data/collatz_payload.json", import.meta.url), "utf8"));
const [FUNCTION] = PAYLOAD.functions;

/** @type {Document} */
let page;

beforeEach(() => {
  page = freshPage();
  const payload = { ...PAYLOAD, functions: [{ ...FUNCTION, predict: true }] };
  render({ model: { get: () => payload, on: () => {}, off: () => {} }, el: page.body });
});

/** @param {string} words */
function press(words) {
  const button = [...page.querySelectorAll("button")].find(({ textContent }) => textContent === words);
  button?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
}

/** @param {string} guess */
function guessed(guess) {
  const field = /** @type {HTMLInputElement} */ (page.querySelector(".nbg-guess"));
  field.value = guess;
  field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
}

test("before a guess there is the source, and nothing that the run has told", () => {
  assert.match(page.body.textContent ?? "", /What does collatz\(.*\) give\?/);
  assert.ok(page.querySelector(".nbg-row"));
  assert.equal(page.querySelector(".nbg-value, .nbg-chip, .nbg-svg, .nbg-badge, .nbg-pane-timing"), null);
});

test("revealed, it is the page as it always is", () => {
  press("Reveal");
  assert.equal(page.querySelector(".nbg-value")?.textContent, `= ${FUNCTION.value}`);
  assert.ok(page.querySelector(".nbg-pane-graph") && !page.querySelector(".nbg-guess"));
});

test("the button takes a guess as the key does", () => {
  /** @type {HTMLInputElement} */ (page.querySelector(".nbg-guess")).value = FUNCTION.value;
  press("Guess");
  assert.equal(
    page.querySelector(".nbg-predict")?.textContent,
    `Your guess: ${FUNCTION.value}. That is right.`,
  );
});

test("a guess reveals it, and stands above it; no guess reveals nothing", () => {
  guessed("  ");
  assert.equal(page.querySelector(".nbg-value"), null);
  guessed("5");
  assert.equal(page.querySelector(".nbg-predict")?.textContent, `Your guess: 5. It gives ${FUNCTION.value}.`);
});

test("a guess is right where it is the value, to as many digits as it has", () => {
  const right = (/** @type {string} */ guess, /** @type {string} */ value) =>
    judged(guess, { ...FUNCTION, value }).endsWith("That is right.");
  assert.ok(right("111", "111") && right("[1,2]", "[1, 2]") && right("3.4", "3.41") && right("-0.5", "-0.5"));
  assert.ok(!right("3", "3.4") && !right("3.5", "3.41") && !right("", "0") && !right("11", "111"));
});

test("a guess is right where it is equal to the value in Python, however it is written", () => {
  const right = (/** @type {string} */ guess, /** @type {string} */ value) =>
    judged(guess, { ...FUNCTION, value }).endsWith("That is right.");
  assert.ok(right("{'b': 2, 'a': [1,2]}", "{'a': [1, 2], 'b': 2}") && right("{3, 1}", "{1, 3}"));
  assert.ok(right('"ab"', "'ab'") && right("[1, 2.5]", "[1., 2.5]") && right("[1, 2,]", "[1, 2]"));
  assert.ok(right("(3,)", "(3,)") && right("[]", "[]") && right("-1e-05", "-1e-05"));
  assert.ok(right("[0,2], 3", "([0., 2.], 3)") && right("1, 2", "(1, 2)") && right("3,", "(3,)"));
  assert.ok(!right("3", "(3,)") && !right("1, 2", "[1, 2]") && !right("1, 2", "(2, 1)"));
  assert.ok(!right("'a b'", "'ab'") && !right("[2, 1]", "[1, 2]") && !right("(3)", "(3,)"));
  assert.ok(!right("{'a': 2, 'b': 1}", "{'a': 1, 'b': 2}") && !right("'1.0'", "'1'") && !right("1 2", "12"));
});

test("what a reader types is text", () => {
  guessed("<img src=x onerror=alert(1)>");
  assert.equal(page.querySelector("img"), null);
});
