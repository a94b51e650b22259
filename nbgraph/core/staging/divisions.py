"""Division that raises as Python's, where a `try` waits for that."""

from __future__ import annotations

import operator
from typing import Any

import jax

from nbgraph.core.staging import effects
from nbgraph.core.staging.values import is_traced

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
    return _OPERATORS[operation](left, right)


def _is_number(value: Any) -> bool:
    """Whether Python has a number of its own: those are the traced scalars that take the type of others."""
    if is_traced(value):
        return not value.shape and bool(getattr(value, "weak_type", False) or value.dtype == bool)
    return isinstance(value, bool | int | float)
