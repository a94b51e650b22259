/**
 * The generated code in its forms, one tab each.
 * @typedef {import('./types.js').Span} Span
 * @typedef {import('./types.js').Item} Item
 * @typedef {import('./types.js').Pane} Pane
 * @typedef {import('./types.js').CodeData} CodeData
 */

import { element, focusable } from "./dom.js";
import { characters } from "./spans.js";
import { textPane } from "./text-pane.js";

/**
 * @param {CodeData[]} codes at least one
 * @param {string} prefix makes ids unique on the page
 * @returns {Pane & { tabs: HTMLElement, chosen: () => string, choose: (form: string) => void }}
 */
export function codePane(codes, prefix) {
  const panes = codes.map(formPane);
  const tabs = codes.map((code, index) =>
    focusable(
      element(
        "button",
        {
          type: "button",
          role: "tab",
          class: "nbg-tab",
          id: `${prefix}-tab-${index}`,
          "aria-controls": `${prefix}-code-${index}`,
        },
        code.form,
      ),
      -1,
    ),
  );
  const list = element(
    "div",
    { role: "tablist", class: "nbg-tabs", "aria-label": "Generated code" },
    ...tabs,
  );
  const panels = panes.map((pane, index) =>
    element(
      "div",
      {
        role: "tabpanel",
        class: "nbg-panel",
        id: `${prefix}-code-${index}`,
        "aria-labelledby": `${prefix}-tab-${index}`,
      },
      pane.el,
    ),
  );
  let chosen = Math.max(0, codes.findLastIndex(isCode)); // a form that could not be made is one comment
  choose(chosen);

  /** @param {number} index */
  function choose(index) {
    chosen = index;
    tabs.forEach((tab, i) => {
      tab.setAttribute("aria-selected", String(i === index));
      tab.setAttribute("tabindex", i === index ? "0" : "-1");
      panels[i].hidden = i !== index;
    });
  }

  list.addEventListener("click", (event) => {
    const index = tabs.findIndex((tab) => tab.contains(/** @type {Node} */ (event.target)));
    if (index >= 0) choose(index);
  });
  list.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    choose((chosen + step + tabs.length) % tabs.length);
    tabs[chosen].focus({ preventScroll: true });
    event.preventDefault();
    event.stopPropagation();
  });

  return {
    name: "code",
    el: element("div", { class: "nbg-panels" }, ...panels),
    tabs: list,
    items: panes.flatMap((pane) => pane.items),
    at: (target, take) => panes.find((pane) => pane.el.contains(target))?.at(target, take) ?? null,
    light: (items, origin) => panes.forEach((pane) => pane.light(items, origin)),
    move: (name) => panes[chosen].move(name),
    chosen: () => codes[chosen].form,
    choose: (form) =>
      choose(
        Math.max(
          0,
          codes.findIndex((code) => code.form === form),
        ),
      ),
  };
}

/** @param {CodeData} code */
function isCode(code) {
  return code.lines.some((line) => line.trim() !== "" && !line.startsWith("#"));
}

/**
 * @param {CodeData} code
 * @returns {Pane}
 */
function formPane(code) {
  const name = `code ${code.form}`;
  const spots = code.links.map((link) => {
    const generated = /** @type {Span} */ (link.slice(0, 4));
    const span = /** @type {Span} */ (link.slice(4));
    const text = characters(code.lines[generated[0] - 1] ?? "");
    const end = generated[0] === generated[2] ? generated[3] : text.length;
    const excerpt = text.cut(generated[1], end).trim();
    return { span: generated, item: { pane: name, span, text: `${excerpt} · from line ${span[0]}` } };
  });
  return textPane({
    name,
    label: `Generated code, ${code.form} form. Up and down move between lines, left and right between expressions.`,
    lines: code.lines,
    first: 1,
    tokens: code.tokens,
    spots,
    rowItem(line) {
      const widest = spots.find(({ span }) => span[0] === line);
      const text = code.lines[line - 1].trim();
      return { pane: name, span: widest?.item.span ?? null, text: text || "empty line" };
    },
  });
}
