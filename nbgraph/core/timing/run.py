"""Measure: warm up, find how many calls make a run, then run all baselines in turn.

The rules, in the order in which they act on one baseline:

1. Its first run is the warm-up, and no part of the sample. Where it took `again_s` it is all there is, and cold.
2. A run makes 1, 2, 5, 10, 20, ... calls, the first of these that lasts `run_s` twice (timeit's `autorange`, with a
   shorter run so that there are many). Calls that need arguments of their own stop at 10.
3. Baselines take turns, A B C A B C, so that a drift of the machine's speed hits all of them. One is done at
   `max_runs`, or when it has used `budget_s` and has `min_runs`, or when it has used `cap_s` since it is warm. One
   that is tenfold slower than all others is done at two runs: more would not change who wins.

A run is never broken off, so one run can exceed every limit. The garbage collector is off during a run, and calls of
plain Python are made as timeit makes them. Limits count the time of preparing arguments; samples do not.
"""

from __future__ import annotations

import functools
import keyword
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import repeat
from typing import Any, Protocol

from nbgraph.core.as_loaded import as_patched
from nbgraph.core.collecting import uncollected
from nbgraph.core.records import dataclass, replace
from nbgraph.core.timing.sample import Sample, percentile
from nbgraph.core.timing.wait import wait


class Clock(Protocol):
    """Nanoseconds since an arbitrary moment, never going back."""

    def __call__(self) -> int: ...


REAL: Clock = time.perf_counter_ns


def repeated(call: Callable[[], Any], loops: int, clock: Clock, *, pending: bool = True) -> int:
    """Make a call some times; the nanoseconds that all of them took.

    The function is called in a loop compiled for its number of arguments. Calling `call` itself, a `partial`, takes
    longer than a small function does.

    Args:
        call: the call, best a `functools.partial`.
        clock: gives nanoseconds.
        pending: whether to wait for each result.

    >>> found = []
    >>> _ = repeated(functools.partial(found.append, 3), 2, lambda: 0)
    >>> found
    [3, 3]
    """
    function: Callable[..., Any] = call
    arguments: tuple[Any, ...] = ()
    keywords: dict[str, Any] = {}
    if isinstance(call, functools.partial):
        function, arguments, keywords = call.func, call.args, call.keywords
    if any(keyword.iskeyword(name) or not name.isidentifier() for name in keywords):
        function, arguments, keywords = call, (), {}
    loop = _loop(len(arguments), tuple(keywords), pending)
    taken: int = loop(repeat(None, loops), clock, wait, function, *arguments, *keywords.values())
    return taken


@functools.lru_cache(maxsize=64)
def _loop(count: int, keywords: tuple[str, ...], pending: bool) -> Callable[..., int]:
    """
    >>> _loop(1, ("k",), False)(repeat(None, 3), lambda: 0, None, lambda x, k: x + k, 1, 2)
    0
    """
    values = [f"v{number}" for number in range(count + len(keywords))]
    named = [f"{name}={value}" for name, value in zip(keywords, values[count:], strict=True)]
    call = f"function({', '.join([*values[:count], *named])})"
    text = f"""def loop({", ".join(["loops", "clock", "wait", "function", *values])}):
    start = clock()
    for _ in loops:
        {f"wait({call})" if pending else call}
    return clock() - start
"""
    made: dict[str, Any] = {}
    exec(compile(text, __file__, "exec"), {}, made)
    loop: Callable[..., int] = made["loop"]
    return loop


Call = Callable[[], Any]
_MOST_LOOPS = 1_000_000
_MOST_TURN = 100  # how many times too long a run may be because another process ran
_MOST_GROWING = 100  # the most calls that see the changes of earlier ones
_FAR = 10  # if one way takes this many times as long, no further run is needed
_MOST_PREPARED = 10  # sets of arguments held at once: they may be large


@dataclass(frozen=True)
class Limits:
    """How long to measure one baseline; the module's docstring says how the limits act."""

    budget_s: float = 0.02  # seconds after which `min_runs` are enough
    cap_s: float = 1.0  # seconds after which any number of runs is enough, if it is one
    min_runs: int = 5  # runs wanted even when `budget_s` is spent
    max_runs: int = 100  # runs that are enough at any rate
    # seconds that one run should last at least: long for the clock, short beside the time slices that a busy machine
    # gives to other processes, so that most runs are not interrupted
    run_s: float = 0.0002
    python_s: float = 10.0  # seconds after which the first run of plain Python, or of eager JAX, is stopped where it is
    again_s: float = 5.0  # seconds of a first run that are too many for another one


@dataclass(frozen=True)
class Job:
    """Something to measure."""

    fresh: Callable[[], Call]  # returns a call that is ready to be made; called outside the timed region
    repeatable: bool = True  # whether one call may be made many times, that is, leaves its arguments as they were
    first_ns: int | None = None  # how long the first run took, when the caller has already made it
    pending: bool = True  # whether its result may be computed only after the call, and is to be waited for
    # puts back what calls change that outlives them; None where they change nothing
    restore: Callable[[], None] | None = None


