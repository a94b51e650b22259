/**
 * The controls above a live explorer belong to another library, so their elements are marked from here: Jupyter looks
 * for the mark on the focused element itself first, and without it an arrow key on a slider folds headings instead.
 */

/**
 * Marks whatever takes the focus in the box of controls around `el`.
 * @param {HTMLElement} el
 * @returns {() => void} stops it
 */
export function guardControls(el) {
  /** @param {FocusEvent} event */
  function mark(event) {
    const target = /** @type {Element} */ (event.target);
    if (el.closest(".nbg-live")?.contains(target)) target.setAttribute("data-lm-suppress-shortcuts", "true");
  }

  document.addEventListener("focusin", mark);
  return () => document.removeEventListener("focusin", mark);
}
