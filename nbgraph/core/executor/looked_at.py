"""Which trace each call of a function uses, for calls that are made in another process.

The magic looks at a call in a worker, and leaves the function's own cache alone. This is the cache that these calls
would have made here, found by what decides over the real one: types, static values, and what names mean; together
with what the real one holds of calls that the magic does not see.
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
    """The calls of one function that were looked at."""

    def __init__(self) -> None:
        self.rows: list[TraceRow] = []
        self._static: tuple[str, ...] = ()  # the parameters that were static in any call, as the executor learns them
        self._made: dict[int, _Made] = {}  # by row, where a call can use it still
        self._forgotten: list[_Made] = []  # of the other rows
        self._dropped = ""  # why these cannot be used, as far as the last of them
        self._dependencies = Dependencies()
        self._until = 0.0  # when the last trace of the function itself was made that has a row

    def enter(
        self,
        title: str,
        function: Callable[..., Any],
        arguments: tuple[Any, ...],  # those by position, as typed
        keywords: dict[str, Any],  # those by name
        *,
        named: Collection[str],  # all that the user has given by name: JAX knows a program by that, too
        static: Collection[str],  # parameters whose values are known at trace time
        seconds: Mapping[str, float],  # how long it took, by stage
        own: Any,  # the `GraphFunction`, which was traced for calls that nobody counts
    ) -> UsedTrace:
        """Enter a call that was traced."""
        reason = self._forget_stale(static)
        names = parameter_names(function)
        for trace in own.current_traces:
            if trace.when > self._until and not trace.variant[1]:  # not one that JAX maps or differentiates
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
        """Let no further call use the traces so far where a name means something else; the reason in words."""
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
    """What a trace was made for."""

    arguments: Arguments
    named: frozenset[str]  # those that were given by name
    apart: tuple[Any, ...]  # what tells its static values from equal ones

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
        """What tells it from the most similar earlier one; "" for the first."""
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
