"""Stage run-time checks: the graph returns the number of the first failed one, and the host raises its error."""

from __future__ import annotations

import contextlib
import functools
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import jax
import jax.numpy as jnp

from nbgraph.core import _jax
from nbgraph.core.errors import NbgraphError
from nbgraph.core.records import dataclass, field, replace
from nbgraph.core.spans import Span
from nbgraph.core.staging.effects import watching
from nbgraph.core.staging.effects.batch_elements import first_failed
from nbgraph.core.staging.effects.repeated import MOST, Made, is_repeated, made
from nbgraph.core.staging.effects.tries import refuse_in_try
from nbgraph.core.staging.enumerated.deferred import DeferredError
from nbgraph.core.staging.trace import context
from nbgraph.core.staging.trace.user_frames import UserFrame, called_through, left, user_frames
from nbgraph.core.staging.values.undefined import UndefinedNameError
from nbgraph.core.staging.values.values import is_traced


@dataclass(frozen=True)
class Check:
    """A condition that must hold at run time."""

    span: Span  # the user's line
    # makes the exception to raise when the condition does not hold, from the run-time values in its message
    error: Callable[..., BaseException]
    frames: tuple[UserFrame, ...] = ()  # the user's calls that led there, outermost first
    # what needs more capacity, if that is all the check finds: the executor makes it and runs again
    grows: str = ""
    counts: bool = False  # whether it only limits a loop's iterations; all such checks share values

    def given(self, code: int, values: Mapping[int, Any]) -> Any:
        """Return the run-time values in the check's message.

        Args:
            values: the values of all checks, by their numbers.
        """
        return values.get(self.key(code), ())

    def key(self, code: int) -> int:
        """Return the key in `Effects.values` of the check with a number."""
        return COUNTS if self.counts else GROWS if self.grows else code

    @property
    def kind(self) -> type[BaseException] | None:
        """Return the class of its exception, if that is one of Python's; else None."""
        if isinstance(self.error, DeferredError):
            return self.error.kind
        if self.grows or self.counts:
            return None
        made: Any = self.error.func if isinstance(self.error, functools.partial) else None
        try:
            made = made or type(self.error())
        except TypeError:  # it needs run-time values
            return None
        is_pythons = isinstance(made, type) and issubclass(made, BaseException) and not issubclass(made, NbgraphError)
        return UnboundLocalError if made is UndefinedNameError else made if is_pythons else None


checking = functools.partial(jax.named_scope, _jax.CHECK_SCOPE)
"""A scope for operations that only a run-time check needs, which pictures show separately."""
# Only one check fails, so those of a kind share their values, under one key in `Effects.values`:
COUNTS = 0  # the checks that count iterations
GROWS = -1  # the checks of capacity, which tell the length that was too much
NO_VALUES = (0, 0, 0.0, 0.0)


@dataclass(eq=False)
class Effects:
    """The checks of one traced function."""

    # all checks, in the order they were traced; check `i` fails with code `i + 1`
    checks: list[Check] = field(default_factory=list)
    failed: Any = 0  # the first failed check's code, 0 while all hold; a traced int32 scalar once a check was staged
    # by code, the run-time values in a check's message at its failure
    values: dict[int, list[Any]] = field(default_factory=dict)
    # the trace that carries the flag; a library may start others, which cannot use it
    trace: Any = field(default_factory=_jax.current_trace)
    # errors of checks in such other traces, reported by callbacks while the graph runs; None where nobody reads them
    reported: list[tuple[Check, BaseException]] | None = field(default_factory=list)
    reports: bool = False  # whether there are such checks
    exact: bool = True  # whether the user gets the check's own error, and not one of JAX's that quotes it
    # the initial capacity of a list of run-time length; None if it cannot grow between runs
    rows: int | None = None
    # prints held back until the run need not be repeated; None if it prints at once
    held: list[Callable[[], None]] | None = None
    acts: bool = False  # whether the run prints or acts otherwise
    budget: int | None = None  # the most iterations of a loop without `max_iterations`; None for any number
    differentiable: bool = False  # whether code outside may map or differentiate the program
    # whether a failed check leaves a mark in a result, by which the host finds its error
    marks: bool = False
    known: set[Span] = field(default_factory=set)  # positions of indices that need no check
    made: deque[Made] = field(default_factory=lambda: deque(maxlen=MOST))  # the last checks that were staged

    @property
    def is_here(self) -> bool:
        """Whether the current trace is the one that carries the flag."""
        return self.trace is _jax.current_trace()

    def print(self, act: Callable[[], None]) -> None:
        """Print now, or once it is certain that the run need not be repeated."""
        if self.held is None:
            act()
        else:
            self.held.append(act)

    @checking()
    def require(self, holds: Any, check: Check, values: Sequence[Any] = ()) -> None:
        """Stage a check; the first one that fails sets the flag, and later ones keep it.

        A value may be None in a check that counts: the earlier one stays, so that XLA need not carry it through a loop.
        """
        if is_traced(holds) and not check.counts:
            if is_repeated(holds, self.made, self.checks):
                return
            self.made.extend(made(holds, check, len(self.checks)))
        self.checks.append(check)
        code, is_first = len(self.checks), not is_traced(self.failed) and not self.failed
        if holds is False and not is_traced(self.failed):
            fails: Any = self.failed == 0
            self.failed = self.failed or code
        elif is_first:
            fails = jnp.logical_not(holds)
            self.failed = jnp.where(fails, jnp.int32(code), 0)
        else:
            failed = jnp.asarray(self.failed, jnp.int32)
            fails = jnp.where(failed == 0, jnp.logical_not(holds), False)
            self.failed = jnp.where(fails, jnp.int32(code), failed)
        if values:
            if self.differentiable:  # they are only shown, so derivatives must not see them
                values = [jax.lax.stop_gradient(value) if is_traced(value) else value for value in values]
            key = check.key(code)
            before = self.values.get(key, NO_VALUES if check.counts else values)
            self.values[key] = [
                # they are read only if it failed
                old if new is None else new if fails is True or is_first or new is old else jnp.where(fails, new, old)
                for new, old in zip(values, before, strict=True)
            ]

    def begun(self) -> Effects:
        """Return new checks for a program that is called here."""
        return replace(
            self, checks=[], failed=0, values={COUNTS: list(NO_VALUES)}, made=deque(maxlen=MOST), reports=False
        )

    @checking()
    def join(self, checks: Sequence[Check], failed: Any, values: dict[int, Any]) -> None:
        """Add the checks of a called program, of which one may have failed."""
        before = len(self.checks)
        fails = jnp.where(jnp.asarray(self.failed) == 0, failed > 0, False)
        self.failed = jnp.where(fails, failed + before, jnp.asarray(self.failed, jnp.int32)) if checks else self.failed
        for code, given in values.items():
            if code > COUNTS or code not in self.values:
                self.values[code + before if code > COUNTS else code] = list(given)
            elif code == GROWS or any(map(is_traced, given)):
                self.values[code] = [jnp.where(fails, *each) for each in zip(given, self.values[code], strict=True)]
        self.checks += checks


