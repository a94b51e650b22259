"""Report failed checks at almost no cost: a branch of the graph that is not taken calls the host.

Reading a flag after each call takes a third of the time of a short call. If only a loop's number of iterations can
fail, the graph returns no flag: one of its results passes through a branch with a callback. The callback stores the
error in a table, and puts a mark into the result, by which the call finds its own error, whatever other threads do.
Most calls only see that the table is empty.
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

_LARGEST = 1024  # the most items of a result that passes through, as it may be copied
_MARKABLE = 4  # the fewest bytes of an item: in fewer, another result could be the mark by chance
_MOST_KEPT = 64  # the most errors that no call has collected


class Failures(dict[bytes, BaseException]):
    """The errors of a function's runs, by the marks in their results.

    It is part of JAX's key of a program, so it is compared by identity.
    """

    __hash__ = object.__hash__  # type: ignore[assignment]
    __eq__ = object.__eq__

    def mark(self, error: BaseException, dtype: np.dtype[Any]) -> Any:
        """Keep an error; return a number of the dtype by which it is found."""
        mark = _random_number(dtype)
        with _lock:
            self[mark.tobytes()] = error
            while len(self) > _MOST_KEPT:
                del self[next(iter(self))]
        return mark

    def of(self, result: Any) -> BaseException | None:
        """Return the error of the run that returned a result; None if it has none."""
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
    return dtype.type((1 + fraction) * 2.0**exponent)  # neither nan nor subnormal, whose bits may change


def is_markable(leaf: Any) -> bool:
    """Whether an array has an item that can hold a mark."""
    dtype = type_of(leaf).dtype
    return leaf.size > 0 and isinstance(dtype, np.dtype) and dtype.kind in "iufc" and dtype.itemsize >= _MARKABLE


def guarded(leaves: Sequence[Any], effects: Effects, failures: Failures) -> list[Any] | None:
    """Return results that are valid only if every check holds.

    Args:
        effects: the checks, which must be kept as long as the graph is called. Their `marks` tells afterwards whether a
            failed run returns results with a mark for `failures`, or raises a JAX error.
        failures: gets the errors of failed runs.

    Returns:
        The same results; None if they, or the checks, cannot be reported so.
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
    reported = [slot for slot, value in enumerate(values) if is_traced(value)]  # each operand costs time in every call
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
    """Return a function that makes the error of a run from the failed check's number and its values.

    Args:
        reported: which of the check's values a run reports; no check shows another.
    """
    owned = weakref.ref(effects)  # JAX releases a callback late, and the checks refer to the user's module

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
    """Wait until a run has ended, by waiting for one of its results."""
    for leaf in jax.tree_util.tree_leaves(result)[:1]:
        if (wait := getattr(leaf, "block_until_ready", None)) is not None:
            wait()


def _end(failures: Failures, children: tuple[Any]) -> Any:
    """Return the result of a run once it has ended; raise the run's error."""
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
"""Make a compiled program wait for each run, and raise its error, given its `Failures`."""
