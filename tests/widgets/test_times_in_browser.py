"""Times and differences in a real browser: what is legible where, what the keys do, what lights up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.widgets.window import Show

pytestmark = pytest.mark.browser

# Labels of the plot that reach over the page's edge, or over each other.
MISPLACED = """svg => {
  const boxes = [...svg.querySelectorAll('text')].map(text => [text.textContent, text.getBoundingClientRect()]);
  const width = document.documentElement.clientWidth;
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom - 2 && b.top < a.bottom - 2;
  return boxes.filter(([name, box], at) => box.left < 0 || box.right > width
    || boxes.slice(at + 1).some(([other, next]) => meet(box, next))).map(([name]) => name);
}"""


@pytest.mark.parametrize("width", [480, 1280])
def test_everything_fits_and_nothing_covers_a_label(show: Show, everything: dict[str, Any], width: int) -> None:
    page = show(everything, width)
    page.locator(".nbg").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for plot in page.locator(".nbg-plot, .nbg-strip-axis svg").all():
        assert plot.evaluate(MISPLACED) == []
    for strip in page.locator(".nbg-strip-svg[role=img]").all():
        box = strip.bounding_box()
        assert box is not None and box["width"] > 150


def test_the_plot_is_read_by_keys_and_a_new_line_lights_what_became_of_it(
    show: Show, everything: dict[str, Any]
) -> None:
    page = show(everything, 1280)
    readout = page.locator(".nbg-readout")
    page.locator('.nbg-point[tabindex="0"]').focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    assert readout.inner_text().startswith("n = 10: graph (jit) 6 us, middle half 5 us to 8 us")
    second = page.locator(".nbg-function").nth(1)
    second.locator(".nbg-title").hover()
    second.locator(".nbg-diff-added .nbg-code").first.hover()
    assert second.locator('.nbg-pane-source .nbg-row[data-line="5"] .nbg-lit').count() > 0
    marks = "elements => elements.map(element => [element.dataset.id, element.dataset.mark])"
    drawn = [page.locator(".nbg-function").nth(at).locator("[data-mark]") for at in (0, 1)]
    assert sorted(drawn[1].evaluate_all(marks)) == [["n3", "~"], ["n4", "+"]]
    assert sorted(drawn[0].evaluate_all(marks)) == [["n3", "~"], ["n5", "-"]]
    # Each part of the page has its own style sheet: the plot's lines once took the colour from those of the graph.
    strokes = "paths => paths.map(path => getComputedStyle(path).stroke)"
    assert "none" not in page.locator(".nbg-edge path, .nbg-sweep-line").evaluate_all(strokes)
    assert {(text or "")[:2] for text in drawn[1].locator("text").all_text_contents()} >= {"+ ", "~ "}
