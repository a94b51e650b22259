"""Call a user function in its converted version and record the call in the trace."""

from __future__ import annotations

import contextlib
import functools
import sys
import types
from collections.abc import Callable, Iterator
from typing import Any

from nbgraph.core._jax import current_trace, under_trace
from nbgraph.core.depth import headroom
from nbgraph.core.errors import StagingError
from nbgraph.core.source.ownership import is_user_function
from nbgraph.core.spans import Span
from nbgraph.core.staging.frames import trace_cache
from nbgraph.core.staging.frames.conversion import convert, is_left_alone
from nbgraph.core.staging.frames.tracing import NestedTooDeepError
from nbgraph.core.staging.state.mutable_state import Snapshot
from nbgraph.core.staging.trace import context, recorder
from nbgraph.core.staging.trace.recorder import operator_frame
from nbgraph.core.staging.trace.user_frames import frames_within
from nbgraph.core.staging.values.values import any_traced, is_traced

MOST_RECURSIONS = 16  # nested calls of one function, each under one more traced condition
_MANAGER = contextlib.contextmanager(iter).__code__
_FEW = 2  # nested calls from which on Python's recursion limit is blamed on a traced condition


class TracedRecursionError(StagingError):
    """A function calls itself under a condition that is known only at run time, so tracing would never end."""

    id = "traced-recursion"


