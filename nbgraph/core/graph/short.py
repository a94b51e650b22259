"""Texts cut to the room that there is."""

from __future__ import annotations

from collections.abc import Sequence

HEADER = 28


def cut(text: str, limit: int = HEADER) -> str:
    """Text for where there is little room.

    >>> cut("if some_quite_long_condition(of, many, things) < 0")
    'if some_quite_long_conditio…'
    """
    return text if len(text) <= limit else text[: limit - 1] + "…"


def chosen(label: str, names: Sequence[str]) -> str:
    """What an operation that an `if` became says: the variable it chooses a value for, too.

    >>> chosen("if a > b", ("high",)), chosen("select", ("low",)), chosen("a > b", ("test",))
    ('high if a > b', 'select low', 'a > b')
    """
    if len(names) != 1 or not names[0]:
        return label
    return f"{names[0]} {label}" if label.startswith("if ") else f"select {names[0]}" if label == "select" else label
