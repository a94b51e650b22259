"""The table of methods that change their owner, against what Python's own containers do."""

from __future__ import annotations

import contextlib
import copy
from collections import Counter, OrderedDict, defaultdict, deque
from typing import Any

import pytest

from nbgraph.core.source.support.table import CHANGING, RETURNING_NONE

CONTAINERS = (
    [3, 1, 2],
    {3: 30, 1: 10},
    {3, 1},
    deque([3, 1, 2]),
    OrderedDict({3: 30, 1: 10}),
    defaultdict(int, {3: 30, 1: 10}),
    Counter({3: 30, 1: 10}),
    bytearray(b"\x03\x01\x02"),
)
ARGUMENTS: tuple[tuple[Any, ...], ...] = ((), (1,), (3,), (7,), (0, 9), ([1, 9],), ({3: 1},))


def calls(container: Any, method: str) -> list[tuple[bool, Any]]:
    """For each arguments that a method takes whether its owner is another one then, and what it returns."""
    found = []
    for arguments in ARGUMENTS:
        owner = copy.deepcopy(container)
        with contextlib.suppress(TypeError, ValueError, KeyError, IndexError, NotImplementedError):
            result = getattr(owner, method)(*arguments)
            found.append((repr(owner) != repr(container), result))
    return found


@pytest.mark.parametrize("container", CONTAINERS, ids=lambda container: type(container).__name__)
def test_the_table_has_the_methods_that_change_a_container(container: Any) -> None:
    public = [name for name in dir(container) if not name.startswith("_")]
    made = {name: calls(container, name) for name in public}
    changing = {name for name, found in made.items() if any(changed for changed, _ in found)}
    assert changing == CHANGING & made.keys()
    results = {name: [result for changed, result in made[name] if changed] for name in changing}
    assert {name for name, found in results.items() if all(each is None for each in found)} == RETURNING_NONE & changing
