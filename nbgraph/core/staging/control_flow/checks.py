"""Stage checks that raise when the graph runs: `assert`, and division by zero inside a `try`."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from nbgraph.core.decisions import Decision
from nbgraph.core.staging.control_flow.cond import stage_if, truth
from nbgraph.core.staging.effects import effects
from nbgraph.core.staging.effects.tries import refuse_in_try
from nbgraph.core.staging.enumerated.deferred import DeferredError
from nbgraph.core.staging.frames.classes import asked_truth
from nbgraph.core.staging.frames.tracing import observe, trace_branch
from nbgraph.core.staging.trace.kind_questions import may_be_of_array
from nbgraph.core.staging.trace.recorder import Frame, calling_frame, record
from nbgraph.core.staging.trace.user_frames import user_frames
from nbgraph.core.staging.values.values import is_traced


def assert_(condition: Any, message: Callable[[], Any] | None = None) -> None:
    """`assert condition, message`: at once where the condition is known, at run time where it is traced."""
    condition = asked_truth(condition)
    arguments = () if message is None else (message,)
    if not is_traced(condition):
        if not condition:
            raise AssertionError(*(make() for make in arguments))
        return
    frame = calling_frame(1)
    holds = truth(condition, frame.span, "the condition of `assert`")
    refuse_in_try(AssertionError, frame.span)
    record(frame, Decision(frame.span, "assert", "check", "its condition is traced"))
    if message is not None and _does_more(message):
        stage_if(Frame(None, frame.file, frame.place), jnp.logical_not(holds), _raising(message), lambda: None, ())
        return
    error, values = DeferredError.of(AssertionError(*(make() for make in arguments)))
    effects.require(holds, effects.Check(frame.span, error, user_frames()), values)


def _does_more(message: Callable[[], Any]) -> bool:
    """Whether making the message changes state or prints, which Python would do on failure only."""
    if "call" not in message.__code__.co_names:  # `ng.call`
        return False
    traced = trace_branch(message, observe(message))
    return bool(traced.writes or traced.program.effects)


def _raising(message: Callable[[], Any]) -> Callable[[], None]:
    def fail() -> None:
        raise AssertionError(message())

    return fail


_OPERATORS = {"/": operator.truediv, "//": operator.floordiv, "%": operator.mod}
_OF_FLOATS = {"/": "float division by zero", "//": "float floor division by zero", "%": "float modulo"}
_OF_INTEGERS = {"/": "division by zero", "//": "integer division or modulo by zero", "%": "integer modulo by zero"}


def divided(left: Any, operation: str, right: Any) -> Any:
    """`left / right`, or `//`, or `%`, of numbers: by zero it raises when the graph runs.

    Items of arrays, which do not raise in Python, are left as they are.
    """
    if is_traced(right) and _is_number(left) and _is_number(right):
        kinds = [jax.dtypes.result_type(side).kind for side in (left, right)]
        words = _OF_FLOATS if "f" in kinds else _OF_INTEGERS
        with effects.checking():
            effects.raise_unless(right != 0, ZeroDivisionError(words[operation]))
        left, right = (side.astype(int) if is_traced(side) and side.dtype == bool else side for side in (left, right))
    return _OPERATORS[operation](left, right)


def _is_number(value: Any) -> bool:
    """Whether Python has a number of its own here: a traced scalar of weak type, not from an array."""
    if is_traced(value):
        is_like_one = not value.shape and bool(getattr(value, "weak_type", False) or value.dtype == bool)
        return is_like_one and not may_be_of_array(value)
    return isinstance(value, bool | int | float) and not isinstance(value, np.generic)
