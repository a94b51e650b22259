/**
 * Two or three functions beside each other: what is pointed at, scrolled and stepped in one is in the others, too, as far
 * as they have the same lines.
 * @typedef {import('./types.js').FunctionData} FunctionData
 * @typedef {ReturnType<typeof import('./function-view.js').functionView>} View
 * @typedef {import('./step-spot.js').Spot} Spot
 * @typedef {Map<number, number>} Lines of one function, and the line that each is in another
 */

const SCROLLED = [".nbg-pane-source .nbg-text", ".nbg-pane-code .nbg-text", ".nbg-drawing"];

/** A place in no call; what is called is told by name, and may be the same in both. */
const OWN = /^0 {2}(\d+)$/;

/**
 * Ties views together.
 * @param {HTMLElement} root
 * @param {FunctionData[]} functions
 * @param {View[]} views
 */
export function tie(root, functions, views) {
  root.style.setProperty("--nbg-functions", String(views.length));
  const maps = functions.map((one) => functions.map((other) => sameLines(linesOf(one), linesOf(other))));
  const longest = Math.max(...functions.map(({ source }) => source.lines.length));
  let busy = false;
  /** @type {WeakMap<Element, string>} where an element was put, whose event is an echo */
  const put = new WeakMap();

  /**
   * @param {number} from
   * @param {(other: View, lines: Lines) => void} act
   */
  function others(from, act) {
    if (busy) return;
    busy = true;
    views.forEach((view, i) => i !== from && act(view, maps[from][i]));
    busy = false;
  }

  views.forEach((view, i) => {
    view.el.style.setProperty("--nbg-lines", String(longest));
    view.told({
      pointed: (line) =>
        others(i, ({ point }, lines) => point(line === null ? null : (lines.get(line) ?? null))),
      stepped: (spot) =>
        others(i, ({ step }, lines) => {
          const there = spot && spotIn(spot, lines, lines.size * 2 >= linesOf(functions[i]).size);
          if (there !== undefined) step(there);
        }),
    });
    view.el.addEventListener("scroll", ({ target }) => follow(i, /** @type {Element} */ (target)), true);
  });

  /**
   * @param {number} from
   * @param {Element} scrolled
   */
  function follow(from, scrolled) {
    const which = SCROLLED.find((selector) => scrolled.matches(selector));
    if (which === undefined || put.get(scrolled) === placeOf(scrolled)) return;
    others(from, ({ el }) => {
      const other = [...el.querySelectorAll(which)].find((each) => each.clientHeight > 0);
      if (!other) return;
      for (const [at, all, seen] of /** @type {const} */ ([
        ["scrollTop", "scrollHeight", "clientHeight"],
        ["scrollLeft", "scrollWidth", "clientWidth"],
      ])) {
        const share = scrolled[at] / Math.max(scrolled[all] - scrolled[seen], 1);
        other[at] = share * (other[all] - other[seen]);
      }
      put.set(other, placeOf(other));
    });
  }
}

/** @param {Element} element */
function placeOf({ scrollTop, scrollLeft }) {
  return `${scrollTop} ${scrollLeft}`;
}

/**
 * The lines of the function itself, without those of its helpers, by number.
 * @param {FunctionData} data
 */
function linesOf({ source }) {
  const own = source.lines.slice(0, source.helpers?.[0]?.[0]);
  return new Map(own.map((text, i) => [source.first + i, text.trim()]));
}

/**
 * Which line of one text is which of another: lines alike, in order, as many as can be (the longest common subsequence);
 * and between those the changed ones, where each side has as many.
 * @param {Map<number, string>} one
 * @param {Map<number, string>} other
 * @returns {Lines}
 */
export function sameLines(one, other) {
  const [a, b] = [[...one], [...other]].map((lines) => lines.filter(([, text]) => text !== ""));
  /** How many lines alike there are from a place of either on. */
  const left = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      left[i][j] = a[i][1] === b[j][1] ? left[i + 1][j + 1] + 1 : Math.max(left[i + 1][j], left[i][j + 1]);
  /** @type {Lines} */
  const found = new Map();
  let [i, j, p, q] = [0, 0, 0, 0];
  const changed = () => {
    if (i - p === j - q) for (let k = 0; k < i - p; k += 1) found.set(a[p + k][0], b[q + k][0]);
  };
  while (i < a.length && j < b.length) {
    if (a[i][1] === b[j][1]) {
      changed();
      found.set(a[i][0], b[j][0]);
      [i, j] = [i + 1, j + 1];
      [p, q] = [i, j];
    } else if (left[i + 1][j] >= left[i][j + 1]) i += 1;
    else j += 1;
  }
  [i, j] = [a.length, b.length];
  changed();
  return found;
}

/**
 * A position of one run in terms of another function's lines.
 * @param {Spot} spot
 * @param {Lines} lines
 * @param {boolean} alike whether the two are much the same function; else they are in step by number
 * @returns {Spot | undefined} undefined where the other has no such line, and waits
 */
export function spotIn(spot, lines, alike) {
  if (!alike) return { ...spot, place: "" };
  const rounds = spot.rounds.map(([header, round]) => [lines.get(header) ?? header, round]);
  const own = OWN.exec(spot.place);
  const line = own && lines.get(Number(own[1]));
  return line === undefined
    ? undefined
    : { ...spot, place: line === null ? spot.place : `0  ${line}`, rounds };
}
