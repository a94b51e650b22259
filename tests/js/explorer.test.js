import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";

import { render } from "../../nbgraph/widgets/static/explorer.js";
import { valueTable } from "../../nbgraph/widgets/static/step-values.js";
import { freshPage } from "./page.js";

const PAYLOAD = JSON.parse(readFileSync(new URL("../data/collatz_payload.json", import.meta.url), "utf8"));

/** @type {Document} */
let page;
/** @type {HTMLElement} */
let root;
/** @type {{ payload: any, changed: () => void, model: import('../../nbgraph/widgets/static/types.js').Model }} */
let host;

beforeEach(() => {
  page = freshPage();
  host = {
    payload: structuredClone(PAYLOAD),
    changed: () => {},
    model: {
      get: (name) => (name === "payload" ? host.payload : undefined),
      on: (_, callback) => (host.changed = callback),
      off: () => (host.changed = () => {}),
    },
  };
  render({ model: host.model, el: page.body });
  root = /** @type {HTMLElement} */ (page.querySelector(".nbg"));
});

/** @param {string} selector */
function all(selector) {
  return /** @type {HTMLElement[]} */ ([...root.querySelectorAll(selector)]);
}

/** @param {string} selector */
function texts(selector) {
  return all(selector).map((element) => element.textContent);
}

/**
 * @param {Element} target
 * @param {string} key
 */
function press(target, key) {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
  target.dispatchEvent(event);
  return event;
}

/** @param {Element | undefined} target */
function point(target) {
  assert.ok(target);
  target.dispatchEvent(new MouseEvent("pointerover", { bubbles: true }));
}

/** @param {number} line */
function row(line) {
  return all(`.nbg-pane-source .nbg-row[data-line="${line}"]`)[0];
}

const VISIBLE_CODE = ".nbg-panel:not([hidden]) .nbg-segment.nbg-lit";

test("pointing at an expression lights it in the code and in the graph", () => {
  point([...row(4).querySelectorAll(".nbg-segment")].find((segment) => segment.textContent === " % "));
  assert.deepEqual(texts(".nbg-node.nbg-lit"), ["a % 2"]);
  assert.equal(texts(VISIBLE_CODE).join(""), "a % 2");
  assert.match(texts(".nbg-status")[0], /line 4 · a % 2 → a % 2 · .*i32/);
});

test("pointing at a node lights its expression", () => {
  point(all(".nbg-node").find((node) => node.textContent === "3 * a"));
  assert.equal(texts(".nbg-pane-source .nbg-segment.nbg-lit").join(""), "3 * a");
});

test("pointing at a line lights all of the line; leaving lets go", () => {
  point(row(8).querySelector(".nbg-number") ?? undefined);
  assert.deepEqual(texts(".nbg-node.nbg-lit"), ["counter + 1"]);
  all(".nbg-function")[0].dispatchEvent(new MouseEvent("pointerleave"));
  assert.deepEqual(all(".nbg-lit"), []);
});

test("a click keeps it lit until Escape", () => {
  row(5).click();
  point(all(".nbg-bar")[0]);
  assert.ok(all(".nbg-node.nbg-lit").length > 0);
  press(row(5), "Escape");
  assert.deepEqual(all(".nbg-lit"), []);
});

test("arrow keys walk lines, then expressions, and are used up", () => {
  row(1).focus();
  assert.ok(press(row(1), "ArrowDown").defaultPrevented);
  assert.equal(page.activeElement, row(2));
  press(row(2), "ArrowDown");
  press(row(3), "ArrowDown");
  press(row(4), "ArrowRight");
  assert.deepEqual(texts(".nbg-segment.nbg-current").join(""), "if a % 2 == 0");
  press(row(4), "ArrowRight");
  assert.deepEqual(texts(".nbg-segment.nbg-current").join(""), "a % 2 == 0");
  press(row(4), "ArrowRight");
  assert.deepEqual(texts(".nbg-segment.nbg-current").join(""), "a % 2");
  assert.equal(all('.nbg-pane-source .nbg-row[tabindex="0"]').length, 1);
});

