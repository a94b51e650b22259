/**
 * The generated code in its forms, one tab each; beside each other or under the source lines they came from.
 * @typedef {import('./types.js').Pane} Pane
 * @typedef {import('./types.js').CodeData} CodeData
 * @typedef {import('./types.js').FunctionData} FunctionData
 */

import { codeLineItem, codeSpots, paneOf } from "./code-items.js";
import { linesOnScreen } from "./columns.js";
import { copyButton } from "./copy.js";
import { element, focusable } from "./dom.js";
import { interleavedPane } from "./interleaved-pane.js";
import { tabs } from "./tabs.js";
import { textPane } from "./text-pane.js";
import { say, tell } from "./words.js";

const PYTHON = ["converted code", "pure JAX"];

/** What stands where XLA's program would: it is too long to be there unasked. */
const ASK = [
  "# The program that XLA makes is long, so it is shown when asked for:",
  "#   %%autograph --hlo",
  "#   ng.show(f, ..., hlo=True)",
];

/** What the pane keeps when its function is run again. */
/** @typedef {{ form: string, withSource: boolean }} Choice */

/**
 * @param {FunctionData} data with at least one form of code
 * @param {string} prefix makes ids unique on the page
 * @returns {Pane & { tools: HTMLElement, chosen: () => Choice, choose: (choice: Choice) => void,
 *   rows: () => number }} `rows` counts the lines of what is seen
 */
export function codePane(data, prefix) {
  const codes = withAsked(data.codes);
  const plain = codes.map(formPane);
  const mixed = codes.map((code) => interleavedPane(code, data.source));
  const all = [...plain, ...mixed];
  const panels = codes.map(() => element("div", { class: "nbg-panel" }));
  const names = codes.map(({ form }) => say(form));
  const bar = tabs(names, panels, say("Generated code"), prefix, () => fill());
  const toggle = focusable(
    element("button", { type: "button", class: "nbg-button", "aria-pressed": "false" }, say("with source")),
    0,
  );
  toggle.setAttribute("title", say("Your lines, and under each one the code that it became"));
  const copy = copyButton(
    () => pasted(codes[bar.chosen()]),
    () => shown().el,
  );
  let withSource = false;
  // A form that could not be made is one comment.
  bar.choose(
    Math.max(
      0,
      codes.findLastIndex((code) => PYTHON.includes(code.form) && isCode(code)),
    ),
  );
  fill();

  /** Puts the pane that is wanted into the panel that is shown. */
  function fill() {
    const index = bar.chosen();
    panels[index].replaceChildren((withSource ? mixed : plain)[index].el);
  }

  /** @param {boolean} wanted */
  function mix(wanted) {
    withSource = wanted;
    toggle.setAttribute("aria-pressed", String(wanted));
    fill();
  }

  toggle.addEventListener("click", () => mix(!withSource));

  const shown = () => (withSource ? mixed : plain)[bar.chosen()];
  return {
    name: "code",
    el: element("div", { class: "nbg-panels" }, ...panels),
    tools: element("div", { class: "nbg-code-tools" }, bar.el, toggle, copy),
    items: all.flatMap((pane) => pane.items),
    at: (target, take) => shown().at(target, take),
    light: (items, origin) => all.forEach((pane) => pane.light(items, origin)),
    move: (name) => shown().move(name),
    rows: () => linesOnScreen(codes[bar.chosen()].lines),
    chosen: () => ({ form: codes[bar.chosen()].form, withSource }),
    choose(choice) {
      bar.choose(
        Math.max(
          0,
          codes.findIndex((code) => code.form === choice.form),
        ),
      );
      mix(choice.withSource);
    },
  };
}

/**
 * A form's text as it runs elsewhere: converted code with what its `ng.` is.
 * @param {CodeData} code
 */
function pasted({ form, lines }) {
  const text = lines.join("\n") + "\n";
  const lacks = form === PYTHON[0] && /\bng\./.test(text) && !/^import nbgraph/m.test(text);
  return lacks ? `import nbgraph as ng\n\n\n${text}` : text;
}

/**
 * @param {CodeData[]} codes
 * @returns {CodeData[]}
 */
function withAsked(codes) {
  const forms = codes.map(({ form }) => form);
  if (!forms.includes("StableHLO") || forms.includes("optimised HLO")) return codes;
  return [
    ...codes,
    { form: "optimised HLO", lines: ASK, tokens: ASK.map((line) => [0, line.length, 3]), links: [] },
  ];
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
  const spots = codeSpots(code);
  return textPane({
    name: paneOf(code),
    label: tell(
      "Generated code, {0}. Up and down move between lines, left and right between expressions.",
      say(code.form),
    ),
    lines: code.lines,
    tokens: code.tokens,
    spots,
    words: code.words,
    rowItem: codeLineItem(code, spots),
  });
}
