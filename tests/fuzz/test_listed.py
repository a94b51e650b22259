"""Random list programs in fixed time: each answers as Python does, and few are refused."""

from __future__ import annotations

import gc
import secrets
import time
from collections import Counter
from random import Random

import jax
import pytest

from tests.fuzz.judged import SORTS, judge

FRESH = secrets.randbelow(10**6)
REFUSED_AT_MOST = 0.1


def tried(sort: str, seed: int, count: int, seconds: float) -> Counter[str]:
    """What became of the programs of a seed; the first wrong one fails."""
    write, arguments, preamble = SORTS[sort]
    tally: Counter[str] = Counter()
    end = time.monotonic() + seconds
    for number in range(count):
        source = write(Random(f"{seed} {number}"))
        verdict = judge(source, arguments)
        tally[verdict.sort] += 1
        if verdict.sort not in ("same", "refused"):
            shown = source.removeprefix(preamble)
            pytest.fail(f"seed {seed}, {sort} program {number}: {verdict.sort}\n{shown}\n{verdict.detail}")
        if number % 20 == 0:
            jax.clear_caches()
            gc.collect()
        if time.monotonic() > end:
            break
    return tally


@pytest.mark.slow
def test_list_programs_answer_as_python() -> None:
    tally = tried("list", seed=1, count=60, seconds=10)
    assert tally["refused"] <= max(4, REFUSED_AT_MOST * tally.total()), tally


@pytest.mark.parametrize("sort", ["list", "hard list"])
def test_list_programs_nobody_has_tried(sort: str) -> None:
    assert tried(sort, FRESH, 20, seconds=2).total() > 0
