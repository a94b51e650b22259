/**
 * The size of the drawing: as wide as its pane, but its text never too small to read and never larger than the page's.
 */

import { element, focusable } from "./dom.js";
import { magnified } from "./scroll.js";
import { say } from "./words.js";

/** Sizes of the smallest text in CSS pixels: never below, not below just to show all the height, never above. */
const SIZES = [9, 11, 14];
const STEP = 1.25;
/** Size of the drawing's smallest text in its own units. */
const TEXT = 13;

/**
 * CSS pixels per unit of the drawing. The width is filled down to the smallest size, the height to the comfortable one.
 * @param {[number, number]} pane width and height to fill
 * @param {[number, number]} drawing width and height of the drawing in its own units
 * @param {number} text size of its smallest text in its own units
 * @param {number[]} sizes smallest, comfortable and largest size of text
 */
export function fittingScale(pane, drawing, text, [smallest, comfortable, largest] = SIZES) {
  const byWidth = pane[0] / drawing[0];
  const byHeight = Math.max(pane[1] / drawing[1], comfortable / text);
  return Math.min(Math.max(Math.min(byWidth, byHeight), smallest / text), largest / text);
}

/**
 * Fits drawings to `pane` until the reader chooses a size, which then stays when the drawing changes.
 * @param {HTMLElement} pane
 * @param {number | null} scale pixels per unit of the drawing that were chosen before
 */
