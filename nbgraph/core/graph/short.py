"""Texts cut to the room that there is."""

from __future__ import annotations

HEADER = 28


def cut(text: str, limit: int = HEADER) -> str:
    """Text for where there is little room.

    >>> cut("if some_quite_long_condition(of, many, things) < 0")
    'if some_quite_long_conditio…'
    """
    return text if len(text) <= limit else text[: limit - 1] + "…"
