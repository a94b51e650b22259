"""Stage `try` around run-time exceptions: the graph carries the number of the handler to run.

A failed check sets its code, and the code after it, which Python would not reach, still runs. In a `try` that may catch
it, three steps make that right: the statements after the raising one are under a condition (`lower_try`); changes of
mutable state by the rest of that statement are undone; and at the end of the block the code selects the handler, and
is cleared.
"""

from __future__ import annotations

import contextlib
import types
from collections.abc import Iterator
from typing import Any

import jax.numpy as jnp
import numpy as np

from nbgraph.core import _jax
from nbgraph.core.decisions import Decision
from nbgraph.core.errors import frames_of
from nbgraph.core.functionalise.sites import Site
from nbgraph.core.records import dataclass, field, replace
from nbgraph.core.source.ownership import is_user_function
from nbgraph.core.staging.control_flow.cond import join
from nbgraph.core.staging.effects import effects, watching
from nbgraph.core.staging.effects.tries import RaiseInTryError, is_refusal
from nbgraph.core.staging.enumerated.deferred import DeferredError
from nbgraph.core.staging.frames.tracing import trace_branch
from nbgraph.core.staging.state.location import Named
from nbgraph.core.staging.state.mutable_state import Snapshot
from nbgraph.core.staging.state.records import opened
from nbgraph.core.staging.trace import context
from nbgraph.core.staging.trace.recorder import Frame, calling_frame, owner_of, record, user_frame
from nbgraph.core.staging.trace.user_frames import is_block
from nbgraph.core.staging.values.values import is_traced, with_article


@dataclass(frozen=True)
class _Raised:
    """A position in a trace where a check may have failed."""

    failed: Any  # the flag there
    check: effects.Check  # the last check before it
    number: int  # the number of checks up to it
    snapshot: Snapshot  # mutable state there


@dataclass(eq=False)
class Try:
    """A `try` whose body is being traced."""

    frame: Frame  # its position
    kinds: tuple[Any, ...]  # for each handler the classes that it catches; None for all
    checks: effects.Effects  # the checks of its program
    start: int  # the number of checks before it
    trace: Any = field(default_factory=_jax.current_trace)  # its trace
    # for each block being traced, the positions where a check may have failed
    levels: list[list[_Raised]] = field(default_factory=lambda: [[]])
    # for each such block the flags it has tested: the code after a test runs only if the flag is not set
    asked: list[list[Any]] = field(default_factory=lambda: [[]])
    number: Any = 0  # the number of the handler to run, 0 for none; may be traced

    @property
    def owner(self) -> Any:
        """Return the function of the `try`."""
        return self.frame.owner

    @property
    def place(self) -> Any:
        """Return its position in the function."""
        return self.frame.place

    @property
    def is_here(self) -> bool:
        """Whether a check that is staged now belongs to the program of the `try`."""
        return context.here().effects is self.checks and self.checks.is_here

    @property
    def may_have_raised(self) -> bool:
        """Whether a check of its body may have failed."""
        return len(self.checks.checks) > self.start and (is_traced(self.checks.failed) or bool(self.checks.failed))

    def handler(self, kind: type[BaseException]) -> int:
        """Return the number of the handler for an exception, 0 for none."""
        for number, known in enumerate(self.kinds, 1):
            if known is None or issubclass(kind, known):
                return number
        return 0

    def catches(self, kind: type[BaseException]) -> bool:
        return self.handler(kind) > 0

    def note(self) -> None:
        """Note that a check may have failed: changes from here on did not happen in Python."""
        if not (self.is_here and self.may_have_raised):
            return
        level, failed = self.levels[-1], self.checks.failed
        if not (level and level[-1].failed is failed):
            checks = self.checks.checks
            level.append(_Raised(failed, checks[-1], len(checks), self._mutable_state()))

    def _mutable_state(self) -> Snapshot:
        """Observe what the `try` and its calls can reach, without the local variables of the calls."""
        roots: list[Any] = [self.owner.original]
        for frame in frames_of(user_frame().python):
            if owner_of(frame.f_code) is self.owner:
                names = {name: value for name, value in frame.f_locals.items() if not _is_own(value)}
                roots.append(Named(names))
            if frame is self.frame.python:
                break
        return Snapshot.of(*roots)

    @contextlib.contextmanager
    def block(self) -> Iterator[None]:
        """Trace the code inside as a block that the graph may run later."""
        self.levels.append([])
        self.asked.append([])
        try:
            yield
        finally:
            self.levels.pop()
            self.asked.pop()

    def settle(self) -> None:
        """Undo the changes in this block after a failed check, on the paths where it failed."""
        if not self.is_here:
            return
        level, checks = self.levels[-1], self.checks.checks
        known = [each for each in level if each.number <= len(checks) and checks[each.number - 1] is each.check]
        level.clear()
        for each in reversed(known):
            _take_back(each)
        level.clear()  # `join` notes again that a check may have failed

    def close(self) -> None:
        """At the end of the body, set the handler to run, and leave other failures to an enclosing `try`."""
        self.settle()
        if self.may_have_raised:
            checks = self.checks.checks[self.start :]
            numbers = [self.handler(kind) if (kind := check.kind) is not None else 0 for check in checks]
            table, failed = np.array([0, *numbers], np.int32), self.checks.failed
            if not is_traced(failed):
                self.number = int(table[max(failed - self.start, 0)])
                self.checks.failed = 0 if self.number else failed
                return
            with effects.checking():
                self.number = jnp.asarray(table)[jnp.maximum(failed - self.start, 0)]
                self.checks.failed = jnp.where(self.number != 0, 0, failed)


