"""Random programs about objects with several names, in fixed time: each answers as Python does."""

from __future__ import annotations

import pytest

from tests.fuzz.judged import tried
from tests.sample import fresh_number

FRESH = fresh_number()


@pytest.mark.slow
def test_programs_of_things_answer_as_python() -> None:
    tally = tried("thing", seed=1, count=80, seconds=12)
    assert tally["refused"] <= tally["same"], tally


def test_programs_of_things_nobody_has_tried() -> None:
    assert tried("thing", FRESH, 40, seconds=6).total() > 0