def any_staged() -> bool:
    """Whether a check may have failed by now."""
    effects = context.here().effects
    return effects is not None and is_traced(effects.failed)


@contextlib.contextmanager
def none_before(carried: bool) -> Iterator[None]:
    """Trace the code inside as if no check had failed yet: a loop that carries the flag ends at the first failure."""
    effects = context.here().effects
    if not carried or effects is None or not is_traced(effects.failed):
        yield
        return
    before, effects.failed = effects.failed, 0
    try:
        yield
    finally:
        if not is_traced(effects.failed) and not effects.failed:
            effects.failed = before  # the iteration has no check


@checking()
def none_failed() -> Any:
    """Return whether all checks hold so far, a traced bool scalar; a loop must not go on where Python raised."""
    effects = context.here().effects
    assert effects is not None
    return effects.failed == 0


@checking()
def may_act() -> Any:
    """Return whether an effect may act: not after a failed check, where Python would have raised."""
    effects = context.here().effects
    return True if effects is None else effects.failed == 0


def exact() -> bool:
    """Whether the user gets the error of a failed check itself."""
    effects = context.here().effects
    return effects is not None and effects.exact


def budget() -> int | None:
    """Return the most iterations of a loop without `max_iterations`; None if no check could report more."""
    effects = context.here().effects
    return effects.budget if effects is not None and effects.is_here else None


def differentiable() -> bool:
    """Whether code outside of nbgraph may map or differentiate the current trace."""
    effects = context.here().effects
    return effects is None or effects.differentiable or not effects.is_here


def raising_spans() -> frozenset[Span]:
    """Return the positions where the program raises Python's exceptions."""
    effects = context.here().effects
    if effects is None:
        return frozenset()
    return frozenset(check.span for check in effects.checks if check.kind is not None) | effects.known


def note_known_index() -> None:
    """Note that the index at the user's position is known, so that Python would have raised by now."""
    if (effects := context.here().effects) is not None:
        effects.known.add(user_frames()[-1].span)


def mark() -> int:
    """Return the number of checks so far, for `rewind`."""
    effects = context.here().effects
    return 0 if effects is None else len(effects.checks)


def rewind(mark: int) -> None:
    """Remove the checks staged since `mark`."""
    effects = context.here().effects
    if effects is not None:
        del effects.checks[mark:]


@contextlib.contextmanager
def collecting(
    rows: int | None = None, budget: int | None = None, *, differentiable: bool = False
) -> Iterator[Effects]:
    """Collect the checks staged inside; the caller must raise what they report.

    Args:
        rows: the initial capacity of a list of run-time length.
        budget: the most iterations of a loop without `max_iterations`.
        differentiable: whether code outside may map or differentiate the program.
    """
    effects = Effects(rows=rows, budget=budget, differentiable=differentiable)
    effects.reported = None if differentiable else effects.reported
    if budget is not None:
        effects.values[COUNTS] = list(NO_VALUES)
    try:
        with context.within(effects=effects):
            yield effects
    finally:
        effects.made.clear()  # a kept program does not need the values of its trace


