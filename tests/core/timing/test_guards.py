"""What a graph's guards cost is measured in turns with the rest, and said where the graph has any."""

from __future__ import annotations

import functools
from typing import Any

import pytest

import nbgraph as ng
from nbgraph.core.timing.guards import LIMITS, GuardCost, guard_cost, is_cheap
from nbgraph.core.timing.model import Baseline, Comparison, Phases, Verdict
from nbgraph.core.timing.run import Limits

FEW = Limits(budget_s=0.0, cap_s=1.0, min_runs=3, max_runs=3, run_s=0.0)


class Slow:
    """A clock that stands still but for what calls say they take."""

    def __init__(self) -> None:
        self.now = 0

    def __call__(self) -> int:
        return self.now

    def taking(self, nanoseconds: int) -> Any:
        def call() -> None:
            self.now += nanoseconds

        return lambda: call


def halved(x: Any) -> Any:
    n = 0
    while x > 1:
        x = x // 2
        n = n + 1
    return n


def larger(x: Any) -> Any:
    return x if x > 1 else 1 - x


def test_the_two_are_measured_by_the_same_clock() -> None:
    clock = Slow()
    found = guard_cost(clock.taking(8_000), clock.taking(7_000), repeatable=True, clock=clock, limits=FEW)
    assert found is not None
    assert (found.guarded, found.free) == pytest.approx((8e-6, 7e-6))
    assert found.sentence == "The iteration budget costs 14 % of this call: 8 us with it, 7 us without."


def test_a_first_call_that_compiles_is_no_measurement() -> None:
    clock, pending = Slow(), [195_000_000]

    def free() -> Any:
        return clock.taking(pending.pop() if pending else 28_000)()

    found = guard_cost(clock.taking(28_280), free, repeatable=False, clock=clock)
    assert found is not None
    assert (found.guarded, found.free) == pytest.approx((28.28e-6, 28e-6))
    assert guard_cost(clock.taking(195_000_000), free, repeatable=False, clock=clock) is None  # no time for turns


def test_a_difference_that_is_smaller_than_the_spread_is_noise() -> None:
    clock = Slow()
    times = iter(range(6_000, 10**6, 400))

    def uneven() -> Any:
        return clock.taking(next(times))()

    found = guard_cost(uneven, uneven, repeatable=False, clock=clock, limits=FEW)
    assert found is not None
    assert found.noise > abs(found.guarded - found.free) > 0
    assert found.sentence == "What the iteration budget costs this call is within the noise of the measurement."
    assert GuardCost(28e-6, 0.195).sentence == found.sentence


def test_a_machine_that_was_busy_during_one_of_them_says_nothing() -> None:
    clock = Slow()
    times = iter((19_000, 19_000, 19_700, 150_000, 150_000, 150_000, 150_000, 150_000))  # the first two do not count

    def disturbed() -> Any:
        return clock.taking(next(times, 150_000))()

    five = Limits(budget_s=0.0, cap_s=1.0, min_runs=5, max_runs=5, run_s=0.0)
    found = guard_cost(disturbed, clock.taking(19_000), repeatable=False, clock=clock, limits=five)
    assert found is not None
    assert found.guarded > 5 * found.free
    assert "within the noise" in found.sentence


def test_one_that_fails_leaves_nothing_to_say() -> None:
    def fails() -> Any:
        raise ValueError("no")

    clock = Slow()
    assert guard_cost(clock.taking(1), lambda: fails, repeatable=True, clock=clock, limits=FEW) is None


def test_the_first_call_compiles_and_does_not_count() -> None:
    clock, ready = Slow(), iter([10**9])

    def compiled() -> Any:
        return clock.taking(next(ready, 5_000))()()

    found = guard_cost(clock.taking(6_000), lambda: compiled, repeatable=True, clock=clock, limits=LIMITS)
    assert found is not None
    assert (found.guarded, found.free) == pytest.approx((6e-6, 5e-6))


def test_only_what_takes_little_is_measured() -> None:
    assert is_cheap(10_000, 0.2)
    assert not is_cheap(None, 0.2)
    assert not is_cheap(10**9, 0.2)
    assert not is_cheap(10_000, 5.0)


def test_the_sentence_is_in_text_and_payload() -> None:
    equal = Verdict(True, "equal", "Same result as plain Python.")
    comparison = Comparison("f(1)", (Baseline("graph"),), Phases(), equal, guards=GuardCost(2e-6, 1.9e-6))
    sentence = "The iteration budget costs 5 % of this call: 2 us with it, 1.9 us without."
    assert comparison.sentences == (sentence,)
    assert sentence in str(comparison)
    assert comparison.to_json()["sentences"] == [sentence]


def test_whose_loops_are_held_to_a_budget() -> None:
    graph = ng.function(halved)
    assert graph.without_budget() is None  # nothing was traced yet
    graph(9)
    free = graph.without_budget()
    assert free is not None
    assert (free(9), free.max_iterations) == (3, None)
    other = ng.function(larger)
    other(3)
    assert other.without_budget() is None


def test_a_comparison_says_what_the_budget_costs(monkeypatch: pytest.MonkeyPatch) -> None:
    patient = functools.partial(guard_cost, limits=Limits(budget_s=10.0, cap_s=10.0, min_runs=1, max_runs=5))
    monkeypatch.setattr("nbgraph.core.timing.session.is_cheap", lambda *_: True)  # on a machine however busy
    monkeypatch.setattr("nbgraph.core.timing.session.guard_cost", patient)
    assert any("iteration budget" in sentence for sentence in ng.compare(halved, 9).sentences)
    assert not any("iteration budget" in sentence for sentence in ng.compare(larger, 3).sentences)
