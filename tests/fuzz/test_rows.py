"""Random programs about rows with names, in fixed time: each answers as Python does and changes what Python changes."""

from __future__ import annotations

import pytest

from tests.fuzz.judged import tried
from tests.sample import fresh_number

FRESH = fresh_number()
REFUSED_AT_MOST = 0.75  # a row under two names that changes is refused often


@pytest.mark.slow
def test_row_programs_answer_as_python() -> None:
    tally = tried("row", seed=1, count=80, seconds=12)
    assert tally["refused"] <= max(6, REFUSED_AT_MOST * tally.total()), tally


def test_row_programs_nobody_has_tried() -> None:
    assert tried("row", FRESH, 40, seconds=6).total() > 0
