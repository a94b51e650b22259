/**
 * The user's own source: what became of each construct in the gutter, errors under their lines.
 * @typedef {import('./types.js').Span} Span
 * @typedef {import('./types.js').Item} Item
 * @typedef {import('./types.js').Pane} Pane
 * @typedef {import('./types.js').FunctionData} FunctionData
 * @typedef {import('./marks.js').Mark} Mark
 */

import { element } from "./dom.js";
import { badgesOn, gutter, marksOf, narrowest, widthOf } from "./marks.js";
import { prose } from "./prose.js";
import { helperHeads, lineName, pageLines } from "./source-lines.js";
import { characters, grouped, key, linksOf } from "./spans.js";
import { textPane } from "./text-pane.js";

/**
 * @param {FunctionData} data
 * @returns {Pane}
 */
export function sourcePane(data) {
  const { lines, tokens } = data.source;
  const numbers = pageLines(data.source);
  const texts = new Map(lines.map((text, index) => [numbers[index], characters(text)]));
  const heads = helperHeads(data.source);
  const marks = marksOf(data);
  const blamed = [...data.errors, ...(data.cause && data.cause.id !== "effect" ? [data.cause] : [])];
  const bySpan = grouped(marks, (mark) => [key(mark.span)]);
  const byLine = grouped(marks, (mark) => [mark.span[0]]);
  const wrong = new Set(blamed.flatMap(({ span }) => (span ? [key(span)] : [])));
  const spots = uniqueSpans(data, marks).map((span) => ({
    span,
    item: sourceItem(span, texts, bySpan.get(key(span)) ?? []),
    wrong: wrong.has(key(span)),
  }));
  const badges = new Map(numbers.map((line) => [line, badgesOn(line, byLine.get(line) ?? [])]));
  const pane = textPane({
    name: "source",
    label:
      "Your source. Up and down move between lines, right to its expressions, left to what became of it.",
    lines,
    numbers,
    tokens,
    spots,
    rowItem: (line) => rowItem(line, byLine.get(line) ?? [], lines[numbers.indexOf(line)]),
    gutter: marks.length === 0 ? undefined : (line) => gutter(badges.get(line) ?? []),
    above: (line) => (heads.has(line) ? helperHead(heads.get(line) ?? "") : null),
    below: (line) =>
      data.errors.filter((error) => error.span?.[0] === line && !isExplained(error, data)).map(inList),
  });
  const onLines = [...badges.values()];
  const wide = (/** @type {typeof onLines} */ lines) => `${Math.max(7, ...lines.map(widthOf))}ch`;
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
    element("strong", {}, ...prose(`✖ ${where}${error.message}`)),
    error.remedy
      ? element("span", { class: "nbg-remedy" }, ...prose(`Write instead: ${error.remedy}`))
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

/**
 * Every stretch of source that any pane knows something about, once.
 * @param {FunctionData} data
 * @param {Mark[]} marks
 */
function uniqueSpans(data, marks) {
  const shown = new Set(pageLines(data.source));
  const links = data.codes.flatMap((code) => linksOf(code).map(({ source }) => source));
  const places = [
    ...links,
    ...(data.graph?.spans ?? []),
    ...marks.map((mark) => mark.span),
    ...data.errors.map((error) => error.span),
    ...(data.calls ?? []).map(([site]) => site),
  ];
  /** @type {Map<string, Span>} */
  const unique = new Map();
  for (const span of places) {
    if (span && shown.has(span[0]) && shown.has(span[2])) unique.set(key(span), span);
  }
  return [...unique.values()];
}

/**
 * @param {Span} span
 * @param {Map<number, ReturnType<typeof characters>>} texts
 * @param {Mark[]} marks those of this span
 * @returns {Item}
 */
function sourceItem(span, texts, marks) {
  const text = texts.get(span[0]) ?? characters("");
  const excerpt =
    text.cut(span[1], span[0] === span[2] ? span[3] : text.length) + (span[0] < span[2] ? " …" : "");
  const said = marks.map((mark) => mark.text);
  return { pane: "source", span, text: [`line ${lineName(span[0])}`, excerpt.trim(), ...said].join(" · ") };
}

/**
 * @param {number} line
 * @param {Mark[]} marks those of this line
 * @param {string} text
 * @returns {Item}
 */
function rowItem(line, marks, text) {
  const start = text.length - text.trimStart().length;
  const said = marks.map((mark) => mark.text);
  const span = /** @type {Span} */ ([line, start, line, characters(text).length]);
  return { pane: "source", span, text: [`line ${lineName(line)}`, text.trim(), ...said].join(" · ") };
}
