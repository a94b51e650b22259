import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";

import { bootLive } from "../../nbgraph/widgets/static/live-boot.js";
import { display, initialize } from "../../nbgraph/widgets/static/widget.js";
import { freshPage } from "./page.js";

const PAYLOAD = JSON.parse(readFileSync(new URL("../data/collatz_payload.json", import.meta.url), "utf8"));
/** @type {import("../../nbgraph/widgets/static/types.js").GraphData} */
const WHOLE = PAYLOAD.functions[0].graph;
/** A region with a tile of its own. */
const REGION = WHOLE.tiles.map(([region]) => region).find((region) => region > 0) ?? -1;
/** The graph without that tile, and without those in which it is open. */
const PART = {
  ...WHOLE,
  of: 3,
  tiles: WHOLE.tiles.filter((tile) => ![tile[0], ...tile[4].filter((_, i) => i % 5 === 0)].includes(REGION)),
};
const ANSWER = { ...WHOLE, of: 3, tiles: WHOLE.tiles.filter(([region]) => region === REGION) };

/** @type {Document} */
let page;
/** @type {any[]} what was sent to the kernel */
let sent;
/** @type {Map<string, (content?: unknown) => void>} */
let listeners;
/** @type {HTMLElement} */
let output;

/** @param {object} graph */
function payload(graph) {
  return { ...PAYLOAD, functions: [{ ...PAYLOAD.functions[0], graph }] };
}

/** @param {object} graph */
function start(graph) {
  page = freshPage();
  sent = [];
  listeners = new Map();
  /** @type {Record<string, unknown>} */
  const state = { key: "k1", payload: payload(graph), controls: [], values: {}, status: {} };
  output = page.createElement("div");
  output.className = "nbg-output";
  output.dataset.nbgLive = "k1";
  const data = page.createElement("script");
  data.type = "application/json";
  data.textContent = JSON.stringify({ ...payload(graph), live: { key: "k1", controls: [], values: {} } });
  const script = page.createElement("script");
  output.append(data, script);
  page.body.append(output);
  bootLive(script);
  return {
    get: (/** @type {string} */ name) => state[name],
    send: (/** @type {unknown} */ content) => sent.push(structuredClone(content)),
    on: (/** @type {string} */ event, /** @type {() => void} */ callback) =>
      void listeners.set(event, callback),
    off: (/** @type {string} */ event) => void listeners.delete(event),
    change(/** @type {object} */ graph) {
      state.payload = payload(graph);
      listeners.get("change:payload")?.();
    },
  };
}

/** @type {ReturnType<typeof start>} */
let model;
beforeEach(() => {
  model = start(PART);
});

/** The box of the region, or its border when it is open. */
function box() {
  const number = WHOLE.nodes.find((node) => node[10] === REGION)?.[0];
  return output.querySelector(`.nbg-node[data-id=n${number}]`);
}
const opened = () => output.querySelector(`[data-id=r${REGION}]`) !== null;
const said = () => output.querySelector(".nbg-graph-said")?.textContent ?? "";
const click = () =>
  box()
    ?.querySelector(".nbg-handle")
    ?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
function pressEnter() {
  /** @type {HTMLElement | null} */ (box())?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  /** @type {HTMLElement | null} */ (box())?.focus();
  box()?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
}
/** @param {object} content */
const answer = (content) => listeners.get("msg:custom")?.({ answer: sent.at(-1)?.ask, ...content });

