"""What `d.values()` gives: a view of a dict."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from nbgraph.core.staging.values.kinds import kind_of


class View:
    """What `d.values()` gives: it asks the dict each time that one looks."""

    __slots__ = ("of", "part")

    def __init__(self, of: Any, part: str) -> None:
        self.of = of  # the dict
        self.part = part  # the method that gave it

    @property
    def is_set(self) -> bool:
        """Whether it is a set to those who compare it or join it with others."""
        return self.part != "values"

    @property
    def listed(self) -> Any:
        """What is there now, as a list."""
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
