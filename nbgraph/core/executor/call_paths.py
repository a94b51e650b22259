"""Choose the shortest path of a call to its compiled program that the traces so far allow.

A call of a scalar function takes a few microseconds in JAX, so one extra Python function is a tenth of it. If a result
is only arrays, and the traces depend on no name, calls go straight to JAX, which asks nbgraph for programs that it does
not have. A function that returns before JAX starts compares names; one that JAX calls at the end asks whether a loop
exceeded its limit. If both are needed, a call may have to be repeated, or a result is more than arrays, one function
stays around the call.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from nbgraph.core._jax import EAGER, TRACES, Array, asking, first_run
from nbgraph.core.executor.guard import Failures, wait_for_one, waiting
from nbgraph.core.executor.invalidation.dependencies import Comparison
from nbgraph.core.executor.key_order import PYTHONS, unordered
from nbgraph.core.executor.programs import Programs
from nbgraph.core.executor.results import Packed
from nbgraph.core.staging.frames import teaches
from nbgraph.core.staging.operators import NewKeyError
from nbgraph.core.staging.trace import TracedAgain

Call = Callable[..., Any]
Whole = Callable[[tuple[Any, ...], dict[str, Any]], tuple[Any, BaseException | None, Any]]
Recover = Callable[[BaseException, tuple[Any, ...], dict[str, Any]], None]
_ELSEWHERE = object()
_NO_MEMBERS = frozenset({Array, np.ndarray, bool, int, float, complex})


def eager() -> bool:
    """Whether no JAX transformation traces the current call."""
    return TRACES.trace is EAGER


def straight(programs: Programs, whole: Whole) -> Call:
    """Return a function that runs programs whose results are only arrays.

    Args:
        whole: the complete call; returns the result, the error to raise instead, and the compiled program for these
            types.
    """

    def answer(*arguments: Any, **keywords: Any) -> tuple[Any, Any, bool]:
        __tracebackhide__ = True
        result, failure, compiled = whole(arguments, unordered(keywords))
        if failure is not None:
            raise failure
        lasts = not programs.needs_care and programs.key_order.stays(arguments, keywords)
        if lasts and programs.may_mark and compiled is not None:
            compiled = waiting(compiled, programs.failures)
        return result, compiled if lasts else None, False

    alias: Call = asking(programs.jitted, answer)
    return alias


def careful(programs: Programs, comparison: Comparison, whole: Whole, recover: Recover) -> Call:
    """Return a function that compares names, runs a program, and checks the result.

    Args:
        comparison: tells whether the names have the values of the trace.
        whole: the complete call, as for `straight`.
        recover: raises an error of a run, unless it has learned from it: then the call is repeated.
    """

    ordered = programs.ordered

    def answer(*arguments: Any, **keywords: Any) -> tuple[Any, Any, bool]:
        __tracebackhide__ = True
        if not eager():
            return _ELSEWHERE, None, False
        if ordered:  # they are in JAX's form already
            return *first_run(programs.jitted, arguments, keywords), False
        given, named = programs.key_order.given(arguments, keywords)
        result, compiled = first_run(programs.jitted, given, named)
        return result, compiled if programs.key_order.stays(arguments, keywords) else None, False

    failures = programs.failures
    run = asking(programs.jitted, answer)
    if ordered:
        run = programs.key_order.in_order(run)

    call: Call = comparison.inside(_CALL, **_AROUND, run=run, failures=failures, whole=whole, recover=recover)
    return call


def set_aside(call: Call, programs: Programs, aside: Call, *, members: bool) -> Call:
    """Send calls with some arguments to another path, as JAX would run the program of others.

    Args:
        aside: the path for these calls.
        members: whether it is for enumeration members; else for scalars of arrays, if their origin was asked for.
    """
    usual, finds = (_NO_MEMBERS, programs.traced_members) if members else (PYTHONS, programs.key_order.scalars)
    if not (members or programs.key_order.asks):
        return call

    def guarded(*arguments: Any, **keywords: Any) -> Any:
        __tracebackhide__ = True
        if not keywords and usual.issuperset(map(type, arguments)):
            return call(*arguments)
        return (aside if finds(arguments, keywords) else call)(*arguments, **keywords)

    return guarded


def failure_of(result: Any, failures: Failures) -> BaseException | None:
    """Return the error of a check that failed in the run, once the run has ended; None if all held.

    Raises:
        MoreCapacity: the run must be repeated.
        NewKeyError: the same, with dicts that accept new keys.
        RuntimeError: the run has failed.
    """
    if isinstance(result, Packed):
        failure = result.failure()
    else:
        wait_for_one(result)
        failure = failures.of(result) if failures else None
    if isinstance(failure, NewKeyError) and failure.is_early and teaches(failure):
        raise failure
    return failure


def opened(result: Any, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
    """Return the result of a call whose checks all held."""
    return result.open(arguments, keywords) if isinstance(result, Packed) else result


_AROUND = {"elsewhere": _ELSEWHERE, "Array": Array, "TracedAgain": TracedAgain}
_AROUND |= {"failure_of": failure_of, "opened": opened, "Packed": Packed}
_CALL = """
def call(*arguments, **keywords):
    __tracebackhide__ = True
    result = elsewhere
    try:
        fresh = NAMES_ARE_THE_SAME
    except (KeyError, ValueError):
        fresh = False
    try:
        if fresh:
            result = run(*arguments, **keywords) if keywords else run(*arguments)
            if result.__class__ is Array:  # most often; a call that fails goes the longer way
                result.block_until_ready()
                if not failures:
                    return result
            elif result.__class__ is Packed and (opener := result.fixed.opener) is not None:
                return opener(result.arrays)
            failure = None if result is elsewhere else failure_of(result, failures)
    except (Exception, TracedAgain) as error:
        recover(error, arguments, keywords)
        result = elsewhere
    if result is elsewhere:
        result, failure, _ = whole(arguments, keywords)
    if failure is not None:
        raise failure
    return opened(result, arguments, keywords)
""".strip()
