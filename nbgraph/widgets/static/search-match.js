/**
 * What a search looks for: a text, `/an expression/`, a shape (`f32[3`, `[3,4]`) or a line (`line 7`, `:7`).
 * @typedef {{ operation: string, label: string, names: string[], avals: string[], line: number }} Sought
 * @typedef {(sought: Sought) => boolean} Match
 */

/** As many characters of a field are searched by an expression, and as many may an expression have. */
const LONGEST = 60;
const QUANTIFIERS = 6;
const ENDLESS = 2;

/**
 * @param {string} query
 * @returns {{ match: Match } | { wrong: string } | null} null when nothing is asked
 */
export function matcher(query) {
  const asked = query.trim();
  if (asked === "") return null;
  const line = /^(?:line\s*|:)(\d+)$/i.exec(asked);
  if (line) return { match: (sought) => sought.line === Number(line[1]) };
  const expression = /^\/(.*?)(?:\/(i?))?$/s.exec(asked);
  if (expression && asked.length > 1) return byExpression(expression[1], expression[2] ?? "");
  const text = asked.toLowerCase();
  const shape = text.replace(/\s/g, "");
  const wanted = (/** @type {string} */ field) => field.toLowerCase().includes(text);
  return {
    match: ({ label, operation, names, avals }) =>
      wanted(label) || wanted(operation) || names.some(wanted) || avals.some((aval) => aval.includes(shape)),
  };
}

/**
 * @param {string} pattern
 * @param {string} flags
 * @returns {{ match: Match } | { wrong: string }}
 */
function byExpression(pattern, flags) {
  const wrong = tooMuch(pattern);
  if (wrong) return { wrong };
  try {
    const expression = new RegExp(pattern, flags);
    const fits = (/** @type {string} */ field) => expression.test(field.slice(0, LONGEST));
    return {
      match: ({ label, operation, names, avals }) => [label, operation, ...names, ...avals].some(fits),
    };
  } catch (error) {
    return { wrong: `not a regular expression: ${/** @type {Error} */ (error).message.split(": ").at(-1)}` };
  }
}

/**
 * Why an expression is not tried: one that repeats what repeats can take longer than anyone waits. What is let through
 * needs at most about 60³ steps for a field, whatever stands in it.
 * @param {string} pattern
 */
function tooMuch(pattern) {
  const plain = pattern.replace(/\\[^\d]/g, "_").replace(/\[[^\]]*\]/g, "_");
  const repeats = plain.match(/[*+?]|\{\d*,?\d*\}/g) ?? [];
  if (pattern.length > LONGEST) return `a regular expression of at most ${LONGEST} characters, please`;
  if (/\)(?:[*+]|\{)/.test(plain)) return "a group that repeats is not searched for: it can take forever";
  if (/\\\d/.test(plain)) return "back references are not searched for: they can take forever";
  const endless = repeats.filter((repeat) => /[*+,]|\d\d/.test(repeat));
  if (repeats.length > QUANTIFIERS || endless.length > ENDLESS)
    return `at most ${ENDLESS} repetitions without end, and ${QUANTIFIERS} in all: more can take forever`;
  return "";
}
