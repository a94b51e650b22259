/**
 * The user's own source: what became of each construct in the gutter, errors under their lines.
 * @typedef {import('./types.js').Pane} Pane
 * @typedef {import('./types.js').FunctionData} FunctionData
 */

import { element } from "./dom.js";
import { badgesOn, gutter, marksOf, narrowest, widthOf } from "./marks.js";
import { prose } from "./prose.js";
import { lineItem, sourceSpots } from "./source-items.js";
import { helperHeads, pageLines } from "./source-lines.js";
import { grouped } from "./spans.js";
import { textPane } from "./text-pane.js";
import { say, tell } from "./words.js";

/**
 * @param {FunctionData} data
 * @returns {Pane}
 */
export function sourcePane(data) {
  const { lines, tokens } = data.source;
  const numbers = pageLines(data.source);
  const heads = helperHeads(data.source);
  const marks = marksOf(data);
  const byLine = grouped(marks, (mark) => [mark.span[0]]);
  const badges = new Map(numbers.map((line) => [line, badgesOn(line, byLine.get(line) ?? [])]));
  const pane = textPane({
    name: "source",
    label: say(
      "Your source. Up and down move between lines, right to its expressions, left to what became of it.",
    ),
    lines,
    numbers,
    tokens,
    spots: sourceSpots(data, marks),
    rowItem: (line) => lineItem(line, byLine.get(line) ?? [], lines[numbers.indexOf(line)]),
    gutter: marks.length === 0 ? undefined : (line) => gutter(badges.get(line) ?? []),
    above: (line) => (heads.has(line) ? helperHead(heads.get(line) ?? "") : null),
    below: (line) =>
      data.errors.filter((error) => error.span?.[0] === line && !isExplained(error, data)).map(inList),
  });
  const onLines = [...badges.values()];
  const wide = (/** @type {typeof onLines} */ lines) => `${Math.max(6, ...lines.map(widthOf))}ch`;
  pane.el.style.setProperty("--nbg-gutter", wide(onLines));
  pane.el.style.setProperty("--nbg-gutter-narrow", wide(onLines.flat().map(narrowest)));
  return pane;
}

/** @param {string} text the name of a helper, and where it stands */
function helperHead(text) {
  return element("div", { class: "nbg-helper-head", role: "listitem" }, text);
}

/**
 * Whether the cause above all panes says what Python raised here, and why the graph did not.
 * @param {import('./types.js').ErrorData} error
 * @param {FunctionData} data
 */
function isExplained(error, data) {
  const ids = ["python-failed", "integer-too-large"];
  return ids.includes(error.id) && data.cause !== null && data.cause.span?.[0] === error.span?.[0];
}

/**
 * What an error says: the message, the remedy, its id.
 * @param {import('./types.js').ErrorData} error
 */
export function errorNote(error) {
  const where = error.span === null && error.place ? `${error.place}: ` : "";
  return element(
    "div",
    { class: "nbg-error", role: "note" },
    element("strong", {}, ...prose(`✖ ${where}${say(error.message)}`)),
    error.remedy
      ? element("span", { class: "nbg-remedy" }, ...prose(tell("Write instead: {0}", say(error.remedy))))
      : null,
    element("span", { class: "nbg-id" }, error.id),
  );
}

/**
 * The same among the lines of the source, which are a list.
 * @param {import('./types.js').ErrorData} error
 */
function inList(error) {
  const note = errorNote(error);
  note.setAttribute("role", "listitem");
  return note;
}
