import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { explain, watchTips } from "../../nbgraph/widgets/static/tip.js";
import { freshPage } from "./page.js";

/** @type {Document} */
let page;
/** @type {HTMLElement} */
let root;
/** @type {HTMLElement[]} */
let words;

beforeEach(() => {
  page = freshPage();
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  root = page.createElement("div");
  root.id = "nbg-0";
  page.body.append(root);
  words = ["one", "two", "none"].map((name) => {
    const word = page.createElement("span");
    word.tabIndex = 0;
    root.append(word);
    return name === "none" ? word : explain(word, `about ${name}`);
  });
  watchTips(root);
});

const shown = () => page.querySelector('[role="tooltip"]')?.textContent ?? null;

/** @param {Element} target */
function point(target) {
  target.dispatchEvent(new MouseEvent("pointerover", { bubbles: true }));
}

/** @param {Element} target */
function escape(target) {
  target.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
}

test("a pointer that rests is told, one that passes is not", () => {
  point(words[0]);
  assert.equal(shown(), null);
  point(words[2]);
  mock.timers.tick(5000);
  assert.equal(shown(), null);
  point(words[1]);
  mock.timers.tick(5000);
  assert.equal(shown(), "about two");
});

test("it stays while the pointer is on it, and goes when the pointer is elsewhere", () => {
  point(words[0]);
  mock.timers.tick(5000);
  point(words[2]);
  point(/** @type {Element} */ (page.querySelector('[role="tooltip"]')));
  mock.timers.tick(5000);
  assert.equal(shown(), "about one");
  point(words[2]);
  mock.timers.tick(5000);
  assert.equal(shown(), null);
});

test("the focus is told at once, also to those who hear it, and the next focus takes it away", () => {
  words[0].focus();
  assert.equal(shown(), "about one");
  assert.equal(words[0].getAttribute("aria-describedby"), "nbg-0-tip");
  assert.equal(page.getElementById("nbg-0-tip")?.textContent, "about one");
  words[2].focus();
  assert.equal(shown(), null);
  assert.ok(!words[0].hasAttribute("aria-describedby"));
});

test("Escape takes it away, wherever the focus is, until the pointer comes anew", () => {
  /** @type {string[]} */
  const heard = [];
  root.addEventListener("keydown", (event) => heard.push(event.key));
  point(words[0]);
  mock.timers.tick(5000);
  escape(page.body);
  assert.equal(shown(), null);
  point(words[0]);
  mock.timers.tick(5000);
  assert.equal(shown(), null);
  point(words[2]);
  point(words[0]);
  mock.timers.tick(5000);
  assert.equal(shown(), "about one");
  escape(words[1]);
  assert.equal(shown(), null);
  assert.deepEqual(heard, [], "one Escape does one thing");
  escape(words[1]);
  assert.deepEqual(heard, ["Escape"]);
});

test("it is text, with what hides or turns characters written out", () => {
  explain(words[0], "<img src=x onerror=alert(1)>\u202ea");
  words[0].focus();
  assert.equal(shown(), "<img src=x onerror=alert(1)>\\u202ea");
  assert.equal(page.querySelector("img"), null);
});

test("nothing listens to the page once the explorer is gone from it", () => {
  words[0].focus();
  root.remove();
  escape(page.body);
  assert.equal(root.querySelector('[role="tooltip"]'), null);
});

test("what stands between backquotes is code in it", () => {
  explain(words[0], "because `<b>x` is traced").focus();
  assert.equal(shown(), "because <b>x is traced");
  assert.equal(page.querySelector('[role="tooltip"] code')?.textContent, "<b>x");
});
