"""Odd programs drawn at random, in fixed time: each has Python's answer or one refusal worth reading."""

from __future__ import annotations

import gc
import secrets
import time
from collections import Counter
from random import Random

import jax
import pytest

from tests.fuzz.judged import is_valid, judge
from tests.fuzz.odd import generate

FRESH = secrets.randbelow(10**6)
RIGHT = {"same", "refused"}


def tried(seed: int, count: int, seconds: float) -> Counter[str]:
    """What became of the programs of a seed; the first wrong one fails."""
    tally: Counter[str] = Counter()
    end = time.monotonic() + seconds
    for number in range(count):
        source = generate(Random(f"{seed} {number}"))
        if not is_valid(source):
            continue
        verdict = judge(source)
        tally[verdict.sort] += 1
        if verdict.sort not in RIGHT:
            pytest.fail(f"seed {seed}, program {number}: {verdict.sort}\n{source}\n{verdict.detail}")
        if number % 20 == 0:
            jax.clear_caches()
            gc.collect()
        if time.monotonic() > end:
            break
    return tally


@pytest.mark.slow
def test_odd_programs_have_a_result_or_one_good_refusal() -> None:
    tally = tried(seed=1, count=200, seconds=30)
    assert tally["same"] > 3 * tally["refused"]


def test_odd_programs_nobody_has_tried() -> None:
    assert sum(tried(FRESH, 10, seconds=8).values()) > 0
