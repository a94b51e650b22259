"""Tuples and lists in a name were put in order by Python, which a run-time item cannot decide: `best < (score, i)`."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import jax
import pytest

import nbgraph as ng


def each_order(a: int, b: int) -> Any:
    p, q = (a, 1), (b, 1)
    return p < q, p <= q, p > q, p >= q, (p, a) < (q, b), p < p, p <= p


def of_two_lengths(a: int, b: int) -> Any:
    p, q = [a, b], [a]
    return p < q, q <= p, p > [], (a,) < (a, b)


def best_of_pairs(a: int, b: int) -> Any:
    best = (0, 0)
    k = 0
    while k < b:
        found = ((a * k) % 7, k)
        if found > best:
            best = found
        k += 1
    return best


def sorted_by_hand(a: int, b: int) -> Any:
    pairs = [(a, 2), (b, 1), (2, 3)]
    for _ in range(2):
        for j in range(2):
            if pairs[j] > pairs[j + 1]:
                pairs[j], pairs[j + 1] = pairs[j + 1], pairs[j]
    return pairs


def in_a_chain(a: int, b: int) -> Any:
    return 1 if (a, b) < (b, a) <= (3, 3) else 0


@pytest.mark.parametrize("pair", [(1, 2), (2, 2), (3, 1)])
@pytest.mark.parametrize("function", [each_order, of_two_lengths, best_of_pairs, sorted_by_hand, in_a_chain])
def test_the_first_items_that_differ_decide(function: Callable[..., Any], pair: tuple[int, int]) -> None:
    assert jax.tree.map(int, ng.function(function)(*pair)) == function(*pair)


def of_one_nan(x: float) -> Any:
    n = x * math.inf - x * math.inf
    return (n, 1) < (n, 2), (n,) <= (n,), (n + 0, 1) < (n, 2), (n + 0,) <= (n,)


def test_an_object_is_equal_to_itself_in_a_tuple() -> None:
    assert list(map(bool, ng.function(of_one_nan)(1.0))) == [*of_one_nan(1.0)] == [True, True, False, False]
