"""What stands in the table of a value that is chosen at run time besides texts and None."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Any

from nbgraph.core.staging.texts import MARK, settled
from nbgraph.core.staging.values import is_dynamic

ITSELF = "\ue0000=\ue001"  # a number or an array, which travels beside


@dataclass(frozen=True)
class Whole:
    """In the table of a value that may be no text: a tuple of numbers and arrays, which travel beside."""

    count: int  # how many


def is_whole(value: Any) -> bool:
    """Whether a value is a tuple of numbers and arrays."""
    return type(value) is tuple and bool(value) and all(map(is_dynamic, value))


def is_member(value: Any) -> bool:
    """Whether a value is a member of an enumeration, and no number."""
    if not isinstance(value, enum.Enum) or isinstance(value, int | float | complex):
        return False
    kind: Any = type(value)
    if isinstance(value, str):
        return kind.__eq__ is str.__eq__ and kind.__hash__ is str.__hash__
    return kind.__eq__ is object.__eq__ and kind.__hash__ is enum.Enum.__hash__


def spoken(text: Any) -> str:
    """How a message says it."""
    if isinstance(text, Whole):
        return f"a tuple of {text.count} item{'s' if text.count != 1 else ''}"
    if is_member(text):
        return f"{type(text).__name__}.{text.name}"
    return "a number" if text == ITSELF else repr(settled(MARK.sub("{}", text)) if isinstance(text, str) else text)
