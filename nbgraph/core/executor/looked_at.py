"""Find the trace that a call uses, if the call is made in another process.

The magic makes calls in a worker, and does not change the function's own cache. This module keeps the cache that these
calls would have made here, with the keys of the real one: types, static values, and the values of names; it includes
the traces of calls without the magic.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from nbgraph.core.executor.as_typed import functions_within_reach
from nbgraph.core.executor.invalidation.dependencies import Dependencies, watched_arguments
from nbgraph.core.executor.invalidation.freshness import mentioned_by, watched_by, watched_owner
from nbgraph.core.executor.known_parts import as_taken, differences, with_arrays
from nbgraph.core.executor.reasons import (
    Arguments,
    by_parameter,
    given_otherwise,
    other_arguments,
    reason_of,
    type_text,
)
from nbgraph.core.executor.unfit import parameter_names
from nbgraph.core.executor.used_trace import TraceRow, UsedTrace
from nbgraph.core.records import dataclass, replace
from nbgraph.core.staging.values import as_argument, is_dynamic, type_of, with_leaves


class LookedAt:
    """The calls of one function that the magic has made."""

    def __init__(self) -> None:
        self.rows: list[TraceRow] = []
        self._static: tuple[str, ...] = ()  # the parameters that have been static in any call
        self._made: dict[int, _Made] = {}  # by row, the traces that a call can still use
        self._forgotten: list[_Made] = []  # those of the other rows
        self._dropped = ""  # why the last of these cannot be used
        self._dependencies = Dependencies()
        self._until = 0.0  # when the function's own last trace with a row was made

    def enter(
        self,
        title: str,
        function: Callable[..., Any],
        arguments: tuple[Any, ...],  # the positional arguments, as typed
        keywords: dict[str, Any],  # the keyword arguments
        *,
        named: Collection[str],  # the names of the user's keyword arguments, which are part of JAX's key
        static: Collection[str],  # parameters whose values are known at trace time
        seconds: Mapping[str, float],  # the duration of each stage
        own: Any,  # the `GraphFunction`, with the traces of calls without the magic
    ) -> UsedTrace:
        """Add a call that was traced, and return the trace that it uses."""
        reason = self._forget_stale(static)
        names = parameter_names(function)
        for trace in own.current_traces:
            if trace.when > self._until and not trace.variant[1]:  # not a trace for a transformation of JAX's
                given = by_parameter(names, *map(with_arrays, trace.inputs))
                made = _Made.of(given, frozenset(trace.inputs[1]), own.static_argnames, own.tables)
                took = {"trace": trace.seconds, **trace.later}
                signature = made.signature(own.static_argnames)
                row = TraceRow(signature, trace.reason, trace.when, took, (), others=True)
                self._enter(made, row, function, reason)
                self._until = trace.when
        made = _Made.of(by_parameter(names, arguments, keywords), frozenset(named), self._static, own.tables)
        row = TraceRow(made.signature(self._static), "", time.time(), dict(seconds), (title,))
        number = self._enter(made, row, function, reason)
        return UsedTrace(function.__name__, tuple(self.rows), number)

    def _enter(self, made: _Made, row: TraceRow, function: Callable[..., Any], stale: str) -> int:
        number = next((number for number, other in self._made.items() if not made.differs(other)), len(self.rows))
        if number == len(self.rows):
            reason = ("" if self._made else stale) or self._reason(made) or row.reason
            self.rows.append(replace(row, reason=reason))
            self._made[number] = made
            self._dependency(function, made.arguments)
        else:
            old = self.rows[number]
            self.rows[number] = replace(old, calls=old.calls + row.calls, others=old.others or row.others)
        return number

    def _reason(self, made: _Made) -> str:
        if any(not made.differs(other) for other in self._forgotten):
            return f"its earlier trace was dropped: {self._dropped}"
        return made.reason([*self._forgotten, *self._made.values()])

    def _forget_stale(self, static: Collection[str]) -> str:
        """Drop the traces so far if a name has another value or a parameter became static; return the reason."""
        changed = self._dependencies.changed()
        reason = "" if changed is None else reason_of(changed)
        learned = tuple(dict.fromkeys((*self._static, *static)))
        if reason or learned != self._static:
            new = [name for name in learned if name not in self._static]
            self._dropped = reason or f"argument `{new[0]}` has become static"
            self._forgotten += self._made.values()
            self._made.clear()
            self._dependencies.clear()
        self._static = learned
        return reason

    def _dependency(self, function: Callable[..., Any], given: Arguments) -> None:
        reached = functions_within_reach(function, *given.values())
        arguments = watched_arguments(given, self._static, mentioned_by(reached))
        self._dependencies.add((*watched_by(reached), *watched_owner(function), *arguments))


@dataclass(frozen=True)
class _Made:
    """The key of a trace."""

    arguments: Arguments
    named: frozenset[str]  # the names of the keyword arguments
    apart: tuple[Any, ...]  # the differences of static values that equality ignores

    @classmethod
    def of(cls, given: Arguments, named: frozenset[str], static: Collection[str], tables: bool) -> _Made:
        typed = {
            name: value if name in static else with_leaves(_typed, as_taken(value, {}, tables=tables))
            for name, value in given.items()
        }
        return cls(typed, named, tuple(differences(value) for name, value in given.items() if name in static))

    def differs(self, other: _Made) -> bool:
        """Whether a call with these arguments cannot use the trace of `other`."""
        changed = other_arguments(self.arguments, [other.arguments], advised=False)
        return bool(changed) or (self.named, self.apart) != (other.named, other.apart)

    def reason(self, earlier: Sequence[_Made]) -> str:
        """Return how it differs from the most similar earlier one; "" for the first."""
        if not earlier:
            return ""
        changed = other_arguments(self.arguments, [each.arguments for each in earlier], advised=False)
        changed = changed or given_otherwise([dict.fromkeys(each.named) for each in earlier], dict.fromkeys(self.named))
        return changed or "a static argument is equal and yet another"

    def signature(self, static: Collection[str]) -> tuple[str, ...]:
        return tuple(
            f"{name}: {type_text(value)}{' (static)' if name in static else ''}"
            for name, value in self.arguments.items()
        )


def _typed(leaf: Any) -> Any:
    return as_argument(type_of(leaf)) if is_dynamic(leaf) else leaf
