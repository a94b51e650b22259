/**
 * Keeping labels inside their boxes. The boxes were laid out with the widths of one font; where the reader's machine
 * has a wider one, the text is drawn a little narrower.
 */

/** The lengths of texts by their words and size, in the picture's units: a region that opens leaves most as they are.
 *  @type {Map<string, number>} */
const lengths = new Map();
const MOST = 5000;

/** @param {SVGElement} text */
function lengthOf(text) {
  const key = `${text.getAttribute("font-size")} ${text.textContent}`;
  const known = lengths.get(key);
  if (known !== undefined) return known;
  const found = text instanceof SVGTextContentElement ? text.getComputedTextLength() : 0;
  if (lengths.size < MOST && found > 0) lengths.set(key, found);
  return found;
}

/**
 * Narrows the labels that are wider than their room. Reads all sizes first, then writes.
 * @param {{ text: SVGElement, room: number }[]} labels on the page and visible
 */
export function fitLabels(labels) {
  const wide = labels.filter(({ text, room }) => lengthOf(text) > room);
  for (const { text, room } of wide) {
    text.setAttribute("textLength", room.toFixed(1));
    text.setAttribute("lengthAdjust", "spacingAndGlyphs");
  }
}
