"""Every sentence on the page, for cells as people type them, is held against plain Python in another process.

The cells are in `stories/`, the claims in `claims.py`. A claim that is known to be false stands in `failing.txt`, and
leaves it when it becomes true.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.cells.claims import CLAIMS
from tests.cells.notebook import Notebook, Seen
from tests.cells.stories import Story, read_stories

STORIES = read_stories()
FAILING = frozenset(filter(None, Path(__file__).with_name("failing.txt").read_text().splitlines()))


@pytest.fixture(scope="module")
def notebook() -> Iterator[Notebook]:
    """One kernel, and one other process, for as many stories as a process of the tests gets."""
    notebook = Notebook()
    yield notebook
    notebook.close()
    told.cache_clear()


@cache
def told(notebook: Notebook, story: Story) -> list[Seen]:
    """A story once, for all claims."""
    return notebook.tell(story)


def case(story: Story, claim: str) -> object:
    name = f"{story}: {claim}"
    return pytest.param(story, claim, id=name, marks=pytest.mark.xfail(strict=True) if name in FAILING else ())


@pytest.mark.parametrize(("story", "claim"), [case(story, claim) for story in STORIES for claim in CLAIMS])
def test_claim(notebook, story, claim):
    found = [f"{fault}\n{seen.cell.text}" for seen in told(notebook, story) for fault in CLAIMS[claim](seen)]
    assert not found, "\n".join(found)