def _is_own(value: Any) -> bool:
    """Whether a value is a block of a running function, which has the function's own variables."""
    return isinstance(value, types.FunctionType) and (is_block(value.__code__) or not is_user_function(value))


def _take_back(raised: _Raised) -> None:
    """Restore mutable state on the paths where a check had failed by then."""
    writes = {at.identity: (at, opened(value, raised.snapshot.holds)) for at, value in raised.snapshot.changed()}
    if not writes:
        return
    raised.snapshot.restore()
    if not is_traced(raised.failed):
        return
    nothing = trace_branch(lambda: None, raised.snapshot)
    outside = user_frame()
    frame = Frame(outside.owner, outside.file, outside.place, stands_for=Site("try"))
    join(frame, raised.failed != 0, nothing, replace(nothing, writes=writes), raised.snapshot)


@contextlib.contextmanager
def _watched(frame: Frame, kinds: tuple[Any, ...]) -> Iterator[None]:
    with effects.telling() as checks:
        one = Try(frame, kinds, checks, len(checks.checks))
        try:
            with context.within(tries=(*context.here().tries, one)):
                yield
                one.close()
        except Exception as error:
            if one.may_have_raised and one.is_here and not is_refusal(error):
                raise RaiseInTryError(
                    f"{with_article(type(error).__name__)} is raised in this `try` while the graph is made,"
                    " and something else before it perhaps at run time",
                    span=frame.span,
                    remedy="two `try` statements",
                ) from error
            raise
        context.change(last_try=one)
    watching.note()


def catching(*kinds: Any) -> contextlib.AbstractContextManager[None]:
    """Open the body of a `try`, in which run-time exceptions are noted.

    Args:
        *kinds: for each handler the classes that it catches; None for all.
    """
    context.change(last_try=None)
    if not _jax.under_trace():
        return contextlib.nullcontext()
    return _watched(calling_frame(1), kinds)


def _innermost() -> Try | None:
    watches = context.here().tries
    one: Any = watches[-1] if watches else None
    return one if isinstance(one, Try) else None


def raised(before: Any = False) -> Any:
    """Return whether the previous statement has raised in the body of the innermost `try`, known or a traced bool.

    Args:
        before: the answer if nothing was checked since the last question.
    """
    one = _innermost()
    if one is None or not (one.is_here and one.may_have_raised):
        return before
    failed = one.checks.failed
    if any(each is failed for block in one.asked for each in block):
        return before
    one.settle()
    one.asked[-1].append(failed)
    if not is_traced(failed):
        return bool(failed)
    frame = calling_frame(1)
    decision = Decision(frame.span, "try", "check", "this may raise at run time what its `except` catches")
    record(frame, decision)
    with effects.checking():
        return failed != 0


def caught() -> Any:
    """Return the number of the handler to run for the `try` whose body has just ended; 0 for none."""
    one = context.here().last_try
    return 0 if one is None else one.number


def error(index: int) -> BaseException:
    """Return the exception that a handler handles."""
    one = context.here().last_try
    assert one is not None
    checks = [(check.kind, check.error) for check in one.checks.checks[one.start :]]
    found = [each for kind, each in checks if kind is not None and one.handler(kind) == index]
    deferred = [each for each in found if isinstance(each, DeferredError)]
    several = len(deferred) < len(found) or len({(each.kind, repr(each.parts)) for each in deferred}) != 1
    if several or any(count >= 0 for count in deferred[0].parts.counts):
        of_names = len(found) == 1 and not deferred  # the error for a name that is unbound on this path
        why = "is one of several, and which is known at run time only" if several else "has a value of run time in it"
        why = "is raised by the graph, which has no words for it" if of_names else why
        names = sorted({kind.__name__ for kind, _ in checks if kind is not None and one.handler(kind) == index})
        classes = names[0] if len(names) == 1 else f"({', '.join(names)})"
        raise RaiseInTryError(
            f"the exception that this `except` reads {why}",
            span=calling_frame(1).span,
            remedy=f"`except {classes}:` without `as`, and a message of its own, or the numbers it is made of",
        )
    return deferred[0]()


def raise_(error: Any) -> None:
    """Implement `raise` in the body of a `try` that catches run-time exceptions; raise at once if Python can."""
    one = _innermost()
    if one is None or not one.is_here or (one.trace is _jax.current_trace() and not one.may_have_raised):
        raise error
    made = error() if isinstance(error, type) else error
    effects.raise_unless(False, made)
