"""Going back in a trace: to trace a block again, or to stage an iteration that Python has already run."""

from __future__ import annotations

from collections.abc import Sequence

from nbgraph.core import _jax
from nbgraph.core.decisions import Decision
from nbgraph.core.records import dataclass
from nbgraph.core.staging.effects import effects
from nbgraph.core.staging.trace import context
from nbgraph.core.staging.trace.events import Event


@dataclass(frozen=True)
class Point:
    """How far the trace, the record of its decisions and its run-time checks have come.

    Mutable state is no part of it: a snapshot puts that back.
    """

    entries: int  # how many decisions are recorded; 0 where no record is kept
    checks: int  # how many run-time checks there are
    equations: int | None  # how many equations; None where they cannot be taken back
    helpers: int = 0  # how many helpers have a program
    events: int = 0  # how many events are written

    @classmethod
    def here(cls) -> Point:
        """The present one."""
        log = context.here().log
        decisions, helpers = (len(log.all_decisions), len(log.helpers)) if log is not None else (0, 0)
        events = log.events.mark() if log is not None and log.events is not None else 0
        return cls(decisions, effects.mark(), _jax.equations_so_far(), helpers, events)

    def rewind(self) -> Forgotten:
        """Forget the decisions and the checks since then; the equations stay."""
        log, scope = context.here().log, context.here().effects
        entries = log.all_decisions[self.entries :] if log is not None else []
        checks = scope.checks[self.checks :] if scope is not None else []
        if log is not None:
            log.rewind(self.entries, self.helpers)
        effects.rewind(self.checks)
        events = [] if log is None or log.events is None else log.events.rewind(self.events)
        return Forgotten(entries, checks, events)

    def rewind_events(self) -> None:
        """Forget the events since then, and nothing else: the same lines are about to be traced in another way."""
        log = context.here().log
        if log is not None and log.events is not None:
            log.events.rewind(self.events)

    def cut(self, end: Point | None = None) -> None:
        """Take the equations since then out of the trace, up to `end`; what stays must not use their results."""
        assert self.equations is not None, "only equations that can be taken back are cut"
        last = None if end is None else end.equations
        _jax.drop_equations(self.equations, last)
        log = context.here().log
        if log is not None and log.events is not None:
            log.events.dropped(_jax.current_trace(), self.equations, last)

    def cut_unused(self, end: Point) -> None:
        """Take those equations from here to `end` out of the trace that nothing in it uses."""
        if self.equations is None or end.equations is None:
            return
        log = context.here().log
        for position in _jax.unused_equations(self.equations, end.equations):
            _jax.drop_equations(position, position + 1)
            if log is not None and log.events is not None:
                log.events.dropped(_jax.current_trace(), position, position + 1)


@dataclass(frozen=True)
class Forgotten:
    """What a `rewind` took away."""

    entries: list[Decision]
    checks: list[effects.Check]
    events: Sequence[Event] = ()

    def put_back(self) -> None:
        """Enter all of it again."""
        log, scope = context.here().log, context.here().effects
        if log is not None:
            log.all_decisions += self.entries
            if log.events is not None:
                log.events.events += self.events
        if scope is not None:
            scope.checks += self.checks
