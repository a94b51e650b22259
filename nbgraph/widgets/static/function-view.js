/**
 * One function: its panes side by side, and the one place that knows them all. Pointing at, focusing or moving to an
 * item in one pane lights its counterparts in the others; a click keeps them lit, Escape lets go.
 * @typedef {import('./types.js').FunctionData} FunctionData
 * @typedef {import('./types.js').Item} Item
 * @typedef {import('./types.js').Pane} Pane
 */

import { codePane } from "./code-pane.js";
import { element } from "./dom.js";
import { graphPane } from "./graph-pane.js";
import { createIndex } from "./links.js";
import { errorNote, sourcePane } from "./source-pane.js";
import { timingPane } from "./timing-pane.js";
import { verdictNote } from "./verdict-panel.js";

/** What a view keeps when its function is run again with other arguments. */
/** @typedef {{ form: string | null }} Kept */

/**
 * @param {FunctionData} data
 * @param {string} prefix makes ids unique on the page
 * @param {Kept} kept
 * @returns {{ el: HTMLElement, keep: () => Kept }}
 */
export function functionView(data, prefix, kept) {
  const source = sourcePane(data);
  const code = data.codes.length > 0 ? codePane(data.codes, prefix) : null;
  if (kept.form !== null) code?.choose(kept.form);
  const graph = data.graph ? graphPane(data.graph) : null;
  const panes = [source, code, graph].filter((pane) => pane !== null);
  const index = createIndex(panes.flatMap((pane) => pane.items));
  const status = element("div", { class: "nbg-status", role: "status" });

  /** @type {Item | null} */
  let pinned = null;
  /** Whether the last move was a key's: what then passes under a resting pointer was not pointed at. */
  let byKey = false;
  /** @type {Item | null} */
  let shown = null;

  /**
   * @param {Item | null} item
   * @param {boolean} again also when it is shown already
   */
  function show(item, again = false) {
    if (item === shown && !again) return;
    shown = item;
    const found = item?.span ? [...index.counterparts(item.span).values()].flat() : [];
    const lit = item && !found.includes(item) ? [item, ...found] : found;
    for (const pane of panes) pane.light(lit, item);
    const node = found.find((other) => other.pane === "graph" && !other.frame);
    const words = item && node && node !== item ? `${item.text} → ${node.text}` : (item?.text ?? "");
    status.replaceChildren(element("span", {}, words));
  }

  /**
   * @param {EventTarget | null} target
   * @param {boolean} take also put the keyboard's cursor there
   */
  function under(target, take) {
    if (!(target instanceof Element)) return null;
    const pane = panes.find((candidate) => candidate.el.contains(target));
    return pane?.at(target, take) ?? null;
  }

  const el = element(
    "section",
    { class: "nbg-function", "aria-label": data.title },
    header(data),
    ...data.errors.filter((error) => error.span === null).map(errorNote),
    ...(data.notes ?? []).map((note) => element("p", { class: "nbg-fine nbg-note" }, note)),
    data.verdict && isNews(data) ? verdictNote(data.verdict, data.cause) : null,
    element(
      "div",
      { class: `nbg-panes${graph ? "" : " nbg-no-graph"}${code ? "" : " nbg-no-code"}` },
      framed("source", "Source", source.el),
      code ? framed("code", "Generated code", code.el, code.tabs) : null,
      graph ? framed("graph", "Graph", graph.el, graph.tools) : null,
      data.timing ? framed("timing", "Same? Faster?", timingPane(data.timing)) : null,
    ),
    status,
  );

  el.addEventListener("pointermove", () => {
    byKey = false;
  });
  el.addEventListener("pointerover", (event) => {
    if (!byKey && event.pointerType !== "touch") show(under(event.target, false) ?? pinned);
  });
  el.addEventListener("pointerleave", () => {
    if (!byKey) show(pinned);
  });
  el.addEventListener("click", (event) => {
    byKey = false;
    const item = under(event.target, true);
    if (item) pinned = pinned === item ? null : item;
    show(item ?? pinned, true);
  });
  el.addEventListener("focusin", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (!target.matches(":focus-visible")) return;
    byKey = true;
    show(under(target, true) ?? shown);
  });
  el.addEventListener("focusout", (event) => {
    if (byKey && !el.contains(/** @type {Node | null} */ (event.relatedTarget))) show(pinned);
  });
  el.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // Plain letters are commands to a notebook that sees them: `x` cuts the cell.
    event.stopPropagation();
    byKey = true;
    if (event.key === "Escape") {
      pinned = null;
      show(null);
      return;
    }
    const pane = panes.find((candidate) => candidate.el.contains(/** @type {Node} */ (event.target)));
    const item = pane?.move(event.key);
    if (!item) return;
    event.preventDefault();
    pinned = null;
    show(item);
  });
  return { el, keep: () => ({ form: code?.chosen() ?? null }) };
}

/** @param {FunctionData} data */
function header(data) {
  const value = data.value ?? data.pythonValue;
  const sign = outcome(data);
  return element(
    "header",
    { class: "nbg-header" },
    element("span", { class: "nbg-title", role: "heading", "aria-level": 3 }, data.title),
    value === null ? null : element("span", { class: "nbg-value" }, `= ${value}`),
    data.value === null && value !== null ? element("span", { class: "nbg-fine" }, "plain Python") : null,
    sign ? element("span", { class: `nbg-chip nbg-chip-${CHIPS.get(sign[0])}` }, sign) : null,
  );
}

/**
 * How it went, in a word or two; null when nothing was compared.
 * @param {FunctionData} data
 */
function outcome(data) {
  if (data.errors.length > 0) return "✖ error";
  const equal = data.verdict?.equal ?? null;
  if (equal === null) return null;
  if (equal && data.cause !== null) return "⚠ same result, other effect";
  return equal ? "✓ same as Python" : "✖ differs";
}

/** How a word on how it went looks, by its sign. */
const CHIPS = new Map([
  ["✓", "good"],
  ["⚠", "warn"],
  ["✖", "bad"],
]);

/**
 * Whether the verdict stands above everything else: the results differ, there is none, or the call has another effect.
 * What an error under its own line says is not said twice.
 * @param {FunctionData} data
 */
function isNews(data) {
  if (data.cause !== null) return true;
  if (data.verdict?.equal === null) return data.timing === null && data.errors.length === 0;
  const isSaid = data.verdict?.kind === "error" && data.errors.some((error) => error.span !== null);
  return data.verdict?.equal !== true && !isSaid;
}

/**
 * @param {string} name
 * @param {string} title
 * @param {HTMLElement} body
 * @param {HTMLElement | null} tools
 */
function framed(name, title, body, tools = null) {
  const bar = element(
    "div",
    { class: "nbg-bar" },
    element("span", { class: "nbg-pane-title" }, title),
    tools,
  );
  return element(
    "div",
    { class: `nbg-pane nbg-pane-${name}`, role: "region", "aria-label": title },
    bar,
    body,
  );
}
