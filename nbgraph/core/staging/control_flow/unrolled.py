"""Loops that Python runs during a trace: how long they may go on adding to the graph.

A test that is known while the graph is made costs the graph nothing, and Python makes as many iterations as there are;
so it does of a `for` over a known range in which nothing is traced. But each iteration may add operations, as those
that print, and a graph of many thousands compiles for minutes. So such a loop is staged after all, if it can be; if
not, it ends in an error before the memory does.

The iterations that Python has made by then are taken back.
"""

from __future__ import annotations

import contextlib
from typing import Any, NoReturn

import jax

from nbgraph.core._jax import ROUND_SCOPE, under_trace
from nbgraph.core.records import dataclass
from nbgraph.core.staging.control_flow.budget import IterationBudgetError, tested_values
from nbgraph.core.staging.effects.rewinding import Forgotten, Point
from nbgraph.core.staging.state.location import Location
from nbgraph.core.staging.state.mutable_state import Snapshot
from nbgraph.core.staging.trace.recorder import Frame
from nbgraph.core.staging.values.values import is_traced

LOOK_EVERY = 256  # iterations: fewer are what somebody may have wanted to be unrolled
MOST_OPERATIONS = 50_000  # that one loop may add: far more than XLA compiles in an hour
MOST_EFFECTS = 1024  # that a loop with nothing traced in it may add, each a call out of the graph, before it is staged


class Growth:
    """What the iterations of one loop add to the graph."""

    def __init__(self, start: Point) -> None:
        self.start = start
        self.tried = False  # whether the loop was found not to be stageable

    def look(self, iterations: int) -> int:
        """How many operations the loop has added, if it is time to look, and every iteration adds some."""
        now = Point.here().equations
        if iterations % LOOK_EVERY or now is None or self.start.equations is None:
            return 0
        added = now - self.start.equations
        return added if added >= iterations else 0

    def has_effects(self, iterations: int) -> bool:
        """Whether a loop that has nothing traced in it has added too much: what it prints is a call for each."""
        now = Point.here().equations
        if self.tried or now is None or self.start.equations is None:
            return False
        return now - self.start.equations >= max(iterations, MOST_EFFECTS)


def refuse_growth(frame: Frame, test: str, state: dict[str, Any], iterations: int, added: int) -> NoReturn:
    """Refuse to go on with a loop."""
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
    """What tells the equations of an iteration of a loop that Python runs from those of others: a scope of JAX's."""
    return jax.named_scope(f"{ROUND_SCOPE}{line}_{number}") if under_trace() else contextlib.nullcontext()


@dataclass(frozen=True)
class TakenBack:
    """What iterations have done, for as long as it is taken back."""

    snapshot: Snapshot  # mutable state before them
    start: Point  # the trace before them
    done: Point  # the trace after them
    # the places that they have changed, by identity, with their values after them
    writes: dict[tuple[int, Any], tuple[Location, Any]]
    forgotten: Forgotten  # the decisions and the checks that they have made

    @classmethod
    def since(cls, snapshot: Snapshot, start: Point, done: Point) -> TakenBack | None:
        """Take back what was done from `start` to `done`; None where it cannot be."""
        if start.equations is None or snapshot.advanced():
            return None
        writes = {location.identity: (location, value) for location, value in snapshot.changed()}
        forgotten = start.rewind()
        snapshot.restore()
        return cls(snapshot, start, done, writes, forgotten)

    def put_back(self) -> None:
        """Leave everything as the iterations have left it, whatever was done instead."""
        self.snapshot.restore()
        self.start.rewind()
        self.done.cut()
        self.forgotten.put_back()
        for location, value in self.writes.values():
            location.set(value)

    def cut(self) -> None:
        """Take the iterations' operations out of the graph for good: the staged loop stands behind them."""
        self.start.cut(self.done)
