"""Measuring, against a clock that only the measured functions move."""

from __future__ import annotations

import gc
import sys
from functools import partial

import pytest

from nbgraph.core.timing.run import Job, Limits, interleave, repeated, timed

MS = 1_000_000
LIMITS = Limits(budget_s=0.2, cap_s=1.0, min_runs=5, max_runs=100, run_s=0.001)


def measure(call, *, clock, budget_s=0.2, cap_s=1.0, min_runs=5, max_runs=100):
    """One call measured by itself; what it raises, and an interrupt before its first run ended, are raised."""
    limits = Limits(budget_s, cap_s, min_runs, max_runs)
    (outcome,), _ = interleave([Job(lambda: call)], clock=clock, limits=limits)
    if outcome.error is not None:
        raise outcome.error
    if outcome.sample is None:
        raise KeyboardInterrupt
    return outcome.sample


def jobs(*calls):
    return [Job(lambda call=call: call) for call in calls]


def test_warm_up_is_not_in_the_sample(clock):
    sample = measure(clock.taking(50 * MS, 2 * MS), clock=clock)
    assert set(sample.times_ns) == {2 * MS}


def test_runs_of_a_fast_call_are_batched_until_they_last_a_fifth_of_a_millisecond(clock):
    sample = measure(clock.taking(3_000), clock=clock)
    # 1, 2, 5, ..., 50 calls last 150 us; 100 calls last 300 us
    assert (sample.loops, set(sample.times_ns)) == (100, {300_000})
    assert sample.median == pytest.approx(3e-6, rel=1e-12)


def test_a_run_that_another_process_made_long_does_not_end_the_batching(clock):
    """A graph of 8 us was timed call by call, and took 31 us, since its very first call had been interrupted."""
    sample = measure(clock.taking(8_000, 5 * MS, 8_000), clock=clock)
    assert sample.loops == 50
    assert sample.median == pytest.approx(8e-6)


def test_batching_ends_even_if_the_clock_stands_still(clock):
    calls = 0

    def call():
        nonlocal calls
        calls += 1
        if calls > 3_000_000:  # past calibration, so that the test itself ends soon
            clock.advance(2_000 * MS)

    assert measure(call, clock=clock).loops == 1_000_000


def test_stops_at_the_most_runs(clock):
    assert measure(clock.taking(MS), clock=clock, max_runs=7, budget_s=10, cap_s=10).n == 7


def test_stops_when_the_budget_is_spent_and_there_are_enough_runs(clock):
    # runs of 20 ms: the tenth spends the budget of 200 ms, of which the warm-up takes nothing
    assert measure(clock.taking(20 * MS), clock=clock, budget_s=0.2, min_runs=5).n == 10


def test_goes_past_the_budget_for_the_fewest_runs(clock):
    assert measure(clock.taking(100 * MS), clock=clock, budget_s=0.2, min_runs=5, cap_s=1.0).n == 5


def test_the_cap_is_stronger_than_the_fewest_runs(clock):
    assert measure(clock.taking(400 * MS), clock=clock, min_runs=5, cap_s=1.0).n == 3


def test_a_long_run_is_made_again_and_only_the_second_one_counts(clock):
    (outcome,), interrupted = interleave(jobs(clock.taking(4_000 * MS, 3_000 * MS)), clock=clock, limits=LIMITS)
    assert outcome.sample.times_ns == (3_000 * MS,)
    assert not outcome.cold
    assert not interrupted


def test_one_too_long_run_is_kept_and_is_cold(clock):
    (outcome,), interrupted = interleave(jobs(clock.taking(5_000 * MS)), clock=clock, limits=LIMITS)
    assert outcome.sample.times_ns == (5_000 * MS,)
    assert outcome.cold
    assert not interrupted


