"""The explorer in Firefox, where there is one: it opens, links, is steered by keys, steps, and fills the screen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from nbgraph.core.inspect import report
from nbgraph.widgets.show import Shown
from tests.widgets.firefox import PROGRAM, Firefox, firefox
from tests.widgets.test_stepper_in_browser import collatz

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(PROGRAM is None, reason="Firefox is not installed: `apt-get install firefox-esr`"),
]

ERRORS = "addEventListener('error', ({ message }) => (window.wrong ??= []).push(message))"
SIDES = """['source', 'graph'].map((name) => {
  const { left, right, bottom } = document.querySelector(`.nbg-pane-${name}`).getBoundingClientRect();
  return [left, right, bottom];
})"""


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Firefox, Path]]:
    """The browser, and a page of Collatz(3)."""
    page = Shown((report(collatz, 3),)).save(tmp_path_factory.mktemp("pages") / "page.html")
    with firefox(tmp_path_factory.mktemp("profile")) as opened:
        yield opened, page


@pytest.fixture
def tab(browser: tuple[Firefox, Path]) -> Iterator[Firefox]:
    """A fresh view of the page, in which nothing goes wrong."""
    found, page = browser
    found.open(page)
    found.run(ERRORS)
    assert seen(found, "document.querySelector('.nbg-svg .nbg-node')")
    found.run("document.querySelector('.nbg-tour button:last-of-type')?.click()")
    yield found
    assert found.run("window.wrong ?? []") == []


def seen(tab: Firefox, condition: str) -> Any:
    """Wait until something is true in the page."""
    return tab.run(
        f"(async () => {{ for (let i = 0; i < 200; i++) {{ if ({condition}) return true;"
        " await new Promise((done) => setTimeout(done, 25)); } return false; })()"
    )


def stepping(tab: Firefox) -> None:
    assert seen(tab, "document.querySelector('.nbg-step-open')")
    tab.run("document.querySelector('.nbg-step-open').click()")
    tab.run("document.querySelector('.nbg-stepper input[type=range]').focus()")


def test_it_opens_with_a_picture_in_place_of_its_skeleton(tab: Firefox) -> None:
    assert tab.run("document.querySelector('.nbg-skeleton').offsetHeight") == 0
    nodes = "[...document.querySelectorAll('.nbg-svg .nbg-node')].every(each => each.getBoundingClientRect().width > 0)"
    assert tab.run(nodes)


def test_a_line_that_is_pointed_at_lights_what_became_of_it(tab: Firefox) -> None:
    assert not tab.run("document.querySelector('.nbg-svg .nbg-lit')")
    tab.hover(".nbg-pane-source .nbg-row:nth-of-type(4)")
    assert seen(tab, "document.querySelector('.nbg-svg .nbg-lit') && document.querySelector('.nbg-pane-code .nbg-lit')")


def test_keys_walk_through_the_lines_and_show_all_keys(tab: Firefox) -> None:
    tab.run("document.querySelectorAll('.nbg-pane-source .nbg-row')[2].focus()")
    tab.press("\ue015", "\ue015")  # arrow down, to the loop
    assert seen(tab, "document.querySelector('.nbg-svg .nbg-lit') && document.querySelector('.nbg-pane-code .nbg-lit')")
    tab.press("?")
    assert seen(tab, "/←/.test(document.querySelector('.nbg-help, .nbg-keys, dialog[open]')?.textContent)")


def test_steps_say_where_they_are_and_light_the_graph(tab: Firefox) -> None:
    stepping(tab)
    tab.press("\ue014", "\ue014")  # arrow right
    assert seen(tab, "/step 3 of/.test(document.querySelector('.nbg-stepper').textContent)")
    assert seen(tab, "document.querySelector('.nbg-svg .nbg-step-along, .nbg-svg .nbg-step-value')")
    tab.press("\ue012")  # arrow left
    assert seen(tab, "/step 2 of/.test(document.querySelector('.nbg-stepper').textContent)")


def test_the_stage_fills_the_window_and_gives_it_back(tab: Firefox) -> None:
    stepping(tab)
    tab.press("f")
    assert seen(tab, "document.querySelector('.nbg-stage')")
    source, graph = tab.run(SIDES)
    top = tab.run("document.querySelector('.nbg-stepper').getBoundingClientRect().top")
    assert source[1] <= graph[0] and max(source[2], graph[2]) <= top
    tab.press("f")
    assert seen(tab, "!document.querySelector('.nbg-stage')")
