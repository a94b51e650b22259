"""An array of one dimension as exact Python: its items are Python numbers."""

from __future__ import annotations

from collections.abc import Callable
from operator import add, mul, sub
from typing import Any


class Vector(list):
    """A list that answers element-wise arithmetic as an array does.

    >>> Vector([1, 2]) + 3 - Vector([0, 1])
    [4, 4]
    """

    def _each(self, operation: Callable[[Any, Any], Any], other: Any) -> Vector:
        others = other if isinstance(other, Vector) else [other] * len(self)
        return Vector(map(operation, self, others))

    def __add__(self, other: Any) -> Vector:  # type: ignore[override]
        return self._each(add, other)

    def __sub__(self, other: Any) -> Vector:
        return self._each(sub, other)

    def __mul__(self, other: Any) -> Vector:  # type: ignore[override]
        return self._each(mul, other)