def active_version(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a user function's converted version, which records its calls in the trace.

    That of a user's generator under `contextlib.contextmanager` is a context manager again.
    """
    given: Callable[..., Any] = original_of(function)
    makes_manager = getattr(given, "__code__", None) == _MANAGER  # no identity: in a cell it is a copy
    function = given.__wrapped__ if makes_manager else given  # type: ignore[attr-defined]
    if not isinstance(function, types.FunctionType) or not is_user_function(function) or is_left_alone(function):
        return given
    converted = convert(function)
    runs = function if converted is None else converted.function
    frame = operator_frame(3)
    log = context.here().log

    def entered(*arguments: Any, **keywords: Any) -> Any:
        with active(function, frame), log.entered(converted, frame.place) if log and converted else NO_RECORD:
            return runs(*arguments, **keywords)

    if makes_manager:
        return contextlib.contextmanager(entered if under_trace() else runs)
    if not under_trace():
        return runs
    is_ours = converted is not None or recorder.owner_of(function.__code__) is not None
    return trace_cache.repeated(function, frame.place, entered, inner=converted is None) if log and is_ours else entered


def remembered(function: functools._lru_cache_wrapper[Any]) -> Callable[..., Any]:
    """Return a function under `functools.lru_cache` with a cache of its own while the graph is made."""
    log = context.here().log
    known = log.remembered.setdefault(function, {}) if log is not None else {}
    runs = active_version(function.__wrapped__)

    def made_again(arguments: Any, keywords: Any, again: bool) -> tuple[Any, bool]:
        before, acts = Snapshot.of(function.__wrapped__, arguments, keywords), log.acts if log is not None else 0
        result = runs(*arguments, **keywords)
        if log is not None and log.acts > acts and (any_traced(arguments, keywords) or _outlives_the_call(function)):
            raise recorder.refusal(
                f"`{function.__name__}` prints each time it runs; how often that is depends on what its cache knows",
                f"print where `{function.__name__}` is called; or no `lru_cache`",
                id="side-effect",
            )
        changed = next(before.changed(), None)
        if changed is not None and again:
            raise StagingError(
                f"`{function.__name__}` changes `{changed[0].name}` each time it runs, and under `functools.lru_cache`"
                " how often that is, is known at run time only",
                span=recorder.user_frame().span,
                remedy="a function that only returns its result; or no `lru_cache`",
                id="side-effect",
                variable=changed[0].name or None,
            )
        return result, changed is not None

    def call(*arguments: Any, **keywords: Any) -> Any:
        if any_traced(*arguments, *keywords.values()):
            again, known[_RAN] = bool(known), ()
            return made_again(arguments, keywords, again)[0]
        key = (arguments, tuple(keywords.items()))
        if key in known and known[key][1] in (None, current_trace()):
            return known[key][0]
        result, acts = made_again(arguments, keywords, key in known or _RAN in known)
        if acts or not any_traced(result):
            known[key] = result, current_trace() if acts else None  # in another trace it may not have acted
        return result

    return call


def _outlives_the_call(function: functools._lru_cache_wrapper[Any]) -> bool:
    """Whether a cached function is a global one, whose cache keeps results of earlier calls."""
    return function.__wrapped__.__globals__.get(function.__name__) is function


def refuse_cache_counts(function: Any, owner: Any) -> None:
    """Refuse `cache_info`, since a graph has its own cache while it is made."""
    counts = isinstance(owner, functools._lru_cache_wrapper) and function.__name__ == "cache_info"
    if counts and under_trace():
        raise recorder.refusal(
            "`cache_info` tells how often a function ran, and while a graph is made it runs otherwise than in Python",
            "ask outside, of the function itself",
            id="side-effect",
        )


_RAN = object()  # a key in a function's cache: it has run on traced arguments


def original_of(function: Any) -> Any:
    """Return the user's function behind a method that was replaced with its converted version."""
    return getattr(function, ORIGINAL, function)


ORIGINAL = "__nbgraph_original__"
NO_RECORD = contextlib.nullcontext()


def endless_recursion(function: types.FunctionType, span: Span | None) -> TracedRecursionError:
    """Make the error for a function that calls itself under a condition known at run time only."""
    names = ", ".join(f'"{name}"' for name in _numbers_of_the_call())
    option = f"(`--static {names.replace(chr(34), '').replace(' ', '')}` in a cell)"
    static = f"; or `static_argnames={names}` {option}: a graph for each value" if names and ", " not in names else ""
    static = f"; or `static_argnames=({names})` {option}, where these end the recursion" if ", " in names else static
    error = TracedRecursionError(
        f"`{function.__name__}` calls itself under a condition that is only known at run time",
        span=span,
        remedy=f"a `while` loop{static}",
        variable=function.__name__,
    )
    error.recursive = function  # type: ignore[attr-defined]  # for `learn_tail_calls`
    return error


def _numbers_of_the_call() -> list[str]:
    """Return the names of the arguments of the user's outermost call that are traced scalars."""
    frames = [each for each in frames_within(sys._getframe(2)) if recorder.owner_of(each.f_code) is not None]
    if not frames:
        return []
    outermost = frames[-1]
    parameters = outermost.f_code.co_varnames[: outermost.f_code.co_argcount]
    given: dict[str, Any] = {name: outermost.f_locals.get(name) for name in parameters}
    return [name for name, value in given.items() if is_traced(value) and not value.shape]


@contextlib.contextmanager
def active(function: types.FunctionType, frame: recorder.Frame) -> Iterator[None]:
    """Within the block, count calls of a function and refuse a recursion that only a traced condition would end."""
    depth = context.here().depth  # the number of traced conditions around the call
    stack = context.here().calls
    nested = len({d for active, d in stack if active is function.__code__}) if depth else 0
    if nested >= MOST_RECURSIONS:
        raise endless_recursion(function, frame.span)
    with context.within(calls=(*stack, (function.__code__, depth))), headroom(_calls_of_ours()):
        try:
            yield
        except (RecursionError, NestedTooDeepError):  # reached first if each call adds many traced conditions
            if nested < _FEW:
                raise
            raise endless_recursion(function, frame.span) from None


def _calls_of_ours() -> int:
    """Return how many calls of nbgraph and JAX lie between a user function and its caller."""
    entered = sys._getframe(3)
    frame, calls = entered.f_back, 0
    while frame is not None and frame.f_code is not entered.f_code:
        frame, calls = frame.f_back, calls + 1
    return calls if frame is not None else 0
