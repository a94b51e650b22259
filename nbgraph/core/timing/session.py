"""Hold the state of one running comparison, so that an interrupt loses nothing."""

from __future__ import annotations

import copy
import gc
import math
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from functools import partial
from types import FunctionType, MethodType, ModuleType
from typing import Any

import numpy as np

from nbgraph.core.as_loaded import as_patched
from nbgraph.core.depth import as_in_cell, notebook_limit
from nbgraph.core.records import dataclass, replace
from nbgraph.core.staging.impure import Act, ActedOnceError, Acts
from nbgraph.core.staging.state import Named, Snapshot
from nbgraph.core.timing.arguments import Arguments
from nbgraph.core.timing.cap import within
from nbgraph.core.timing.changes import Changes, changed_arguments, left_alone, random_states, written
from nbgraph.core.timing.guards import GuardCost, guard_cost, is_cheap
from nbgraph.core.timing.parts import BY_PYTHON, LABELS, BaselineName, Phases
from nbgraph.core.timing.run import Clock, Job, Limits, Outcome, interleave, timed
from nbgraph.core.timing.sample import Sample
from nbgraph.core.timing.stages import Staged, stage
from nbgraph.core.timing.wait import pending

# What a call changes that outlives it: put back after each run, so that every run starts where the first did. A
# function that appends to a global list would otherwise be measured on a list of a million items, the graph would be
# made from it, and `ng.compare` would leave it to the user.


@contextmanager
def _quiet() -> Iterator[None]:
    """Silence NumPy's warning about numbers beyond float32: Python has none, and the page shows the result."""
    with np.errstate(over="ignore" if np.geterr()["over"] == "warn" else None):
        yield


def _is_too_large(value: Any) -> bool:
    if type(value) is float:  # a list may hold a million
        return math.isfinite(value) and abs(value) > _LARGEST
    if not isinstance(value, float | np.floating | np.ndarray) or np.asarray(value).dtype != np.float64:
        return False
    return bool(np.any(np.isfinite(value) & (np.abs(value) > _LARGEST)))


_LARGEST = float(np.finfo(np.float32).max)


class Outliving:
    """The mutable state that functions can reach, as it was before their first run.

    >>> seen = []
    >>> state = Outliving(seen)
    >>> seen.append(1)
    >>> state.put_back(seen), seen
    ([1], [])
    """

    def __init__(self, *roots: Any) -> None:
        """Observe what `roots` can reach (globals and closures of functions, what is in them) and the import path."""
        bound = next((each.__self__ for each in roots if isinstance(each, MethodType)), None)
        self._before = Snapshot.of(Named({"self": bound, "sys.path": sys.path}), *roots)
        self._random = random_states()
        self.restore: Callable[[], None] | None = None
        """Puts the state back before a further run; None where no run has changed it."""

    @property
    def changes(self) -> Changes:
        """Return what has changed since the first run began, before it is put back.

        >>> seen = []
        >>> def see(x): seen.append(x)
        >>> state = Outliving(see)
        >>> see(1)
        >>> state.changes.changed
        ('`seen`',)
        """
        changed = dict.fromkeys(written(place.name) for place, _ in self._before.changed())
        moved = self._before.advanced()
        drawn = [name for name, state in random_states().items() if state != self._random[name]]
        return Changes(tuple(changed), () if moved is None else (written(moved[1]),), tuple(drawn))

    def put_back(self, value: Any = None) -> Any:
        """Put back what a run has changed; return its result, as a copy where it may share what is put back."""
        if next(self._before.changed(), None) is None:
            return value
        try:
            kept = copy.deepcopy(value)
        except Exception:  # objects say in many ways that they cannot be copied
            if self._is_shared(value):
                return value
            kept = value
        self._before.restore()
        self.restore = self._before.restore
        return kept

    def _is_shared(self, value: Any) -> bool:
        """Return whether a result contains something that is put back, which would change the result."""
        owners = {id(place.owner) for place, _ in self._before.changed()}
        pending, seen = [value], dict[int, Any]()
        while pending and len(seen) < _MOST:
            each = pending.pop()
            if id(each) in owners:
                return True
            if id(each) not in seen and not isinstance(each, type | FunctionType | ModuleType):
                seen[id(each)] = each
                pending += gc.get_referents(each)
        return bool(pending)