export function zoom(pane, scale = null) {
  /** @type {SVGElement | null} */
  let svg = null;
  let [width, height] = [1, 1];
  /** Pixels per unit that were chosen; null while the drawing is fitted. */
  let chosen = scale;
  /** Those of the drawing before, which the next has as well while the pane is as wide. */
  let held = /** @type {number | null} */ (null);
  let wide = 0;
  let shown = 0;
  /** What is to be done once the drawing can be measured. */
  let ready = /** @type {(scale: number) => void} */ (() => {});

  function sizes() {
    const given = getComputedStyle(pane)
      .getPropertyValue("--nbg-drawing-text")
      .trim()
      .split(/\s+/)
      .map(Number);
    return given.length === 3 && given.every((size) => size > 0) ? given : SIZES;
  }

  function tallest() {
    const given = Number(getComputedStyle(pane).getPropertyValue("--nbg-tallest")) * rem() || Infinity;
    // The panes beside it may leave it more than it asks for.
    return Math.max(given, pane.clientHeight);
  }

  function fitting() {
    return fittingScale([pane.clientWidth - 2, tallest() - 2], [width, height], TEXT, sizes());
  }

  function apply() {
    if (svg === null || pane.clientWidth <= 2) return;
    if (Math.abs(pane.offsetWidth - wide) > 20) held = null;
    wide = pane.offsetWidth;
    const scale = chosen ?? held ?? fitting();
    if (Math.abs(scale - shown) < 0.002) return;
    const before = shown;
    const [left, top] = [pane.scrollLeft, pane.scrollTop];
    shown = scale;
    set(svg, scale);
    // A scroll bar below may take some of it.
    const bar = width * scale > pane.clientWidth ? pane.offsetHeight - pane.clientHeight : 0;
    const drawn = `${Math.ceil(height * scale) + bar}px`;
    if (pane.style.getPropertyValue("--nbg-drawn") !== drawn) pane.style.setProperty("--nbg-drawn", drawn);
    if (before === 0) return ready(scale);
    // What was at the corner stays there: projector mode makes the text larger, not another part of the picture seen.
    [pane.scrollLeft, pane.scrollTop] = [(left * scale) / before, (top * scale) / before];
  }

  /**
   * The drawing's size, unless it has it: what is laid out already would be again.
   * @param {SVGElement} drawing
   * @param {number} scale
   */
  function set(drawing, scale) {
    const wide = `${width * scale}`;
    if (drawing.getAttribute("width") === wide) return;
    drawing.setAttribute("width", wide);
    drawing.setAttribute("height", `${height * scale}`);
  }

  const rem = () => parseFloat(getComputedStyle(document.documentElement).fontSize);

  /**
   * A size by hand; what is seen at a point of the window stays there.
   * @param {number | null} scale null to fit
   * @param {[number, number] | null} at where the pointer is; null for the pane's middle, as far as the pane, which then
   *   grows with its drawing, can hold it
   */
  function choose(scale, at = null) {
    const before = shown;
    const old = svg?.getBoundingClientRect();
    const [x, y] = at ?? middle();
    held = null;
    chosen = scale === null ? null : Math.min(Math.max(scale, sizes()[0] / TEXT / 4), 6);
    const drawn = pane.style.getPropertyValue("--nbg-drawn");
    pane.style.padding = "";
    apply();
    if (before === 0 || before === shown || !svg || !old) return;
    if (at !== null) pane.style.setProperty("--nbg-drawn", drawn);
    const [{ left, top }, by, more] = [pane.getBoundingClientRect(), magnified(pane), shown / before];
    place(
      (x - (x - old.left) * more - left) / by - pane.clientLeft,
      (y - (y - old.top) * more - top) / by - pane.clientTop,
      at !== null,
    );
  }

  /**
   * Puts the drawing's corner there in the pane.
   * @param {number} left
   * @param {number} top
   * @param {boolean} exactly whether the pane gets empty room for what it cannot scroll
   */
  function place(left, top, exactly) {
    const right = pane.clientWidth - left - width * shown;
    const bottom = pane.clientHeight - top - height * shown;
    const room = [top, right, bottom, left].map((each) => `${Math.max(each, 0)}px`);
    if (exactly) pane.style.padding = room.join(" ");
    [pane.scrollLeft, pane.scrollTop] = [-left, -top];
  }

  /** @returns {[number, number]} */
  function middle() {
    const [{ left, top }, by] = [pane.getBoundingClientRect(), magnified(pane)];
    return [
      left + (pane.clientLeft + pane.clientWidth / 2) * by,
      top + (pane.clientTop + pane.clientHeight / 2) * by,
    ];
  }

  /**
   * @param {number} by
   * @param {[number, number]} [at] where the pointer is
   */
  const grow = (by, at) => choose((shown || 1) * by, at);

  new ResizeObserver(apply).observe(pane);
  // Only with Ctrl, as browsers zoom (a pinch comes as that, too): a plain wheel scrolls, here as everywhere.
  pane.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      grow(Math.exp(-event.deltaY / 300), [event.clientX, event.clientY]);
    },
    { passive: false },
  );

  /**
   * @param {string} label
   * @param {string} sign
   * @param {() => void} act
   */
  function button(label, sign, act) {
    const attributes = { type: "button", class: "nbg-button", "aria-label": say(label), title: say(label) };
    const el = element("button", attributes, say(sign));
    el.addEventListener("click", act);
    return focusable(el, 0);
  }

  return {
    el: element(
      "span",
      { class: "nbg-zoom", role: "group", "aria-label": say("Size of the drawing") },
      button("Smaller (−)", "−", () => grow(1 / STEP)),
      button("Larger (+)", "+", () => grow(STEP)),
      button("Fit to the pane (0)", "fit", () => choose(null)),
    ),
    /**
     * Another drawing; the first is fitted, and later ones have the same size.
     * @param {SVGElement} drawing not in the page yet
     * @param {(scale: number) => void} onReady called when it can be measured
     */
    take(drawing, onReady) {
      ready = onReady;
      const box = (drawing.getAttribute("viewBox") ?? "0 0 1 1").split(" ").map(Number);
      if (svg !== null && shown > 0) held = shown;
      [svg, width, height, shown] = [drawing, box[2], box[3], 0];
      if ((chosen ?? held) !== null) set(svg, chosen ?? held ?? 1);
      pane.style.padding = "";
      pane.replaceChildren(svg);
      apply();
    },
    /** To be called when the pane has got its place in the page, lest it waits for that to be noticed. */
    apply,
    fit: () => choose(null),
    scale: () => chosen ?? held,
    shown: () => shown,
    room: () => [pane.clientWidth, tallest(), sizes()[0] / TEXT],
    isFitted: () => chosen === null,
    /** @param {string} key whether it is one of the keys for the size, which is then changed */
    key(key) {
      if (key === "+" || key === "=") grow(STEP);
      else if (key === "-") grow(1 / STEP);
      else if (key === "0") choose(null);
      else return false;
      return true;
    },
  };
}
