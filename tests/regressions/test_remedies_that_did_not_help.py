"""Remedies that were missing, or led to the next error; and raw errors of what a counter cannot do in a graph."""

from __future__ import annotations

import collections
import heapq
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import nbgraph as ng

NAMES = np.array(["a", "b", "c"])


def of_an_array(i: int) -> Any:
    return NAMES[i]


def of_a_list(i: int) -> Any:
    return NAMES.tolist()[i]


def first_by_string(n: int) -> Any:
    heap = [(n, "write"), (1, "read")]
    heapq.heapify(heap)
    return heapq.heappop(heap)[1]


def first_by_index(n: int) -> Any:
    heap, names = [(n, 0), (1, 1)], ["write", "read"]
    heapq.heapify(heap)
    return names[heapq.heappop(heap)[1]]


def of_none(i: int) -> Any:
    xs: list[Any] = [None] * 3
    xs[i] = [1, 2]
    return xs[i]


def of_lists(i: int) -> Any:
    xs: list[Any] = [[0, 0] for _ in range(3)]
    xs[i] = [1, 2]
    return xs[i]


def both_counted(n: int) -> Any:
    a, b = collections.Counter([n, 2]), collections.Counter([n, 3])
    return a + b


def counted_up(n: int) -> Any:
    a, b = collections.Counter([n, 2]), collections.Counter([n, 3])
    a.update(b)
    return a


def taken_one_by_one(n: int) -> Any:
    return list(collections.Counter([n, 2, n]).elements())


def taken_in_a_loop(n: int) -> Any:
    found = []
    for key, count in collections.Counter([n, 2, n]).items():
        for _ in range(count):
            found.append(key)
    return found


CASES: list[tuple[Any, Any, tuple[Any, ...], str]] = [
    (of_an_array, of_a_list, (0, 2), r"`names.tolist\(\)\[i\]`"),
    (first_by_string, first_by_index, (0, 5), "a number in place of each string"),
    (of_none, of_lists, (0, 2), r"`\[\[0, 0\] for _ in range\(n\)\]`"),
    (both_counted, counted_up, (2, 3), r"`a.update\(b\)`"),
    (taken_one_by_one, taken_in_a_loop, (2, 3), "a `for` loop over the items"),
]


def plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: plain(part) for key, part in value.items()}
    return list(map(plain, value)) if isinstance(value, list) else np.asarray(value).tolist()


@pytest.mark.parametrize(("wrong", "right", "arguments", "remedy"), CASES)
def test_the_remedy_is_told_and_works(
    wrong: Callable[[Any], Any], right: Callable[[Any], Any], arguments: tuple[Any, ...], remedy: str
) -> None:
    with pytest.raises(ng.NbgraphError, match=remedy):
        ng.function(wrong)(arguments[0])
    compiled = ng.function(right)
    for argument in arguments:
        assert plain(compiled(argument)) == plain(right(argument)) == plain(wrong(argument)), argument


def test_a_written_string_is_indexed_by_a_truth_value() -> None:
    chosen = ng.function(lambda x: "ny"[x > 1])
    assert (chosen(1), chosen(2)) == ("n", "y")
