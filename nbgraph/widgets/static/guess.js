/**
 * Whether what a reader has typed is a value, as Python's `==` has it: however strings are quoted, numbers are written,
 * and the items of dicts and sets are ordered.
 */

const TOKEN = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|-?[\w.]+(?:[-+]\d+)?|\S/g;

/**
 * Whether a guess is the value, to as many digits as it has: 3.4 is 3.41, but the whole number 3 is not 3.4. A tuple
 * may come without its parentheses, as after `return`.
 * @param {string} guess
 * @param {string} value
 */
export function isRight(guess, value) {
  return isWritten(guess, value) || isWritten(`(${guess})`, value);
}

/**
 * @param {string} guess
 * @param {string} value
 */
function isWritten(guess, value) {
  const [one, other] = [guess, value].map((text) => inOrder((text.match(TOKEN) ?? []).map(unquoted)));
  return one.length === other.length && one.every((token, at) => isSame(token, other[at]));
}

/** @param {string} token a string in single quotes, whichever it has */
function unquoted(token) {
  return token.length > 1 && token.startsWith('"') ? `'${token.slice(1, -1)}'` : token;
}

/**
 * @param {string} guess
 * @param {string} value
 */
function isSame(guess, value) {
  if (guess === value) return true;
  if (!/^-?(\d+\.?\d*|\.\d+)$/.test(guess) || !Number.isFinite(Number(value))) return false;
  const digits = guess.split(".")[1]?.length ?? 0;
  return (
    Number(value).toFixed(digits) === Number(guess).toFixed(digits) &&
    (digits > 0 || Number(guess) === Number(value))
  );
}

/**
 * The tokens with the items in braces sorted, and no comma before the end of a list.
 * @param {string[]} tokens is emptied
 * @param {string} [end] what closes the group that they begin
 * @returns {string[]}
 */
function inOrder(tokens, end) {
  /** @type {string[][]} */
  const items = [[]];
  for (let token = tokens.shift(); token !== undefined && token !== end; token = tokens.shift()) {
    const close = { "{": "}", "[": "]", "(": ")" }[token];
    if (token === ",") items.push([]);
    else items[items.length - 1].push(token, ...(close ? [...inOrder(tokens, close), close] : []));
  }
  if (items[items.length - 1].length === 0 && end !== ")") items.pop();
  if (end === "}") items.sort((one, other) => (one.join(" ") < other.join(" ") ? -1 : 1));
  return items.flatMap((item, at) => (at > 0 ? [",", ...item] : item));
}
