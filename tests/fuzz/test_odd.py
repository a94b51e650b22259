"""Odd programs drawn at random, in fixed time: each has Python's answer or one refusal worth reading."""

from __future__ import annotations

import pytest

from tests.fuzz.judged import tried
from tests.sample import fresh_number

FRESH = fresh_number()


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_odd_programs_have_a_result_or_one_good_refusal(seed: int) -> None:
    tally = tried("odd", seed, count=50, seconds=8)
    assert tally["same"] > 3 * tally["refused"]


def test_odd_programs_nobody_has_tried() -> None:
    assert sum(tried("odd", FRESH, 10, seconds=8).values()) > 0
