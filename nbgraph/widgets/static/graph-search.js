/**
 * The search box of the graph: finds operations, variables, shapes and lines, inside closed boxes too, marks what is
 * found, and goes from one to the next.
 * @typedef {import('./graph-model.js').Model} Model
 * @typedef {import('./search-match.js').Sought} Sought
 * @typedef {{ sought: Sought, id: string, region: number, order: number, opened?: string }} Found `opened`: what is drawn
 *   in a box's place when it is open
 */

import { element, focusable } from "./dom.js";
import { matcher } from "./search-match.js";
import { say, tell } from "./words.js";

/** Milliseconds that a search may take. */
const PATIENCE = 150;

/**
 * @param {Model} model
 * @param {number} unsearched operations that the page does not hold
 * @param {object} picture
 * @param {(found: Found) => void} picture.go shows one, opening what is closed around it where that is possible
 * @param {(found: Found[], at: Found | null) => void} picture.mark
 * @param {{ search: string, at: number }} start what is searched for at first, and the match that was gone to
 */
export function searchBox(model, unsearched, picture, start) {
  const all = searchable(model);
  /** @type {Found[]} */
  let found = [];
  let at = -1;
  const input = focusable(
    /** @type {HTMLInputElement} */ (
      element("input", {
        type: "search",
        class: "nbg-search",
        "aria-label": say("Search the graph"),
        placeholder: say("search"),
        maxlength: 100,
        title: `${say("operation, variable, shape (f32[3, [3,4]), line (:7), /expression/")}\n${say("Enter: next, Shift+Enter: previous")}`,
      })
    ),
    0,
  );
  const said = element("span", { class: "nbg-found", role: "status" });

  function search() {
    const asked = matcher(input.value);
    at = -1;
    found = [];
    let words = "";
    if (asked && "wrong" in asked) words = say(asked.wrong);
    else if (asked) {
      const end = performance.now() + PATIENCE;
      let looked = 0;
      for (const each of all) {
        if (asked.match(each.sought)) found.push(each);
        looked += 1;
        if (performance.now() > end) break;
      }
      words = found.length === 0 ? say("nothing") : `${found.length}`;
      if (looked < all.length) words += ` ${tell("in the first {0}", looked.toLocaleString("en"))}`;
      else if (unsearched > 0)
        words += ` (${tell("{0} more are not in this page", unsearched.toLocaleString("en"))})`;
    }
    input.setAttribute("aria-invalid", String(asked !== null && "wrong" in asked));
    said.textContent = words;
    picture.mark(found, null);
  }

  /** @param {number} by */
  function step(by) {
    if (found.length === 0) return;
    at = at < 0 ? (by > 0 ? 0 : found.length - 1) : (at + by + found.length) % found.length;
    count();
    picture.go(found[at]);
    picture.mark(found, found[at]);
  }

  function count() {
    said.textContent = `${at + 1} ${say("of")} ${found.length}${unsearched > 0 ? "+" : ""}`;
  }

  input.addEventListener("input", search);
  if (start.search !== "") {
    input.value = start.search;
    search();
    if (start.at < found.length) at = start.at;
    if (at >= 0) count();
    picture.mark(found, found[at] ?? null);
  }
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") step(event.shiftKey ? -1 : 1);
    else if (event.key === "Escape" && input.value !== "") {
      input.value = "";
      search();
      event.stopPropagation();
    } else return;
    event.preventDefault();
  });

  /**
   * @param {string} label
   * @param {string} sign
   * @param {number} by
   */
  function button(label, sign, by) {
    const el = element(
      "button",
      { type: "button", class: "nbg-button", "aria-label": say(label), title: say(label) },
      sign,
    );
    el.addEventListener("click", () => step(by));
    return focusable(el, 0);
  }

  return {
    el: element(
      "span",
      { class: "nbg-searching", role: "group", "aria-label": say("Search the graph") },
      element(
        "span",
        { class: "nbg-seeking" },
        input,
        button("Previous match", "↑", -1),
        button("Next match", "↓", 1),
      ),
      said,
    ),
    focus: () => input.focus(),
    state: () => ({ search: input.value, at }),
    refresh: () => picture.mark(found, found[at] ?? null),
  };
}

/**
 * @param {Model} model
 * @returns {Found[]}
 */
function searchable(model) {
  const plain = model.nodes.map((node) => ({
    sought: { ...node, line: node.span?.[0] ?? 0 },
    id: node.id,
    region: node.region,
    order: node.number,
  }));
  const hidden = model.hidden.map((sought) => ({
    sought,
    id: "",
    region: sought.region,
    order: model.boxes.get(sought.region)?.number ?? 0,
  }));
  // What a box stands for is found by the words that it bears; its types and its lines are those of what is in it.
  const boxes = [...model.boxes].map(([region, box]) => ({
    sought: { operation: "", label: box.label, names: [], avals: [], line: 0 },
    id: box.id,
    region: box.region,
    order: box.number,
    opened: `r${region}`,
  }));
  return [...plain, ...boxes, ...hidden].sort((one, other) => one.order - other.order);
}
