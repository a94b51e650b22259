/**
 * What of the source can be pointed at: each stretch of it that any pane knows something about, and each line.
 * @typedef {import('./types.js').Span} Span
 * @typedef {import('./types.js').Item} Item
 * @typedef {import('./types.js').FunctionData} FunctionData
 * @typedef {import('./marks.js').Mark} Mark
 * @typedef {import('./text-row.js').Spot} Spot
 */

import { lineName, pageLines } from "./source-lines.js";
import { characters, grouped, key, linksOf } from "./spans.js";
import { tell } from "./words.js";

/**
 * Every stretch once; those of errors and of the cause are wrong.
 * @param {FunctionData} data
 * @param {Mark[]} marks all of the function
 * @returns {Spot[]}
 */
export function sourceSpots(data, marks) {
  const numbers = pageLines(data.source);
  const texts = new Map(data.source.lines.map((text, index) => [numbers[index], characters(text)]));
  const bySpan = grouped(marks, (mark) => [key(mark.span)]);
  const blamed = [...data.errors, ...(data.cause && data.cause.id !== "effect" ? [data.cause] : [])];
  const wrong = new Set(blamed.flatMap(({ span }) => (span ? [key(span)] : [])));
  return uniqueSpans(data, marks).map((span) => ({
    span,
    item: stretchItem(span, texts, bySpan.get(key(span)) ?? []),
    wrong: wrong.has(key(span)),
  }));
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
function stretchItem(span, texts, marks) {
  const text = texts.get(span[0]) ?? characters("");
  const excerpt =
    text.cut(span[1], span[0] === span[2] ? span[3] : text.length) + (span[0] < span[2] ? " …" : "");
  const said = marks.map((mark) => mark.text);
  return {
    pane: "source",
    span,
    text: [tell("line {0}", lineName(span[0])), excerpt.trim(), ...said].join(" · "),
  };
}

/**
 * What a whole line stands for.
 * @param {number} line
 * @param {Mark[]} marks those of this line
 * @param {string} text
 * @returns {Item}
 */
export function lineItem(line, marks, text) {
  const start = text.length - text.trimStart().length;
  const said = marks.map((mark) => mark.text);
  const span = /** @type {Span} */ ([line, start, line, characters(text).length]);
  return { pane: "source", span, text: [tell("line {0}", lineName(line)), text.trim(), ...said].join(" · ") };
}
