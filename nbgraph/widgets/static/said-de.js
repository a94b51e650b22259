/** All that is said in German, by what it is in English: a widget has it in its script, a page what it needs in its data. */

import { GERMAN_FINDINGS } from "./findings-de.js";
import { GERMAN_LABELS } from "./labels-de.js";
import { GERMAN_MEANINGS } from "./meanings-de.js";
import { GERMAN_SENTENCES } from "./sentences-de.js";

/** @type {Record<string, string>} */
export const GERMAN_SAID = {
  ...GERMAN_LABELS,
  ...GERMAN_SENTENCES,
  ...GERMAN_MEANINGS,
  ...GERMAN_FINDINGS,
};
