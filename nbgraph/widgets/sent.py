"""What a page may send to a live explorer: the contents of the fields that it was given, short ones, and nothing else.

Whoever can run a script in a notebook's page can send any message; none of them may change what the kernel shows.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

LONGEST = 10_000
"""Characters of a field's content at most."""
ONLY_VALUES = "A page can set the values of the controls here, and nothing else."

_TOO_LONG = f"this is too long: {LONGEST:,} characters at most"
_NOT_A_FIELD = "this is nothing that a field can hold"
_LARGEST = 10**300


def accepted(sent: object, names: Collection[str]) -> tuple[dict[str, Any], dict[str, str]]:
    """The contents that are taken over, and what is wrong with others, by the name of the control.

    Args:
        sent: what the page says that its fields hold.

    >>> accepted({"a": 3, "b": [3], "c": "x" * 20_000, "d": 4, "e": None}, ["a", "b", "c", "e"])[0]
    {'a': 3, 'e': None}
    >>> accepted({"b": [3], "c": "x" * 20_000}, ["b", "c"])[1]
    {'b': 'this is nothing that a field can hold', 'c': 'this is too long: 10,000 characters at most'}
    """
    if not isinstance(sent, Mapping):
        return {}, {}
    known = {name: sent[name] for name in names if name in sent}
    errors = {name: words for name, content in known.items() if (words := _fault(content))}
    return {name: content for name, content in known.items() if name not in errors}, errors


def _fault(content: object) -> str:
    if content is None or isinstance(content, bool | float):
        return ""
    if isinstance(content, int):
        return "" if abs(content) < _LARGEST else _TOO_LONG
    if isinstance(content, str):
        return "" if len(content) <= LONGEST else _TOO_LONG
    return _NOT_A_FIELD
