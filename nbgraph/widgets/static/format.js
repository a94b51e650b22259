/**
 * Durations as `core/units.py` writes them, so that picture and sentence agree; and texts for little room.
 */

/** @type {[number, string][]} */
const UNITS = [
  [1, "s"],
  [1e-3, "ms"],
  [1e-6, "us"],
  [1e-9, "ns"],
];

/**
 * A duration with three significant digits and its unit.
 * @param {number} seconds
 */
export function duration(seconds) {
  for (const [scale, unit] of UNITS) {
    const number = Number((seconds / scale).toPrecision(3));
    if (number >= 1 || unit === "ns") return `${number} ${unit}`;
  }
  return "";
}

/**
 * The text, or as many of its words as there is room for: half a word, or half a name, would be another one.
 * @param {string} text
 * @param {number} most as many characters
 */
export function fitted(text, most) {
  if (text.length <= most) return text;
  const cut = text.slice(0, most - 1);
  const end = cut.lastIndexOf(" ");
  return `${end > most / 2 ? cut.slice(0, end) : cut}…`;
}

/**
 * An object's attributes: "balance=5.0" of `<Account: balance=5.0>`.
 * @param {string} text
 */
export function bare(text) {
  return text.replace(/^<\w+: (.+)>$/, "$1");
}
