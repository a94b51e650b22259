"""Limit what loops that Python runs during a trace add to the graph.

If a test is known while the graph is made, Python runs the iterations; and so it does for a `for` over a known range in
which nothing is traced. But each iteration may add operations, such as prints, and a graph of many thousands compiles
for minutes. So such a loop is staged after all, and its iterations are undone; if it cannot be staged, it is refused
before memory runs out.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any, NoReturn

import jax

from nbgraph.core._jax import ROUND_SCOPE, equations_since, under_trace
from nbgraph.core.records import dataclass
from nbgraph.core.staging.control_flow.budget import IterationBudgetError, tested_values
from nbgraph.core.staging.effects.rewinding import Forgotten, Point
from nbgraph.core.staging.state.location import Location
from nbgraph.core.staging.state.mutable_state import Snapshot
from nbgraph.core.staging.trace.cost import time_to_compile
from nbgraph.core.staging.trace.recorder import Frame
from nbgraph.core.staging.values.values import is_traced

LOOK_EVERY = 256  # iterations; fewer may be unrolled by intent
MOST_OPERATIONS = 50_000  # the most that one loop may add; XLA cannot compile as many in an hour
MOST_EFFECTS = 1024  # the most that a loop with nothing traced may add, each a callback, before it is staged
MOST_IN_NEST = 700  # the most that a nest of short loops may add; loops of the graph take as long to compile


class Growth:
    """The operations that the iterations of one loop add to the graph."""

    def __init__(self, start: Point) -> None:
        self.start = start
        self.tried = False  # whether the loop was found not to be stageable

    def look(self, iterations: int) -> int:
        """Return the number of operations added, every `LOOK_EVERY` iterations, if each adds some; else 0."""
        now = Point.here().equations
        if iterations % LOOK_EVERY or now is None or self.start.equations is None:
            return 0
        added = now - self.start.equations
        return added if added >= iterations else 0

    def has_effects(self, iterations: int) -> bool:
        """Whether a loop with nothing traced in it has added too many callbacks."""
        now = Point.here().equations
        if now is None or self.start.equations is None:
            return False
        return now - self.start.equations >= max(iterations, MOST_EFFECTS)

    def repeats(self, iterations: int, *, length: int) -> bool:
        """Whether all iterations of a nest of loops would add too many operations."""
        if self.start.equations is None:
            return False
        return time_to_compile(equations_since(self.start.equations)) * length > MOST_IN_NEST * iterations


TooMuch = Callable[[Growth, int], bool]  # whether the iterations of a loop, so many by now, add too much


def refuse_growth(frame: Frame, test: str, state: dict[str, Any], iterations: int, added: int) -> NoReturn:
    """Refuse a loop whose unrolled iterations add too many operations to the graph."""
    known = [(name, value) for name, value in tested_values(frame, test, state) if not is_traced(value)]
    shown = ", ".join(f"`{name}` is {value!r}" for name, value in known)
    text = (
        f"this loop goes on after {iterations:,} iterations that stand in the graph one by one,"
        f" {added:,} operations by now"
    )
    raise IterationBudgetError(
        f"{text}: {shown}" if shown else text,
        span=frame.span,
        remedy="an end, as a condition that becomes false; or numbers and arrays alone as what it changes, so"
        " that it can be a loop of the graph",
        variable=next((name for name, _ in known), None),
    )


def iteration_scope(line: int, number: int) -> contextlib.AbstractContextManager[None]:
    """Put the equations of an iteration that Python runs into a scope of its own."""
    return jax.named_scope(f"{ROUND_SCOPE}{line}_{number}") if under_trace() else contextlib.nullcontext()


@dataclass(frozen=True)
class TakenBack:
    """The effects of iterations that have been undone, to restore them if need be."""

    snapshot: Snapshot  # mutable state before them
    start: Point  # the trace before them
    done: Point  # the trace after them
    # by identity, the locations that they have changed, with their values after them
    writes: dict[tuple[int, Any], tuple[Location, Any]]
    forgotten: Forgotten  # their decisions and checks

    @classmethod
    def since(cls, snapshot: Snapshot, start: Point, done: Point) -> TakenBack | None:
        """Undo the iterations from `start` to `done`; None if they cannot be undone."""
        if start.equations is None or snapshot.advanced():
            return None
        writes = {location.identity: (location, value) for location, value in snapshot.changed()}
        forgotten = start.rewind()
        snapshot.restore()
        return cls(snapshot, start, done, writes, forgotten)

    def put_back(self) -> None:
        """Restore the state that the iterations had left, and undo what was done instead."""
        self.start.undo(self.snapshot)
        self.done.cut()
        self.forgotten.put_back()
        for location, value in self.writes.values():
            location.set(value)

    def cut(self) -> None:
        """Remove the iterations' operations from the graph; the staged loop comes after them."""
        self.start.cut(self.done)
