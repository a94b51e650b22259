"""Rounds that Python has run, taken back so that the loop can be staged in their place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from nbgraph.core.staging.heap import Snapshot
from nbgraph.core.staging.location import Location
from nbgraph.core.staging.rewinding import Forgotten, Point


@dataclass(frozen=True)
class TakenBack:
    """What rounds have done, for as long as it is taken back."""

    snapshot: Snapshot  # the heap before them
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
        """Leave everything as the rounds have left it, whatever was done instead."""
        self.snapshot.restore()
        self.start.rewind()
        self.done.cut()
        self.forgotten.put_back()
        for location, value in self.writes.values():
            location.set(value)

    def cut(self) -> None:
        """Take the rounds' operations out of the graph for good: the staged loop stands behind them."""
        self.start.cut(self.done)
