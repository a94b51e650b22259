/**
 * Keeping labels inside their boxes. The boxes were laid out with the widths of one font; where the reader's machine
 * has a wider one, the text is drawn a little narrower.
 */

/** Room between a label and the border of its box, in the drawing's units. */
const MARGIN = 3;

/**
 * Narrows the labels that are wider than the shape they stand in. Reads all sizes first, then writes.
 * @param {SVGElement} svg on the page and visible
 */
export function fitLabels(svg) {
  const wide = [];
  for (const node of svg.querySelectorAll(".nbg-node")) {
    const shape = node.querySelector("polygon, ellipse, path");
    if (!(shape instanceof SVGGraphicsElement)) continue;
    const room = shape.getBBox().width - 2 * MARGIN;
    for (const text of node.querySelectorAll("text")) {
      if (room > 0 && text.getComputedTextLength() > room) wide.push({ text, room });
    }
  }
  for (const { text, room } of wide) {
    text.setAttribute("textLength", room.toFixed(1));
    text.setAttribute("lengthAdjust", "spacingAndGlyphs");
  }
}
