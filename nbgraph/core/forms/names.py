"""Name the values of a jaxpr, as the user does or by letters; and print its parameters."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Any

from nbgraph.core import _jax
from nbgraph.core.graph.labels import literal_text
from nbgraph.core.one_line import cut, without_addresses


class Letters:
    """Yields names for unnamed values: a, b, ..., z, aa, ab, ..., none of them a name of the user's.

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
    """The names of one jaxpr's values; it does not see the jaxpr around, so a user's name may occur again."""

    def __init__(self, letters: Letters) -> None:
        self._letters = letters
        self._names: dict[Any, str] = {}
        self._used: set[str] = set()
        self._counts: dict[str, int] = {}

    def bind(self, variable: Any, wanted: str = "") -> str:
        """Name a value; a second value with the name `wanted` gets a number."""
        plain = re.sub(r"\W+", "_", wanted).strip("_")
        name = plain or next(self._letters)
        while name in self._used:
            self._counts[plain] = self._counts.get(plain, 0) + 1
            name = f"{plain}_{self._counts[plain]}"
        self._used.add(name)
        self._names[variable] = name
        return name

    def text(self, atom: Any) -> str:
        """Return an operand's name, or a literal with its type as JAX prints it."""
        is_literal, value = _jax.literal_value(atom)
        return f"{literal_text(value) or value}:{_jax.type_text(atom)}" if is_literal else self._names[atom]

    def name(self, atom: Any) -> str:
        """Return an operand's name; "" for a literal, and for an unnamed value."""
        return "" if _jax.literal_value(atom)[0] else self._names.get(atom, "")


LONGEST = 200
_BRACKET = re.compile(r"[\[\](){}]")


def parameters(equation: Any) -> str:
    """Return the parameters of an equation without a body as JAX prints them, in one line; "" when there are none.

    >>> import jax, jax.numpy as jnp
    >>> parameters(jax.make_jaxpr(lambda x: x ** 3)(1.0).eqns[0])
    'y=3'
    """
    text = " ".join(str(equation).split())
    opening = f"{equation.primitive.name}["
    at = 0 if text.startswith(opening) else text.find(f" = {opening}") + 3
    if not text.startswith(opening, at):
        return ""
    start = at + len(opening)
    depth = 1
    for match in _BRACKET.finditer(text, start):
        depth += 1 if match[0] in "[({" else -1
        if depth == 0:
            return short(text[start : match.start()])
    return short(text[start:])


def plain_parameters(equation: Any) -> str:
    """Return the parameters of an equation with bodies that are no jaxprs, in one line.

    For a function under `jax.jit` only its name: the rest is about the placement of arguments, which is mostly
    unspecified.
    """
    if equation.primitive.name == "jit":
        return f"name={equation.params['name']}"
    parts = [
        f"{name}={short(str(value), 60)}"
        for name, value in sorted(equation.params.items())
        if not bodies_in(value) and value is not None and not callable(value)
    ]
    return " ".join(parts)


def bodies_in(value: Any) -> tuple[Any, ...]:
    parts = value if isinstance(value, tuple | list) else (value,)
    found = tuple(part for part in parts if hasattr(part, "eqns") or hasattr(part, "jaxpr"))
    return found if len(found) == len(parts) else ()


def short(text: str, limit: int = LONGEST) -> str:
    """Return text without addresses, which differ from run to run, cut to a length.

    >>> short("<function f at 0x7f12ab>"), short("abcdef", 4)
    ('<function f>', 'abc…')
    """
    return cut(without_addresses(" ".join(text.split())), limit)
