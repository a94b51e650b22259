"""Texts that a run chooses: the graph has their numbers, which are not what the user's names stand for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from nbgraph.core.recording.digest import Text, digest

Texts = Mapping[int, Any]
"""The text, None or member of an enumeration that each number of a trace stands for; see `enumerated.values`."""


def texts_of(numbers: Mapping[tuple[Any, Any], int]) -> Texts:
    """The texts of a trace by their numbers.

    Args:
        numbers: the number of each, with the kinds of the values in it.
    """
    return {number: text for (text, _), number in numbers.items()}


def known_text(texts: Texts, value: Any, python: Any) -> Any:
    """What a number stands for where plain Python has a text: that text, if it is the one; else nobody knows."""
    if not isinstance(python, Text) or isinstance(value, Text):
        return value
    found = texts.get(int(value)) if isinstance(value, int | np.integer) else None
    return python if found is not None and digest(found) == python else None
