/** Tables that a page holds by columns, as rows again: what `widgets/tables.py` writes. */

/**
 * For `JSON.parse`: `{"|": columns}` is rows, `{"||": columns}` all of their values in one array, `{"|*": columns}` rows
 * whose last value is the rest of the row, and `{"~": rows}` tokens by the distance between them.
 * @param {string} _key
 * @param {any} value
 */
export function rowsAgain(_key, value) {
  if (Array.isArray(value?.["~"])) return value["~"].map(tokensAgain);
  const columns = value?.["|"] ?? value?.["||"] ?? value?.["|*"];
  if (!Array.isArray(columns)) return value;
  const read = columns.map(columnOf);
  const rows = read[0].map((/** @type {unknown} */ _, /** @type {number} */ i) =>
    read.map((column) => column[i]),
  );
  if (value["|"]) return rows;
  return value["||"] ? rows.flat() : rows.map((/** @type {unknown[]} */ row) => row.flat());
}

/** @param {number[]} line column from the end of the token before, length, kind, ... */
function tokensAgain(line) {
  let end = 0;
  return line.map((number, i) => {
    if (i % 3 === 2) return number;
    end += number;
    return i % 3 === 0 ? end : number;
  });
}

/**
 * Numbers by what each is more than the one before, after the letter of ids; -1 is no id.
 * @param {string | unknown[]} column
 */
function columnOf(column) {
  if (typeof column !== "string") return column;
  const letter = /^[a-z]?/.exec(column)?.[0] ?? "";
  let sum = 0;
  return column
    .slice(letter.length)
    .split(",")
    .map((step) => {
      sum += Number(step);
      if (!letter) return sum;
      return sum < 0 ? null : `${letter}${sum}`;
    });
}
