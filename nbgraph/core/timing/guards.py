"""What the run-time guards of a graph cost: a call with them and one without, in turns, in the same measurement."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from nbgraph.core.timing.clock import Clock
from nbgraph.core.timing.run import Job, Limits, interleave, timed
from nbgraph.core.timing.units import duration

LIMITS = Limits(budget_s=0.03, cap_s=0.1, min_runs=5, max_runs=30)  # a small part of what the rest takes
_LONGEST = 0.02  # seconds of a call for which the measurement stays short
_LONGEST_COMPILING = 1.0  # seconds: the graph without guards is compiled for this alone


@dataclass(frozen=True)
class GuardCost:
    """A call with the iteration budget and without, median of runs in turns.

    Attributes:
        guarded: seconds of a call as the user makes it.
        free: seconds of a call whose loops may make any number of rounds.
    """

    guarded: float
    free: float

    @property
    def sentence(self) -> str:
        """What a reader should know.

        >>> GuardCost(7.9e-6, 7.3e-6).sentence
        'The iteration budget costs 8 % of this call: 7.9 us with it, 7.3 us without.'
        >>> GuardCost(7.3e-6, 7.4e-6).sentence
        'The iteration budget costs less than 1 % of this call: 7.3 us with it, 7.4 us without.'
        """
        share = round(100 * (self.guarded - self.free) / self.free)
        costs = f"{share} %" if share >= 1 else "less than 1 %"
        with_it, without = duration(self.guarded), duration(self.free)
        return f"The iteration budget costs {costs} of this call: {with_it} with it, {without} without."


def is_cheap(call_ns: int | None, staging: float | None) -> bool:
    """Whether measuring the cost of guards takes little, given a call's nanoseconds and the seconds of staging it."""
    return call_ns is not None and call_ns * 1e-9 < _LONGEST and (staging or 0.0) < _LONGEST_COMPILING


def guard_cost(
    guarded: Callable[[], Any], free: Callable[[], Any], *, repeatable: bool, clock: Clock, limits: Limits = LIMITS
) -> GuardCost | None:
    """Measure a call with guards and one without, in turns; None where one of them failed or was interrupted.

    Args:
        guarded: gives a call with guards, ready to be made.
        free: the same without.
        repeatable: whether one call may be made many times.
        clock: gives nanoseconds.
        limits: how long to measure.
    """
    try:
        timed([free()], clock)  # its first call compiles it
    except Exception:
        return None
    jobs = [Job(guarded, repeatable), Job(free, repeatable)]
    (one, other), interrupted = interleave(jobs, clock=clock, limits=limits)
    if interrupted:
        raise KeyboardInterrupt
    if any(each.sample is None or each.error is not None or each.warm_up_only for each in (one, other)):
        return None
    assert one.sample is not None
    assert other.sample is not None
    return GuardCost(one.sample.median, other.sample.median)
