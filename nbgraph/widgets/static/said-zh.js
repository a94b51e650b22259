/** All that is said in Chinese, by what it is in English: a widget has it in its script, a page what it needs in its data. */

import { CHINESE_FINDINGS } from "./findings-zh.js";
import { CHINESE_LABELS } from "./labels-zh.js";
import { CHINESE_MEANINGS } from "./meanings-zh.js";
import { CHINESE_SENTENCES } from "./sentences-zh.js";

/** @type {Record<string, string>} */
export const CHINESE_SAID = {
  ...CHINESE_LABELS,
  ...CHINESE_SENTENCES,
  ...CHINESE_MEANINGS,
  ...CHINESE_FINDINGS,
};