test("arrow keys walk the nodes", () => {
  const cursor = () => all('.nbg-svg [tabindex="0"]');
  const [first] = cursor();
  first.focus();
  press(first, "ArrowDown");
  assert.deepEqual([page.activeElement], cursor());
  assert.notEqual(page.activeElement, first);
  press(cursor()[0], "ArrowDown");
  assert.equal(all(".nbg-node.nbg-current").length, 1);
});

test("plain keys do not reach the notebook, its own combinations do", () => {
  /** @type {string[]} */
  const heard = [];
  page.body.addEventListener("keydown", (event) => heard.push(event.key));
  for (const key of ["x", "d", "a", "ArrowDown", "Escape"]) press(row(2), key);
  assert.deepEqual(heard, []);
  row(2).dispatchEvent(new KeyboardEvent("keydown", { key: "s", ctrlKey: true, bubbles: true }));
  assert.deepEqual(heard, ["s"]);
});

test("everything that takes the focus turns the notebook's shortcuts off", () => {
  const open = all("[tabindex], button").filter((el) => !el.hasAttribute("data-lm-suppress-shortcuts"));
  assert.deepEqual(open, []);
  assert.ok(root.hasAttribute("data-lm-suppress-shortcuts"));
});

test("Ctrl and Cmd shortcuts find no suppression on their way, other keys do", async () => {
  const suppressed = () => !!row(2).closest("[data-lm-suppress-shortcuts]");
  /** @type {boolean[]} */
  const seen = [];
  const jupyter = () => seen.push(suppressed());
  page.addEventListener("keydown", jupyter, true);
  for (const held of [{ ctrlKey: true }, { metaKey: true }, {}]) {
    row(2).dispatchEvent(new KeyboardEvent("keydown", { key: "s", bubbles: true, ...held }));
    await new Promise((done) => setTimeout(done));
    assert.ok(suppressed());
  }
  page.removeEventListener("keydown", jupyter, true);
  assert.deepEqual(seen, [false, false, true]);
});

test("what Ctrl edits in a text field stays the field's own", () => {
  const field = /** @type {HTMLElement} */ (all("input")[0]);
  /** @type {(string | boolean)[]} */
  const seen = [];
  const jupyter = (/** @type {KeyboardEvent} */ event) =>
    seen.push(event.key, !!field.closest("[data-lm-suppress-shortcuts]"));
  page.addEventListener("keydown", jupyter, true);
  for (const key of ["z", "a", "s"]) {
    field.dispatchEvent(new KeyboardEvent("keydown", { key, ctrlKey: true, bubbles: true }));
  }
  page.removeEventListener("keydown", jupyter, true);
  assert.deepEqual(seen, ["z", true, "a", true, "s", false]);
});

test("Ctrl by itself is no shortcut: the key that comes with it may be the field's own", () => {
  const field = /** @type {HTMLElement} */ (all("input")[0]);
  for (const key of ["Control", "z"]) {
    field.dispatchEvent(new KeyboardEvent("keydown", { key, ctrlKey: true, bubbles: true }));
    assert.ok(field.closest("[data-lm-suppress-shortcuts]"));
  }
});

test("arrow keys change tabs, and the choice survives new data", () => {
  const [converted, pureJax] = all('[role="tab"]');
  assert.equal(pureJax.getAttribute("aria-selected"), "true");
  press(pureJax, "ArrowLeft");
  assert.equal(converted.getAttribute("aria-selected"), "true");
  assert.equal(page.activeElement, converted);
  host.payload.functions[0].title = "collatz(28)";
  host.changed();
  assert.deepEqual(texts(".nbg-title"), ["collatz(28)"]);
  assert.equal(all('[role="tab"]')[0].getAttribute("aria-selected"), "true");
});

test("the same output twice has no id twice", () => {
  render({ model: host.model, el: page.body });
  const ids = [...page.querySelectorAll("[id]")].map((element) => element.id);
  assert.equal(new Set(ids).size, ids.length);
});

test("missing parts leave the source and the error standing", () => {
  const error = {
    id: "no",
    message: "wrong here",
    remedy: "that",
    variable: null,
    place: "cell, line 4",
    span: [4, 11, 4, 21],
  };
  Object.assign(host.payload.functions[0], {
    codes: [],
    graph: null,
    timing: null,
    value: null,
    errors: [error],
  });
  host.changed();
  assert.equal(all(".nbg-row").length, 9);
  assert.match(texts(".nbg-error")[0], /wrong here.*Write instead: that/);
  assert.ok(row(4).classList.contains("nbg-wrong"));
  assert.equal(texts(".nbg-segment.nbg-wrong").join(""), "a % 2 == 0");
});

