/**
 * Keeping labels inside their boxes. The boxes were laid out with the widths of one font; where the reader's machine
 * has a wider one, the text is drawn a little narrower.
 */

/**
 * Narrows the labels that are wider than their room. Reads all sizes first, then writes.
 * @param {{ text: SVGElement, room: number }[]} labels on the page and visible
 */
export function fitLabels(labels) {
  const wide = labels.filter(
    ({ text, room }) => text instanceof SVGTextContentElement && text.getComputedTextLength() > room,
  );
  for (const { text, room } of wide) {
    text.setAttribute("textLength", room.toFixed(1));
    text.setAttribute("lengthAdjust", "spacingAndGlyphs");
  }
}
