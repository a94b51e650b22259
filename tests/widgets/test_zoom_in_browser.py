"""Scrolling, dragging and enlarging the drawing, by wheel, pinch, touch and keys: the page keeps what is its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Page, expect

from nbgraph.widgets.page import to_html
from tests.widgets.conftest import of_300_nodes
from tests.widgets.window import showing

if TYPE_CHECKING:
    from tests.widgets.window import Show

pytestmark = pytest.mark.browser

PANE = ".nbg-drawing"
# The unit of the drawing that is seen at a point of the window.
UNIT = """([x, y]) => {
  const svg = document.querySelector('.nbg-svg'), box = svg.getBoundingClientRect();
  const scale = svg.viewBox.baseVal.width / box.width;
  return [(x - box.left) * scale, (y - box.top) * scale];
}"""
PLACES = "() => [scrollY, document.querySelector('.nbg-drawing').scrollTop]"


@pytest.fixture
def page(show: Show) -> Page:
    """A page that scrolls, with a drawing that is higher than its pane under the pointer."""
    high = '<div style="height: 900px"></div>'
    style = f"<style>.nbg {PANE}.nbg-drawing {{ min-height: 300px; max-height: 300px }}</style>"
    page = show(f"<!DOCTYPE html><body>{high}{style}{to_html(of_300_nodes())}{high}{high}")
    page.locator(PANE).scroll_into_view_if_needed()
    page.evaluate("() => scrollBy(0, document.querySelector('.nbg-drawing').getBoundingClientRect().top - 300)")
    return page


def point(page: Page) -> tuple[float, float]:
    """A point of the pane that is not its middle."""
    box = page.locator(PANE).bounding_box()
    assert box is not None
    return box["x"] + box["width"] * 0.3, box["y"] + box["height"] * 0.6


def test_a_plain_wheel_scrolls_the_drawing_to_its_end_and_then_the_page(page: Page) -> None:
    before, _ = page.evaluate(PLACES)
    page.mouse.move(*point(page))
    page.mouse.wheel(0, 100)
    page.wait_for_function(f"({PLACES})()[1] === 100")
    assert page.evaluate(PLACES)[0] == before
    page.locator(PANE).evaluate("pane => { pane.scrollTop = 1e6; }")
    page.wait_for_timeout(400)  # else it is the same turn of the wheel, which stays with what it scrolled first
    page.mouse.wheel(0, 100)
    page.wait_for_function(f"({PLACES})()[0] === {before + 100}")


def test_a_pinch_of_a_touchpad_enlarges_what_is_under_the_pointer(page: Page) -> None:
    at = point(page)
    page.mouse.move(*at)
    before, width, place = page.evaluate(UNIT, at), svg_width(page), page.evaluate("scrollY")
    page.keyboard.down("Control")
    for delta, grows in ((-200, True), (120, False)):
        page.mouse.wheel(0, delta)
        sign = ">" if grows else "<"
        page.wait_for_function(f"document.querySelector('.nbg-svg').getBoundingClientRect().width {sign} {width}")
        assert page.evaluate(UNIT, at) == pytest.approx(before, abs=2)
        width = svg_width(page)
    page.keyboard.up("Control")
    assert (page.evaluate("scrollY"), page.evaluate("visualViewport.scale")) == (place, 1)


@pytest.mark.parametrize("width", [600, 1400])
def test_a_pane_that_would_grow_with_its_drawing_keeps_the_point_under_the_pointer(
    page: Page, tmp_path: Path, collatz: dict[str, Any], width: int
) -> None:
    page = showing(page, tmp_path)(collatz, width)
    pane = page.locator(PANE)
    pane.scroll_into_view_if_needed()
    at = page.evaluate("""() => {
      const box = document.querySelector('.nbg-svg').getBoundingClientRect();
      return [box.left + box.width * 0.9, Math.min(box.top + box.height * 0.8, innerHeight - 30)];
    }""")
    page.mouse.move(*at)
    before, place = page.evaluate(UNIT, at), pane.bounding_box()
    page.keyboard.down("Control")
    for delta in (-40, -300, 200, 240):
        size = svg_width(page)
        page.mouse.wheel(0, delta)
        page.wait_for_function(f"document.querySelector('.nbg-svg').getBoundingClientRect().width !== {size}")
        assert page.evaluate(UNIT, at) == pytest.approx(before, abs=2)
    page.keyboard.up("Control")
    assert pane.bounding_box() == place
    pane.press("0")
    assert pane.evaluate("pane => pane.scrollWidth <= pane.clientWidth && pane.scrollHeight <= pane.clientHeight")


def test_keys_enlarge_around_the_middle_and_scroll_the_drawing_alone(page: Page) -> None:
    pane = page.locator(PANE)
    pane.focus()
    middle = pane.evaluate("""pane => {
      const {left, top} = pane.getBoundingClientRect();
      return [left + pane.clientLeft + pane.clientWidth / 2, top + pane.clientTop + pane.clientHeight / 2];
    }""")
    page.keyboard.press("+")
    page.keyboard.press("+")
    before, width, place = page.evaluate(UNIT, middle), svg_width(page), page.evaluate("scrollY")
    page.keyboard.press("+")
    assert svg_width(page) == pytest.approx(width * 1.25, rel=0.01)
    assert page.evaluate(UNIT, middle) == pytest.approx(before, abs=2)
    page.keyboard.press("PageDown")
    page.wait_for_function("document.querySelector('.nbg-drawing').scrollTop > 100")
    assert page.evaluate("scrollY") == place


def test_a_finger_scrolls_as_everywhere_and_two_enlarge_the_page(page: Page) -> None:
    touch = fingers(page)
    x, y = point(page)
    _, top = page.evaluate(PLACES)
    touch("touchStart", (x, y))
    for step in range(1, 11):
        touch("touchMove", (x, y - 10 * step))
    touch("touchEnd")
    page.wait_for_function(f"({PLACES})()[1] > {top + 50}")
    width = svg_width(page)
    touch("touchStart", (x - 20, y), (x + 20, y))
    for step in range(1, 11):
        touch("touchMove", (x - 20 - 8 * step, y), (x + 20 + 8 * step, y))
    touch("touchEnd")
    page.wait_for_function("visualViewport.scale > 1.5")
    assert svg_width(page) == width


def test_a_mouse_drags_the_drawing_and_clicks_nothing_by_that(page: Page) -> None:
    page.evaluate("addEventListener('click', () => { window.clicked = true; })")
    x, y = point(page)
    before = page.evaluate(UNIT, [x, y])
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 60, steps=5)
    page.mouse.up()
    assert page.evaluate(UNIT, [x, y - 60]) == pytest.approx(before, abs=2)
    assert page.evaluate("window.clicked") is None
    expect(page.locator(".nbg-dragging")).to_have_count(0)


def svg_width(page: Page) -> float:
    """Of the drawing on the screen, in CSS pixels."""
    width: float = page.locator(".nbg-svg").evaluate("svg => svg.getBoundingClientRect().width")
    return width


def fingers(page: Page) -> Callable[..., Any]:
    """Tells the browser where fingers are."""
    session = page.context.new_cdp_session(page)

    def touch(kind: str, *places: tuple[float, float]) -> None:
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(places)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        page.wait_for_timeout(20)

    return touch