test("without a drawing the graph is a text tree", () => {
  host.payload.functions[0].graph.tiles = [];
  host.changed();
  assert.match(texts(".nbg-tree")[0], /while a != 1/);
});

test("a disagreement is an alarm above the panes", () => {
  Object.assign(host.payload.functions[0].verdict, {
    equal: false,
    message: "int32 overflowed",
    differences: [{ path: "result", expected: "247", actual: "120", reason: "" }],
  });
  host.changed();
  const [alarm] = all('[role="alert"]');
  assert.match(alarm.textContent ?? "", /int32 overflowed.*expected 247, the graph gave 120/);
  assert.ok(alarm.compareDocumentPosition(all(".nbg-panes")[0]) & Node.DOCUMENT_POSITION_FOLLOWING);
});

/** A cause on the line of `3 * a + 1`, as the payload has it. */
const CAUSE = {
  id: "overflow",
  message: "`a` is 2482111348 in Python and -1812855948 in the graph.",
  remedy: "turn on x64",
  variable: "a",
  code: "a = 3 * a + 1",
  expected: "2482111348",
  actual: "-1812855948",
  reason: "The graph's integers have 32 bits.",
  iterations: [[3, 120]],
  where: "cell, line 7, in iteration 120 of the loop in line 3",
  span: [7, 12, 7, 25],
};

test("the cause of a disagreement: where, both values, what to write; and its line is marked", () => {
  const [data] = host.payload.functions;
  Object.assign(data.verdict, { equal: false, message: "Not the same" });
  data.cause = CAUSE;
  host.changed();
  const [alarm] = all('[role="alert"]');
  const said = alarm.textContent ?? "";
  for (const part of [CAUSE.id, CAUSE.where, CAUSE.code, CAUSE.expected, CAUSE.actual, CAUSE.remedy]) {
    assert.ok(said.includes(part), part);
  }
  assert.match(row(7).querySelector(".nbg-badge.nbg-cause")?.textContent ?? "", /overflow/);
  assert.ok(row(7).classList.contains("nbg-wrong"));
  assert.ok(!row(6).classList.contains("nbg-wrong"));
});

test("another effect is told although the results are the same", () => {
  const [data] = host.payload.functions;
  data.cause = { ...CAUSE, id: "effect", span: null, where: "" };
  host.changed();
  assert.equal(all(".nbg-function > .nbg-verdict .nbg-cause-id")[0].textContent, "effect");
  assert.equal(all('[role="alert"]').length, 0);
});

test("an inf or nan is told although Python has the same, and nothing of it is green", () => {
  const [data] = host.payload.functions;
  const message =
    "The result is nan, which is first made by `3 * a + 1` in line 7. Plain Python returns the same.";
  data.anomaly = { value: "nan", message, inResult: true, span: [7, 16, 7, 25] };
  data.timing.anomaly = { value: "nan", message, inResult: true };
  host.changed();
  assert.match(all(".nbg-chip-warn")[0].textContent ?? "", /same as Python: nan/);
  assert.equal(all(".nbg-chip-good, .nbg-verdict.nbg-same").length, 0);
  assert.ok(all(".nbg-function > .nbg-caution")[0].textContent?.includes(message.replaceAll("`", "")));
  assert.match(row(7).querySelector(".nbg-badge")?.textContent ?? "", /nan/);
  data.anomaly.inResult = false;
  host.changed();
  assert.match(all(".nbg-chip-warn")[0].textContent ?? "", /nan on the way/);
});

