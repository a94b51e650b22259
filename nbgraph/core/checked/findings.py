"""Hold what a checked run has found, and what `ng.check_gradient` returns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import numpy as np

from nbgraph.core.errors import excerpt
from nbgraph.core.executor.located import code_at
from nbgraph.core.records import dataclass
from nbgraph.core.spans import Span
from nbgraph.core.timing.shown import shown

BadKind = Literal["inf", "-inf", "nan", "underflow", "digits", "overflow"]
Direction = Literal["forward", "backward"]


@dataclass(frozen=True)
class BadNumber:
    """The first infinity, nan, underflow or loss of digits of its type in a run."""

    # an infinity, a nan, a zero that should be a small number, a result without a right digit, or an
    # integer that wrapped around
    kind: BadKind
    message: str  # the operation and its operands, in one sentence
    span: Span | None = None  # the user's code that did; None where none did: it came in with an argument
    operation: str = ""  # JAX's name of the operation, as "exp"; "" for an argument or a constant
    operands: tuple[Any, ...] = ()  # what the operation was given: one element each; None for what is too long
    iterations: tuple[tuple[int, int], ...] = ()  # the line of each loop around, innermost first, and its iteration
    direction: Direction = "forward"  # "backward": in the backward pass of a gradient

    @property
    def line(self) -> int | None:
        """Return the line of the user's code; None where no line is to blame."""
        return None if self.span is None else self.span.line

    @property
    def code(self) -> str:
        """Return the user's expression; "" where none is to blame."""
        return "" if self.span is None else code_at(self.span)

    def __str__(self) -> str:
        return self.message if self.span is None else f"{self.message}\n{excerpt(self.span)}".rstrip()


@dataclass(frozen=True, repr=False)
class Findings:
    """The result of `ng.check`: false only if the whole run was watched and nothing was found.

    >>> print(Findings("f(1.0)"))
    f(1.0): no inf, no nan, no underflow to zero, no loss of all digits
    """

    title: str  # the call, as "softmax(f32[2])"
    found: tuple[BadNumber, ...] = ()  # in the order of the run
    unwatched: str = ""  # why not all of the run was watched; "" where all was

    def __bool__(self) -> bool:
        return bool(self.found or self.unwatched)

    def __len__(self) -> int:
        return len(self.found)

    def __iter__(self) -> Iterator[BadNumber]:
        return iter(self.found)

    def __getitem__(self, position: int) -> BadNumber:
        return self.found[position]

    def __repr__(self) -> str:
        return "\n".join((f"{self.title}: {self._head}", *map(str, self.found)))

    @property
    def _head(self) -> str:
        if self.unwatched:
            return f"not all of the run was watched: {self.unwatched}"
        if self.found:
            return ", then ".join(bad.kind for bad in self.found)
        return "no inf, no nan, no underflow to zero, no loss of all digits"


@dataclass(frozen=True, eq=False)
class Slope:
    """Both gradients of one leaf of the arguments, numeric and JAX's; of a long array some elements."""

    name: str  # as the user would write it: `params['w']`
    numeric: Any  # by two-sided differences in float64
    jax: Any  # JAX's, by the operations of its gradient
    difference: float  # the largest difference of the two, relative to the largest of their elements
    elements: int  # how many elements were compared
    size: int  # how many there are


@dataclass(frozen=True, repr=False, eq=False)
class GradientCheck:
    """The result of `ng.check_gradient`: true if both gradients agree and nothing cuts them."""

    title: str  # the call, as "loss(f32[2])"
    slopes: tuple[Slope, ...] = ()  # one for each leaf of floats among the arguments
    agree: bool = False  # whether JAX's gradient is that of the differences
    message: str = ""  # what cuts or breaks the gradient, one sentence; "" where nothing does
    span: Span | None = None  # the user's code that does; None where none is known

    def __bool__(self) -> bool:
        return self.agree and not self.message

    @property
    def line(self) -> int | None:
        """Return the line of the user's code to blame; None where it is not known."""
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
    return shown(rounded[0] if np.ndim(array) == 0 else rounded, 30)  # both columns fit into a page
