/**
 * Where a page's output and the widget that takes it over find each other: either may be there first, and the script of
 * the one and the module of the other share nothing but the document.
 */

const CALL = "nbgraph:live";

/**
 * Calls for the output's widget whenever the output comes into view.
 * @param {HTMLElement} output with `data-nbg-live`
 */
export function call(output) {
  const here = () => output.dispatchEvent(new Event(CALL, { bubbles: true }));
  here();
  // A notebook may run the script before it puts the output into the document.
  if (typeof IntersectionObserver !== "undefined") new IntersectionObserver(here).observe(output);
}

/**
 * Answers the outputs with this key, those that are there and those that call.
 * @param {string} key
 * @param {(output: HTMLElement) => void} mount
 * @returns {() => void} stops answering
 */
export function answer(key, mount) {
  /** @param {EventTarget | null} target */
  function meet(target) {
    const own = target instanceof HTMLElement && target.dataset.nbgLive === key;
    // One whose own script has not drawn yet calls when it has.
    if (own && target.querySelector(":scope > .nbg")) mount(target);
  }

  /** @param {Event} event */
  const called = (event) => meet(event.target);
  document.addEventListener(CALL, called);
  document.querySelectorAll(".nbg-output[data-nbg-live]").forEach(meet);
  return () => document.removeEventListener(CALL, called);
}
