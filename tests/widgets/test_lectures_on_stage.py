"""On the stage each explorer of a lecture is seen whole, its text legible from the last row."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

LECTURES = sorted((Path(__file__).parents[2] / "docs" / "course").glob("[0-9]*.html"))
DRAWN = """() => {
  const pane = document.querySelector('.nbg-staged .nbg-drawing');
  const svg = pane.querySelector('svg');
  const sizes = [...svg.querySelectorAll('text')].map((each) => parseFloat(getComputedStyle(each).fontSize));
  const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = pane;
  return [scrollWidth - clientWidth, scrollHeight - clientHeight, Math.min(...sizes) * scale];
}"""
WHOLE = f"() => {{ const [x, y, size] = ({DRAWN})(); return x <= 0 && y <= 0 && size >= 13.9; }}"


@pytest.mark.parametrize("lecture", LECTURES, ids=lambda path: path.stem)
def test_each_graph_of_a_lecture_is_whole_on_the_stage(page: Page, lecture: Path) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(lecture.as_uri())
    switches = page.locator(".nbg-function:has(.nbg-drawing) .nbg-stage-switch")
    switches.first.wait_for()
    for number in range(switches.count()):
        switches.nth(number).click()
        title = page.locator(".nbg-staged .nbg-title").text_content()
        try:
            page.wait_for_function(WHOLE, timeout=5000)
        except Exception:
            pytest.fail(f"{title} does not fit: right, below, text size {page.evaluate(DRAWN)}")
        switches.nth(number).click()
