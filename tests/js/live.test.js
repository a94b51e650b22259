import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";

import { bootLive } from "../../nbgraph/widgets/static/live-boot.js";
import { display, initialize } from "../../nbgraph/widgets/static/widget.js";
import { freshPage } from "./page.js";

const PAYLOAD = JSON.parse(readFileSync(new URL("../data/collatz_payload.json", import.meta.url), "utf8"));
const CONTROLS = [
  { name: "a", kind: "slider", bounds: [1, 1000, 1], whole: true, log: false },
  { name: "rate", kind: "slider", bounds: [0.01, 100, 1], whole: false, log: true },
  { name: "n", kind: "number", whole: true },
  { name: "fast", kind: "check" },
  { name: "mode", kind: "choice", choices: ["up", "<b>down"] },
  { name: "x", kind: "values" },
];
const VALUES = { a: 27, rate: 1, n: 3, fast: true, mode: "<b>down", x: "[1, 2]" };

/** @type {Document} */
let page;
/** @type {Record<string, any>} */
let state;
/** @type {Map<string, (() => void)[]>} */
let listeners;
/** @type {any} */
let model;

beforeEach(() => {
  page = freshPage();
  listeners = new Map();
  state = {
    key: "k1",
    payload: structuredClone(PAYLOAD),
    controls: CONTROLS,
    values: VALUES,
    status: { busy: "", message: "", errors: {} },
  };
  model = {
    get: (/** @type {string} */ name) => state[name],
    set: (/** @type {string} */ name, /** @type {any} */ value) => (state[name] = value),
    save_changes() {},
    on(/** @type {string} */ event, /** @type {() => void} */ callback) {
      listeners.set(event, [...(listeners.get(event) ?? []), callback]);
    },
    off(/** @type {string} */ event, /** @type {() => void} */ callback) {
      listeners.set(
        event,
        (listeners.get(event) ?? []).filter((other) => other !== callback),
      );
    },
  };
});

/**
 * @param {string} name
 * @param {any} value
 */
function change(name, value) {
  state[name] = value;
  for (const callback of listeners.get(`change:${name}`) ?? []) callback();
}

/** @param {string} key */
function pageOutput(key) {
  const output = page.createElement("div");
  output.className = "nbg-output";
  output.dataset.nbgLive = key;
  const data = page.createElement("script");
  data.className = "nbg-data";
  data.type = "application/json";
  data.textContent = JSON.stringify({ ...PAYLOAD, live: { key, controls: CONTROLS, values: VALUES } });
  const script = page.createElement("script");
  output.append(data, script);
  page.body.append(output);
  bootLive(script);
  return output;
}

/**
 * @param {ParentNode} root
 * @param {string} selector
 * @returns {HTMLInputElement[]}
 */
function inputs(root, selector = ".nbg-live :is(input, select)") {
  return [.../** @type {NodeListOf<HTMLInputElement>} */ (root.querySelectorAll(selector))];
}

/**
 * @param {HTMLInputElement} input
 * @param {string} value
 */
