"""The page by keyboard alone: every control is reached, pressed and left again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from nbgraph.core.inspect import report
from nbgraph.widgets.show import Shown
from tests.widgets.test_stepper_in_browser import collatz

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

FOCUSED = """() => {
  const focused = document.activeElement;
  if (focused === document.body) return null;
  const {outlineStyle, outlineWidth} = getComputedStyle(focused);
  const seen = focused.matches(':focus-visible') && outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
  const named = focused.getAttribute('aria-label') || focused.textContent.trim();
  const guarded = focused.closest('[data-lm-suppress-shortcuts]') !== null;
  return [named, seen && guarded];
}"""
MOVES = """root => [...root.querySelectorAll('*')].filter(each => {
  const {transitionDuration, animationName, scrollBehavior} = getComputedStyle(each);
  return transitionDuration !== '0s' || animationName !== 'none' || scrollBehavior !== 'auto';
}).length"""


def test_everything_is_reached_pressed_and_left_by_keys(page: Page, tmp_path: Path) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size({"width": 1280, "height": 820})
    page.goto(Shown((report(collatz, 3, timing=False),)).save(tmp_path / "page.html").as_uri())
    page.locator(".nbg").wait_for()
    press = page.keyboard.press

    def to(name: str, key: str = "Tab") -> None:
        for _ in range(40):
            press(key)
            if (page.evaluate(FOCUSED) or [""])[0].startswith(name):
                return
        pytest.fail(f"{name} is not reached")

    # No trap, and whatever has the focus shows it.
    stops = []
    for _ in range(60):
        press("Tab")
        stop = page.evaluate(FOCUSED)
        if stop is None:
            break
        stops.append(stop)
    assert 15 < len(stops) < 60
    assert [name for name, shown in stops if not shown or not name] == []
    assert page.locator(".nbg").evaluate(MOVES) == 0

    # A button of the stepper is pressed by Space; elsewhere in it Space plays.
    to("Step through")
    press("Enter")
    words = page.locator(".nbg-step-words")
    to("Last step", "Shift+Tab")
    press(" ")
    assert "return counter" in page.locator(".nbg-pane-source .nbg-step-here").inner_text()
    assert page.get_by_text("Pause").count() == 0
    press("Home")
    assert words.inner_text().startswith("step 1 of ")
    press("Escape")
    assert page.evaluate(FOCUSED)[0] == "Step through"

    # Tabs: arrows go round, Home and End go to the ends.
    to("pure JAX")
    tab = page.locator(".nbg-tab[aria-selected=true]")
    press("Home")
    assert tab.inner_text() == page.locator(".nbg-tab").first.inner_text()
    press("ArrowLeft")
    assert tab.inner_text() == page.locator(".nbg-tab").last.inner_text()
    press("End")
    press("ArrowRight")
    assert page.evaluate(FOCUSED)[0] == page.locator(".nbg-tab").first.inner_text()

    # What was searched for is where the picture is entered; its region is closed by Enter and opened again by Space.
    to("Search the graph")
    page.keyboard.type("counter + 1")
    press("Enter")
    to("Picture")
    press("Tab")
    assert page.evaluate(FOCUSED)[0].startswith("counter + 1 ·")
    page.keyboard.press("/")
    assert page.evaluate(FOCUSED)[0] == "Search the graph"
    press("Escape")
    assert page.locator(".nbg-search").input_value() == ""
    to("Picture")
    press("Tab")
    to("while a != 1", "ArrowUp")
    opens = page.locator(".nbg-svg :focus")
    press("Enter")
    assert opens.get_attribute("aria-expanded") == "false"
    press(" ")
    assert opens.get_attribute("aria-expanded") == "true"

    # The same as text.
    to("text", "Shift+Tab")
    press(" ")
    to("Dataflow graph as text")
    text = page.locator(".nbg-tree").inner_text()
    labels = page.locator(".nbg-node > text:first-of-type").evaluate_all("all => all.map(each => each.textContent)")
    assert len(labels) > 8
    assert [label for label in labels if label.rstrip("…") not in text] == []


APART = """all => all.filter((each, i) => {
  const [key, words] = [each, each.nextElementSibling].map(one => one.getBoundingClientRect());
  return Math.abs(key.top - words.top) > 3 || words.left <= key.left;
}).map(each => each.textContent)"""
# nbconvert's and JupyterLab's, for lists of terms in an output.
TERMS = """.jp-RenderedHTMLCommon dt { font-weight: bold; float: left; clear: left; width: 20%; }
.jp-RenderedHTMLCommon dd { float: left; width: 80%; margin-left: 0; }"""


@pytest.mark.parametrize("host", ["", "jp-RenderedHTMLCommon"])
def test_each_key_is_beside_what_it_does(page: Page, tmp_path: Path, host: str) -> None:
    page.goto(Shown((report(collatz, 3, timing=False),)).save(tmp_path / "page.html").as_uri())
    page.add_style_tag(content=TERMS)
    page.evaluate("host => { document.body.className = host; }", host)
    page.locator(".nbg-pane-source .nbg-row").first.focus()
    page.keyboard.press("?")
    assert page.locator(".nbg-keys dt").evaluate_all(APART) == []
