"""The explorer in Firefox, where there is one: it starts, links, steps, and fills the screen."""

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
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    with firefox(tmp_path_factory.mktemp("profile")) as browser:
        yield browser


def seen(tab: Firefox, condition: str) -> Any:
    """Wait until something is true in the page."""
    return tab.run(
        f"(async () => {{ for (let i = 0; i < 200; i++) {{ if ({condition}) return true;"
        " await new Promise((done) => setTimeout(done, 25)); } return false; })()"
    )


def test_it_starts_links_steps_and_fills_the_screen(tab: Firefox, tmp_path: Path) -> None:
    tab.open(Shown((report(collatz, 3),)).save(tmp_path / "page.html"))
    tab.run(ERRORS)
    assert seen(tab, "document.querySelector('.nbg-svg .nbg-node')")
    assert tab.run("document.querySelector('.nbg-skeleton').offsetHeight") == 0
    tab.run("document.querySelector('.nbg-tour button:last-of-type')?.click()")

    tab.run("document.querySelectorAll('.nbg-pane-source .nbg-row')[2].focus()")
    tab.press("\ue015", "\ue015")  # arrow down, to the loop
    assert seen(tab, "document.querySelector('.nbg-svg .nbg-lit') && document.querySelector('.nbg-pane-code .nbg-lit')")

    tab.run("document.querySelector('.nbg-step-open').click()")
    tab.run("document.querySelector('.nbg-stepper input[type=range]').focus()")
    tab.press("\ue014", "\ue014")  # arrow right
    assert seen(tab, "/step 3 of/.test(document.querySelector('.nbg-stepper').textContent)")
    assert seen(tab, "document.querySelector('.nbg-svg .nbg-step-along, .nbg-svg .nbg-step-value')")

    tab.press("f")
    assert seen(tab, "document.querySelector('.nbg-stage')")
    source, graph = tab.run(SIDES)
    top = tab.run("document.querySelector('.nbg-stepper').getBoundingClientRect().top")
    assert source[1] <= graph[0] and max(source[2], graph[2]) <= top
    assert tab.run("window.wrong ?? []") == []
