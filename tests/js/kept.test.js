/** What a reader chose outlasts another run of the function: what is open, searched for and stepped to. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";

import { render } from "../../nbgraph/widgets/static/explorer.js";
import { readRecording } from "../../nbgraph/widgets/static/recording.js";
import { spotOf, stepAt } from "../../nbgraph/widgets/static/step-spot.js";
import { freshPage } from "./page.js";
import { run } from "./run.js";

const PAYLOAD = JSON.parse(readFileSync(new URL("../data/collatz_payload.json", import.meta.url), "utf8"));

/**
 * @param {number} rounds
 * @returns {any}
 */
function payload(rounds) {
  const made = structuredClone(PAYLOAD);
  Object.assign(made.functions[0], { recording: run(rounds), title: `collatz(${rounds})` });
  return made;
}

/** @type {any} */
let shown;
/** @type {() => void} */
let redraw;

beforeEach(() => {
  const page = freshPage();
  redraw = () => {};
  const model = {
    get: () => shown,
    on: (/** @type {string} */ _, /** @type {() => void} */ callback) => void (redraw = callback),
    off() {},
  };
  shown = payload(3);
  render({ model, el: page.body });
});

/** @param {any} next */
function again(next) {
  shown = next;
  redraw();
}

/**
 * @param {string} selector
 * @returns {any}
 */
function one(selector) {
  const found = document.querySelector(selector);
  assert.ok(found, selector);
  return found;
}

/** @param {string} label */
function toggle(label) {
  const found = [...document.querySelectorAll(".nbg-svg [aria-label]")].find((each) =>
    each.getAttribute("aria-label")?.startsWith(label),
  );
  assert.ok(found, label);
  const handle =
    found.querySelector(".nbg-handle") ?? one(`.nbg-handle[data-id="${found.getAttribute("data-id")}"]`);
  handle.dispatchEvent(new MouseEvent("click", { bubbles: true }));
}

const open = () =>
  [...document.querySelectorAll(".nbg-svg [aria-expanded]")].map(
    (each) => `${each.getAttribute("aria-label")} ${each.getAttribute("aria-expanded")}`,
  );

/** @param {string} words */
function press(words) {
  const found = [...document.querySelectorAll("button")].find(({ textContent }) => textContent === words);
  assert.ok(found, words);
  found.click();
}

test("a run with a graph of the same shape keeps what is open, chosen and searched for", () => {
  toggle("if a % 2 == 0");
  toggle("a % 2");
  press("types");
  press("+");
  const search = one(".nbg-search");
  search.value = "rem";
  search.dispatchEvent(new Event("input"));
  search.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter" }));
  const drawn = () => one(".nbg-svg").innerHTML.replaceAll(/ tabindex="[^"]*"/g, "");
  const before = [open(), one(".nbg-found").textContent, drawn()];
  assert.equal(before[1], "1 of 2");
  again(payload(4));
  assert.notEqual(one(".nbg-search"), search);
  const pressed = [...document.querySelectorAll('[aria-pressed="true"]')].map((each) => each.textContent);
  assert.ok(pressed.includes("types"));
  assert.equal(one(".nbg-search").value, "rem");
  assert.ok([open(), one(".nbg-found").textContent, drawn()].join() === before.join());
});

test("of another graph, what it has in common is kept, and a run without one forgets nothing", () => {
  toggle("if a % 2 == 0");
  const before = open();
  again({ ...payload(4), functions: [{ ...payload(4).functions[0], graph: null, recording: undefined }] });
  assert.equal(document.querySelector(".nbg-svg"), null);
  const other = payload(5);
  const { graph } = other.functions[0];
  // The choice has other numbers and another call's name around it; the loop bears another test.
  graph.strings = graph.strings.map((/** @type {string} */ text) => (text === "collatz" ? "collatz2" : text));
  again(other);
  assert.deepEqual(open(), before);
  const at = graph.strings.indexOf("if a % 2 == 0");
  graph.strings[at] = "if a % 3 == 0";
  again(other);
  const changed = open().filter((words) => words.startsWith("if "));
  assert.match(changed[0], /^if a % 3 == 0 .* true$/, "what is new is as at first");
});

test("the steps stay open at the same line and round, and do not take the focus", () => {
  press("Step through");
  const scrub = one(".nbg-step-scrub");
  assert.equal(document.activeElement, scrub);
  scrub.value = "4";
  scrub.dispatchEvent(new Event("input"));
  one(".nbg-step-speed").value = "fast";
  again(payload(5));
  assert.equal(one(".nbg-step-scrub").value, "4");
  assert.match(one(".nbg-step-words").textContent, /line 3 · iteration 2 of 5/);
  assert.equal(one(".nbg-step-speed").value, "fast");
  assert.notEqual(document.activeElement, one(".nbg-step-scrub"));
  again(payload(1));
  assert.match(
    one(".nbg-step-words").textContent,
    /line 3 · iteration 1 of 1/,
    "the last round that there is",
  );
  press("Close the steps");
  again(payload(2));
  assert.equal(one(".nbg-stepper").hidden, true);
});

test("a place is found in a run of any length", () => {
  const long = readRecording(run(9));
  for (let step = 0; step < long.count; step += 1) assert.equal(stepAt(long, spotOf(long, step)), step);
  const short = readRecording(run(2));
  const found = [...Array(long.count).keys()].map((step) => short.lineOf(stepAt(short, spotOf(long, step))));
  assert.deepEqual(
    found,
    [...Array(long.count).keys()].map((step) => long.lineOf(step)),
  );
});
