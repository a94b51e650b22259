"""`assert` on traced conditions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nbgraph.core.staging import effects, texts
from nbgraph.core.staging.cond import truth
from nbgraph.core.staging.decisions import Decision
from nbgraph.core.staging.recorder import calling_frame, record
from nbgraph.core.staging.values import is_traced


def assert_(condition: Any, message: Callable[[], Any] | None = None) -> None:
    """`assert condition, message`: at once where the condition is known, at run time where it is traced.

    Raises:
        AssertionError: as Python's own, from the call of the compiled function when the check was staged.
    """
    arguments = () if message is None else (message,)
    if not is_traced(condition):
        if not condition:
            raise AssertionError(*(make() for make in arguments))
        return
    frame = calling_frame(1)
    holds = truth(condition, frame.span, "the condition of `assert`")
    details = [make() for make in arguments]
    values = [value for detail in details for value in _run_time_parts(detail)]

    def error(*known: Any) -> AssertionError:
        fresh = iter(known)
        return AssertionError(*(_at_run_time(d, [next(fresh) for _ in _run_time_parts(d)]) for d in shapes))

    shapes = [_Shape(len(values)) if is_traced(detail) else detail for detail in details]
    effects.require(holds, effects.Check(frame.span, error), values)
    record(frame, "assert_", Decision(frame.span, "assert", "check", "its condition is traced"), "check")


class _Shape:
    """Where a traced value itself is the message."""

    def __init__(self, count: int) -> None:
        self.count = count


def _run_time_parts(detail: Any) -> list[Any]:
    if isinstance(detail, _Shape):
        return [detail]
    if texts.holds_mark(detail):
        return texts.traced_in(detail) or [None] * texts.marks(detail)
    return [detail] if is_traced(detail) else []


def _at_run_time(detail: Any, values: list[Any]) -> Any:
    if texts.holds_mark(detail):
        return texts.filled(detail, values)
    return texts.plain(values[0]) if isinstance(detail, _Shape) else detail
