/**
 * What the gutter says about a line: findings and errors, what became of each construct, and quietly what became of
 * everything else. A word each, the reason in its explanation.
 * @typedef {import('./types.js').Span} Span
 * @typedef {import('./types.js').FunctionData} FunctionData
 * @typedef {import('./types.js').DecisionData} DecisionData
 * @typedef {{ word: string, family: string, span: Span, text: string }} Mark
 * @typedef {{ word: string, family: string, span: Span, texts: Set<string> }} Badge a line's marks of one word
 */

import { element } from "./dom.js";
import { failure } from "./heading.js";
import { lineTexts } from "./source-lines.js";
import { characters, key } from "./spans.js";
import { explain } from "./tip.js";
import { say, sayPart, tell } from "./words.js";

/** Families of what a construct becomes, for colour; the word itself is always there. */
const FAMILIES = new Map([
  ["cond", "choice"],
  ["select", "choice"],
  ["logical", "choice"],
  ["flag", "choice"],
  ["while", "loop"],
  ["fori", "loop"],
  ["scan", "loop"],
  ["unrolled", "loop"],
]);

/** Families as they come first in the gutter, which has room for so many badges. */
const ORDER = ["cause", "finding", "loop", "choice", "promoted", "plain", "quiet"];
const MOST = 2;

/** What becomes of a line that only leaves a function, a loop or an iteration. */
export const JUMPS = new Map([
  ["return", "What the call gives: a value that stands there already, no operation."],
  ["break", "No operation: what it skips is in the other branch of the choice around it."],
  ["continue", "No operation: what it skips is in the other branch of the choice around it."],
]);

/** What stands after operations that nothing needs. */
const UNUSED = " (unused)";

/** In words what "became" says in one. */
export const BECAME = new Map([
  ["cond", "a conditional of the graph: only the side that is taken is computed"],
  ["select", "a selection: both sides are computed, and one is taken"],
  ["same", "no choice of the graph: both sides leave the same"],
  ["logical", "an operation on truth values: both sides are computed"],
  ["while", "a loop of the graph, for as long as its test holds"],
  ["fori", "a loop of the graph over numbers"],
  ["scan", "a loop of the graph along an array"],
  ["unrolled", "written out: the graph holds each iteration"],
  ["flag", "a truth value that the graph carries along: what is skipped depends on it"],
  ["buffers", "a list as an array with room for its items, and its length"],
  ["at-set", "a new array with this item changed: a graph changes no array in place"],
  ["looked-up", "a comparison with each key of the dict: which one it is, only the run knows"],
  ["where", "a new array with the chosen items changed: a graph changes no array in place"],
  ["slice", "a slice of fixed length from a place that the run decides (`lax.dynamic_slice`)"],
  ["check", "a check of the graph: it raises when the run ends"],
  ["python", "plain Python, while the graph was made: the graph holds what it gave"],
]);

/**
 * All marks of a function, the urgent ones first.
 * @param {FunctionData} data
 * @returns {Mark[]}
 */
export function marksOf(data) {
  const urgent = [...causeMarks(data), ...oddMarks(data), ...errorMarks(data), ...findingMarks(data)];
  const decided = data.decisions.flatMap(decisionMarks);
  const wrong = urgent.filter((mark) => mark.family === "cause");
  const known = new Set([...wrong, ...decided].map((mark) => mark.span[0]));
  return [...urgent, ...decided, ...quietMarks(data).filter((mark) => !known.has(mark.span[0]))];
}

/**
 * @param {FunctionData} data
 * @returns {Mark[]}
 */
function causeMarks({ cause }) {
  if (!cause?.span) return [];
  const [sign, family] = cause.id === "effect" ? ["⚠", "finding"] : ["✖", "cause"];
  return [{ word: `${sign} ${cause.id}`, family, span: cause.span, text: say(cause.message) }];
}

/**
 * Where an inf or nan is made: in red what the result comes from.
 * @param {FunctionData} data
 * @returns {Mark[]}
 */
function oddMarks({ anomaly }) {
  if (anomaly?.marks) {
    return anomaly.marks.map(({ value, span, message }) => {
      return { word: `✖ ${value}`, family: "cause", span, text: say(message) };
    });
  }
  if (!anomaly?.span) return [];
  const { value, span, message } = anomaly;
  return [{ word: `⚠ ${value}`, family: "finding", span, text: say(message) }];
}

/**
 * @param {FunctionData} data
 * @returns {Mark[]}
 */
function errorMarks(data) {
  const word = failure(data);
  return data.errors.flatMap(({ span, message, remedy }) => {
    const text = remedy ? `${say(message)}\n${tell("Write instead: {0}", say(remedy))}` : say(message);
    return span ? [{ word, family: "cause", span, text }] : [];
  });
}

/**
 * @param {FunctionData} data
 * @returns {Mark[]}
 */
function findingMarks({ findings }) {
  return findings.map(({ span, message, remedy }) => {
    return {
      word: "⚠ note",
      family: "finding",
      span,
      text: `${say(message)} · ${tell("Write instead: {0}", say(remedy))}`,
    };
  });
}

/**
 * @param {DecisionData} decision
 * @returns {Mark[]}
 */
function decisionMarks(decision) {
  const { became, span, trips, promotions } = decision;
  const rounds = trips !== null && ["unrolled", "python"].includes(became) ? ` ×${trips}` : "";
  const family = FAMILIES.get(became) ?? "plain";
  const marks = [{ word: became + rounds, family, span, text: decisionText(decision) }];
  if (promotions.length > 0) {
    const text = promotions
      .map(([name, before, after]) => tell("{0}: {1} widened to {2}", name, before, after))
      .join("\n");
    marks.push({ word: "promoted", family: "promoted", span, text });
  }
  return marks;
}

