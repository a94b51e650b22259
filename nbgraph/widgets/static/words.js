/**
 * The words of the page, in the language that it is asked for in, else in the browser's if the page carries its words.
 * @typedef {{ names: string[], tour: string[], keys: string[], said: Record<string, string> }} Words `names` are of the
 *   tour, its next step, its end and the keys; in `keys` each key is followed by what it does; `said` is what stands on
 *   panes, buttons, lists and in the legend, by the English words
 */

import { ENGLISH } from "./words-en.js";
import { GERMAN } from "./words-de.js";
import { CHINESE } from "./words-zh.js";

/** Of these a page carries those that it is asked for in; what it says in them is among its data. */
const LANGUAGES = { en: ENGLISH, de: GERMAN, zh: CHINESE };
let chosen = ENGLISH ?? GERMAN ?? CHINESE;
let said = chosen.said ?? {}; // of a page, what it says comes with its data
/** @type {[form: string, shape: RegExp][]} forms with parts: sentences before phrases, and of two that fit, the longer one says more */
let shapes = [];
/** Letters of a form that hardly says anything, as "{0} and {1}", and as many characters as a part of it may have. */
const [FEW, BRIEF] = [12, 30];

/**
 * Chooses the language: the browser's, if none is named, and English, if there are no words in that.
 * @param {string} [language]
 * @param {readonly string[]} [known] languages of the reader, the dearest first
 * @param {Record<string, Record<string, string>>} [more] what is said in each language, beside what is here
 * @returns {string} what it is
 */
export function speak(language = "", known = globalThis.navigator?.languages ?? [], more = {}) {
  const short = language ? [language] : known.map((each) => each.split("-")[0].toLowerCase());
  const carried = /** @type {("en" | "de" | "zh")[]} */ (Object.keys(LANGUAGES)).filter(
    (name) => LANGUAGES[name],
  );
  const name = short.flatMap((each) => carried.filter((name) => name === each))[0] ?? "en";
  chosen = LANGUAGES[name] ?? ENGLISH ?? chosen;
  said = { ...chosen.said, ...more[name] };
  const rank = (/** @type {string} */ form) => form.length + (form.endsWith(".") ? 1000 : 0);
  const forms = Object.keys(said).filter((form) => form.includes("{0}"));
  shapes = forms.sort((one, other) => rank(other) - rank(one)).map((form) => [form, shapeOf(form)]);
  return name;
}

/**
 * English words of ours in the page's language; what has none there, such as a name of the user's, stays. A sentence
 * that Python has written is known by the form that it has in the table, with {0}, {1} for what it is about.
 * @param {string} text
 * @returns {string}
 */
export function say(text) {
  if (Object.hasOwn(said, text)) return said[text];
  for (const [form, shape] of shapes) {
    const found = shape.exec(text);
    if (found) return filled(said[form], found.slice(1).map(say));
  }
  return text;
}

/**
 * A short word of ours: in the table it is marked, for a name of the user's may be the same.
 * @param {string} word
 */
export function sayPart(word) {
  const marked = `${word} (part)`;
  const found = say(marked);
  return found === marked ? word : found;
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
 * A form with its parts: between a Chinese character and a Latin letter or a digit is a space.
 * @param {string} form
 * @param {(string | number)[]} parts
 */
function filled(form, parts) {
  return form.replace(/([\u4e00-\u9fff]?)\{(\d)\}(?=([\u4e00-\u9fff]?))/g, (_, before, at, after) => {
    const part = String(parts[at]);
    return before + (before && /^\w/.test(part) ? " " : "") + part + (after && /\w$/.test(part) ? " " : "");
  });
}

/** @param {string} form */
function shapeOf(form) {
  const plain = form.replace(/[.*+?^$()|[\]\\]/g, "\\$&");
  const brief = form.startsWith("{0}") && form.replace(/\{\d\}|\W/g, "").length < FEW;
  const part = brief ? `(.{1,${BRIEF}}?)` : "(.+?)";
  const quoted = plain.replace(/`\{\d\}`/g, "`([^`]+)`"); // a piece of code, and no words beside it
  return new RegExp(`^${quoted.replace(/\{\d\}/g, part)}$`, "s");
}

/** @returns {Words} */
export function words() {
  return chosen;
}
