"""Represent `d.values()`: a view of a dict."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from nbgraph.core.staging.values.kinds import kind_of


class View:
    """The result of `d.values()`, which reads the dict at each use."""

    __slots__ = ("of", "part")

    def __init__(self, of: Any, part: str) -> None:
        self.of = of  # the dict
        self.part = part  # the name of the method that returned it

    @property
    def is_set(self) -> bool:
        """Whether it compares and joins like a set."""
        return self.part != "values"

    @property
    def listed(self) -> Any:
        """Return its present items, as a list."""
        return self.of.listed(self.part)

    def __len__(self) -> int:
        return len(self.of)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.listed)

    def __reversed__(self) -> Iterator[Any]:
        return iter(self.listed[::-1])

    def __contains__(self, item: object) -> bool:
        return bool(kind_of(self).holds(self, item))

    def __repr__(self) -> str:
        return f"<{self.part} of {self.of!r}>"
