"""What a watched run has found: the first infinities and nans, what underflows to zero, digits that are lost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from nbgraph.core.errors import excerpt
from nbgraph.core.executor.located import code_at
from nbgraph.core.spans import Span

BadKind = Literal["inf", "-inf", "nan", "underflow", "digits", "overflow"]
Direction = Literal["forward", "backward"]


@dataclass(frozen=True)
class BadNumber:
    """A number that went bad, where it first did."""

    # what it is: an infinity, a nan, a zero that should be a small number, a result without a right digit, or an
    # integer that wrapped around
    kind: BadKind
    message: str  # what made it of what, one sentence
    span: Span | None = None  # the user's code that did; None where none did: it came in with an argument
    operation: str = ""  # JAX's name of the operation, as "exp"; "" for an argument or a constant
    operands: tuple[Any, ...] = ()  # what the operation was given: one element each; None for what is too long
    iterations: tuple[tuple[int, int], ...] = ()  # the line of each loop around, innermost first, and its iteration
    direction: Direction = "forward"  # "backward": in the backward pass of a gradient

    @property
    def line(self) -> int | None:
        """The line of the user's code; None where no line is to blame."""
        return None if self.span is None else self.span.line

    @property
    def code(self) -> str:
        """The user's expression; "" where none is to blame."""
        return "" if self.span is None else code_at(self.span)

    def __str__(self) -> str:
        return self.message if self.span is None else f"{self.message}\n{excerpt(self.span)}".rstrip()


@dataclass(frozen=True, repr=False)
class Findings:
    """The result of `ng.check`: false only where the whole run was watched and nothing was found.

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
