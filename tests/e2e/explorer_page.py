"""What nbgraph puts into an output, as a user meets it: rows of text, nodes of the graph, what is lit.

The only place in these tests that knows class names; they are those of `nbgraph/widgets/static`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Locator

FULLY_INSIDE = """(nodes, frame) => nodes.every(node => {
  const inner = node.getBoundingClientRect(), outer = frame.getBoundingClientRect(), slack = 1;
  return inner.width > 0 && inner.left >= outer.left - slack && inner.right <= outer.right + slack
    && inner.top >= outer.top - slack && inner.bottom <= outer.bottom + slack;
})"""
# WCAG's contrast of the text against the nearest painted background behind it; a canvas reads colours in any notation.
CONTRAST = """element => {
  const canvas = Object.assign(document.createElement('canvas'), {width: 1, height: 1}).getContext('2d');
  const channels = colour => {
    canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const linear = part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  const luminance = colour => {
    const [r, g, b] = channels(colour).map(part => linear(part / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const clear = node => channels(getComputedStyle(node).backgroundColor)[3] < 255;
  let behind = element;
  while (behind.parentElement && clear(behind)) behind = behind.parentElement;
  const pair = [getComputedStyle(element).color, getComputedStyle(behind).backgroundColor].map(luminance);
  return (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05);
}"""
# The time from the pointer's event to a laid-out page, without the browser's own waiting for a frame.
HOVER_MS = """element => {
  const start = performance.now();
  element.dispatchEvent(new PointerEvent('pointerover', {bubbles: true, pointerType: 'mouse'}));
  document.body.getBoundingClientRect();
  return performance.now() - start;
}"""


class ExplorerPage:
    """One function's explorer within an output."""

    def __init__(self, output: Locator, index: int = 0) -> None:
        self.view = output.locator(".nbg .nbg-function").nth(index)
        self.title = self.view.locator(".nbg-title")
        self.value = self.view.locator(".nbg-value")
        self.source = self.view.locator(".nbg-pane-source")
        self.code = self.view.locator(".nbg-pane-code")
        self.graph = self.view.locator(".nbg-drawing")
        self.timing = self.view.locator(".nbg-pane-timing")
        self.search = self.view.locator(".nbg-search")
        self.lit_nodes = self.graph.locator(".nbg-node.nbg-lit")
        self.lit_source = self.source.locator(".nbg-row.nbg-lit")
        self.lit_code = self.code.locator(".nbg-row.nbg-lit:visible")

    def expect_ready(self, *, is_timed: bool = True) -> None:
        """Wait until all panes stand; that of the timing is there only where the call is timed."""
        self.view.scroll_into_view_if_needed()
        for pane in (self.source, self.code, self.graph, *([self.timing] if is_timed else [])):
            expect(pane).to_be_visible()
        expect(self.timing).to_have_count(int(is_timed))

    def line(self, text: str) -> int:
        """The number of the source line that holds `text`."""
        return int(self.row(text).get_attribute("data-line") or 0)

    def row(self, text: str) -> Locator:
        """The source row that holds `text`."""
        return self.source.locator(".nbg-row").filter(has_text=text)

    def nodes_of_line(self, line: int) -> Locator:
        """The nodes that stand for something on this line of the source."""
        return self.graph.locator(f'.nbg-node[aria-label$=" line {line}"]')

    def lit_nodes_of_line(self, line: int) -> Locator:
        """Those of them that are lit."""
        return self.graph.locator(f'.nbg-node.nbg-lit[aria-label$=" line {line}"]')

    def lit_nodes_are_fully_visible(self) -> bool:
        """Whether each lit node lies inside the graph's pane as it is scrolled now."""
        inside: bool = self.lit_nodes.evaluate_all(FULLY_INSIDE, self.graph.element_handle())
        return inside

    def contrast(self, part: Locator) -> float:
        """Contrast of a part's text with what is behind it, 1 to 21."""
        ratio: float = part.evaluate(CONTRAST)
        return ratio

    def hover_ms(self, part: Locator) -> float:
        """How long the page takes to light the counterparts of a part, in milliseconds."""
        duration: float = part.evaluate(HOVER_MS)
        return duration
