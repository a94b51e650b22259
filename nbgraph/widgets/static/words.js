/**
 * The words of the page: English, unless it is asked for in another language, whose words it then carries.
 * @typedef {{ names: string[], tour: string[], keys: string[], said: Record<string, string> }} Words `names` are of the
 *   tour, its next step, its end and the keys; in `keys` each key is followed by what it does; `said` is what stands on
 *   panes, buttons, lists and in the legend, by the English words
 */

import { GERMAN_FINDINGS } from "./findings-de.js";
import { CHINESE_FINDINGS } from "./findings-zh.js";
import { ENGLISH } from "./words-en.js";
import { GERMAN } from "./words-de.js";
import { CHINESE } from "./words-zh.js";

/** Of these a page carries those that it is asked for in, and what findings say where it has any. */
const LANGUAGES = { en: ENGLISH, de: GERMAN, zh: CHINESE };
const FINDINGS = { en: {}, de: GERMAN_FINDINGS, zh: CHINESE_FINDINGS };
let chosen = ENGLISH ?? GERMAN ?? CHINESE;
let said = chosen.said;

/**
 * Chooses the language: English, if none is named.
 * @param {string} [language]
 */
export function speak(language = "") {
  const name = /** @type {"en" | "de" | "zh"} */ (language || "en");
  chosen = LANGUAGES[name] ?? ENGLISH ?? chosen;
  said = { ...chosen.said, ...FINDINGS[name] };
}

/**
 * English words of ours in the page's language; what has none there, such as a name of the user's, stays. A sentence
 * that Python has written is known by the form that it has in the table, with {0}, {1} for what it is about.
 * @param {string} text
 * @returns {string}
 */
export function say(text) {
  if (Object.hasOwn(said, text)) return said[text];
  for (const form of Object.keys(said)) {
    const found = form.includes("{0}") ? shapeOf(form).exec(text) : null;
    if (found) return filled(said[form], found.slice(1).map(say));
  }
  return text;
}

/**
 * A sentence of the table with its parts.
 * @param {string} form
 * @param {...(string | number)} parts
 */
export function tell(form, ...parts) {
  return filled(said[form] ?? form, parts);
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
