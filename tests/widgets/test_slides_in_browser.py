"""An explorer on a slide that is shown larger or smaller than it is: what scrolls and grows goes by its own pixels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from nbgraph.core.inspect import report
from nbgraph.widgets.page import to_html
from nbgraph.widgets.show import Shown
from tests.widgets.test_in_browser import INSIDE
from tests.widgets.test_stepper_in_browser import collatz as stepped_through
from tests.widgets.test_zoom_in_browser import PANE, UNIT, point

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.widgets.window import Show

pytestmark = pytest.mark.browser

SMALL = f".nbg {PANE} {{ max-height: 90px; max-width: 160px; }}"


@pytest.fixture(scope="module")
def fragment() -> str:
    """Collatz(3) with its steps."""
    payload: dict[str, Any] = Shown((report(stepped_through, 3, timing=False),))._payload
    return to_html(payload)


@pytest.fixture(params=[0.6, 1.6])
def slide(request: pytest.FixtureRequest, show: Show, fragment: str) -> Page:
    """It in a page that shows it as reveal.js shows a slide."""
    scaled = f"<div style='width: 800px; transform-origin: 0 0; transform: scale({request.param})'>"
    return show(f"<!DOCTYPE html><body>{scaled}{fragment}</div>")


def test_steps_leave_the_source_as_high_as_it_is(slide: Page) -> None:
    slide.locator(".nbg-step-open").click()
    heights = set()
    for _ in range(12):
        slide.keyboard.press("ArrowRight")
        heights.add(slide.locator(".nbg-pane-source > .nbg-text").evaluate("pane => pane.offsetHeight"))
    assert max(heights) - min(heights) <= 40, "two lines of words at most"


def test_a_small_pane_shows_the_node_that_is_lit(slide: Page) -> None:
    slide.add_style_tag(content=SMALL)
    pane = slide.locator(PANE).element_handle()
    for text in ("counter + 1", "while a != 1", "3 * a + 1"):
        slide.locator(".nbg-pane-source .nbg-row").filter(has_text=text).locator(".nbg-code").hover()
        assert slide.locator(".nbg-node.nbg-lit").first.evaluate(INSIDE, pane), text


def test_what_is_under_the_pointer_stays_there(slide: Page) -> None:
    # as high before and after, which a pane that is higher than its picture is not
    slide.add_style_tag(content=f".nbg {PANE}{PANE} {{ min-height: 300px; max-height: 300px; max-width: 300px; }}")
    slide.locator(PANE).scroll_into_view_if_needed()
    x, y = point(slide)
    slide.mouse.move(x, y)
    before = slide.evaluate(UNIT, [x, y])
    slide.keyboard.down("Control")
    slide.mouse.wheel(0, -300)
    slide.keyboard.up("Control")
    slide.wait_for_function("document.querySelector('.nbg-drawing').scrollTop > 50")
    assert slide.evaluate(UNIT, [x, y]) == pytest.approx(before, abs=2)
    slide.mouse.down()
    slide.mouse.move(x - 40, y - 30, steps=4)
    slide.mouse.up()
    assert slide.evaluate(UNIT, [x - 40, y - 30]) == pytest.approx(before, abs=2)


def test_on_a_slide_that_does_not_scroll_it_is_as_high_as_there_is_room(show: Show, fragment: str) -> None:
    """Slides of reveal.js have 700 px for a cell and its output, and a display of their own for `pre`."""
    style = "<style>.reveal pre { display: block; width: 90%; box-shadow: 0 5px 15px black; }</style>"
    page = show(f"<!DOCTYPE html>{style}<body class='reveal'><div style='width: 960px'>{fragment}</div>")
    assert page.locator(".nbg").evaluate("root => root.offsetHeight < 440 && root.scrollHeight > root.clientHeight")
    assert page.locator(".nbg-drawing").evaluate("pane => pane.offsetHeight <= 17 * 16")
    assert not page.locator(".nbg-tree").is_visible()
