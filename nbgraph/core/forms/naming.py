"""What the values of a jaxpr are called: as the user calls them where that is known, else by letters of their own."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Any

from nbgraph.core import _jax
from nbgraph.core.graph.words import literal_text


class Letters:
    """Names for what the user did not name: a, b, ..., z, aa, ab, ..., none of them a name of the user's.

    >>> letters = Letters({"b"})
    >>> [next(letters) for _ in range(3)]
    ['a', 'c', 'd']
    """

    def __init__(self, taken: Collection[str]) -> None:
        self._taken = taken
        self._count = 0

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        while (name := _letters(self._count)) in self._taken:
            self._count += 1
        self._count += 1
        return name


def _letters(number: int) -> str:
    """
    >>> [_letters(number) for number in (0, 25, 26, 27, 702)]
    ['a', 'z', 'aa', 'ab', 'aaa']
    """
    text = ""
    while number >= 0:
        number, letter = divmod(number, 26)
        text = chr(ord("a") + letter) + text
        number -= 1
    return text


class Scope:
    """The names of one jaxpr's values. It sees nothing of the jaxpr around it, so a user's name may come again."""

    def __init__(self, letters: Letters) -> None:
        self._letters = letters
        self._names: dict[Any, str] = {}
        self._used: set[str] = set()
        self._counts: dict[str, int] = {}

    def bind(self, variable: Any, wanted: str = "") -> str:
        """Name a value; `wanted` with a number behind it when the user gives the name again."""
        plain = re.sub(r"\W+", "_", wanted).strip("_")
        name = plain or next(self._letters)
        while name in self._used:
            self._counts[plain] = self._counts.get(plain, 0) + 1
            name = f"{plain}_{self._counts[plain]}"
        self._used.add(name)
        self._names[variable] = name
        return name

    def text(self, atom: Any) -> str:
        """An operand, a literal with its type as JAX prints it."""
        is_literal, value = _jax.literal_value(atom)
        return f"{literal_text(value) or value}:{_jax.type_text(atom)}" if is_literal else self._names[atom]

    def name(self, atom: Any) -> str:
        """An operand's name; "" for a literal, and for what was never named."""
        return "" if _jax.literal_value(atom)[0] else self._names.get(atom, "")
