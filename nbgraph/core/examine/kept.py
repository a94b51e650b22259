"""Keep the executor of the last examined call, for the next call of the same function with other values.

A slider calls one function again and again: its trace and compiled program stay valid while everything that the
function reaches is unchanged, and the arguments have the same types.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import jax
import numpy as np

from nbgraph.core.examine.call import Call
from nbgraph.core.executor.function import GraphFunction
from nbgraph.core.keys import is_key
from nbgraph.core.records import dataclass, replace
from nbgraph.core.report import Report

_NUMBERS = (bool, int, float, complex)
_MOST_BYTES = 1 << 20  # of a function and what it reaches
AsBytes = Callable[[Any], bytes]


@dataclass(frozen=True)
class _Kept:
    state: bytes  # the function with all that it reaches, and the types of the arguments
    function: Callable[..., Any]
    types: list[Any]
    executor: GraphFunction
    parts: dict[str, Any]  # the results for its trace that do not depend on the arguments' values


class Look:
    """One examination of a call, with what an earlier one has kept for it."""

    def __init__(
        self,
        fn: Callable[..., Any],
        arguments: Sequence[Any],
        keywords: Mapping[str, Any],
        as_bytes: AsBytes,  # pickles a function by value
        afresh: bool = False,  # whether the call is traced and compiled again, to measure that
    ) -> None:
        """Compare the call with the last one."""
        self._types, self._before = _types_of(arguments, keywords), None if afresh else _last[0]
        self._call: Call | None = None
        self._state = _state(fn, self._types, as_bytes)
        before = self._before
        if before is not None and not (
            self._state == before.state == _state(before.function, before.types, as_bytes)  # no run has changed it
        ):
            self._before = None
        self.function = fn if self._before is None else self._before.function
        _last[0] = None  # until this call is known to be an ordinary one, too

    def on(self, call: Call) -> Call:
        """Return the call with the kept executor, if a new one would be the same."""
        if self._before is not None and not call.function.static_argnames and self._before.executor.current_traces:
            call = replace(call, function=self._before.executor, parts=self._before.parts)
        self._call = call
        return call

    def keep(self, report: Report) -> None:
        """Keep the executor, unless another run of the call may give something else."""
        plain = not (report.errors or report.acts or report.changed or report.moved or report.static)
        agrees = report.verdict is not None and report.verdict.equal
        state, types = self._state, self._types
        if state is None or types is None or len(state) > _MOST_BYTES or self._call is None or not (plain and agrees):
            return
        executor = self._call.function
        if not executor.static_argnames and len(executor.traces) == 1:
            parts = {name: getattr(report, name) for name in ("graph", "forms")}
            if report.pure_jax is not None and report.title not in report.pure_jax.text:  # else it is for this call
                parts["pure_jax"] = report.pure_jax
            _last[0] = _Kept(state, self.function, types, executor, parts)


_last: list[_Kept | None] = [None]


def _state(fn: Callable[..., Any], types: list[Any] | None, as_bytes: AsBytes) -> bytes | None:
    if types is None:
        return None
    try:
        return as_bytes((fn, types))
    except Exception:  # it cannot be sent to the worker, and runs in the notebook's own process
        return None


def _types_of(arguments: Sequence[Any], keywords: Mapping[str, Any]) -> list[Any] | None:
    """Return what a call's trace depends on besides the function; None where it may depend on values or sharing."""
    seen: set[int] = set()

    def type_of(value: Any) -> Any:
        if type(value) in _NUMBERS:
            return type(value).__name__
        if id(value) in seen:
            raise _OtherError
        seen.add(id(value))
        if type(value) in (list, tuple):
            return [type(value).__name__, *map(type_of, value)]
        if isinstance(value, np.ndarray | np.generic | jax.Array) and value.dtype != object and not is_key(value):
            weak = getattr(value, "weak_type", False)
            return [type(value).__name__, value.shape, str(value.dtype), weak, str(getattr(value, "sharding", ""))]
        raise _OtherError

    try:
        named = [(name, type_of(value)) for name, value in keywords.items()]
        return [str(jax.dtypes.canonicalize_dtype(np.float64)), [type_of(value) for value in arguments], named]
    except _OtherError:
        return None


class _OtherError(Exception):
    """An argument is no number, array or list of such, or is given twice."""
