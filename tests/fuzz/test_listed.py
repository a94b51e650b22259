"""Random list programs in fixed time: each answers as Python does, and few are refused."""

from __future__ import annotations

import pytest

from tests.fuzz.judged import tried
from tests.sample import fresh_number

FRESH = fresh_number()
REFUSED_AT_MOST = 0.1


@pytest.mark.slow
def test_list_programs_answer_as_python() -> None:
    tally = tried("list", seed=1, count=60, seconds=10)
    assert tally["refused"] <= max(4, REFUSED_AT_MOST * tally.total()), tally


@pytest.mark.parametrize("sort", ["list", "hard list"])
def test_list_programs_nobody_has_tried(sort: str) -> None:
    assert tried(sort, FRESH, 20, seconds=2).total() > 0