@dataclass(frozen=True)
class Outcome:
    """The result of a job."""

    sample: Sample | None  # the runs that were made; None when none ended
    error: Exception | None = None  # what a run raised, which ended the job
    cold: bool = False  # whether the first run is all there is


def timed(calls: Iterable[Call], clock: Clock, *, pending: bool = True) -> tuple[int, Any]:
    """Make the calls, waiting for each; return the nanoseconds of all of them, and the last result."""
    result = None
    with uncollected():
        start = clock()
        for call in calls:
            result = call()
            if pending:
                wait(result)
        return clock() - start, result


def _loop_counts() -> Iterator[int]:
    """Yield 1, 2, 5, 10, 20, ..., up to a million, which lasts long enough for any clock."""
    for exponent in range(6):
        yield from (10**exponent, 2 * 10**exponent, 5 * 10**exponent)
    yield _MOST_LOOPS


class _Progress:
    """The runs of one job so far."""

    def __init__(self, job: Job, clock: Clock, limits: Limits) -> None:
        self.job, self.clock, self.limits = job, clock, limits
        self.times: list[int] = []
        self.loops = 1
        self.spent = 0
        self.error: Exception | None = None

    @property
    def done(self) -> bool:
        seconds, runs = self.spent * 1e-9, len(self.times)
        enough = runs >= self.limits.max_runs or (runs >= self.limits.min_runs and seconds >= self.limits.budget_s)
        too_slow = (self.job.first_ns or 0) * 1e-9 >= self.limits.again_s
        return self.error is not None or enough or too_slow or (runs > 0 and seconds >= self.limits.cap_s)

    def settle(self) -> None:
        """Warm up and fix the number of calls; the last of these runs are the first of the sample."""
        if self.job.first_ns is None:
            self.job = replace(self.job, first_ns=self._time(1))
            self.spent = 0
        most = (_MOST_LOOPS if self.job.restore is None else _MOST_GROWING) if self.job.repeatable else _MOST_PREPARED
        enough = self.limits.run_s * 1e9
        for loops in _loop_counts():
            if self.done:
                return
            try:
                times = [self._time(loops)]
            except Exception:
                if not self.times:
                    raise
                return  # a call may fail on an earlier call's changes: use the earlier ones
            if enough <= times[0] < _MOST_TURN * enough:  # perhaps only because another process ran
                times.append(self._time(loops))
            if min(times) >= enough or loops >= most or self.spent >= self.limits.cap_s * 1e9:
                self.loops, self.times = loops, times[: self.limits.max_runs]
                return
            if self.job.restore is not None:
                self.loops, self.times = loops, times[:1]

    def is_far_behind(self, states: Sequence[_Progress]) -> bool:
        """Return whether its budget is spent, and two runs prove that it is slower than all others."""
        if len(self.times) < 2 or self.spent * 1e-9 < self.limits.budget_s:
            return False
        others = [percentile(each.times, 0.5) / each.loops for each in states if each.times and each is not self]
        return bool(others) and min(self.times) / self.loops >= _FAR * max(others)

    def run(self) -> None:
        self.times.append(self._time(self.loops))

    def _time(self, loops: int) -> int:
        start = self.clock()
        fresh = self.job.fresh
        if self.job.restore is not None:
            self.job.restore()
        if self.job.repeatable:
            call = fresh()
            with uncollected():
                time = repeated(call, loops, self.clock, pending=self.job.pending)
        else:
            time, _ = timed([fresh() for _ in range(loops)], self.clock, pending=self.job.pending)
        self.spent += self.clock() - start
        return time

    def outcome(self) -> Outcome:
        if self.times:
            return Outcome(Sample(tuple(self.times), self.loops), self.error)
        if self.job.first_ns is not None:
            return Outcome(Sample((self.job.first_ns,)), self.error, cold=True)
        return Outcome(None, self.error)


def _guarded(progress: _Progress, step: Callable[[], None]) -> None:
    if progress.done:
        return
    try:
        step()
    except Exception as error:  # a failing baseline must not lose the others
        progress.error = error


@as_patched()
def interleave(
    jobs: Sequence[Job], *, clock: Clock = REAL, limits: Limits | None = None
) -> tuple[tuple[Outcome, ...], bool]:
    """Measure jobs in turns.

    Returns:
        An outcome for each job, and whether a KeyboardInterrupt ended the measuring; what was measured is kept.
    """
    states = [_Progress(job, clock, limits or Limits()) for job in jobs]
    interrupted = False
    try:
        for state in states:
            _guarded(state, state.settle)
        while running := [state for state in states if not (state.done or state.is_far_behind(states))]:
            for state in running:
                _guarded(state, state.run)
    except KeyboardInterrupt:
        interrupted = True
    return tuple(state.outcome() for state in states), interrupted
