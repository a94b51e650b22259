"""Random programs: a fixed number of known ones every time, and a few of a fresh seed, which a failure names."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings

from tests.fuzz.campaign import Found, drawn, judge, minimised
from tests.fuzz.generator import Program, programs
from tests.fuzz.levels import Refusal
from tests.sample import fresh_number

pytestmark = pytest.mark.filterwarnings("ignore::SyntaxWarning")  # `1 is True` is a fair program

FRESH = fresh_number()
REFUSED_AT_MOST = 0.02


def right_or_fail(level: int, seed: int, count: int) -> Counter[str]:
    """Try `count` programs: how many were the same, and what refused the others."""
    tally: Counter[str] = Counter()
    for program in drawn(level, count, seed):
        verdict = judge(level, program)
        if verdict is not None and not isinstance(verdict, Refusal):
            small = minimised(level, Found(program, verdict))
            pytest.fail(f"level {level}, seed {seed}: {verdict.sort}\n{small.program.source}\n{small.verdict}")
        tally["same" if verdict is None else verdict.sort] += 1
    return tally


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 9))
def test_generated_code_with_stand_ins_answers_as_python(seed: int) -> None:
    assert right_or_fail(level=1, seed=seed, count=5000 // 8) == {"same": 5000 // 8}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 6))
def test_compiled_graphs_answer_as_python(seed: int) -> None:
    tally = right_or_fail(level=2, seed=seed, count=200 // 5)
    refused = {sort: number for sort, number in tally.items() if sort != "same"}
    assert not [sort for sort in refused if "nowhere" in sort]
    assert sum(refused.values()) <= REFUSED_AT_MOST * tally.total(), refused


@pytest.mark.parametrize(("level", "count"), [(1, 200), (2, 10)])
def test_programs_nobody_has_tried(level: int, count: int) -> None:
    right_or_fail(level, FRESH, count)


@settings(max_examples=150, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck))
@given(programs(staged=False))
def test_programs_that_hypothesis_draws(program: Program) -> None:
    assert judge(1, program) is None
