/**
 * The user's own source: what became of each construct in the gutter, errors under their lines.
 * @typedef {import('./types.js').Span} Span
 * @typedef {import('./types.js').Item} Item
 * @typedef {import('./types.js').Pane} Pane
 * @typedef {import('./types.js').FunctionData} FunctionData
 * @typedef {import('./types.js').DecisionData} DecisionData
 */

import { element } from "./dom.js";
import { characters, key } from "./spans.js";
import { textPane } from "./text-pane.js";

/** Families of what a construct becomes, for colour; the word itself is always there. */
const FAMILIES = new Map([
  ["cond", "choice"],
  ["select", "choice"],
  ["while", "loop"],
  ["fori", "loop"],
  ["scan", "loop"],
]);

/**
 * @param {FunctionData} data
 * @returns {Pane}
 */
export function sourcePane(data) {
  const { first, lines } = data.source;
  const texts = lines.map(characters);
  const blamed = [...data.errors, ...(data.cause && data.cause.id !== "effect" ? [data.cause] : [])];
  const wrong = new Set(blamed.flatMap(({ span }) => (span ? [key(span)] : [])));
  const spots = uniqueSpans(data).map((span) => ({
    span,
    item: sourceItem(span, data, texts),
    wrong: wrong.has(key(span)),
  }));
  /** @type {Map<number, Badge[]>} */
  const badges = new Map(lines.map((_, index) => [first + index, badgesOn(first + index, data)]));
  const pane = textPane({
    name: "source",
    label: "Your source. Up and down move between lines, left and right between expressions.",
    lines,
    first,
    tokens: data.source.tokens,
    spots,
    rowItem: (line) => rowItem(line, data, lines[line - first]),
    gutter: marksOf(data).length === 0 ? undefined : (line) => gutter(badges.get(line) ?? []),
    below: (line) =>
      data.errors.filter((error) => error.span?.[0] === line && !isExplained(error, data)).map(errorNote),
  });
  pane.el.style.setProperty("--nbg-gutter", `${Math.max(7, ...[...badges.values()].map(widthOf))}ch`);
  return pane;
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
    element("strong", {}, `✖ ${where}${error.message}`),
    error.remedy ? element("span", { class: "nbg-remedy" }, `Write instead: ${error.remedy}`) : null,
    element("span", { class: "nbg-id" }, error.id),
  );
}

/**
 * What a decision says, in one line.
 * @param {DecisionData} decision
 */
export function decisionText(decision) {
  const parts = [`${decision.construct} → ${decision.became}`];
  if (decision.reason) parts.push(decision.reason);
  if (decision.carry.length > 0) parts.push(`carries ${decision.carry.join(", ")}`);
  if (decision.trips !== null) parts.push(`${decision.trips} trips`);
  for (const [variable, before, after] of decision.promotions) {
    parts.push(`${variable}: ${before} widened to ${after}`);
  }
  return parts.join(" · ");
}

/**
 * Every stretch of source that any pane knows something about, once.
 * @param {FunctionData} data
 */
function uniqueSpans(data) {
  const { first, lines } = data.source;
  const links = data.codes.flatMap((code) => code.links.map((link) => /** @type {Span} */ (link.slice(4))));
  const places = [
    ...links,
    ...(data.graph?.nodes ?? []).map((node) => node.span),
    ...(data.graph?.regions ?? []).map((region) => region.span),
    ...marksOf(data).map((mark) => mark.span),
    ...data.errors.map((error) => error.span),
  ];
  /** @type {Map<string, Span>} */
  const unique = new Map();
  for (const span of places) {
    if (span && span[0] >= first && span[2] < first + lines.length) unique.set(key(span), span);
  }
  return [...unique.values()];
}

/**
 * @param {Span} span
 * @param {FunctionData} data
 * @param {ReturnType<typeof characters>[]} texts
 * @returns {Item}
 */
function sourceItem(span, data, texts) {
  const text = texts[span[0] - data.source.first];
  const excerpt =
    text.cut(span[1], span[0] === span[2] ? span[3] : text.length) + (span[0] < span[2] ? " …" : "");
  const said = marksOf(data)
    .filter((mark) => key(mark.span) === key(span))
    .map((mark) => mark.text);
  return { pane: "source", span, text: [`line ${span[0]}`, excerpt.trim(), ...said].join(" · ") };
}

/**
 * @param {number} line
 * @param {FunctionData} data
 * @param {string} text
 * @returns {Item}
 */
function rowItem(line, data, text) {
  const start = text.length - text.trimStart().length;
  const said = marksOf(data)
    .filter((mark) => mark.span[0] === line)
    .map((mark) => mark.text);
  const span = /** @type {Span} */ ([line, start, line, characters(text).length]);
  return { pane: "source", span, text: [`line ${line}`, text.trim(), ...said].join(" · ") };
}

/**
 * All that the gutter tells: the cause of a difference, what a graph does otherwise than Python, what became of
 * each construct.
 * @typedef {{ word: string, family: string, span: Span, text: string }} Mark
 * @param {FunctionData} data
 * @returns {Mark[]}
 */
function marksOf(data) {
  /** @type {Mark[]} */
  const marks = [];
  if (data.cause?.span) {
    const { id, span, message } = data.cause;
    const [sign, family] = id === "effect" ? ["⚠", "finding"] : ["✖", "cause"];
    marks.push({ word: `${sign} ${id}`, family, span, text: message });
  }
  for (const { span, message, remedy } of data.findings) {
    marks.push({ word: "⚠ note", family: "finding", span, text: `${message} · Write instead: ${remedy}` });
  }
  for (const decision of data.decisions) {
    const family = FAMILIES.get(decision.became) ?? "plain";
    marks.push({ word: decision.became, family, span: decision.span, text: decisionText(decision) });
  }
  return marks;
}

/**
 * A line's marks, each word once: a line may put five items into lists.
 * @typedef {{ word: string, family: string, span: Span, texts: Set<string> }} Badge
 * @param {number} line
 * @param {FunctionData} data
 * @returns {Badge[]}
 */
function badgesOn(line, data) {
  /** @type {Map<string, Badge>} */
  const found = new Map();
  for (const { word, family, span, text } of marksOf(data)) {
    if (span[0] !== line) continue;
    const badge = found.get(word) ?? { word, family, span, texts: new Set() };
    badge.texts.add(text);
    found.set(word, badge);
  }
  return [...found.values()];
}

/**
 * The room that badges take, in characters of the text.
 * @param {Badge[]} badges
 */
function widthOf(badges) {
  return badges.reduce((sum, { word }) => sum + 0.85 * word.length + 2, 0);
}

/** @param {Badge[]} badges */
function gutter(badges) {
  const words = badges.map(({ word, family, span, texts }) =>
    element(
      "span",
      {
        class: `nbg-badge nbg-${family}`,
        title: [...texts].join("\n"),
        "data-span": key(span),
      },
      word,
    ),
  );
  return element("span", { class: "nbg-gutter" }, ...words);
}
