"""Measure what the run-time guards of a graph cost: a call with and one without them, in turns."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from nbgraph.core.records import dataclass
from nbgraph.core.timing.run import Clock, Job, Limits, interleave
from nbgraph.core.timing.sample import Sample
from nbgraph.core.timing.wait import wait
from nbgraph.core.units import duration

LIMITS = Limits(budget_s=0.03, cap_s=0.1, min_runs=5, max_runs=30)  # a small part of what the rest takes
_LONGEST = 0.02  # seconds of a call for which the measurement stays short
_LONGEST_COMPILING = 1.0  # seconds: the graph without guards is compiled for this alone


@dataclass(frozen=True)
class GuardCost:
    """The median time of a call with the iteration budget and without, from runs in turns."""

    guarded: float  # seconds of a call as the user makes it
    free: float  # seconds of a call whose loops may make any number of iterations
    noise: float = 0.0  # seconds by which medians of such runs differ by chance

    @property
    def sentence(self) -> str:
        """Return a sentence on the cost.

        >>> GuardCost(7.9e-6, 7.3e-6).sentence
        'The iteration budget costs 8 % of this call: 7.9 us with it, 7.3 us without.'
        >>> GuardCost(7.3e-6, 7.4e-6).sentence
        'What the iteration budget costs this call is within the noise of the measurement.'
        >>> GuardCost(7.41e-6, 7.4e-6).sentence
        'The iteration budget costs less than 1 % of this call: 7.41 us with it, 7.4 us without.'
        """
        more = self.guarded - self.free
        if more < 0 or more < self.noise:  # no budget makes a call faster
            return "What the iteration budget costs this call is within the noise of the measurement."
        share = round(100 * more / self.free)
        costs = f"{share} %" if share >= 1 else "less than 1 %"
        with_it, without = duration(self.guarded), duration(self.free)
        return f"The iteration budget costs {costs} of this call: {with_it} with it, {without} without."


def is_cheap(call_ns: int | None, staging: float | None) -> bool:
    """Return whether measuring the guards takes little time, given a call's nanoseconds and the seconds of staging."""
    return call_ns is not None and call_ns * 1e-9 < _LONGEST and (staging or 0.0) < _LONGEST_COMPILING


def guard_cost(
    guarded: Callable[[], Any], free: Callable[[], Any], *, repeatable: bool, clock: Clock, limits: Limits = LIMITS
) -> GuardCost | None:
    """Measure a call with guards and one without, in turns; None where one of them failed or ran too few times.

    The first call of each is made before: it may trace and compile.

    Args:
        guarded: returns a call with guards, ready to be made.
        repeatable: whether one call may be made many times.
        clock: returns nanoseconds.
    """
    try:
        for fresh in (guarded, free):
            wait(fresh()())
    except Exception:  # the user's function may raise anything
        return None
    jobs = [Job(guarded, repeatable, first_ns=0), Job(free, repeatable, first_ns=0)]
    outcomes, interrupted = interleave(jobs, clock=clock, limits=limits)
    if interrupted:
        raise KeyboardInterrupt
    samples = [found.sample for found in outcomes if found.sample is not None and found.error is None]
    if len(samples) < len(jobs) or any(sample.n < limits.min_runs for sample in samples):
        return None
    one, other = samples
    by_others = abs(
        (one.median - other.median) - (one.minimum - other.minimum)
    )  # how much other processes disturbed one of them
    return GuardCost(one.median, other.median, _noise(one) + _noise(other) + by_others)


def _noise(sample: Sample) -> float:
    """Return by how much such a median varies by chance: its standard error if runs are normally distributed.

    Source: McGill, Tukey and Larsen, "Variations of Box Plots", The American Statistician 32 (1978).
    """
    return 1.57 * sample.iqr / math.sqrt(sample.n)