Function = Callable[..., Any]
_MOST = 10_000  # objects of a result that are looked at


@dataclass(frozen=True)
class First:
    """The first run of one baseline, warm-up included: the verdict compares its value."""

    time_ns: int | None = None  # nanoseconds until the result was there; None when it raised
    value: Any = None  # the result
    error: Exception | None = None  # what it raised
    job: Job | None = None  # how to run it again; None when it raised
    after: Arguments | None = None  # its arguments after it

    @property
    def outcome(self) -> Outcome:
        if self.time_ns is None:
            return Outcome(None, self.error)
        return Outcome(Sample((self.time_ns,)), cold=True)


_SLOW_NS = 10**9
_TWO_OF_PYTHON: tuple[BaselineName, ...] = ("python", "eager")
STEPS: Mapping[BaselineName, str] = {
    "python": "plain Python ran",
    "copies": "Python ran on NumPy copies",
    "examples": "plain Python ran on each example",
    "converted": "the converted code ran op by op",
    "eager": "eager JAX ran",
    "graph": "the graph ran for the first time",
}
"""What a session is doing while a baseline makes its first run, in words that go on from "while"."""


class Session:
    """The state of one comparison."""

    def __init__(
        self,
        clock: Clock,  # returns nanoseconds
        # called with the next step, as `STEPS` names it; nothing is measured meanwhile
        on_step: Callable[[str], None] | None = None,
        # wraps the functions of first runs; too slow for timed runs of a small function
        guard: Callable[[Function], Function] = lambda function: function,
        *,
        effects: bool = False,  # whether the call is known to print or to act outside of its process
        acts: Acts | None = None,  # where to note what plain Python does besides computing
        reaching: tuple[Any, ...] = (),  # the functions whose globals and closures are put back after each run
    ) -> None:
        """Begin a session."""
        self.acts = acts or Acts()  # what plain Python's first run did besides computing
        self.effects = effects  # whether the call prints or acts outside of its process, as far as is known by now
        self.outliving = Outliving(*reaching)
        self.clock, self.guard = clock, guard
        self.on_step = on_step or (lambda step: None)
        self.firsts: dict[BaselineName, First] = {}  # first runs, in the order they were made
        self.outcomes: dict[BaselineName, Outcome] = {}  # steady-state runs; the first run until they are made
        self.phases = Phases()  # what the graph cost once, as far as it was reached
        self.interrupted = False  # whether the measuring was broken off
        self.guards: GuardCost | None = None  # the cost of the graph's guards, if it has any
        self.free: Any = None  # the graph without them, where measuring it takes little time
        self.changes = Changes()  # what plain Python's first run changed besides giving a result

    def run(
        self,
        name: BaselineName,
        function: Callable[..., Any],
        arguments: Callable[[], Arguments],
        seconds: float | None = None,
    ) -> First:
        """Make the first run of a baseline; an exception, or the time limit, is its outcome."""
        self.on_step(STEPS[name])
        call: partial[Any] | None = None
        try:
            with _quiet():
                given = replace(arguments(), shares_static=name == "graph")
            call = given.call(self.guard(as_in_cell(function) if name in BY_PYTHON else function))
            run = partial(timed, [call], self.clock)
            with self._as_python() if name in BY_PYTHON else _quiet(), as_patched():
                time, value = run() if seconds is None else within(seconds, LABELS[name], run)
        except Exception as error:  # the user's function may raise anything
            if name in BY_PYTHON and call is not None:
                self._note_changed(given, Arguments(call.args, call.keywords))
            self.outliving.put_back()
            first = First(error=error)
        else:
            after = Arguments(call.args, call.keywords)
            if name in BY_PYTHON:
                self._note_changed(given, after)
            repeatable, again = left_alone(given, after), self._again(name, time)
            value, after = self.outliving.put_back((value, after))
            job = Job(lambda: given.call(function), repeatable, again, pending(value), self.outliving.restore)
            first = First(time, value, job=job, after=after)
        self.firsts[name] = first
        self.outcomes[name] = first.outcome
        return first

    def _note_changed(self, given: Arguments, after: Arguments) -> None:
        also = changed_arguments(given, after)
        self.changes = replace(self.changes, given=(*self.changes.given, *also))

    @property
    def acted(self) -> bool:
        """Return whether plain Python's first run has had an effect, even a print, which another run would repeat."""
        return self.acts.printed or bool(self.acts.found)

    def _again(self, name: BaselineName, time: int) -> int:
        known = self.phases.first_call if name == "graph" else None
        return time if known is None else min(time, round(known * 1e9))

    @contextmanager
    def _as_python(self) -> Iterator[None]:
        """Observe the effects of plain Python's first run."""
        try:
            with notebook_limit(), self.acts.watched():
                yield
        finally:
            self.changes = self.outliving.changes
            for name in self.changes.moved[:1]:
                if (place := self.acts.place_of(name)) is not None:
                    self.acts.note(Act(f"moves {name} on", place, guarded=False))
            self.effects = self.effects or self.acted

    def refuse_graph(self, act: Act) -> None:
        """Refuse the graph: to trace or run it would repeat an effect of plain Python's run."""
        self.firsts["graph"] = First(error=ActedOnceError.of(act))
        self.outcomes["graph"] = self.firsts["graph"].outcome

    def stage(self, jitted: Any, arguments: Arguments) -> Staged:
        """Trace, lower and compile; a failure is the graph's outcome."""
        staged = stage(jitted, arguments, self.clock, self.on_step, self.guard)
        self.phases = staged.phases
        if staged.error is not None:
            self.firsts["graph"] = First(error=staged.error)
            self.outcomes["graph"] = self.firsts["graph"].outcome
        return staged

    def first_call(self, compiled: Callable[..., Any], arguments: Arguments) -> None:
        """Time the first run of the compiled program; ignore an error, which the user's own call explains better."""
        self.on_step(STEPS["graph"])
        try:
            with _quiet():
                time, _ = timed([arguments.dynamic().call(compiled)], self.clock)
        except Exception:
            return
        self.phases = replace(self.phases, first_call=time * 1e-9)

    def measure(self, limits: Limits | None, given: Arguments) -> None:
        """Measure the steady state of every baseline whose first run gave a result."""
        self.on_step("the times were measured")
        firsts = {name: first for name, first in self.firsts.items() if name != "eager" or not self._is_slow_anyway()}
        jobs = {name: first.job for name, first in firsts.items() if first.job is not None}
        try:
            with _quiet() if any(map(_is_too_large, given.leaves)) else nullcontext():  # Python's warnings take time
                measured, self.interrupted = interleave(list(jobs.values()), clock=self.clock, limits=limits)
        finally:
            self.outliving.put_back()
        self.outcomes.update(zip(jobs, measured, strict=True))

    def _is_slow_anyway(self) -> bool:
        """Return whether the function takes seconds in Python; eager JAX takes as long, and need not run again."""
        times = (self.firsts.get(name, First()).time_ns for name in _TWO_OF_PYTHON)
        return all(time is not None and time >= _SLOW_NS for time in times)

    def seek_free(self, unguarded: Callable[[], Any]) -> None:
        """Find the graph without guards after the graph's first run."""
        phases, graph = self.phases, self.firsts["graph"]
        staging = sum(filter(None, (phases.trace, phases.lower, phases.compile)))
        if not self.effects and graph.job is not None and is_cheap(graph.time_ns, staging):
            self.free = unguarded()

    @_quiet()
    def measure_guards(self, given: Arguments) -> None:
        """Measure the graph against itself without guards."""
        job = self.firsts["graph"].job if self.free is not None and not self.interrupted else None
        if job is not None:
            free = partial(given.call, self.free)
            self.guards = guard_cost(job.fresh, free, repeatable=job.repeatable, clock=self.clock)
