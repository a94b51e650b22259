/**
 * The lines of the source: those of the function, then those of each helper. A page has one number for each line; in its
 * own file or cell a line may have another.
 * @typedef {import('./types.js').Source} Source
 */

/** How far the numbers of one file are from those of the file before, as in `widgets/payload/spans.py`. */
const FURTHER = 100_000;

/**
 * The number that a line has in its own file.
 * @param {number} line
 */
export function lineName(line) {
  return line % FURTHER;
}

/**
 * The page's number of each line.
 * @param {Source} source
 */
export function pageLines({ first, lines, helpers }) {
  const starts = [[0, first], ...(helpers ?? [])];
  return lines.map((_, index) => {
    const [at, line] = /** @type {[number, number]} */ (starts.findLast(([begin]) => begin <= index));
    return line + index - at;
  });
}

/**
 * Each line's text by its number.
 * @param {Source} source
 */
export function lineTexts(source) {
  return new Map(pageLines(source).map((line, index) => [line, source.lines[index]]));
}

/**
 * What stands above the first line of each helper, by its number: its name, and the cell or file if that is another.
 * @param {Source} source
 * @returns {Map<number, string>}
 */
export function helperHeads({ helpers }) {
  return new Map((helpers ?? []).map(([, line, name, file]) => [line, file ? `${name} · ${file}` : name]));
}
