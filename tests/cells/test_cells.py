"""Every sentence on the page, for cells as people type them, is held against plain Python in another process.

The cells are in `stories/`, the claims in `claims.py`. A claim that is known to be false stands in `failing.txt`, and
leaves it when it becomes true.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from tests.cells.claims import CLAIMS
from tests.cells.histories import histories
from tests.cells.notebook import Notebook, Seen
from tests.cells.stories import Cell, Story, read_notebooks, read_stories
from tests.shared import Shared

STORIES = read_stories()
FAILING = frozenset(filter(None, Path(__file__).with_name("failing.txt").read_text().splitlines()))


NOTEBOOKS = [
    replace(each, cells=each.cells[:3]) if each.title == "16_training" else each  # Python takes minutes for the rest
    for each in read_notebooks()
    if each.title != "18_devices"  # whose devices are made before anything is computed
]


def has_loop(story: Story) -> bool:
    return any(cell.is_magic and re.search(r"^ +(for|while)\b", cell.text, re.MULTILINE) for cell in story.cells)


@contextmanager
def started() -> Iterator[Notebook]:
    """One kernel, and one other process, for as many stories as a process of the tests gets."""
    with closing(Notebook()) as notebook:
        yield notebook


@pytest.fixture
def notebook(shared: Shared[Notebook], request: pytest.FixtureRequest) -> Iterator[Notebook]:
    with shared.lent(request.node) as notebook:
        yield notebook


def false_claims(seen: list[Seen], story: Story) -> Iterator[str]:
    """What is false of a story's pages, and what is true though it stands among the claims that are known to fail."""
    for name, claim in CLAIMS.items():
        found = [f"{fault}\n{each.cell.text}" for each in seen for fault in claim(each)]
        title = f"{story}: {name}"
        if title not in FAILING:
            yield from (f"{title}\n{fault}" for fault in found)
        elif not found:
            yield f"{title} is true: take it off failing.txt"


@pytest.mark.parametrize("story", STORIES, ids=str)
def test_every_claim_is_true(notebook: Notebook, story: Story) -> None:
    found = list(false_claims(notebook.tell(story), story))
    assert not found, "\n".join(found)


@pytest.mark.parametrize("story", [*NOTEBOOKS, *filter(has_loop, STORIES)], ids=str)
def test_steps_and_histories_are_pythons(notebook: Notebook, story: Story) -> None:
    told = notebook.tell(replace(story, cells=tuple(cell.with_history for cell in story.cells)), only_shown=True)
    checks = (CLAIMS["values"], histories)
    found = [f"{fault}\n{each.cell.text}" for each in told for check in checks for fault in check(each)]
    assert not found, "\n".join(found)


def test_nobody_waits_for_an_answer(notebook: Notebook) -> None:
    (seen,) = notebook.tell(Story("", "a question", (Cell("answer = input('number? ')"),)))
    assert "StdinNotImplementedError" in seen.run.texts("error")[0]
    assert seen.plain["body"]["error"][0][0] == "EOFError"


def test_claims_that_are_known_to_fail_are_claims() -> None:
    assert {f"{story}: {claim}" for story in STORIES for claim in CLAIMS} >= FAILING
