/**
 * How high the lines of a pane are together, for its style sheet: lines that do not fit go on in a further one, so their
 * number alone does not tell.
 */

/**
 * Keeps `--nbg-own` of a pane that scrolls at the height of what is in it.
 * @template {HTMLElement} T
 * @param {T} pane
 * @returns {T}
 */
export function tellHeight(pane) {
  let width = -1;
  new ResizeObserver(() => {
    const last = /** @type {HTMLElement | null} */ (pane.lastElementChild);
    if (last === null || pane.clientWidth === 0 || pane.clientWidth === width) return;
    width = pane.clientWidth;
    const padding = parseFloat(getComputedStyle(pane).paddingBottom) || 0;
    pane.style.setProperty("--nbg-own", `${Math.ceil(last.offsetTop + last.offsetHeight + padding)}px`);
  }).observe(pane);
  return pane;
}
