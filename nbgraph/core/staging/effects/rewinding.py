"""Go back in a trace: to trace a block again, or to stage an iteration that Python has already run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from nbgraph.core import _jax
from nbgraph.core.decisions import Decision
from nbgraph.core.records import dataclass
from nbgraph.core.staging.effects import effects
from nbgraph.core.staging.trace import context
from nbgraph.core.staging.trace.events import Event


@dataclass(frozen=True)
class Point:
    """A position in the trace, in its decisions, events and run-time checks.

    Mutable state is not part of it: a snapshot restores that.
    """

    entries: int  # the number of decisions; 0 where no record is kept
    checks: int  # the number of run-time checks
    equations: int | None  # the number of equations; None where they cannot be removed
    helpers: int = 0  # the number of helpers with a program
    events: int = 0  # the number of events

    @classmethod
    def here(cls) -> Point:
        """Return the current position."""
        log = context.here().log
        decisions, helpers = (len(log.all_decisions), len(log.helpers)) if log is not None else (0, 0)
        events = log.events.mark() if log is not None and log.events is not None else 0
        return cls(decisions, effects.mark(), _jax.equations_so_far(), helpers, events)

    def rewind(self) -> Forgotten:
        """Remove and return the decisions, checks and events since then; the equations stay."""
        log, scope = context.here().log, context.here().effects
        entries = log.all_decisions[self.entries :] if log is not None else []
        checks = scope.checks[self.checks :] if scope is not None else []
        if log is not None:
            log.rewind(self.entries, self.helpers)
        effects.rewind(self.checks)
        events = [] if log is None or log.events is None else log.events.rewind(self.events)
        return Forgotten(entries, checks, events)

    def undo(self, snapshot: Any) -> None:
        """Do what `rewind` does, and restore the mutable state of that position."""
        snapshot.restore()
        self.rewind()

    def rewind_events(self) -> None:
        """Remove only the events since then: the same lines are about to be traced again."""
        log = context.here().log
        if log is not None and log.events is not None:
            log.events.rewind(self.events)

    def cut(self, end: Point | None = None) -> None:
        """Remove the equations since then, up to `end`, from the trace; the others must not use their results."""
        assert self.equations is not None, "only equations that can be taken back are cut"
        last = None if end is None else end.equations
        _jax.drop_equations(self.equations, last)
        log = context.here().log
        if log is not None and log.events is not None:
            log.events.dropped(_jax.current_trace(), self.equations, last)

    def cut_unused(self, end: Point) -> None:
        """Remove those equations from here to `end` whose results are not used."""
        if self.equations is None or end.equations is None:
            return
        log = context.here().log
        for position in _jax.unused_equations(self.equations, end.equations):
            _jax.drop_equations(position, position + 1)
            if log is not None and log.events is not None:
                log.events.dropped(_jax.current_trace(), position, position + 1)


@dataclass(frozen=True)
class Forgotten:
    """The entries that a `rewind` removed."""

    entries: list[Decision]
    checks: list[effects.Check]
    events: Sequence[Event] = ()

    def put_back(self) -> None:
        """Add all of them again."""
        log, scope = context.here().log, context.here().effects
        if log is not None:
            log.all_decisions += self.entries
            if log.events is not None:
                log.events.events += self.events
        if scope is not None:
            scope.checks += self.checks
