"""Panes beside each other in a real browser: what stands where, and how much of a pane is empty."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from nbgraph.core.inspect import report
from nbgraph.widgets.payload import payload

if TYPE_CHECKING:
    from tests.widgets.window import Show

pytestmark = pytest.mark.browser

# Each pane's box, and how much of it is empty below what it holds.
PANES = """() => Object.fromEntries([...document.querySelectorAll('.nbg-panes > .nbg-pane')].map(pane => {
  const box = pane.getBoundingClientRect();
  const ends = [...pane.querySelectorAll('*')].filter(each => each.children.length === 0)
    .map(each => each.getBoundingClientRect()).filter(each => each.height > 0).map(each => each.bottom);
  const name = pane.className.replace('nbg-pane nbg-pane-', '');
  return [name, [box.left, box.top, box.right, box.bottom, box.bottom - Math.max(...ends)]];
}))"""

# How much of its pane the picture fills, the one way or the other, and the size of its smallest text.
PICTURE = """pane => {
  const box = pane.querySelector('.nbg-svg').getBoundingClientRect();
  const unit = box.width / pane.querySelector('.nbg-svg').viewBox.baseVal.width;
  return [Math.max(box.width / pane.clientWidth, box.height / pane.clientHeight), unit * 13];
}"""


def test_short_code_leaves_no_empty_band(collatz: dict[str, Any], show: Show) -> None:
    page = show(collatz)
    page.locator(".nbg-status").first.wait_for()
    for width in (1088, 1200, 1280, -1280):  # in projector mode, the last
        page.set_viewport_size({"width": abs(width), "height": 720})
        if width < 0:
            page.locator(".nbg-projector-switch").click()
        panes = page.evaluate(PANES)
        source, code, graph, timing = (panes[name] for name in ("source", "code", "graph", "timing"))
        assert code[4] < 60, (width, panes)
        three = width == 1280
        assert (source[1] == code[1]) == three, (width, panes)
        # The timing pane stands below the code, and beside the graph, which reaches down as far.
        assert timing[1] > code[3], (width, panes)
        assert timing[2] < graph[0], (width, panes)
        assert abs(timing[3] - graph[3]) < 1, (width, panes)
        assert page.evaluate("document.documentElement.scrollWidth") <= abs(width), width
        # The picture grows into the room that there is, unless its text is as large as it may be.
        largest = 20 if width < 0 else 14 if three else 16  # as the styles of the drawing's text have it
        for _ in range(50):  # it is fitted in a frame after the page has its size
            picture, text = page.locator(".nbg-drawing").evaluate(PICTURE)
            if picture > 0.97 or abs(text - largest) < 0.1:
                break
            page.wait_for_timeout(100)
        else:
            raise AssertionError((width, picture, text))


def test_a_wide_graph_stands_beside_the_source(show: Show) -> None:
    page = show(payload((report(tally, 3, 4),)))
    page.locator(".nbg-wide-graph").first.wait_for()
    for width in (1280, 900):
        page.set_viewport_size({"width": width, "height": 1000})
        panes = page.evaluate(PANES)
        source, code, graph = (panes[name] for name in ("source", "code", "graph"))
        assert source[1] == graph[1], (width, panes)
        assert source[2] < graph[0] and code[2] < graph[0], (width, panes)
        _, text = page.locator(".nbg-drawing").evaluate(PICTURE)
        assert text >= 8.9, (width, text)  # 9 px, as far as a unit is a whole pixel


def tally(start: int, step: int) -> tuple[int, ...]:
    a = b = c = d = e = f = start
    while a < 100:
        a, b, c = a + step, b * 2 + a, c * 3 + b
        d, e, f = d - c * 5, e - d * 7, f * 4 + e
    return a, b, c, d, e, f
