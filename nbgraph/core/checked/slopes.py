"""What `ng.check_gradient` returns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from nbgraph.core.errors import excerpt
from nbgraph.core.spans import Span
from nbgraph.core.timing.shown import shown


@dataclass(frozen=True, eq=False)
class Slope:
    """The gradient of one leaf of the arguments, twice; of a long array some of its elements."""

    name: str  # as the user would write it: `params['w']`
    numeric: Any  # by two-sided differences in float64
    jax: Any  # JAX's, by the operations of its gradient
    difference: float  # the largest difference of the two, relative to the largest of their elements
    elements: int  # how many elements were compared
    size: int  # how many there are


@dataclass(frozen=True, repr=False, eq=False)
class GradientCheck:
    """The result of `ng.check_gradient`: true where both gradients agree and nothing is to be said of them."""

    title: str  # the call, as "loss(f32[2])"
    slopes: tuple[Slope, ...] = ()  # one for each leaf of floats among the arguments
    agree: bool = False  # whether JAX's gradient is that of the differences
    message: str = ""  # what cuts or breaks the gradient, one sentence; "" where nothing does
    span: Span | None = None  # the user's code that does; None where none is known

    def __bool__(self) -> bool:
        return self.agree and not self.message

    @property
    def line(self) -> int | None:
        """The line of the user's code that is to blame; None where none is known."""
        return None if self.span is None else self.span.line

    def __repr__(self) -> str:
        rows = [(each.name, _values(each.numeric), _values(each.jax), f"{each.difference:.1e}") for each in self.slopes]
        head = ("argument", "numeric", "JAX's", "relative difference")
        widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
        lines = [" | ".join(map(str.ljust, row, widths)).rstrip() for row in (head, *rows)] if rows else []
        partly = [f"Of `{each.name}` {each.elements} of {each.size:,} elements were compared."
                  for each in self.slopes if each.elements < each.size]  # fmt: skip
        verdict = f"{self.title}: the gradients {'agree' if self.agree else 'do not agree'}" if rows else self.title
        where = [excerpt(self.span)] if self.span is not None else []
        return "\n".join(filter(None, (verdict, *lines, *partly, self.message, *where)))


def _values(array: Any) -> str:
    rounded = [float(f"{each:.4g}") for each in np.ravel(array)]
    return shown(rounded[0] if np.ndim(array) == 0 else rounded, 40)
