/**
 * Tabs: one of several panels shown, chosen by click or by the arrow keys.
 */

import { element, focusable } from "./dom.js";

/**
 * @param {string[]} names at least one
 * @param {HTMLElement[]} panels one each; made the tabs' panels
 * @param {string} label of the list, for screen readers
 * @param {string} prefix makes ids unique on the page
 * @param {() => void} changed called after another one was chosen
 * @returns {{ el: HTMLElement, chosen: () => number, choose: (index: number) => void }}
 */
export function tabs(names, panels, label, prefix, changed) {
  let chosen = 0;
  const buttons = names.map((name, index) => {
    const attributes = { type: "button", role: "tab", class: "nbg-tab", id: `${prefix}-tab-${index}` };
    return focusable(
      element("button", { ...attributes, "aria-controls": `${prefix}-code-${index}` }, name),
      -1,
    );
  });
  const el = element("div", { role: "tablist", class: "nbg-tabs", "aria-label": label }, ...buttons);
  panels.forEach((panel, index) => {
    panel.id = `${prefix}-code-${index}`;
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", `${prefix}-tab-${index}`);
  });
  choose(0);

  /** @param {number} index */
  function choose(index) {
    chosen = index;
    buttons.forEach((button, i) => {
      button.setAttribute("aria-selected", String(i === index));
      button.setAttribute("tabindex", i === index ? "0" : "-1");
      panels[i].hidden = i !== index;
    });
  }

  el.addEventListener("click", (event) => {
    const index = buttons.findIndex((button) => button.contains(/** @type {Node} */ (event.target)));
    if (index < 0) return;
    choose(index);
    changed();
  });
  el.addEventListener("keydown", (event) => {
    const wanted = {
      ArrowRight: chosen + 1,
      ArrowLeft: chosen - 1 + buttons.length,
      Home: 0,
      End: buttons.length - 1,
    }[event.key];
    if (wanted === undefined) return;
    choose(wanted % buttons.length);
    changed();
    buttons[chosen].focus({ preventScroll: true });
    event.preventDefault();
    event.stopPropagation();
  });
  return { el, chosen: () => chosen, choose };
}