/**
 * What became of the lines that hold no construct, where that is known.
 * @param {FunctionData} data
 * @returns {Mark[]}
 */
function quietMarks({ made, source }) {
  const texts = lineTexts(source);
  return (made ?? []).map(([line, operations]) => {
    const text = texts.get(line) ?? "";
    const start = text.length - text.trimStart().length;
    const span = /** @type {Span} */ ([line, start, line, characters(text).length]);
    const jump = JUMPS.get(operations);
    if (jump) return { word: operations, family: "quiet", span, text: say(jump) };
    if (operations.includes("callback")) {
      const said = tell("The graph calls Python back here, while it runs. Operations: {0}", operations);
      return { word: "callback", family: "plain", span, text: said };
    }
    if (operations.endsWith(UNUSED)) {
      const made = operations.slice(0, -UNUSED.length);
      const said = tell(
        "No result and no effect needs this: XLA removes it. Operations of the graph: {0}",
        made,
      );
      return { word: "unused", family: "plain", span, text: said };
    }
    const graph = tell("Operations of the graph: {0}", operations);
    const python = say(
      "Nothing of the graph: Python ran this while the graph was made, or nothing needs what it gives.",
    );
    return operations
      ? { word: "graph", family: "quiet", span, text: graph }
      : { word: "python", family: "quiet", span, text: python };
  });
}

/**
 * What a decision says.
 * @param {DecisionData} decision
 */
export function decisionText(decision) {
  const parts = [`${decision.construct} → ${sayPart(decision.became)}`];
  if (decision.reason) parts.push(say(decision.reason));
  if (decision.carry.length > 0) parts.push(tell("carries {0}", decision.carry.join(", ")));
  const counted = /iterations?\b/.test(decision.reason);
  if (decision.trips !== null && !counted) parts.push(tell("{0} iterations", decision.trips));
  for (const [variable, before, after] of decision.promotions) {
    parts.push(tell("{0}: {1} widened to {2}", variable, before, after));
  }
  return parts.join(" · ");
}

/**
 * A line's marks, each word once: a line may put five items into lists. Two have room: of more, what is
 * urgent, else the most telling one, stands before a count, which explains the others.
 * @param {number} line
 * @param {Mark[]} marks
 * @returns {Badge[]}
 */
export function badgesOn(line, marks) {
  /** @type {Map<string, Badge & { counts: number[] }>} */
  const found = new Map();
  for (const { word, family, span, text } of marks) {
    if (span[0] !== line) continue;
    const [name, count] = word.split(" ×");
    const badge = found.get(name) ?? { word, family, span, texts: new Set(), counts: [] };
    badge.texts.add(text);
    if (count) badge.counts.push(Number(count));
    found.set(name, badge);
  }
  const badges = [...found].map(([name, { counts, ...badge }]) => ({ ...badge, word: name + times(counts) }));
  badges.sort((one, other) => rank(one) - rank(other));
  if (badges.length <= MOST) return badges;
  const urgent = badges.filter(({ family }) => family === "cause" || family === "finding").length;
  const others = badges.splice(Math.max(1, urgent));
  if (others.length === 0) return badges;
  const texts = new Set(others.flatMap((badge) => explanation(badge)));
  return [...badges, { word: `+${others.length}`, family: "quiet", span: others[0].span, texts }];
}

/**
 * How many iterations, of loops that were written out more than once.
 * @param {number[]} counts
 */
function times(counts) {
  if (counts.length === 0) return "";
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  return least === most ? ` ×${most}` : ` ×${least}–${most}`;
}

/** @param {Badge} badge */
function rank({ word, family }) {
  const at = ORDER.indexOf(family);
  return at < 0 || word.startsWith("python") ? ORDER.length : at;
}

/**
 * What stands on a badge: names of Python's and of `lax` are the same in all languages.
 * @param {string} word
 */
function shown(word) {
  return word.replace(/[a-z][a-z-]+/, sayPart);
}

/**
 * The room that badges take, in characters of the text, of which a sign or a Chinese one has two: each has a frame, and a gap
 * to the one before it.
 * @param {Badge[]} badges
 */
export function widthOf(badges) {
  const wide = (/** @type {string} */ word) => word.length + (word.match(/[\u2600-\uffff]/g)?.length ?? 0);
  return badges.reduce((sum, { word }) => sum + 0.85 * wide(shown(word)) + 1.9, -0.4);
}

/**
 * A badge as it stands where there is little room: by itself, and its number of rounds below its word.
 * @param {Badge} badge
 * @returns {Badge[]}
 */
export function narrowest(badge) {
  return [{ ...badge, word: badge.word.replace(/ ×.*/, "") }];
}

/**
 * What a badge says to who points at it: the word's meaning, then the reasons.
 * @param {Badge} badge
 */
function explanation({ word, family, texts }) {
  const meaning = say(BECAME.get(word.split(" ")[0]) ?? "");
  return [...(meaning && family !== "quiet" ? [`${shown(word)}: ${meaning}.`] : []), ...texts];
}

/** @param {Badge[]} badges */
export function gutter(badges) {
  const words = badges.map((each) => {
    const { word, family, span } = each;
    const badge = element("span", { class: `nbg-badge nbg-${family}`, "data-span": key(span) }, shown(word));
    return explain(badge, explanation(each).join("\n"));
  });
  return element("span", { class: "nbg-gutter" }, ...words);
}
