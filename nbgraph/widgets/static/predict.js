/**
 * Guess first: a call of which only the source is shown until the reader has said what it gives, or asks for it. What
 * was guessed stays in this page alone.
 * @typedef {import('./types.js').FunctionData} FunctionData
 * @typedef {ReturnType<typeof import('./function-view.js').functionView>} FunctionView
 */

import { element, focusable } from "./dom.js";
import { isRight } from "./guess.js";
import { heading } from "./heading.js";
import { sourcePane } from "./source-pane.js";
import { say, tell } from "./words.js";

/**
 * @param {FunctionData} data
 * @param {string} prefix makes ids unique on the page
 * @param {() => FunctionView} whole makes the view of all of it
 * @returns {FunctionView}
 */
export function predictView(data, prefix, whole) {
  const id = `${prefix}-guess`;
  const field = /** @type {HTMLInputElement} */ (
    focusable(element("input", { id, class: "nbg-guess", type: "text", autocomplete: "off" }), 0)
  );
  const [guess, reveal] = [button(say("Guess")), button(say("Reveal"))];
  // No form: where a host shows outputs in a frame of their own, it need not allow any.
  const asked = element(
    "div",
    { class: "nbg-predict", role: "group", "aria-label": say("Guess first") },
    element("label", { for: id }, tell("What does {0} give?", data.title)),
    field,
    guess,
    reveal,
  );
  const el = element(
    "section",
    { class: "nbg-function", "aria-label": data.title },
    heading({ ...data, value: null, pythonValue: null, verdict: null, errors: [] }, []),
    asked,
    element(
      "div",
      { class: "nbg-pane", role: "group", "aria-label": say("Source") },
      sourcePane(bare(data)).el,
    ),
  );
  /** @type {FunctionView | null} */
  let shown = null;

  /** @param {string} said */
  function show(said) {
    shown = whole();
    if (said) shown.el.prepend(element("p", { class: "nbg-predict", role: "status" }, said));
    el.replaceWith(shown.el);
    shown.settle();
    const next = shown.el.querySelector("button");
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  }

  function judge() {
    if (field.value.trim() !== "") show(judged(field.value.trim(), data));
    else field.focus();
  }

  guess.addEventListener("click", judge);
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault(); // else the key presses the button that has the focus then
    judge();
  });
  reveal.addEventListener("click", () => show(""));
  return {
    el,
    keep: () => shown?.keep() ?? { code: null, graph: null, steps: null, scroll: [0, 0], columns: null },
    settle: () => shown?.settle(),
    told: () => {},
    point: () => {},
    step: () => {},
  };
}

/** @param {string} words */
function button(words) {
  return focusable(element("button", { type: "button", class: "nbg-button nbg-switch" }, words), 0);
}

/**
 * The function without what its run has told: lines and colours.
 * @param {FunctionData} data
 * @returns {FunctionData}
 */
function bare(data) {
  return {
    ...data,
    decisions: [],
    findings: [],
    errors: [],
    cause: null,
    anomaly: undefined,
    made: undefined,
  };
}

/**
 * What is said of a guess, above all that is shown then.
 * @param {string} guess
 * @param {FunctionData} data
 */
export function judged(guess, data) {
  const value = data.value ?? data.pythonValue;
  if (value === null) return tell("Your guess: {0}. It gives no value: see below.", guess);
  return isRight(guess, value)
    ? tell("Your guess: {0}. That is right.", guess)
    : tell("Your guess: {0}. It gives {1}.", guess, value);
}
