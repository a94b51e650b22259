/**
 * Explanations beside what they explain: shown while the pointer rests on it, at once when the keyboard's focus comes to
 * it or a finger taps it. They can be pointed at themselves, and go with Escape (WCAG 1.4.13). One element for the whole
 * explorer, in the browser's top layer, so that no pane and no output area cuts it off.
 *
 * A pane says `explain(element, text)`; the rest happens here.
 */

import { element, visible } from "./dom.js";
import { prose } from "./prose.js";
import { ownOf } from "./scroll.js";

/** Milliseconds that the pointer rests before it is told something, so that crossing a line does not flicker. */
const REST = 120;
/** Milliseconds that an explanation stays when the pointer has left, to get to it. */
const STAY = 250;
/** Room to the window's edges and to what is explained, in pixels. */
const MARGIN = 8;
const GAP = 3;

/**
 * Gives an element of a page or of a drawing an explanation.
 * @template {Element} T
 * @param {T} target
 * @param {string} text plain text; line breaks stay
 * @returns {T}
 */
export function explain(target, text) {
  target.setAttribute("data-tip", visible(text));
  return target;
}

/**
 * Shows the explanations of everything inside `root`, as long as that exists.
 * @param {HTMLElement} root with an id
 * @returns {() => void} hides what is shown
 */
export function watchTips(root) {
  const tip = element("div", { class: "nbg-tip", role: "tooltip", id: `${root.id}-tip`, popover: "manual" });
  /** @type {Element | null} what is explained now */
  let shown = null;
  /** @type {Element | null} what Escape was pressed on: the pointer has to leave it first */
  let dismissed = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** @param {EventTarget | null} target */
  function explained(target) {
    return target instanceof Element ? target.closest("[data-tip]") : null;
  }

  /** @param {Element} target */
  function show(target) {
    clearTimeout(timer);
    if (shown === target) return;
    hide();
    shown = target;
    tip.replaceChildren(...prose(target.getAttribute("data-tip") ?? ""));
    target.setAttribute("aria-describedby", tip.id);
    root.append(tip);
    tip.showPopover?.();
    place();
    document.addEventListener("keydown", onKey, true);
    document.addEventListener("scroll", place, true);
  }

  function hide() {
    clearTimeout(timer);
    shown?.removeAttribute("aria-describedby");
    shown = null;
    tip.remove();
    document.removeEventListener("keydown", onKey, true);
    document.removeEventListener("scroll", place, true);
  }

  /** Below the target, or above where there is no room; never over the window's edges. */
  function place() {
    if (!shown?.isConnected) {
      hide();
      return;
    }
    const target = ownOf(shown).getBoundingClientRect();
    const own = tip.getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    const left = Math.max(MARGIN, Math.min(target.left, clientWidth - own.width - MARGIN));
    const below = target.bottom + GAP;
    const fits = below + own.height + MARGIN <= clientHeight || target.top < own.height + GAP + MARGIN;
    tip.style.left = `${left}px`;
    tip.style.top = `${fits ? below : target.top - GAP - own.height}px`;
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    if (!root.isConnected) hide();
    if (event.key !== "Escape" || shown === null) return;
    dismissed = shown;
    hide();
    // Escape takes away one thing at a time; elsewhere on the page it keeps its own meaning.
    if (event.target instanceof Node && root.contains(event.target)) event.stopPropagation();
  }

  /** @param {PointerEvent} event */
  function onPointer(event) {
    if (event.pointerType === "touch") return;
    const target = explained(event.target);
    if (target !== dismissed) dismissed = null;
    clearTimeout(timer);
    if (target === null && !tip.contains(/** @type {Node} */ (event.target))) timer = setTimeout(hide, STAY);
    else if (target !== null && target !== shown && !dismissed) timer = setTimeout(() => show(target), REST);
  }

  /** @param {Event} event */
  function onFocus(event) {
    const target = explained(event.target);
    if (target !== null) show(target);
    else hide();
  }

  function onLeave() {
    clearTimeout(timer);
    timer = setTimeout(hide, STAY);
  }

  root.addEventListener("pointerover", onPointer);
  root.addEventListener("pointerleave", onLeave);
  root.addEventListener("focusin", onFocus);
  root.addEventListener("focusout", hide);
  root.addEventListener("click", onFocus);
  return hide;
}
