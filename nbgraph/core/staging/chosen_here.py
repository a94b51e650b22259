"""What a value of several kinds is on a path whose conditions leave one kind: behind `if best is None: return -1`."""

from __future__ import annotations

from typing import Any

from nbgraph.core.staging import context
from nbgraph.core.staging.chosen_kinds import ITSELF, Whole
from nbgraph.core.staging.chosen_texts import ChosenValue, is_excluded


def narrowed(value: Any) -> Any:
    """The number or the tuple that a value can only be, as the conditions around say; any other value as it is.

    `ng.function` hands back values of several kinds, and says of each which it is; it needs no one type for all.
    """
    scope = context.here().effects
    if not isinstance(value, ChosenValue) or (scope is not None and scope.rows is not None):
        return value
    left = [(number, text) for number, text in value.texts if not is_excluded([value], (number,))]
    if len(left) != 1:
        return value
    ((number, text),) = left
    if text == ITSELF:
        return value.values_of[number][0]
    return value.values_of[number] if isinstance(text, Whole) else value
