"""Going back in a trace: to trace a block again, or to stage a round that Python has already run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from nbgraph.core import _jax
from nbgraph.core.staging import context, effects


@dataclass(frozen=True)
class Point:
    """How far the trace, the record of its decisions and its run-time checks have come.

    The heap is no part of it: a snapshot puts that back.

    Attributes:
        entries: how many decisions are recorded; 0 where no record is kept.
        checks: how many run-time checks there are.
        equations: how many equations; None where they cannot be taken back.
        unwritten: what special code of the function that runs cannot say so far.
    """

    entries: int
    checks: int
    equations: int | None
    unwritten: str = ""

    @classmethod
    def here(cls) -> Point:
        """The present one."""
        log = context.here().log
        unwritten = log.stack[-1].unwritten if log is not None and log.stack else ""
        return cls(log.mark() if log is not None else 0, effects.mark(), _jax.equations_so_far(), unwritten)

    def rewind(self) -> Forgotten:
        """Forget the decisions and the checks since then; the equations stay."""
        log, scope = context.here().log, context.here().effects
        entries = log.journal[self.entries :] if log is not None else []
        checks = scope.checks[self.checks :] if scope is not None else []
        unwritten = ""
        if log is not None:
            log.rewind(self.entries)
            unwritten = log.say_unwritten(self.unwritten)
        effects.rewind(self.checks)
        return Forgotten(entries, checks, unwritten)

    def cut(self, end: Point | None = None) -> None:
        """Take the equations since then out of the trace, up to `end`; what stays must not use their results."""
        assert self.equations is not None, "only equations that can be taken back are cut"
        _jax.drop_equations(self.equations, None if end is None else end.equations)


@dataclass(frozen=True)
class Forgotten:
    """What a `rewind` took away."""

    entries: list[Any]
    checks: list[effects.Check]
    unwritten: str = ""

    def put_back(self) -> None:
        """Enter all of it again."""
        log, scope = context.here().log, context.here().effects
        if log is not None:
            log.put_back(self.entries)
            log.say_unwritten(self.unwritten)
        if scope is not None:
            scope.checks += self.checks
