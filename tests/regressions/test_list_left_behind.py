"""A round hands on a list that it has also changed in place: what was handed on was the list as it is put back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import nbgraph as ng


def handed_on(n, k):
    mine = [n]
    other = []
    for _ in range(k):
        other = mine
        other.append(3)
    return len(mine), mine[-1], len(other)


def returned(n, items):
    out = [n]
    for _ in range(n % 4):
        out[:] = items[::2]
        return out, n
    return out, n


@pytest.mark.parametrize(
    ("function", "calls"),
    [
        (handed_on, [(5, 0), (5, 1), (5, 3)]),
        (returned, [(0, [3, 1, 2]), (2, [3, 1, 2])]),
    ],
)
def test_the_list_that_python_returns(function: Callable[..., Any], calls: list[tuple[Any, ...]]) -> None:
    graph = ng.function(function)
    for arguments in calls:
        assert graph(*arguments) == function(*arguments)