@contextlib.contextmanager
def telling() -> Iterator[Effects]:
    """Collect the checks inside, in a trace that a library started, and let a callback report the one that failed."""
    listener = context.here().effects
    if listener is not None and listener.is_here:
        yield listener
        return
    budget = None if listener is None else listener.budget
    with collecting(budget=budget, differentiable=True) as effects:
        if listener is not None:
            effects.reported = listener.reported
        effects.exact = listener is not None and listener.exact
        yield effects
    if listener is not None:
        listener.reports = listener.reports or effects.reports
    if is_traced(effects.failed) or effects.failed:
        _tell(effects, listener)


@contextlib.contextmanager
def asking() -> Iterator[Effects | None]:
    """Collect the checks of a loop's condition, whose trace cannot report them; None if none are collected."""
    listener = context.here().effects
    if listener is None:
        yield None
        return
    own = replace(listener.begun(), values={}, trace=_jax.current_trace())
    with context.within(effects=own):
        yield own


@checking()
def _tell(effects: Effects, listener: Effects | None) -> None:
    reported = None if listener is None else listener.reported
    if listener is not None:
        listener.reports = True

    def on_host(failed: Any, values: dict[int, list[Any]]) -> None:
        code = int(failed)
        if not code:
            return
        check = effects.checks[code - 1]
        error = check.error(*check.given(code, values))
        if reported is None:
            raise error
        reported.append((check, error))

    # as bits, which have no derivative
    kinds = jax.tree_util.tree_map(jnp.result_type, effects.values)
    failed, bits = first_failed(jnp.asarray(effects.failed), jax.tree_util.tree_map(_as_bits, effects.values))
    values = jax.tree_util.tree_map(
        lambda each, kind: each if each.dtype == kind else jax.lax.bitcast_convert_type(each, kind), bits, kinds
    )

    @checking()
    def tell() -> None:
        ordered = listener is not None and not _jax.in_parts()  # JAX has no order among several devices
        jax.debug.callback(on_host, failed, values, ordered=ordered)

    if listener is None:  # without compilation, each branch of a `cond` would be compiled alone
        tell()
    else:
        jax.lax.cond(failed != 0, tell, lambda: None)


def _as_bits(value: Any) -> Any:
    value = jnp.asarray(value)
    if not jnp.issubdtype(value.dtype, jnp.floating):
        return value
    return jax.lax.bitcast_convert_type(value, f"uint{8 * value.dtype.itemsize}")


@contextlib.contextmanager
def tracing_here() -> Iterator[None]:
    """Let the code inside, a block that nbgraph itself traces, use the flag of the trace around it."""
    effects = context.here().effects
    if effects is None:
        yield
        return
    before, effects.trace = effects.trace, _jax.current_trace()
    try:
        yield
    finally:
        effects.trace = before


def is_own_trace() -> bool:
    """Whether the current code is traced for a graph of `ng.function`, not by a JAX transformation in it."""
    log, effects = context.here().log, context.here().effects
    reported = log is not None and log.kinds.reported and effects is not None and effects.is_here
    return reported and not _jax.is_transformed()


def fail(error: BaseException, *, existed: bool) -> None:
    """Make the graph raise an exception whenever it reaches the current position.

    Args:
        existed: whether the exception is older than the graph.

    Raises:
        BaseException: the error itself, if no line of the user's raised it: the call does not fit the function.
    """
    frames = user_frames(error.__traceback__)
    if not frames:
        raise error
    refuse_in_try(type(error), frames[-1].span, error.__traceback__)
    late, values = DeferredError.of(error, existed=existed)
    called_through(left(frames), lambda: require(False, Check(frames[-1].span, late, frames), values))


def raise_unless(holds: Any, error: Exception) -> None:
    """Make the graph raise an exception of Python's, at the user's line, where `holds` is false."""
    frames = user_frames()
    refuse_in_try(type(error), frames[-1].span)
    late, values = DeferredError.of(error)
    require(holds, Check(frames[-1].span, late, frames), values)


def raise_where(position: Any, raised: Mapping[int, Exception], cases: int) -> None:
    """Make the graph raise, at the user's line, the exception whose number is `position`.

    Args:
        position: a traced int scalar, the number of one of `cases` cases.
        raised: the exceptions, by the numbers of their cases.

    Raises:
        Exception: the first case's, if every case raises the same, since no later code is ever reached.
    """
    everywhere, first = len(raised) == cases, raised.get(0)
    for place, error in raised.items():
        same = first is not None and type(error) is type(first) and error.args == first.args
        if not (everywhere and same):
            raise_unless(position != place, error)
    if everywhere and first is not None:
        raise first


def require(holds: Any, check: Check, values: Sequence[Any] = ()) -> None:
    """Make the graph fail with `check` where `holds`, a traced bool scalar, is false.

    The host reads the flag after the run. A trace that a library started cannot return the flag: there a callback
    reports.
    """
    effects = context.here().effects
    if not isinstance(check.error, DeferredError) and (kind := check.kind) is not None:
        refuse_in_try(kind, check.span)  # a deferred error was checked where it was made
    if effects is not None and effects.is_here:
        effects.require(holds, check, values)
        watching.note()
        return
    with telling() as inner:
        inner.require(holds, check, values)
