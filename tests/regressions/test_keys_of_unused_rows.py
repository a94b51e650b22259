"""The `key` of `max`, `min` and `sorted` is asked of the items alone, and not of what stands behind them in buffers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import nbgraph as ng


def most_often(xs):
    counts = {}
    for x in xs:
        counts[x] = counts.get(x, 0) + 1
    return max(counts, key=lambda k: counts[k]), sorted(counts, key=lambda k: -counts[k])


def least_of_those_above(xs):
    found = []
    for x in xs:
        if x > 3:
            found.append(x)
    return min(found, key=lambda x: 1000 // x + xs[x - 4])


@pytest.mark.parametrize("function", [most_often, least_of_those_above])
def test_no_other_row_raises(function: Callable[..., Any]) -> None:
    numbers = [4, 9, 2, 7, 5, 8, 1, 3, 6, 10, 9]
    assert ng.function(function)(numbers) == function(numbers)
