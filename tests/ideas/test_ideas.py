"""Each idea of the sources is to be seen on the page of its cell (`bank`)."""

from __future__ import annotations

import pytest

from tests.ideas.bank import Idea, ideas
from tests.ideas.seen import Notebook, Seen
from tests.ideas.seen import notebook as started

__all__ = ["started"]
_SEEN: dict[tuple[str, ...], Seen] = {}


def case(idea: Idea) -> object:
    marks = [pytest.mark.xfail(reason=idea.reason, strict=True)] if idea.reason else []
    return pytest.param(idea, id=str(idea), marks=marks)


@pytest.mark.parametrize("idea", [case(idea) for idea in ideas()])
def test_idea(idea: Idea, kernel: Notebook) -> None:
    if idea.cells not in _SEEN:
        _SEEN[idea.cells] = kernel.run(idea.cells)
    seen = _SEEN[idea.cells]
    if missing := list(filter(None, map(seen.missing, idea.checks))):
        pytest.fail("\n".join(missing), pytrace=False)


def test_the_bank_is_large() -> None:
    assert len(ideas()) >= 100
    assert len({idea.name for idea in ideas()}) == len(ideas())
