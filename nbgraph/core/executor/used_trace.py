"""Describe which trace of its function a call uses, for a reader; `looked_at` finds it."""

from __future__ import annotations

from collections.abc import Mapping

from nbgraph.core.records import dataclass


@dataclass(frozen=True)
class TraceRow:
    """A trace, with the calls that use it."""

    signature: tuple[str, ...]  # each argument with its type, as in `Trace`
    reason: str  # why it was made; "" for the first
    when: float  # when its first call was made, in seconds since the epoch
    seconds: Mapping[str, float]  # the duration of each stage; empty if not measured
    calls: tuple[str, ...]  # the calls that the magic made, as the user wrote them
    others: bool = False  # whether calls without the magic use it, too


@dataclass(frozen=True)
class UsedTrace:
    """The trace that one call uses, among all traces of the function so far."""

    name: str  # the function's name
    rows: tuple[TraceRow, ...]  # oldest first
    number: int  # the position of the used one

    @property
    def is_new(self) -> bool:
        """Whether this call is the first to use it."""
        row = self.rows[self.number]
        return len(row.calls) == 1 and not row.others

    @property
    def sentence(self) -> str:
        """Return the sentence that is shown above the call.

        >>> from dataclasses import replace
        >>> first = TraceRow(("x: int32[]",), "", 0.0, {}, ("f(1)",))
        >>> UsedTrace("f", (first,), 0).sentence
        'Trace 1 of `f` is made for this call, the first.'
        >>> UsedTrace("f", (replace(first, calls=("f(1)", "f(2)")),), 0).sentence
        'Reused trace 1 of `f`: the arguments have the same types.'
        >>> second = TraceRow(("x: float32[]",), "argument `x`: int32[] → float32[]", 0.0, {}, ("f(1.5)",))
        >>> UsedTrace("f", (first, second), 1).sentence
        'Traced again, as trace 2 of `f`, because argument `x`: int32[] → float32[].'
        """
        trace, row = f"{self.number + 1} of `{self.name}`", self.rows[self.number]
        if not self.is_new:
            static = any(argument.endswith("(static)") for argument in row.signature)
            return f"Reused trace {trace}: the arguments have the same types{' and static values' if static else ''}."
        if not row.reason:
            return f"Trace {trace} is made for this call, the first."
        return f"Traced again, as trace {trace}, because {row.reason}."
