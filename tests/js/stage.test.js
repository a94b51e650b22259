import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { stage, stageSwitch } from "../../nbgraph/widgets/static/stage.js";
import { element } from "../../nbgraph/widgets/static/dom.js";
import { freshPage } from "./page.js";

/** @type {HTMLElement} */
let root;
/** @type {HTMLElement[]} */
let views;

beforeEach(() => {
  const page = freshPage();
  views = [1, 2].map(() =>
    element("section", { class: "nbg-function" }, stageSwitch(), element("input", {}), element("p", {})),
  );
  root = element("div", { class: "nbg" }, ...views);
  page.body.append(root);
  stage(root);
});

/**
 * @param {Element | null} at
 * @param {string} key
 * @param {object} more
 */
function press(at, key, more = {}) {
  const event = new window.KeyboardEvent("keydown", {
    key,
    bubbles: true,
    cancelable: true,
    ...more,
  });
  at?.dispatchEvent(event);
  return event.defaultPrevented;
}

const staged = () => views.map((view) => view.classList.contains("nbg-staged"));

test("the key puts the function it is pressed in on the stage, and takes it off", () => {
  assert.ok(press(views[1].querySelector("p"), "f"));
  assert.deepEqual(staged(), [false, true]);
  assert.ok(root.classList.contains("nbg-projector"));
  press(views[1].querySelector("p"), "f");
  assert.deepEqual(staged(), [false, false]);
  assert.ok(!root.classList.contains("nbg-stage") && !root.classList.contains("nbg-projector"));
});

test("a page in projector mode is in it still when the stage is left", () => {
  root.classList.add("nbg-projector");
  press(root, "f");
  press(root, "Escape");
  assert.ok(!root.classList.contains("nbg-stage") && root.classList.contains("nbg-projector"));
});

test("code and timing are called on the stage alone", () => {
  assert.ok(!press(root, "c"));
  press(root, "f");
  assert.ok(press(root, "c") && root.classList.contains("nbg-stage-code"));
  assert.ok(press(root, "t") && root.classList.contains("nbg-stage-timing"));
});

test("letters that are typed, and the host's shortcuts, are left alone", () => {
  assert.ok(!press(views[0].querySelector("input"), "f"));
  assert.ok(!press(views[0], "f", { ctrlKey: true }));
  assert.deepEqual(staged(), [false, false]);
});

test("each button stages its own function and says so", () => {
  const [, button] = root.querySelectorAll(".nbg-stage-switch");
  button.dispatchEvent(new window.Event("click", { bubbles: true }));
  assert.deepEqual(staged(), [false, true]);
  assert.deepEqual(
    [...root.querySelectorAll(".nbg-stage-switch")].map((each) => each.getAttribute("aria-pressed")),
    ["false", "true"],
  );
});

test("functions that are tied together come on the stage together, and their steps are opened once", () => {
  root.classList.add("nbg-beside");
  const openers = views.map((view) => {
    const opener = element("button", { class: "nbg-step-open", "aria-expanded": "false" });
    view.append(opener);
    return opener;
  });
  for (const opener of openers)
    opener.addEventListener("click", () => {
      const open = opener.getAttribute("aria-expanded") === "false";
      for (const each of openers) each.setAttribute("aria-expanded", String(open));
    });
  press(views[1], "f");
  assert.deepEqual(staged(), [true, true]);
  assert.ok(openers.every((opener) => opener.getAttribute("aria-expanded") === "true"));
  press(views[1], "f");
  assert.deepEqual(staged(), [false, false]);
});
