"""In the least room (WCAG's 320 px, a page enlarged four times) nothing but pictures and numbers scrolls sideways."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from nbgraph.core.inspect import report
from nbgraph.widgets.show import Shown
from tests.widgets.conftest import changed, swept

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.widgets.window import Show

pytestmark = pytest.mark.browser

LONG = "a_name_that_is_as_long_as_names_may_become_and_then_some"
# What is cut off or scrolls sideways, with how wide it is inside and outside; pictures and tables of numbers may.
CUT_OFF = """() => [document.documentElement, ...document.querySelectorAll('.nbg, .nbg *')].flatMap(part => {
  const kept = part.closest('.nbg-drawing, .nbg-unseen, .nbg-step-said, .nbg-as-table, svg') || part.clientWidth === 0;
  const visible = part !== document.documentElement && getComputedStyle(part).overflowX === 'visible';
  return kept || visible || part.scrollWidth <= part.clientWidth + 1 ? []
    : [`${part.className} ${part.scrollWidth} in ${part.clientWidth}`];
})"""

LABELS_OUT = """() => [...document.querySelectorAll('.nbg-plot text')].filter(text => {
  const pane = text.closest('.nbg-pane').getBoundingClientRect(), box = text.getBoundingClientRect();
  return box.left < pane.left || box.right > pane.right;
}).map(text => text.textContent)"""


def descent(values: list[float], threshold_for_acceptance: float, rounds: int) -> float:
    position_of_the_minimum = 0.0
    for number_of_the_round in range(rounds):
        gradient_there = 2 * (position_of_the_minimum - values[number_of_the_round % 2]) + 0.000123456789
        if abs(gradient_there) < threshold_for_acceptance:
            break
        position_of_the_minimum = position_of_the_minimum - 0.4 * gradient_there
    return position_of_the_minimum


def controls() -> dict[str, Any]:
    """Controls that ask for more room than there is."""
    slider = {"name": LONG, "kind": "slider", "bounds": [1, 1000, 1], "log": False, "whole": True}
    others = [
        {"name": "values", "kind": "values"},
        {"name": "mode", "kind": "choice", "choices": ["up", LONG * 2]},
    ]
    return {"key": "k", "controls": [slider, *others], "values": {LONG: 27, "values": "[1, 2]", "mode": "up"}}


@pytest.fixture(scope="module")
def stepped() -> dict[str, Any]:
    """A run with long names and numbers."""
    return Shown((report(descent, [1.0, -3.0], 0.001, 4, timing=False),))._payload


def crowded(collatz: dict[str, Any], stepped: dict[str, Any]) -> dict[str, Any]:
    """Everything at once: controls, a difference from a call with a long title, a sweep, steps."""
    first, second = collatz["functions"][0], stepped["functions"][0]
    difference = {**changed(collatz, at=0), "title": f"{LONG}(27)"}
    last = {**first, "title": f"{LONG}({LONG!r})", "sweep": swept(LONG), "diff": difference}
    return {**collatz, "functions": [second, last], "live": controls(), "together": ["Both take 7 us."]}


@pytest.mark.parametrize("projector", [False, True], ids=["plain", "projector"])
@pytest.mark.parametrize("width", [320, 480])
def test_nothing_is_cut_off_or_scrolls_sideways(
    show: Show,
    collatz: dict[str, Any],
    stepped: dict[str, Any],
    width: int,
    projector: bool,
) -> None:
    page = show(crowded(collatz, stepped), width)
    if projector:
        page.locator(".nbg-projector-switch").first.click()
    page.locator(".nbg-step-open").first.click()
    for key in ("Home", *["ArrowRight"] * 6, "End"):
        page.keyboard.press(key)
        assert page.evaluate(CUT_OFF) == [], key
    assert page.evaluate(LABELS_OUT) == []
    each_form_fits(page)


def each_form_fits(page: Page) -> None:
    """The code in each of its forms, and under the lines of the source."""
    for tab in page.locator(".nbg-pane-code").first.get_by_role("tab").all():
        tab.click()
        assert page.evaluate(CUT_OFF) == [], tab.inner_text()
    page.get_by_role("button", name="with source").first.click()
    assert page.evaluate(CUT_OFF) == []
