"""A check that costs a call next to nothing while it holds: a branch of the graph, never taken, that tells the host.

Reading a flag after each call takes a third of what a short call takes. Where all that can fail is the number of a
loop's iterations, the graph returns no flag: one of its results passes through a branch that calls back. The callback
leaves the error in a table, and a mark in place of the result, by which the call finds its own error there, whatever
other threads do. Most calls only see that the table is empty.
"""

from __future__ import annotations

import secrets
import threading
import weakref
from collections.abc import Callable, Sequence
from typing import Any

import jax
import numpy as np

from nbgraph.core._jax import ending
from nbgraph.core.staging.effects import COUNTS, NO_VALUES, Effects, RunFailed
from nbgraph.core.staging.trace import raised_through
from nbgraph.core.staging.values import cast, is_traced, type_of

_LARGEST = 1024  # items of a result that is passed through: it may be copied
_MARKABLE = 4  # bytes of an item: in fewer, the result of another thread could be the mark by chance
_MOST_KEPT = 64  # errors that no call has come for: somebody else has run the program


class Failures(dict[bytes, BaseException]):
    """What runs of a function's programs have failed with, by the marks in their results.

    It is part of what JAX knows a program by, so each is equal to itself alone.
    """

    __hash__ = object.__hash__  # type: ignore[assignment]
    __eq__ = object.__eq__

    def mark(self, error: BaseException, dtype: np.dtype[Any]) -> Any:
        """Keep an error; a number of that type by which it is found."""
        mark = _random_number(dtype)
        with _lock:
            self[mark.tobytes()] = error
            while len(self) > _MOST_KEPT:
                del self[next(iter(self))]
        return mark

    def of(self, result: Any) -> BaseException | None:
        """The error of the run that gave a result; None where there is none."""
        for leaf in jax.tree_util.tree_leaves(result):
            if isinstance(leaf, jax.Array) and is_markable(leaf):
                with _lock:
                    found = self.pop(np.asarray(leaf).ravel()[0].tobytes(), None)
                if found is not None:
                    return found
        return None


_lock = threading.Lock()


def _random_number(dtype: np.dtype[Any]) -> Any:
    if dtype.kind in "iu":
        return np.frombuffer(secrets.token_bytes(dtype.itemsize), dtype)[0]
    fraction, exponent = secrets.randbelow(2**23) / 2**23, secrets.randbelow(200) - 100
    return dtype.type((1 + fraction) * 2.0**exponent)  # no nan, nor a tiny one: not every machine keeps their bits


def is_markable(leaf: Any) -> bool:
    """Whether an array has an item with room for a mark."""
    dtype = type_of(leaf).dtype
    return leaf.size > 0 and isinstance(dtype, np.dtype) and dtype.kind in "iufc" and dtype.itemsize >= _MARKABLE


def guarded(leaves: Sequence[Any], effects: Effects, failures: Failures) -> list[Any] | None:
    """Results that are only there if every check holds.

    Args:
        effects: the checks, which somebody must keep as long as the graph is called. Their `marks` says afterwards
            whether a run that fails gives results, with a mark for `failures`, or an error of JAX's.
        failures: where runs that fail leave their errors.

    Returns:
        The same results; None where they, or the checks, need another way.
    """
    if effects.reports or not all(check.counts for check in effects.checks):
        return None
    passable = [i for i, leaf in enumerate(leaves) if _can_pass(leaf)]
    at = min(passable, key=lambda i: (not is_markable(leaves[i]), leaves[i].size), default=None)
    if at is None:
        return None
    leaf, kind = leaves[at], type_of(leaves[at])
    effects.marks = is_markable(leaf)
    values = effects.values.get(COUNTS, ())
    reported = [slot for slot, value in enumerate(values) if is_traced(value)]  # an operand costs every call
    find = _finding(effects, reported)
    fail = _leaving_mark(find, failures, kind) if effects.marks else _failing(find)
    result = jax.ShapeDtypeStruct(kind.shape, kind.dtype)

    def failed_run(_: Any, *known: Any) -> Any:
        return cast(jax.pure_callback(fail, result, *known), kind)

    failed, effects.failed, effects.values, effects.trace = effects.failed, 0, {}, None
    passed = jax.lax.cond(
        failed == 0, lambda leaf, *_: leaf, failed_run, leaf, failed, *(values[slot] for slot in reported)
    )
    return [passed if i == at else leaf for i, leaf in enumerate(leaves)]


def _can_pass(leaf: Any) -> bool:
    # XLA leaves out whatever only an empty array depends on, and the branch with it
    return is_traced(leaf) and 0 < leaf.size <= _LARGEST and isinstance(type_of(leaf).dtype, np.dtype)


_Find = Callable[[Any, Sequence[Any]], BaseException | None]


def _leaving_mark(find: _Find, failures: Failures, kind: Any) -> Callable[..., Any]:
    def leave_mark(failed: Any, *values: Any) -> Any:
        error = find(failed, values)
        if error is None:
            raise RunFailed(None)
        return np.full(kind.shape, failures.mark(error, kind.dtype), kind.dtype)

    return leave_mark


def _failing(find: _Find) -> Callable[..., Any]:
    def fail(failed: Any, *values: Any) -> Any:
        raise RunFailed(find(failed, values))

    return fail


def _finding(effects: Effects, reported: Sequence[int]) -> _Find:
    """What makes the error of a run, from the failed check's number and the values that the run tells.

    Args:
        reported: which of the values that such checks have room for a run tells; no check shows another.
    """
    owned = weakref.ref(effects)  # JAX lets a callback go late, and the checks know the user's module

    def find(failed: Any, values: Sequence[Any]) -> BaseException | None:
        checks = owned()
        if checks is None:
            return None
        check, given = checks.checks[int(failed) - 1], list[Any](NO_VALUES)
        for slot, value in zip(reported, values, strict=True):
            given[slot] = value.item()
        return raised_through(check.error(*given), check.frames)

    return find


def wait_for_one(result: Any) -> None:
    """Wait until a run has ended, for which one of its results is enough."""
    try:
        result.block_until_ready()  # an array, most often: asking what it is takes longer
    except AttributeError:
        jax.block_until_ready(jax.tree_util.tree_leaves(result)[:1])


def _end(failures: Failures, children: tuple[Any]) -> Any:
    """The result of a run, once it has ended; raises what it has failed with."""
    __tracebackhide__ = True
    (result,) = children
    try:
        result.block_until_ready()
    except AttributeError:
        wait_for_one(result)
    if failures:
        failure = failures.of(result)
        if failure is not None:
            raise failure
    return result


waiting = ending(_end)
"""Of what JAX can run, one of its results and `Failures`: what waits for each run, and raises what it failed with."""
