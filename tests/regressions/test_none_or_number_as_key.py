"""A key of a dict that is None at first, `best is None or c[k] > c[best]`: it was refused."""

from __future__ import annotations

from typing import Any

import pytest

import nbgraph as ng


def counted(items: Any) -> Any:
    counts: dict[Any, Any] = {}
    for item in items:
        counts[item] = counts.get(item, 0) + 1
    return counts


def commonest(items: Any) -> Any:
    counts = counted(items)
    best = None
    for item in counts:
        if best is None or counts[item] > counts[best]:
            best = item
    return best


def looked_up(items: Any, n: Any) -> Any:
    counts = counted(items)
    key = n if n > 2 else None
    return counts.get(key, 7), counts[key]


def dearest(prices: Any, n: Any) -> Any:
    best = None
    for item in range(n):
        if best is None or prices[item] > prices[best]:
            best = item
    return best


def price(prices: Any, n: Any) -> Any:
    return prices[n if n > 2 else None]


@pytest.mark.parametrize("items", [[5, 3, 8, 3, 1], [4, 4, 2], [1], []])
def test_the_commonest_item(items: list[int]) -> None:
    assert ng.function(commonest)(items) == commonest(items)


@pytest.mark.parametrize(("n", "missing"), [(3, None), (1, "None"), (7, "7")])
def test_a_key_that_is_not_there(n: int, missing: str | None) -> None:
    graph = ng.function(looked_up)
    if missing is None:
        assert graph([3, 4, 3], n) == looked_up([3, 4, 3], n)
    else:
        with pytest.raises(KeyError, match=missing):
            graph([3, 4, 3], n)


def test_a_dict_whose_keys_are_known() -> None:
    prices = {0: 3, 1: 5, 3: 4}
    assert [ng.function(dearest)(prices, n) for n in (2, 0)] == [1, None]
    assert ng.function(price)(prices, 3) == 4
    for n, missing in ((1, "None"), (5, "5")):
        with pytest.raises(KeyError, match=missing):
            ng.function(price)(prices, n)