def test_one_that_is_tenfold_slower_than_the_others_is_done_with_two_runs(clock):
    """Eager JAX takes 40 ms where Python and the graph take 0.2: three runs more were a fifth of the cell's time."""
    calls = jobs(clock.taking(MS // 5), clock.taking(40 * MS), clock.taking(MS // 10))
    outcomes, _ = interleave(calls, clock=clock, limits=Limits())
    assert [outcome.sample.n for outcome in outcomes] == [100, 2, 100]


@pytest.mark.parametrize("times", [(40, 30), (40, 4.1), (40,)])
def test_one_that_is_not_so_far_from_the_others_has_its_five_runs(clock, times):
    calls = jobs(*(clock.taking(round(time * MS)) for time in times))
    outcomes, _ = interleave(calls, clock=clock, limits=Limits())
    assert outcomes[0].sample.n == 5


def test_baselines_take_turns(clock):
    order = []

    def named(name):
        def call():
            order.append(name)
            clock.advance(2 * MS)

        return call

    interleave(jobs(named("a"), named("b"), named("c")), clock=clock, limits=Limits(max_runs=3))
    # each settles with a warm-up and the first two runs of its sample; then they take turns
    assert "".join(order) == "aaabbbccc" + "abc"


def test_drift_hits_all_baselines_alike(clock):
    factor = 1

    def drifting():
        nonlocal factor
        factor += 1
        clock.advance(factor * MS)

    (a, b), _ = interleave(jobs(drifting, drifting), clock=clock, limits=Limits(max_runs=20, budget_s=9, cap_s=9))
    assert abs(a.sample.median - b.sample.median) <= 0.002


def test_an_error_ends_one_baseline_and_keeps_its_runs(clock):
    runs = 0

    def failing():
        nonlocal runs
        runs += 1
        clock.advance(MS)
        if runs == 4:
            raise ZeroDivisionError("in run four")

    (bad, good), _ = interleave(jobs(failing, clock.taking(MS)), clock=clock, limits=Limits(max_runs=6))
    assert (bad.sample.n, str(bad.error)) == (2, "in run four")
    assert (good.sample.n, good.error) == (6, None)


def test_measure_raises_what_the_call_raises(clock):
    with pytest.raises(ZeroDivisionError):
        measure(lambda: 1 // 0, clock=clock)


def test_an_interrupt_keeps_what_was_measured(clock):
    runs = 0

    def interrupted_in_the_fifth():
        nonlocal runs
        runs += 1
        clock.advance(MS)
        if runs == 5:
            raise KeyboardInterrupt

    outcomes, interrupted = interleave(jobs(clock.taking(MS), interrupted_in_the_fifth), clock=clock, limits=LIMITS)
    assert interrupted
    assert [outcome.sample.n for outcome in outcomes] == [4, 3]


def test_an_interrupt_before_the_first_run_is_passed_on(clock):
    def call():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        measure(call, clock=clock)


def test_arguments_are_prepared_outside_the_timed_region_once_for_each_call(clock):
    prepared, made = [], []

    def fresh():
        clock.advance(10 * MS)
        token = object()
        prepared.append(token)

        def call():
            made.append(token)
            clock.advance(MS)

        return call

    (outcome,), _ = interleave([Job(fresh, repeatable=False)], clock=clock, limits=LIMITS)
    assert prepared == made
    assert set(outcome.sample.times_ns) == {MS}
    assert outcome.sample.n == 19  # runs of 11 ms each, with the preparing, spend 200 ms


def test_calls_with_their_own_arguments_are_batched_by_ten_at_most(clock):
    call = clock.taking(100)
    (outcome,), _ = interleave([Job(lambda: call, repeatable=False)], clock=clock, limits=LIMITS)
    assert outcome.sample.loops == 10


@pytest.mark.parametrize("collecting", [True, False])
def test_the_garbage_collector_is_off_in_a_run_and_as_before_after_it(clock, collecting):
    before = gc.isenabled()
    try:
        (gc.enable if collecting else gc.disable)()
        seen = []
        timed([lambda: seen.append(gc.isenabled())], clock)
        with pytest.raises(KeyError):
            timed([lambda: {}["missing"]], clock)
        assert (seen, gc.isenabled()) == ([False], collecting)
    finally:
        (gc.enable if before else gc.disable)()


def test_results_are_waited_for_inside_the_timed_region(clock):
    class Pending:
        def block_until_ready(self):
            clock.advance(5)

    assert timed([lambda: (Pending(), {"x": [Pending()]})], clock)[0] == 10


def test_calls_are_made_as_timeit_makes_them():
    """A `partial` and a look at the result took six times as long as `x * x`."""
    seen = []

    def f(x, y, *, k):
        seen.append((x, y, k, sys._getframe(1).f_code.co_name))

    repeated(partial(f, 1, 2, k=3), 2, lambda: 0, pending=False)
    assert seen == [(1, 2, 3, "loop")] * 2


@pytest.mark.parametrize("name", ["class", "a b"])
def test_keywords_that_are_no_names_are_handed_over_all_the_same(name):
    seen = []
    repeated(partial(lambda **given: seen.append(given), **{name: 3}), 1, lambda: 0)
    assert seen == [{name: 3}]
