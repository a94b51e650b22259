/** A saved page's address says which form, which regions and which step are seen. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";

import { render } from "../../nbgraph/widgets/static/explorer.js";
import { freshPage, pageAt } from "./page.js";
import { run } from "./run.js";

const PAYLOAD = JSON.parse(readFileSync(new URL("../data/collatz_payload.json", import.meta.url), "utf8"));
PAYLOAD.functions[0].recording = run(3);
const REST = 350;

/** @type {() => void} */
let stop = () => {};

/** @param {string} hash what stands in the address */
function open(hash) {
  stop();
  const page = pageAt(hash);
  page.documentElement.setAttribute("data-nbg-page", "");
  const window = /** @type {any} */ (page.defaultView);
  for (const name of ["location", "history", "addEventListener", "removeEventListener"]) {
    const value = typeof window[name] === "function" ? window[name].bind(window) : window[name];
    Object.defineProperty(globalThis, name, { value, configurable: true });
  }
  stop = render({ model: { get: () => PAYLOAD, on() {}, off() {} }, el: page.body });
  return page;
}

/**
 * @param {Document} page
 * @param {string} words
 */
function press(page, words) {
  const found = [...page.querySelectorAll("button")].find((each) => each.textContent === words);
  assert.ok(found, words);
  found.click();
}

const rest = () => new Promise((resolve) => setTimeout(resolve, REST));
const chosen = (/** @type {Document} */ page) =>
  page.querySelector('[role="tab"][aria-selected="true"]')?.textContent;

beforeEach(() => void open(""));

test("what is chosen is in the address, and an address shows what it says", async () => {
  const page = open("");
  press(page, "converted code");
  press(page, "Step through");
  press(page, "Step ›");
  page.querySelector(".nbg-handle")?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  await rest();
  const hash = location.hash;
  assert.match(hash, /^#form=converted\+code&open=[\d.]*&step=1$/);
  const shapes = page.querySelectorAll(".nbg-node").length;

  const other = open(hash.slice(1));
  assert.equal(chosen(other), "converted code");
  assert.equal(other.querySelector(".nbg-stepper")?.hasAttribute("hidden"), false);
  assert.equal(other.querySelectorAll(".nbg-node").length, shapes);
  stop();
});

test("an address of nonsense shows the page as at first", () => {
  const first = open("").querySelectorAll(".nbg-node").length;
  for (const hash of ["form=x&open=a.b&step=-1", "step=1e9", "open=999", "%E0%A4%A"]) {
    const page = open(hash);
    assert.equal(chosen(page), "pure JAX");
    assert.ok(page.querySelectorAll(".nbg-node").length <= first);
  }
  stop();
});

test("a notebook's address is left alone", async () => {
  const page = freshPage();
  const el = page.body;
  render({ model: { get: () => PAYLOAD, on() {}, off() {} }, el });
  press(page, "converted code");
  await rest();
  assert.equal(page.location.hash, "");
});
