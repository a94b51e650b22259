/**
 * The graph's bar: search, how much is open, what is said on edges and by colour, legend, text, size.
 * @typedef {import('./graph-model.js').Model} Model
 * @typedef {import('./heat.js').Measure} Measure
 */

import { element, focusable } from "./dom.js";
import { openAt } from "./graph-views.js";
import { say } from "./words.js";

/**
 * @param {Model} model
 * @param {object} picture
 * @param {(open: Set<number>) => void} picture.show
 * @param {(options: { types?: boolean, legend?: boolean, measure?: Measure | null }) => void} picture.set
 * @param {HTMLElement} search
 * @param {HTMLElement} size
 * @param {(asText: boolean) => void} onText
 * @param {{ options: import('./graph-kept.js').Options, level: string, asText: boolean }} start what is chosen at first
 * @returns {{ el: HTMLElement, level: () => string }}
 */
export function graphBar(model, picture, search, size, onText, start) {
  const levels = select("Detail", [
    ["closed", "all closed"],
    ["idea", "idea"],
    ["operations", "operations"],
    ["everything", "everything"],
  ]);
  levels.addEventListener("change", () => picture.show(openAt(model, levels.value)));
  levels.value = start.level;
  const cost = select("Colour by cost", [
    ["", "cost: off"],
    ["flops", "cost: flops"],
    ["bytes", "cost: bytes"],
  ]);
  cost.value = start.options.measure ?? "";
  cost.addEventListener("change", () =>
    picture.set({ measure: /** @type {Measure | null} */ (cost.value || null) }),
  );
  const el = element(
    "div",
    { class: "nbg-graph-tools", role: "toolbar", "aria-label": "Graph" },
    search,
    size,
    element(
      "span",
      { class: "nbg-graph-switches" },
      model.openable.size > 0 ? levels : null,
      cost,
      button("types", "Shape and element type on every edge that has room", start.options.types, (on) =>
        picture.set({ types: on }),
      ),
      button("legend", "What the shapes mean", start.options.legend, (on) => picture.set({ legend: on })),
      button("text", "The graph as text instead of a picture", start.asText, onText),
    ),
  );
  return { el, level: () => levels.value };
}

/**
 * @param {string} label
 * @param {string[][]} options value and words
 */
function select(label, options) {
  const el = element(
    "select",
    { class: "nbg-select", "aria-label": say(label), title: say(label) },
    ...options.map(([value, words]) => element("option", { value }, say(words))),
  );
  return focusable(/** @type {HTMLSelectElement} */ (el), 0);
}

/**
 * @param {string} words
 * @param {string} title
 * @param {boolean} on
 * @param {(on: boolean) => void} act
 */
function button(words, title, on, act) {
  const el = element(
    "button",
    { type: "button", class: "nbg-button nbg-switch", "aria-pressed": String(on), title: say(title) },
    say(words),
  );
  el.addEventListener("click", () => {
    on = !on;
    el.setAttribute("aria-pressed", String(on));
    act(on);
  });
  return focusable(el, 0);
}
