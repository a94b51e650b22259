import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { codePane } from "../../nbgraph/widgets/static/code-pane.js";
import { linesBySource } from "../../nbgraph/widgets/static/interleaved-pane.js";
import { freshPage } from "./page.js";

/** Two lines of source; a jaxpr whose lines 1 and 4 are linked to nothing. */
const SOURCE = { first: 7, lines: ["def f(x):", "    return x + 1"], tokens: [[], []] };
const JAXPR = {
  form: "jaxpr",
  lines: [
    "{ lambda ; x:f32[]. let",
    "    y:f32[] = add x 1.0:f32[]",
    "    add:f32[] = mul y y",
    "  in (y,) }",
  ],
  tokens: [[], [14, 3, 6], [4, 3, 4, 9, 3, 6], []],
  links: [
    [2, 4, 0, 26, 8, 11, 0, 5],
    [1, 4, 0, 16, 0, 11, 0, 5],
  ],
  words: { add: "Adds element by element." },
};
const CONVERTED = {
  form: "converted code",
  lines: ["def f(x):", "    return x + 1"],
  tokens: [[], []],
  links: [],
};
const STABLEHLO = { ...CONVERTED, form: "StableHLO" };

/** @type {Document} */
let page;
/** @type {ReturnType<typeof codePane>} */
let pane;

/** @param {any[]} codes */
function show(codes) {
  pane = codePane(/** @type {any} */ ({ codes, source: SOURCE }), "p");
  page.body.replaceChildren(pane.tools, pane.el);
}

beforeEach(() => {
  page = freshPage();
  show([CONVERTED, JAXPR, STABLEHLO]);
});

/** @param {string} selector */
const all = (selector) => /** @type {HTMLElement[]} */ ([...page.querySelectorAll(selector)]);

/** @param {string} name */
function button(name) {
  const found = all("button").find((candidate) => candidate.textContent === name);
  assert.ok(found, name);
  return found;
}

/** @param {any} clipboard */
function withClipboard(clipboard) {
  Object.defineProperty(globalThis, "navigator", { value: { clipboard }, configurable: true });
}

test("Python is shown first, and every form has a tab", () => {
  assert.deepEqual(
    all('[role="tab"]').map((tab) => tab.textContent),
    ["converted code", "jaxpr", "StableHLO", "optimised HLO"],
  );
  assert.equal(pane.chosen().form, "converted code");
});

test("XLA's program says how to ask for it, unless it is there or nothing was traced", () => {
  button("optimised HLO").click();
  assert.match(all(".nbg-panel:not([hidden])")[0].textContent ?? "", /--hlo.*hlo=True/);
  show([CONVERTED, STABLEHLO, { ...CONVERTED, form: "optimised HLO" }]);
  assert.equal(all('[role="tab"]').length, 3);
  show([CONVERTED]);
  assert.equal(all('[role="tab"]').length, 1);
});

test("a word that the form explains does so on hover and on focus; a variable of that name does not", () => {
  button("jaxpr").click();
  assert.deepEqual(
    all("[data-tip]").map((word) => [word.textContent, word.getAttribute("data-tip")]),
    [["add", "Adds element by element."]],
  );
  for (let step = 0; step < 2; step++) pane.move(step === 0 ? "ArrowDown" : "ArrowRight");
  pane.move("ArrowRight");
  assert.equal(page.activeElement, all("[data-tip]")[0]);
});

test("lines that nobody links go with those before them", () => {
  assert.deepEqual(
    [...linesBySource(/** @type {any} */ (JAXPR), SOURCE)],
    [
      [7, [1]],
      [8, [2, 3, 4]],
    ],
  );
});

test("with its source: each line of it, and what came from it beneath; the form stays the chosen one", () => {
  button("jaxpr").click();
  button("with source").click();
  assert.equal(button("with source").getAttribute("aria-pressed"), "true");
  assert.deepEqual(
    all(".nbg-block").map((block) => [...block.querySelectorAll(".nbg-code")].map((row) => row.textContent)),
    [
      [SOURCE.lines[0], JAXPR.lines[0]],
      [SOURCE.lines[1], ...JAXPR.lines.slice(1)],
    ],
  );
  const item = pane.move("ArrowDown");
  assert.equal(page.activeElement, all(".nbg-block")[1]);
  assert.deepEqual(item?.span, [8, 4, 8, 16]);
  pane.light(item ? [item] : [], null);
  assert.ok(all(".nbg-block")[1].classList.contains("nbg-lit"));
  button("StableHLO").click();
  assert.equal(all(".nbg-panel:not([hidden]) .nbg-block").length, 2);
  assert.deepEqual(pane.chosen(), { form: "StableHLO", withSource: true });
});

test("what was chosen comes back in the next view", () => {
  pane.choose({ form: "jaxpr", withSource: true });
  assert.deepEqual(pane.chosen(), { form: "jaxpr", withSource: true });
  assert.equal(all(".nbg-panel:not([hidden]) .nbg-mixed").length, 1);
});

test("copy hands over the form's text and says so", async () => {
  mock.timers.reset();
  const written = mock.fn(async () => {});
  withClipboard({ writeText: written });
  button("jaxpr").click();
  button("copy").click();
  await new Promise((done) => setImmediate(done));
  assert.deepEqual(written.mock.calls[0].arguments, [JAXPR.lines.join("\n") + "\n"]);
  assert.equal(all('[role="status"]')[0].textContent, "copied");
});

test("copied converted code says where its names come from", async () => {
  mock.timers.reset();
  const written = mock.fn(async () => {});
  withClipboard({ writeText: written });
  show([{ ...CONVERTED, lines: ["def f(x):", "    return ng.if_(x)"] }]);
  button("copy").click();
  await new Promise((done) => setImmediate(done));
  const text = "import nbgraph as ng\n\n\ndef f(x):\n    return ng.if_(x)\n";
  assert.deepEqual(written.mock.calls[0].arguments, [text]);
});

test("without a clipboard the text is selected, and that is said", async () => {
  withClipboard(undefined);
  button("copy").click();
  await new Promise((done) => setImmediate(done));
  assert.match(page.getSelection()?.toString() ?? "", /return x \+ 1/);
  assert.match(all('[role="status"]')[0].textContent ?? "", /selected, not copied/);
});

test("a line is never broken inside an arrow, wherever that stands", () => {
  show([{ ...CONVERTED, lines: ["𝒇(x) -> i32 -> (y)", "a - b > c"] }]);
  assert.deepEqual(
    all(".nbg-whole").map((whole) => whole.textContent),
    ["->", "->"],
  );
  assert.equal(all(".nbg-row .nbg-code")[0].textContent, "𝒇(x) -> i32 -> (y)");
});
