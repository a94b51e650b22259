"""`assert` on traced conditions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nbgraph.core.staging import effects
from nbgraph.core.staging.classes import asked_truth
from nbgraph.core.staging.cond import truth
from nbgraph.core.staging.decisions import Decision
from nbgraph.core.staging.late import LateError
from nbgraph.core.staging.recorder import calling_frame, record
from nbgraph.core.staging.tries import refuse_in_try
from nbgraph.core.staging.user_frames import user_frames
from nbgraph.core.staging.values import is_traced


def assert_(condition: Any, message: Callable[[], Any] | None = None) -> None:
    """`assert condition, message`: at once where the condition is known, at run time where it is traced.

    Raises:
        AssertionError: as Python's own, from the call of the compiled function when the check was staged.
    """
    condition = asked_truth(condition)
    arguments = () if message is None else (message,)
    if not is_traced(condition):
        if not condition:
            raise AssertionError(*(make() for make in arguments))
        return
    frame = calling_frame(1)
    holds = truth(condition, frame.span, "the condition of `assert`")
    refuse_in_try(AssertionError, frame.span)
    error, values = LateError.of(AssertionError(*(make() for make in arguments)))
    effects.require(holds, effects.Check(frame.span, error, user_frames()), values)
    record(frame, "assert_", Decision(frame.span, "assert", "check", "its condition is traced"), "check")
