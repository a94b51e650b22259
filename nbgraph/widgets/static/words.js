/**
 * The words of the page: English, unless it is asked for in another language, whose words it then carries.
 * @typedef {{ names: string[], tour: string[], keys: string[], said: Record<string, string> }} Words `names` are of the
 *   tour, its next step, its end and the keys; in `keys` each key is followed by what it does; `said` is what stands on
 *   panes, buttons, lists and in the legend, by the English words
 */

import { GERMAN } from "./words-de.js";
import { CHINESE } from "./words-zh.js";

/** @type {Words} */
const ENGLISH = {
  names: ["Tour", "Next", "Close", "Keys"],
  tour: [
    "Your source. Point at a line: what became of it lights up everywhere. A click keeps that, Escape lets go.",
    "The same program as code, from yours to the machine's: one tab for each form.",
    "The program as a graph. − closes a loop or a choice into one box, + opens it.",
    "Whether the results are the same, and what is faster.",
    "“Step through” plays the run line by line, with all values. The key ? shows all keys.",
  ],
  keys: [
    "← ↑ → ↓",
    "inside a pane",
    "Enter",
    "keep what is lit; open or close a box",
    "Esc",
    "let go, close",
    "/",
    "search the graph",
    "+ − 0",
    "size of the graph",
    "z",
    "a region as a page of its own, and back",
    "f",
    "stage, and back; there c: code, t: timing",
    "→ ←",
    "steps: one forward, one back; with Shift: an iteration",
    "Space",
    "steps: play, pause",
    "o i",
    "steps: over a call, into calls",
  ],
  said: {},
};

/** Of these a page carries those that it is asked for in. */
const LANGUAGES = { de: GERMAN, zh: CHINESE };
let chosen = ENGLISH;

/**
 * Chooses the language: English, if nothing is known in this one.
 * @param {string} [language]
 */
export function speak(language = "") {
  chosen = LANGUAGES[/** @type {"de" | "zh"} */ (language)] ?? ENGLISH;
}

/**
 * English words of ours in the page's language; what has none there, such as a name of the user's, stays. A sentence
 * that Python has written is known by the form that it has in the table, with {0}, {1} for what it is about.
 * @param {string} text
 * @returns {string}
 */
export function say(text) {
  if (Object.hasOwn(chosen.said, text)) return chosen.said[text];
  for (const form of Object.keys(chosen.said)) {
    const found = form.includes("{0}") ? shapeOf(form).exec(text) : null;
    if (found) return filled(chosen.said[form], found.slice(1).map(say));
  }
  return text;
}

/**
 * A sentence of the table with its parts.
 * @param {string} form
 * @param {...(string | number)} parts
 */
export function tell(form, ...parts) {
  return filled(chosen.said[form] ?? form, parts);
}

/**
 * @param {string} form
 * @param {(string | number)[]} parts
 */
function filled(form, parts) {
  return form.replace(/\{(\d)\}/g, (_, at) => String(parts[at]));
}

/** @param {string} form */
function shapeOf(form) {
  const plain = form.replace(/[.*+?^$()|[\]\\]/g, "\\$&");
  return new RegExp(`^${plain.replace(/\{\d\}/g, "(.+?)")}$`, "s");
}

/** @returns {Words} */
export function words() {
  return chosen;
}
