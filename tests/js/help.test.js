/** The keys on `?`, and the tour of a reader's first explorer. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";

import { render } from "../../nbgraph/widgets/static/explorer.js";
import { freshPage } from "./page.js";
import { run } from "./run.js";

const PAYLOAD = JSON.parse(readFileSync(new URL("../data/collatz_payload.json", import.meta.url), "utf8"));
PAYLOAD.functions[0].recording = run(3);

/** @type {Document} */
let page;

const show = () => void render({ model: { get: () => PAYLOAD, on() {}, off() {} }, el: page.body });
const one = (/** @type {string} */ selector) =>
  /** @type {HTMLElement | null} */ (page.querySelector(selector));

/** @param {string} words */
function button(words) {
  const found = [...page.querySelectorAll("button")].find((each) => each.textContent === words);
  assert.ok(found, words);
  return found;
}

/**
 * @param {string} key
 * @param {Element | null} at
 */
function type(key, at) {
  at?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
}

beforeEach(() => {
  page = freshPage();
  const storage = page.defaultView?.localStorage;
  Object.defineProperty(globalThis, "localStorage", { value: storage, configurable: true, writable: true });
  Element.prototype.scrollIntoView = () => {};
});

test("the first explorer has a tour of five steps, and no other has", () => {
  show();
  show();
  assert.equal(page.querySelectorAll(".nbg-tour").length, 1);
  assert.equal(page.activeElement, page.body, "it does not take the focus");
  const seen = [one(".nbg-toured")?.className];
  button("Next").focus();
  while (one(".nbg-tour button:nth-of-type(2)")) {
    button("Next").click();
    seen.push(one(".nbg-toured")?.className);
  }
  assert.equal(new Set(seen).size, 5);
  assert.equal(page.activeElement, button("Close"), "its keys stay the explorer's");
  type("Escape", page.activeElement);
  assert.equal(one(".nbg-tour, .nbg-toured"), null);
  assert.ok(one(".nbg-tools")?.contains(page.activeElement));
});

test("Enter goes on in the tour, and ends it, while the focus is nowhere", () => {
  show();
  const seen = [];
  while (one(".nbg-tour")) {
    seen.push(one(".nbg-toured")?.className);
    type("Enter", page.body);
  }
  assert.equal(new Set(seen).size, 5);
  type("?", one(".nbg-text"));
  type("Enter", page.body);
  assert.ok(one(".nbg-keys"), "keys are no tour");
});

test("where nothing can be remembered there is no tour", () => {
  Object.defineProperty(globalThis, "localStorage", {
    get() {
      throw new Error("a sandbox");
    },
    configurable: true,
  });
  show();
  assert.equal(one(".nbg-tour"), null);
});

test("? shows the keys and takes them away, but is typed into a field", () => {
  localStorage.setItem("nbgraph-tour", "seen");
  show();
  type("?", one("input[type=search], .nbg-seeking input"));
  assert.equal(one(".nbg-keys"), null);
  type("?", one(".nbg-text"));
  assert.match(one(".nbg-keys")?.textContent ?? "", /search the graph/);
  type("?", one(".nbg-text"));
  assert.equal(one(".nbg-keys"), null);
  button("?").click();
  button("Tour").click();
  assert.ok(one(".nbg-tour"));
  assert.equal(one(".nbg-keys"), null);
});

test("Escape closes a panel from anywhere in the explorer, and from a page without a focus", () => {
  show();
  type("Escape", one(".nbg-pane-code .nbg-text"));
  assert.equal(one(".nbg-tour, .nbg-toured"), null);
  button("?").click();
  const outside = page.body.appendChild(page.createElement("button"));
  type("Escape", outside);
  type("Escape", one("input[type=search], .nbg-seeking input"));
  assert.ok(one(".nbg-keys"), "theirs is another thing");
  type("Escape", page.body);
  assert.equal(one(".nbg-keys"), null);
});
