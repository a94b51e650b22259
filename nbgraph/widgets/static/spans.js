/**
 * Positions: comparing spans, and cutting lines by characters.
 * @typedef {import('./types.js').Span} Span
 */

/**
 * A span as a key of a map.
 * @param {Span} span
 */
export function key(span) {
  return span.join(" ");
}

/**
 * Things by something they have in common, in their order.
 * @template T, K
 * @param {Iterable<T>} things
 * @param {(thing: T) => Iterable<K>} keysOf
 * @returns {Map<K, T[]>}
 */
export function grouped(things, keysOf) {
  /** @type {Map<K, T[]>} */
  const found = new Map();
  for (const thing of things) {
    for (const each of keysOf(thing)) {
      const group = found.get(each);
      if (group) group.push(thing);
      else found.set(each, [thing]);
    }
  }
  return found;
}

/**
 * Each link of a form: the stretch of generated code, and the stretch of source that it came from.
 * @param {import('./types.js').CodeData} code
 * @returns {{ generated: Span, source: Span }[]}
 */
export function linksOf(code) {
  let [line, origin] = [0, 0];
  return code.links.map(([down, column, lines, width, further, start, long, wide]) => {
    line += down;
    origin += further;
    return {
      generated: [line, column, line + lines, column + width],
      source: [origin, start, origin + long, start + wide],
    };
  });
}

/**
 * The lines of a span.
 * @param {Span} span
 */
export function linesOf(span) {
  return Array.from({ length: span[2] - span[0] + 1 }, (_, i) => span[0] + i);
}

/**
 * Below zero when position (`line`, `column`) comes before (`otherLine`, `otherColumn`).
 * @param {number} line
 * @param {number} column
 * @param {number} otherLine
 * @param {number} otherColumn
 */
function order(line, column, otherLine, otherColumn) {
  return line - otherLine || column - otherColumn;
}

/**
 * Whether `inner` lies within `outer` (equal spans lie in each other).
 * @param {Span} outer
 * @param {Span} inner
 */
export function contains(outer, inner) {
  return (
    order(outer[0], outer[1], inner[0], inner[1]) <= 0 && order(inner[2], inner[3], outer[2], outer[3]) <= 0
  );
}

/**
 * Whether two spans share a line.
 * @param {Span} one
 * @param {Span} other
 */
export function shareLine(one, other) {
  return one[0] <= other[2] && other[0] <= one[2];
}

/**
 * For sorting: by start, the longer first, so that what contains comes before what it contains.
 * @param {Span} one
 * @param {Span} other
 */
export function outerFirst(one, other) {
  return order(one[0], one[1], other[0], other[1]) || order(other[2], other[3], one[2], one[3]);
}

/**
 * The part of a span that stands in one line, as columns; null when it has none there.
 * @param {Span} span
 * @param {number} line
 * @param {number} length the line's length in characters
 * @returns {[number, number] | null}
 */
export function columnsIn(span, line, length) {
  if (line < span[0] || line > span[2]) return null;
  const start = line === span[0] ? span[1] : 0;
  const end = line === span[2] ? Math.min(span[3], length) : length;
  return start < end ? [start, end] : null;
}

/**
 * A line as something `slice` cuts by characters: a string counts UTF-16 units, which differ beyond U+FFFF.
 * @param {string} line
 * @returns {{ length: number, cut: (start: number, end: number) => string }}
 */
export function characters(line) {
  if (!/[\ud800-\udfff]/.test(line)) {
    return { length: line.length, cut: (start, end) => line.slice(start, end) };
  }
  const points = Array.from(line);
  return { length: points.length, cut: (start, end) => points.slice(start, end).join("") };
}
