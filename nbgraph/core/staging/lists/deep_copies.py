"""`copy.copy` and `copy.deepcopy` in converted code: lists from outside become lists of converted code."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from nbgraph.core.staging.lists.list_ import List
from nbgraph.core.staging.values.kinds import changed


def deepcopy_(value: Any, *memo: Any) -> Any:
    """`copy.deepcopy`, with the lists in lists, tuples and dicts as lists of converted code."""
    return copy.deepcopy(value if memo else _with_own_lists(value, {}), *memo)


def copy_(value: Any) -> Any:
    return List(value) if type(value) is list else copy.copy(value)


def _with_own_lists(value: Any, known: dict[int, Any]) -> Any:
    """Return an equal value with lists of converted code; an object that occurs twice stays one.

    >>> row = [1, 2]
    >>> made = _with_own_lists([row, (row, 3)], {})
    >>> type(made) is List, type(made[0]) is List, made[0] is made[1][0]
    (True, True, True)

    Args:
        known: by `id`, the replacements of lists, tuples and dicts so far.
    """
    if type(value) not in (list, tuple, dict):
        return value
    if id(value) not in known:
        if type(value) is tuple:
            known[id(value)] = changed(value, lambda part: _with_own_lists(part, known))
        elif type(value) is dict:
            known[id(value)] = made = dict[Any, Any]()
            made.update((key, _with_own_lists(part, known)) for key, part in value.items())
        else:
            known[id(value)] = rows = List()
            list.extend(rows, (_with_own_lists(part, known) for part in value))
    return known[id(value)]


COPIES: dict[Callable[..., Any], Callable[..., Any]] = {copy.copy: copy_, copy.deepcopy: deepcopy_}
