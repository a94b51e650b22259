"""Methods that make a text of a text, of those that wait for run-time values: each is changed once it is filled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from nbgraph.core.source.support.rows import Fact
from nbgraph.core.source.support.table import methods_that
from nbgraph.core.staging.chosen_kinds import ITSELF, is_member
from nbgraph.core.staging.chosen_texts import ChosenText, alternatives, chosen_among
from nbgraph.core.staging.texts import changed, holds_mark, settled

_METHODS = methods_that(Fact.PURE, "string")


def is_change(method: str, arguments: Sequence[Any], named: dict[str, Any]) -> bool:
    """Whether a method gives a text for every text, and is told how by what is known.

    >>> is_change("ljust", (8,), {}), is_change("find", ("a",), {})
    (True, False)
    """
    is_known = all(isinstance(each, str | int) and not holds_mark(each) for each in arguments)
    return method in _METHODS and is_known and not named


def are_changeable(text: ChosenText) -> bool:
    """Whether every alternative is a text: no None, number or member of an enum, which has other methods."""
    return all(isinstance(one, str) and one != ITSELF and not is_member(one) for _, one in text.texts)


def each_changed(text: ChosenText, method: str, *arguments: Any) -> ChosenText:
    """What a method gives for the text that it is; the run-time values stay those of each alternative."""
    position, rows = alternatives([text])
    made = {number: settled(str.__str__(changed(one, method, *arguments))) for number, one in text.texts}
    return chosen_among(position, [(made[number], tuple(text.values_of[number])) for (number,) in rows])
