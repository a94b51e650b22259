"""Texts that a run chooses: the graph has their numbers, which are not what the user's names stand for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from nbgraph.core.recording.digest import Digest, Text, digest
from nbgraph.core.staging.chosen_kinds import ITSELF, Whole
from nbgraph.core.staging.chosen_texts import count_in
from nbgraph.core.staging.texts import filled

Texts = Mapping[int, Any]
"""The text, None or member of an enumeration that each number of a trace stands for; see `chosen_texts`."""


def texts_of(numbers: Mapping[tuple[Any, Any], int]) -> Texts:
    """The texts of a trace by their numbers.

    Args:
        numbers: the number of each, with the kinds of the values in it.
    """
    return {number: text for (text, _), number in numbers.items()}


def chosen_value(texts: Texts, made: Sequence[Any]) -> Any:
    """What a name stands for; None where that is not known.

    Args:
        texts: those that it may be.
        made: what a step has made for the name: a number, then the values in each of the texts, perhaps several times.
    """
    size = 1 + sum(count_in(text) for text in texts.values())
    number, *values = made[-size:]
    if len(made) % size or not isinstance(number, int | np.integer) or int(number) not in texts:
        return None
    text = texts[int(number)]
    first = sum(count_in(each) for key, each in texts.items() if key < number)
    inside = values[first : first + count_in(text)]
    if text == ITSELF:
        return inside[0]
    if isinstance(text, Whole) or any(isinstance(each, Digest) for each in inside):
        return None
    return digest(filled(text, inside) if inside else text)


def known_text(texts: Texts, value: Any, python: Any) -> Any:
    """What a number stands for where plain Python has a text: that text, if it is the one; else nobody knows."""
    if not isinstance(python, Text) or isinstance(value, Text):
        return value
    found = texts.get(int(value)) if isinstance(value, int | np.integer) else None
    return python if found is not None and digest(found) == python else None
