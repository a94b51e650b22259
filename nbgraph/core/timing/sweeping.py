"""Measure one call at several sizes of one argument.

The rules, in the order in which they act:

1. Sizes go up. No size is begun after `Budget.total_s`; the first one always is.
2. At each size plain Python, the graph and eager JAX run once, their results are compared, then all are measured in
   turns as `core.timing.run` describes, with the shorter limits of `LIMITS`.
3. Only warm runs count: one that took too long for a second one is no point.
4. A way of running of which one call took `Budget.slow_s` is not run at larger sizes; one that takes `Budget.call_s` is
   stopped where it is (compiled code cannot be, and is not).
5. Where a size needs a graph of its own, its first call is reported apart and is no part of the times.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from nbgraph.core.errors import CallError
from nbgraph.core.records import dataclass, field
from nbgraph.core.staging.impure import no_acts
from nbgraph.core.timing.arguments import Arguments
from nbgraph.core.timing.cap import TimeLimitError
from nbgraph.core.timing.parts import BaselineName
from nbgraph.core.timing.run import REAL, Clock, Limits
from nbgraph.core.timing.sample import Sample
from nbgraph.core.timing.session import First, Session
from nbgraph.core.timing.shown import raised
from nbgraph.core.timing.sizes import Over, Size, shown_size
from nbgraph.core.timing.sweep import Series, Sweep
from nbgraph.core.timing.verdict import judge, judge_errors
from nbgraph.core.units import duration

LIMITS = Limits(budget_s=0.04, cap_s=0.25, max_runs=40)
"""How long to measure one way of running at one size."""


NOT_SWEPT = "a sweep would print or act again at each size"
ONLY_COMPUTES = "a function that computes and returns, and does neither"


@dataclass(frozen=True)
class Budget:
    """How long a sweep may take."""

    total_s: float = 10.0  # seconds after which no further size is begun
    slow_s: float = 0.5  # seconds of one call that are too many for larger sizes
    call_s: float = 2.0  # seconds after which a call of plain Python or eager JAX is stopped where it is


@dataclass
class _Track:
    """One baseline, as far as it got."""

    name: BaselineName
    function: Callable[..., Any]
    samples: dict[Size, Sample] = field(default_factory=dict)
    failed: dict[Size, str] = field(default_factory=dict)
    ended: str = ""

    def series(self) -> Series:
        return Series(self.name, dict(self.samples), self.ended, dict(self.failed))


def sweep_calls(
    *,
    title: str,  # the call as the user wrote it
    over: Over,
    # what to run; of "python", "eager" and "graph" those that are wanted
    functions: Mapping[BaselineName, Callable[..., Any]],
    arguments: Callable[[Size], Arguments],
    traces: Callable[[], int],  # how many graphs the "graph" has made so far; when a call adds one, it is a first call
    reaching: tuple[Any, ...] = (),  # the user's functions, whose globals and closures are put back after each run
    clock: Clock = REAL,  # returns nanoseconds
    limits: Limits = LIMITS,  # how long to measure at one size
    budget: Budget | None = None,  # how long all of it may take
    # called with the next size, its position in the row, and the sweep to use if it is
    # interrupted there
    on_size: Callable[[Size, int, Sweep], None] | None = None,
) -> Sweep:
    """Measure a call at each size. A KeyboardInterrupt ends the measuring and keeps what there is.

    Raises:
        CallError: the call prints or acts outside of its process, seen in its first run.
    """
    order: tuple[BaselineName, ...] = ("python", "graph", "eager")
    measuring = _Measuring(clock, limits, budget or Budget(), traces, reaching)
    tracks = [_Track(name, functions[name]) for name in order if name in functions]
    shown: tuple[BaselineName, ...] = ("python", "eager", "graph")
    done, interrupted, spent, start = 0, False, False, clock()

    def found() -> Sweep:
        series = [track.series() for name in shown for track in tracks if track.name == name]
        firsts, different = dict(measuring.first_calls), dict(measuring.different)
        return Sweep(title, over, tuple(series), firsts, different, done, interrupted, measuring.budget.total_s, spent)

    try:
        for index, size in enumerate(over.sizes):
            spent = index > 0 and (clock() - start) * 1e-9 >= measuring.budget.total_s
            if spent or not any(not track.ended for track in tracks):
                break
            if on_size is not None:
                interrupted = True  # as it would be if this size were broken off
                on_size(size, index + 1, found())
                interrupted = False
            with no_acts():
                ended = measuring.at(size, tracks, arguments(size))
            if not ended:
                interrupted = True
                break
            done += 1
    except KeyboardInterrupt:
        interrupted = True
    return found()


@dataclass
class _Measuring:
    """What stays the same for all sizes, and what is noted besides the times."""

    clock: Clock
    limits: Limits
    budget: Budget
    traces: Callable[[], int]
    reaching: tuple[Any, ...]
    first_calls: dict[Size, float] = field(default_factory=dict)
    different: dict[Size, str] = field(default_factory=dict)

    def at(self, size: Size, tracks: list[_Track], given: Arguments) -> bool:
        """Measure one size; return whether it was measured to its end."""
        session = Session(self.clock, reaching=self.reaching)
        running = [track for track in tracks if not track.ended]
        for track in running:
            first = self._first(session, track, size, given)
            if isinstance(first.error, TimeLimitError):
                track.ended = f"a call at {shown_size(size)} did not end within {duration(self.budget.call_s)}"
            elif first.error is not None:
                track.failed[size] = raised(first.error)
        self._judge(session, size)
        session.measure(self.limits, given)
        if session.interrupted:
            return False
        for track in running:
            outcome = session.outcomes[track.name]
            sample = outcome.sample
            if sample is not None:
                if not outcome.cold:
                    track.samples[size] = sample
                if sample.median >= self.budget.slow_s and not track.ended:
                    track.ended = f"one call at {shown_size(size)} took {duration(sample.median)}"
        return True

    def _first(self, session: Session, track: _Track, size: Size, given: Arguments) -> First:
        if track.name == "python":
            first = session.run("python", track.function, lambda: given, self.budget.call_s)
            if session.effects:
                raise CallError(NOT_SWEPT, remedy=ONLY_COMPUTES)
            return first
        if track.name == "eager":
            session.run(
                "eager", track.function, given.of_eager, self.budget.call_s
            )  # new shapes compile each operation
            first = session.firsts["eager"]
            return first if first.error is not None else session.run("eager", track.function, given.of_eager)
        before = self.traces()
        first = session.run("graph", track.function, lambda: given)
        if self.traces() > before and first.time_ns is not None:
            self.first_calls[size] = first.time_ns * 1e-9
            return session.run("graph", track.function, lambda: given)
        return first

    def _judge(self, session: Session, size: Size) -> None:
        python, graph = session.firsts.get("python"), session.firsts.get("graph")
        if python is None or graph is None or isinstance(python.error, TimeLimitError):
            return
        if python.error is None and graph.error is None:
            verdict = judge(python.value, graph.value, small_apart=True)
        else:
            verdict = judge_errors(python.error, graph.error, reference="python")
        if verdict.equal is False:
            self.different[size] = verdict.message