test("what the page does not hold is asked of the kernel, and put where its box stood", () => {
  initialize({ model });
  assert.match(box()?.getAttribute("aria-label") ?? "", /what is in it is asked of the kernel/);
  assert.equal(box()?.getAttribute("aria-expanded"), "false");
  /** @type {HTMLElement} */ (box()).focus();
  click();
  assert.deepEqual(
    sent.map(({ ask, ...rest }) => [typeof ask, rest]),
    [["string", { of: 3, function: 0, regions: [REGION] }]],
  );
  assert.match(said(), /^Asking the kernel/);
  const before = output.querySelectorAll(".nbg-node").length;
  listeners.get("msg:custom")?.({ answer: "another page's", graph: ANSWER });
  assert.ok(!opened());
  answer({ graph: ANSWER });
  assert.ok(opened());
  assert.ok(output.querySelectorAll(".nbg-node").length > before);
  assert.equal(page.activeElement?.getAttribute("aria-expanded"), "true");
  assert.equal(output.querySelectorAll(".nbg-graph-tools").length, 1);
  // It closes and opens now as any other, without a question.
  page.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
  assert.ok(!opened());
  click();
  assert.ok(opened());
  assert.equal(sent.length, 1);
  // What is pointed at in the source lights in the new picture.
  const [, , line] = output.querySelectorAll(".nbg-pane-source .nbg-code");
  line.dispatchEvent(new MouseEvent("pointerover", { bubbles: true }));
  assert.ok(output.querySelector(".nbg-pane-graph .nbg-lit"));
});

test("an error is told in words, and one may ask again; an answer after a new run is not taken", () => {
  initialize({ model });
  click();
  answer({ error: "<b>No</b> layout engine." });
  assert.equal(said(), "<b>No</b> layout engine.");
  assert.equal(output.querySelector(".nbg-graph-said b"), null);
  click();
  model.change({ ...PART, of: 4 });
  answer({ graph: ANSWER });
  assert.ok(!opened());
  click();
  assert.deepEqual([sent.length, sent[2].of], [3, 4]);
});

test("without a kernel it is said that one is needed; in a page that never had one, how to get it", () => {
  click();
  assert.match(said(), /^Kernel needed/);
  const end = initialize({ model });
  click();
  end();
  assert.match(said(), /^Kernel needed/);
  click();
  assert.match(said(), /^Kernel needed/);
  assert.equal(sent.length, 1);
  model = start({ ...PART, of: undefined });
  assert.equal(box()?.querySelector(".nbg-handle"), null);
  pressEnter();
  assert.match(said(), /^What is in it is not in this page/);
  assert.match(box()?.getAttribute("aria-label") ?? "", /what is in it is not in this page/);
});

test("a widget that is displayed by itself asks, too, until it is taken away", () => {
  output.replaceChildren();
  const end = display({ model, el: output });
  click();
  answer({ graph: ANSWER });
  assert.ok(opened());
  assert.equal(sent.length, 1);
  end();
  assert.equal(listeners.has("msg:custom"), false);
});

test("what the kernel opened is asked for again when the function has run again, until it is closed by hand", () => {
  initialize({ model });
  click();
  answer({ graph: ANSWER });
  assert.ok(opened());
  model.change({ ...PART, of: 4 });
  assert.ok(!opened());
  assert.deepEqual([sent.length, sent[1].of, sent[1].regions], [2, 4, [REGION]]);
  // Another run before the answer came: the wish goes on.
  model.change({ ...PART, of: 5 });
  assert.deepEqual([sent.length, sent[2].of], [3, 5]);
  answer({ graph: { ...ANSWER, of: 5 } });
  assert.ok(opened());
  assert.equal(sent.length, 3);
  // The page holds it now: it stays open without a question.
  model.change({ ...WHOLE, of: undefined });
  assert.ok(opened());
  model.change({ ...PART, of: 6 });
  assert.equal(sent.length, 4);
  // What cannot be had is not asked for again and again.
  answer({ error: "too much" });
  assert.deepEqual([sent.length, said()], [4, "too much"]);
  model.change({ ...PART, of: 7 });
  assert.equal(sent.length, 4);
  // What was closed by hand stays closed.
  click();
  answer({ graph: { ...ANSWER, of: 7 } });
  assert.ok(opened());
  const handle = output.querySelector(`.nbg-handle[data-id=r${REGION}]`);
  handle?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  assert.ok(!opened());
  model.change({ ...PART, of: 8 });
  assert.equal(sent.length, 5);
});
