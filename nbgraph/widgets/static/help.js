/**
 * Help on the explorer itself: its keys, on the key `?` or its button, and a tour of five steps on a reader's first
 * explorer, once. Both are a line or two under the heading, and neither takes the focus.
 */

import { element, focusable } from "./dom.js";
import { words } from "./words.js";

const REMEMBERED = "nbgraph-tour";
const MARKED = "nbg-toured";
const TYPED = "input:not([type=range]), textarea, select, [contenteditable]";
/** What the steps of the tour speak of, in their order. */
const PLACES = ["source", "code", "graph", "timing"]
  .map((name) => `.nbg-pane-${name}`)
  .concat(".nbg-step-open");

/** @returns {HTMLElement} a button that shows the keys */
export function helpSwitch() {
  const button = element("button", { type: "button", class: "nbg-button nbg-switch nbg-help-switch" }, "?");
  button.setAttribute("title", `${words().names[3]} (?)`);
  return focusable(button, 0);
}

/**
 * Makes key and button work in an explorer, and begins the tour if this is the reader's first.
 * @param {HTMLElement} root of one explorer, drawn
 */
export function help(root) {
  root.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest(".nbg-help-switch") : null;
    if (button) toggleKeys(button);
  });
  // Before the panes, which keep their keys to themselves.
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    const { target, key } = event;
    if (key !== "?" || !(target instanceof Element) || target.closest(TYPED)) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    toggleKeys(target);
  };
  root.addEventListener("keydown", onKey, true);
  const first = root.querySelector(".nbg-function");
  if (first && PLACES.every((place) => first.querySelector(place)) && isFirst()) tour(first);
}

/** Whether the reader had no explorer before; where the page cannot remember that, nobody is led about each time. */
function isFirst() {
  try {
    if (localStorage.getItem(REMEMBERED) !== null) return false;
    localStorage.setItem(REMEMBERED, "seen");
    return localStorage.getItem(REMEMBERED) !== null;
  } catch {
    return false;
  }
}

/** @param {Element} within the function whose keys are shown, or no longer */
function toggleKeys(within) {
  const view = within.closest(".nbg-function") ?? within.querySelector(".nbg-function");
  const shown = view?.querySelector(".nbg-keys");
  if (shown) return close(shown);
  if (!view) return;
  const { names, keys } = words();
  const rows = keys.map((word, i) => element(i % 2 === 0 ? "dt" : "dd", {}, word));
  const buttons = [
    ...(PLACES.every((place) => view.querySelector(place)) ? [press(names[0], () => tour(view))] : []),
    press(names[2], close),
  ];
  put(view, "nbg-keys", names[3], element("dl", {}, ...rows), ...buttons);
}

/** @param {Element} view the function that is shown around */
function tour(view) {
  const { names, tour: steps } = words();
  const said = element("p", { "aria-live": "polite" });
  const next = press(names[1], () => go(at + 1));
  const end = press(names[2], close);
  let at = 0;
  /** @param {number} step */
  function go(step) {
    at = step;
    unmark(view);
    const place = view.querySelector(PLACES[at]);
    place?.classList.add(MARKED);
    said.textContent = `${names[0]} ${at + 1}/${steps.length} · ${steps[at]}`;
    if (at + 1 === steps.length) {
      if (document.activeElement === next) end.focus({ preventScroll: true });
      next.remove();
    }
    if (at > 0) for (const each of [place, said]) each?.scrollIntoView({ block: "nearest" });
  }
  put(view, "nbg-tour", names[0], said, next, end);
  go(0);
}

/**
 * Puts a panel under the heading, in the place of one that is there.
 * @param {Element} view
 * @param {string} name
 * @param {string} label
 * @param {HTMLElement[]} parts
 */
function put(view, name, label, ...parts) {
  const before = view.querySelector(".nbg-help");
  const focused = before?.contains(document.activeElement);
  const panel = element("div", { class: `nbg-help ${name}`, role: "group", "aria-label": label }, ...parts);
  closeOnEscape(panel);
  if (before) close(before);
  view.querySelector(".nbg-header")?.after(panel);
  if (focused) panel.querySelector("button")?.focus({ preventScroll: true });
}

/**
 * Escape closes a panel wherever in its explorer the focus is, or if it is nowhere; a tip or what is typed goes first.
 * Enter goes on in a tour, if the focus is nowhere.
 * @param {HTMLElement} panel
 */
function closeOnEscape(panel) {
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    if (!panel.isConnected) return document.removeEventListener("keydown", onKey, true);
    const { target, key } = event;
    const root = panel.closest(".nbg");
    if (key === "Enter" && target === document.body && panel.matches(".nbg-tour")) {
      event.preventDefault();
      return panel.querySelector("button")?.click();
    }
    if (key !== "Escape" || root?.querySelector(".nbg-tip") || !(target instanceof Element)) return;
    if (target !== document.body && (!root?.contains(target) || target.closest(TYPED))) return;
    event.stopImmediatePropagation();
    close(panel);
  };
  document.addEventListener("keydown", onKey, true);
}

/**
 * Takes a panel away; the focus, if it was in it, goes where keys are still the explorer's.
 * @param {Element} panel
 */
function close(panel) {
  const view = panel.parentElement;
  const focused = panel.contains(document.activeElement);
  panel.remove();
  if (view) unmark(view);
  const tool = view?.querySelector(".nbg-tools button");
  if (focused && tool instanceof HTMLElement) tool.focus({ preventScroll: true });
}

/** @param {Element} view */
function unmark(view) {
  for (const each of view.querySelectorAll(`.${MARKED}`)) each.classList.remove(MARKED);
}

/**
 * @param {string} label
 * @param {(panel: Element) => void} act
 */
function press(label, act) {
  const button = focusable(element("button", { type: "button", class: "nbg-button nbg-switch" }, label), 0);
  button.addEventListener("click", () => {
    const panel = button.closest(".nbg-help");
    if (panel) act(panel);
  });
  return button;
}