function type(input, value) {
  input.value = value;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

/** @param {ParentNode} root */
function words(root) {
  return root.querySelector(".nbg-live-status")?.textContent;
}

test("without a kernel the controls are shown, cannot be moved, and say why", () => {
  const output = pageOutput("k1");
  assert.deepEqual(
    inputs(output).map((input) => input.disabled),
    Array(8).fill(true),
  );
  assert.match(words(output) ?? "", /^Kernel needed/);
  assert.equal(inputs(output, "input[type=range]")[0].value, "27");
  assert.equal(output.querySelector("b"), null);
});

test("the widget takes over an output that was there first, and one that comes later, each once", () => {
  const first = pageOutput("k1");
  const other = pageOutput("k2");
  initialize({ model });
  const second = pageOutput("k1");
  second.dispatchEvent(new Event("nbgraph:live", { bubbles: true }));
  const enabled = [first, second, other].map((output) => inputs(output).every((input) => !input.disabled));
  assert.deepEqual(enabled, [true, true, false]);
  assert.deepEqual(
    [first, second, other].map((output) => output.querySelectorAll(".nbg").length),
    [1, 1, 1],
  );
});

test("what is being computed can be stopped, and only that", () => {
  const output = pageOutput("k1");
  /** @type {any[]} */
  const sent = [];
  model.send = (/** @type {any} */ message) => sent.push(message);
  initialize({ model });
  const stop = /** @type {HTMLButtonElement} */ (output.querySelector(".nbg-live-stop"));
  assert.ok(stop.hasAttribute("data-idle"));
  change("status", { busy: "collatz(a=28)", message: "", errors: {} });
  assert.ok(!stop.hasAttribute("data-idle"));
  stop.click();
  assert.deepEqual(sent, [{ stop: true }]);
  change("status", { busy: "", message: "collatz(a=28) was stopped", errors: {} });
  assert.ok(stop.hasAttribute("data-idle"));
  assert.equal(words(output), "collatz(a=28) was stopped");
});

test("a number written in another way is no change, and nothing is waited for", () => {
  const output = pageOutput("k1");
  initialize({ model });
  const number = inputs(output, ".nbg-live input[type=number]")[2];
  const before = state.values;
  type(number, "3.0");
  assert.equal(state.values, before);
  assert.equal(words(output), "");
  type(number, "");
  assert.equal(state.values.n, "");
  assert.match(words(output) ?? "", /^Updating…/);
});

test("a change is sent with the other values, said in words, and answered without losing the focus", () => {
  const output = pageOutput("k1");
  initialize({ model });
  const [range, field, log] = inputs(output, ".nbg-live input");
  range.focus();
  type(range, "28");
  assert.deepEqual(state.values, { ...VALUES, a: 28 });
  assert.equal(field.value, "28");
  assert.match(words(output) ?? "", /^Updating…/);
  change("status", { busy: "collatz(a=28)", message: "", errors: {} });
  assert.equal(words(output), "Updating… collatz(a=28)");
  change("payload", { ...PAYLOAD, functions: [{ ...PAYLOAD.functions[0], title: "collatz(28)" }] });
  change("status", { busy: "", message: "", errors: {} });
  assert.equal(output.querySelector(".nbg-title")?.textContent, "collatz(28)");
  assert.equal(words(output), "");
  assert.equal(page.activeElement, range);
  type(log, "1000");
  assert.equal(state.values.rate, 100);
  type(log, "500");
  assert.equal(state.values.rate, 1);
});

test("a value is shown before the rest of its page, and taken back where nothing comes of its call", () => {
  const output = pageOutput("k1");
  const end = initialize({ model });
  const header = () => output.querySelector(".nbg-header")?.textContent;
  const [last, tools] = [header(), output.querySelector(".nbg-tools")];
  const heading = { ...PAYLOAD.functions[0], title: "collatz(28)", value: "18" };
  const busy = { busy: "collatz(a=28)", message: "", errors: {} };
  change("status", busy);
  assert.equal(header(), last);
  change("status", { ...busy, heading });
  assert.match(header() ?? "", /^collatz\(28\)= 18✓ same as Python/);
  assert.equal(output.querySelector(".nbg-tools"), tools);
  assert.ok(output.querySelector(".nbg-live")?.hasAttribute("data-ahead"));
  change("status", { ...busy, busy: "collatz(a=29)" });
  assert.match(header() ?? "", /^collatz\(28\)= 18/, "no flicker back to the page's own");
  change("status", { busy: "", message: "collatz(a=29) was stopped", errors: {} });
  assert.equal(header(), last);
  assert.ok(!output.querySelector(".nbg-live")?.hasAttribute("data-ahead"));
  change("status", { ...busy, heading });
  change("payload", { ...PAYLOAD, functions: [heading] });
  change("status", { busy: "", message: "", errors: {} });
  assert.match(header() ?? "", /^collatz\(28\)= 18/);
  change("status", { ...busy, heading: { ...heading, value: "111" } });
  end();
  assert.match(header() ?? "", /^collatz\(28\)= 18/);
});

test("every kind of field sends what it shows", () => {
  const output = pageOutput("k1");
  initialize({ model });
  const [, , , , number, box, list, values] = inputs(output);
  type(number, "");
  assert.equal(state.values.n, "");
  box.checked = false;
  box.dispatchEvent(new Event("change"));
  list.value = "0";
  list.dispatchEvent(new Event("change"));
  type(values, "[1, 2");
  assert.deepEqual(state.values, { ...VALUES, n: "", fast: false, mode: "up", x: "[1, 2" });
});

test("what is wrong with a field stands beside it; what failed stands above the last result", () => {
  const output = pageOutput("k1");
  initialize({ model });
  change("status", { busy: "", message: "", errors: { x: "<i>not numbers" } });
  const field = inputs(output, ".nbg-live-values")[0];
  assert.equal(field.getAttribute("aria-invalid"), "true");
  const described = page.getElementById(field.getAttribute("aria-describedby") ?? "");
  assert.equal(described?.textContent, "<i>not numbers");
  change("status", { busy: "", message: "it failed", errors: {} });
  assert.equal(words(output), "it failed");
  assert.equal(described?.textContent, "");
});

test("when the widget ends the output stays and says that a kernel is needed", () => {
  const output = pageOutput("k1");
  const end = initialize({ model });
  end();
  assert.match(words(output) ?? "", /^Kernel needed/);
  assert.ok(inputs(output, ".nbg-live input").every((input) => input.disabled));
  assert.ok(output.querySelector(".nbg-function"));
});

test("a kernel that is gone is noticed when a control is moved; the last result stays, and nothing waits", () => {
  const output = pageOutput("k1");
  const el = page.createElement("div");
  page.body.append(el);
  const gone = () => {
    throw new Error("Cannot send");
  };
  initialize({ model: { ...model, send: gone } });
  display({ model: { ...model, send: gone }, el });
  for (const shown of [output, el]) {
    const [slider] = inputs(shown, "input[type=range]");
    assert.equal(slider.disabled, false);
    type(slider, "30");
    assert.match(words(shown) ?? "", /^Kernel needed/);
    assert.ok(inputs(shown).every((input) => input.disabled));
    assert.ok(shown.querySelector(".nbg-function"));
  }
  assert.deepEqual(state.values, VALUES);
});

test("shown by itself it is alive, and lets go when it is removed", () => {
  const el = page.createElement("div");
  page.body.append(el);
  const stop = display({ model, el });
  assert.ok(inputs(el, ".nbg-live input").every((input) => !input.disabled));
  stop();
  assert.deepEqual(
    [...listeners.values()].map((callbacks) => callbacks.length),
    Array(listeners.size).fill(0),
  );
});

test("keys typed in a field do not reach the notebook", () => {
  const output = pageOutput("k1");
  let heard = 0;
  page.addEventListener("keydown", () => (heard += 1));
  const field = inputs(output)[0];
  field.dispatchEvent(new KeyboardEvent("keydown", { key: "x", bubbles: true }));
  assert.equal(heard, 0);
  assert.equal(field.getAttribute("data-lm-suppress-shortcuts"), "true");
});
