"""Random list programs in fixed time: each answers as Python does, and few are refused."""

from __future__ import annotations

import pytest

from tests.fuzz import listed
from tests.fuzz.judged import Verdict, judge, tried
from tests.sample import fresh_number

FRESH = fresh_number()
REFUSED_AT_MOST = 0.1


ENDLESS = """
def program(a, b, given):
    out = given
    while len(out) > 2:
        given.append(out.pop(0))
    return out
"""


def test_a_program_that_python_does_not_end_takes_nobody_with_it() -> None:
    """A graph without end could not be stopped, and would take the whole process with it when its time is over."""
    assert judge(ENDLESS, listed.ARGUMENTS) == Verdict("endless", str(listed.ARGUMENTS[0]))
    assert judge(ENDLESS.replace("> 2", "> 3"), listed.ARGUMENTS).sort in ("same", "refused")


@pytest.mark.slow
def test_list_programs_answer_as_python() -> None:
    tally = tried("list", seed=1, count=60, seconds=10)
    assert tally["refused"] <= max(4, REFUSED_AT_MOST * tally.total()), tally


@pytest.mark.parametrize("sort", ["list", "hard list"])
def test_list_programs_nobody_has_tried(sort: str) -> None:
    assert tried(sort, FRESH, 20, seconds=2).total() > 0
