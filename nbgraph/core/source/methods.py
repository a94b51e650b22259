"""Methods that change what they are called on, by their names: one table for all that reads the user's text."""

from __future__ import annotations

RETURNING_NONE = frozenset(
    ("append", "extend", "insert", "remove", "clear", "sort", "reverse", "add", "discard", "update", "fill")
) | {"appendleft", "extendleft", "rotate", "subtract", "move_to_end"}
RETURNING_NONE |= {"difference_update", "intersection_update", "symmetric_difference_update"}
CHANGING = RETURNING_NONE | {"pop", "popitem", "popleft", "setdefault"}
