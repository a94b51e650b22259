/**
 * Pointing at, focusing or moving to an item in one pane lights its counterparts in the others; a click keeps them lit,
 * Escape lets go.
 * @typedef {import('./types.js').Item} Item
 * @typedef {import('./types.js').Pane} Pane
 */

import { element } from "./dom.js";
import { createIndex } from "./links.js";
import { outerFirst } from "./spans.js";

/**
 * Links the panes that stand in `el`; the first is the source.
 * @param {HTMLElement} el holds all panes; its events are listened to
 * @param {Pane[]} panes
 * @param {HTMLElement} status says in one line what is pointed at
 * @param {import('./types.js').FunctionData['calls']} calls what places that call a helper come to
 * @param {(line: number | null) => void} heard is told the line of what is pointed at
 * @returns {(line: number | null) => void} points at a line, and tells nobody
 */
export function linkPanes(el, panes, status, calls, heard) {
  let index = createIndex(
    panes.flatMap((pane) => pane.items),
    calls,
  );

  /** @type {Item | null} */
  let pinned = null;
  /** Whether the last move was a key's: what then passes under a resting pointer was not pointed at. */
  let byKey = false;
  /** @type {Item | null} */
  let shown = null;

  /**
   * @param {Item | null} item
   * @param {boolean} again also when it is shown already
   * @param {boolean} tells
   */
  function show(item, again = false, tells = true) {
    if (item === shown && !again) return;
    shown = item;
    const found = item?.span ? [...index.counterparts(item.span).values()].flat() : [];
    const lit = item && !found.includes(item) ? [item, ...found] : found;
    for (const pane of panes) pane.light(lit, item);
    const node = found.find((other) => other.pane === "graph" && !other.frame);
    const words = item && node && node !== item ? `${item.text} → ${node.text}` : (item?.text ?? "");
    status.replaceChildren(element("span", {}, words));
    if (tells) heard(item?.span?.[0] ?? null);
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

  for (const pane of panes) {
    pane.changed?.(() => {
      index = createIndex(
        panes.flatMap((each) => each.items),
        calls,
      );
      pinned = null;
      show(null);
    });
  }
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
  return (line) => {
    const inLine = panes[0].items.flatMap(({ span }) => (span?.[0] === line ? [span] : []));
    const [span] = inLine.sort(outerFirst);
    show(panes[0].items.find((item) => span && item.span === span) ?? pinned, false, false);
  };
}
