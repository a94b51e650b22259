"""A list joined with a run-time number by an operator was taken for an array: `[1, 2] + n` gave `[1 + n, 2 + n]`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import nbgraph as ng


def added(n: int) -> Any:
    items = [1, 2]
    return items + n  # type: ignore[operator]


def added_to(n: int) -> Any:
    items = [1, 2]
    return n + items  # type: ignore[operator]


def subtracted(n: int) -> Any:
    items = [1, 2]
    return items - n  # type: ignore[operator]


def divided(n: int) -> Any:
    items = [1, 2]
    return n / items  # type: ignore[operator]


def repeated_one_and_a_half_times(n: int) -> Any:
    items = [1, n]
    return items * 1.5  # type: ignore[operator]


def repeated_half_as_often(n: int) -> Any:
    items = [1, 2]
    return items * (n / 2)  # type: ignore[operator]


def summed_up(n: int) -> Any:
    items, total = [1, 2], 0
    for _ in range(n):
        total = total + items  # type: ignore[operator]
    return total


def above_in_a_loop(n: int) -> int:
    items, count = [1], 0
    for i in range(n):
        if items >= i:  # type: ignore[operator]
            count += 1
    return count


def above_in_a_branch(n: int) -> Any:
    above = False
    if n > 0:
        above = [n] > n  # type: ignore[operator]
    return above


def is_above(left: Any, right: Any) -> Any:
    return left > right


def above_in_a_helper(n: int) -> Any:
    return is_above([1], n)


def grown_below(n: int) -> int:
    items, count = [0], 0
    for i in range(n):
        items.append(i)
    while items <= n:  # type: ignore[operator]
        count += 1
    return count


def number_below(n: int) -> Any:
    return not (n < [1])  # type: ignore[operator]


@pytest.mark.parametrize(
    "function",
    [
        *(added, added_to, subtracted, divided, repeated_one_and_a_half_times, repeated_half_as_often, summed_up),
        *(above_in_a_loop, above_in_a_branch, above_in_a_helper, grown_below, number_below),
    ],
)
def test_what_python_refuses_is_refused_in_its_words(function: Callable[[int], Any]) -> None:
    with pytest.raises(TypeError) as expected:
        function(3)
    with pytest.raises(TypeError) as caught:
        ng.function(function)(3)
    assert str(caught.value) == str(expected.value)


def repeated(n: int) -> list[int]:
    items = [1, 2]
    return n * items


def test_a_list_behind_the_number_that_repeats_it_is_refused() -> None:
    with pytest.raises(ng.NbgraphError, match="repeats a list") as caught:
        ng.function(repeated)(3)
    assert "`[0] * n`" in caught.value.remedy


def joined(v: Any) -> Any:
    items = [1, 2]
    return v + items, items - v


def test_an_array_and_a_list_are_joined_item_by_item_as_in_numpy() -> None:
    assert np.array_equal(ng.function(joined)(np.ones(2)), ([2, 3], [0, 1]))


def item(n: int, k: float) -> Any:
    items = [1, 2, n]
    return items[k]  # type: ignore[call-overload]


def test_a_float_as_an_index_is_refused_in_pythons_words() -> None:
    for graph in (ng.function(item), ng.function(item, static_argnames="k")):
        with pytest.raises(TypeError, match="list indices must be integers or slices, not float"):
            graph(3, 1.5)
