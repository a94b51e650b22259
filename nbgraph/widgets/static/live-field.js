/**
 * One argument's control: what `widgets/controls.py` chose for it, as elements of the page.
 * @typedef {import('./types.js').Control} Control
 * @typedef {import('./types.js').Shown} Shown
 * @typedef {{ el: HTMLElement, set: (shown: Shown) => void, blame: (words: string) => void,
 *   enable: (on: boolean) => void }} Field
 */

import { element, focusable } from "./dom.js";
import { tell } from "./words.js";

/** Positions of a slider that moves by factors. */
const POSITIONS = 1000;
/** Figures kept of a number that such a slider gives. */
const FIGURES = 3;

/**
 * @param {Control} control
 * @param {string} id free on the page
 * @param {(shown: Shown) => void} changed is told what the field shows after a change
 * @returns {Field}
 */
export function liveField(control, id, changed) {
  const made = MAKERS[control.kind](control, changed);
  const first = made.inputs[0];
  const error = element("span", { class: "nbg-live-error", id: `${id}-error`, role: "alert" });
  first.id = id;
  for (const input of made.inputs) {
    focusable(input, 0);
    input.setAttribute("aria-describedby", error.id);
    if (input !== first) input.setAttribute("aria-label", tell("{0} as a number", control.name));
  }
  const el = element(
    "div",
    { class: "nbg-live-field" },
    element("label", { class: "nbg-live-name", for: id }, control.name),
    ...made.inputs,
    error,
  );
  return {
    el,
    set(shown) {
      for (const input of made.inputs) if (input !== document.activeElement) made.show(input, shown);
    },
    blame(words) {
      error.textContent = words;
      for (const input of made.inputs) input.setAttribute("aria-invalid", String(words !== ""));
    },
    enable(on) {
      for (const input of made.inputs) /** @type {HTMLInputElement} */ (input).disabled = !on;
    },
  };
}

/**
 * Elements that show one value between them.
 * @typedef {{ inputs: HTMLElement[], show: (input: HTMLElement, shown: Shown) => void }} Made
 */

/** @type {Record<Control["kind"], (control: Control, changed: (shown: Shown) => void) => Made>} */
const MAKERS = { slider, number, check, choice, text, values: text };

/**
 * A slider, and beside it a field for the exact number.
 * @param {Control} control
 * @param {(shown: Shown) => void} changed
 */
function slider(control, changed) {
  const [low, high, step] = control.bounds ?? [0, 1, 1];
  const range = control.log
    ? input({ type: "range", min: 0, max: POSITIONS, step: 1 })
    : input({ type: "range", min: low, max: high, step });
  const field = input({ type: "number", min: low, max: high, step: control.whole ? 1 : "any" });
  /** @param {number} position */
  const value = (position) =>
    control.log ? rounded(low * (high / low) ** (position / POSITIONS)) : position;
  /** @param {number} shown */
  const position = (shown) =>
    control.log ? (POSITIONS * Math.log(shown / low)) / Math.log(high / low) : shown;
  /**
   * @param {HTMLElement} target
   * @param {Shown} shown
   */
  function show(target, shown) {
    if (target === field) field.value = String(shown);
    else range.value = String(position(Number(shown)));
    range.setAttribute("aria-valuetext", String(shown));
  }
  /** @param {number} number */
  const kept = (number) => Math.min(high, Math.max(low, number));
  range.addEventListener("input", () => {
    const shown = kept(value(Number(range.value)));
    show(field, shown);
    changed(shown);
  });
  field.addEventListener("input", () => {
    if (field.value !== "") show(range, Number(field.value));
    changed(field.value === "" ? "" : Number(field.value));
  });
  return { inputs: [range, field], show };
}

/**
 * @param {Control} control
 * @param {(shown: Shown) => void} changed
 */
function number(control, changed) {
  const field = input({ type: "number", step: control.whole ? 1 : "any" });
  field.addEventListener("input", () => changed(field.value === "" ? "" : Number(field.value)));
  return { inputs: [field], show: valued };
}

/**
 * @param {Control} control
 * @param {(shown: Shown) => void} changed
 */
function check(control, changed) {
  const box = input({ type: "checkbox" });
  box.addEventListener("change", () => changed(box.checked));
  /**
   * @param {HTMLElement} target
   * @param {Shown} shown
   */
  const show = (target, shown) => {
    /** @type {HTMLInputElement} */ (target).checked = Boolean(shown);
  };
  return { inputs: [box], show };
}

/**
 * @param {Control} control
 * @param {(shown: Shown) => void} changed
 */
function choice(control, changed) {
  const list = /** @type {HTMLSelectElement} */ (
    element(
      "select",
      {},
      ...(control.choices ?? []).map((label, i) => element("option", { value: i }, label)),
    )
  );
  list.addEventListener("change", () => changed((control.choices ?? [])[Number(list.value)]));
  /**
   * @param {HTMLElement} target
   * @param {Shown} shown
   */
  const show = (target, shown) => {
    /** @type {HTMLSelectElement} */ (target).value = String((control.choices ?? []).indexOf(String(shown)));
  };
  return { inputs: [list], show };
}

/**
 * A text, or an array written as one.
 * @param {Control} control
 * @param {(shown: Shown) => void} changed
 */
function text(control, changed) {
  const field = input({ type: "text", spellcheck: false, autocomplete: "off" });
  if (control.kind === "values") field.setAttribute("class", "nbg-live-values");
  field.addEventListener("input", () => changed(field.value));
  return { inputs: [field], show: valued };
}

/** @param {Record<string, string | number | boolean>} attributes */
function input(attributes) {
  return /** @type {HTMLInputElement} */ (element("input", attributes));
}

/**
 * @param {HTMLElement} target
 * @param {Shown} shown
 */
function valued(target, shown) {
  /** @type {HTMLInputElement} */ (target).value = String(shown);
}

/** @param {number} number */
function rounded(number) {
  return Number(number.toPrecision(FIGURES));
}