test("what a nan comes from is red in the gutter, and marked in the graph also when it is drawn anew", async () => {
  const [data] = host.payload.functions;
  const message = "nan is made by `3 * a + 1` in line 7.";
  const marks = [{ value: "nan", operation: "add", message, span: [7, 16, 7, 25] }];
  data.anomaly = { value: "nan", message, inResult: true, span: [7, 16, 7, 25], marks };
  host.changed();
  const badge = row(7).querySelector(".nbg-badge.nbg-cause");
  assert.equal(badge?.textContent, "✖ nan");
  assert.match(badge?.getAttribute("data-tip") ?? "", /nan is made by/);
  const shown = all(".nbg-pane-graph .nbg-mark-bad");
  assert.equal(shown.length, 1);
  assert.match(shown[0].textContent ?? "", /✖/);
  all(".nbg-pane-graph .nbg-handle")
    .at(-1)
    ?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  await new Promise((resolve) => setTimeout(resolve));
  assert.equal(all(".nbg-pane-graph .nbg-mark-bad").length, 1);
});

test("an inf or nan is red among the stepper's values; a word or a string with these letters is not", () => {
  const { el, show } = valueTable(/** @type {any} */ ({ python: null }));
  const variables = ["nan", "[1.0, -inf]", "'nan'", "nano", "info", "1.5"].map((graph, at) => ({
    name: `v${at}`,
    graph,
  }));
  show(/** @type {any} */ ({ calls: [{ name: "f", line: 1, variables }], loops: [] }));
  const bad = [...el.querySelectorAll(".nbg-step-bad")].map(({ textContent }) => textContent);
  assert.deepEqual(bad, ["nan", "[1.0, -inf]"]);
});

test("a finding is a mark in the gutter that says the rest when it is pointed at or reached by key", () => {
  const finding = {
    rule: "asked-once",
    span: [3, 4, 3, 10],
    message: "the clock is read once",
    remedy: "pass it",
  };
  host.payload.functions[0].findings = [finding];
  host.changed();
  const badge = row(3).querySelector(".nbg-badge.nbg-finding");
  assert.match(badge?.textContent ?? "", /note/);
  assert.match(badge?.getAttribute("data-tip") ?? "", /the clock is read once.*pass it/);
  badge?.dispatchEvent(new MouseEvent("pointerover", { bubbles: true }));
  assert.match(texts(".nbg-status")[0], /the clock is read once/);
});

test("data of another version is refused in words", () => {
  host.payload.version = 99;
  host.changed();
  assert.match(root.textContent ?? "", /another version/);
});

test("a word stands once in the gutter, whatever number of the line's constructs became it", () => {
  const [decision] = PAYLOAD.functions[0].decisions;
  const again = { ...decision, construct: "other" };
  const other = { ...decision, became: "buffers" };
  host.payload.functions[0].decisions = [decision, again, other];
  host.changed();
  const badges = [...row(decision.span[0]).querySelectorAll(".nbg-badge")];
  assert.deepEqual(
    badges.map((badge) => badge.textContent),
    [decision.became, "buffers"],
  );
  assert.match(badges[0].getAttribute("data-tip") ?? "", /\nother → /);
});

test("the gutter is as wide on every line, so that the code stays aligned", () => {
  const [decision] = PAYLOAD.functions[0].decisions;
  host.payload.functions[0].decisions = ["while", "buffers"].map((became) => ({
    ...decision,
    became,
  }));
  host.changed();
  assert.ok(parseFloat(all(".nbg-pane-source .nbg-text")[0].style.getPropertyValue("--nbg-gutter")) > 13);
});

test("a form that could not be made is not the first one shown", () => {
  const codes = host.payload.functions[0].codes;
  codes.at(-1).lines = ["# No pure JAX code: a reason.", ""];
  codes.at(-1).links = [];
  host.payload = structuredClone(host.payload);
  page.body.replaceChildren();
  render({ model: host.model, el: page.body });
  assert.equal(page.querySelector(".nbg-tab[aria-selected=true]")?.textContent, codes.at(-2).form);
});

test("the arrow keys reach the gutter's badges, which then show their reason", () => {
  const line = row(3);
  line.focus();
  press(line, "ArrowLeft");
  const badge = line.querySelector(".nbg-badge");
  assert.equal(page.activeElement, badge);
  assert.match(
    page.querySelector('[role="tooltip"]')?.textContent ?? "",
    /a loop of the graph.*\nwhile → while/s,
  );
  press(/** @type {Element} */ (badge), "ArrowRight");
  assert.equal(page.activeElement, line);
  assert.equal(page.querySelector('[role="tooltip"]'), null);
});
