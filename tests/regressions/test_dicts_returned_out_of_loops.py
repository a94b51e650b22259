"""A `return` of a dict in two loops: it was refused, as if the loop brought the keys into another order."""

from __future__ import annotations

from typing import Any

import jax
import pytest

import nbgraph as ng


def first_beyond(n: Any, limit: Any) -> Any:
    for i in range(n):
        for j in range(n):
            if i * j > limit:
                return {"b": i, "a": j}
    return {"b": 1, "a": 2}


@pytest.mark.parametrize(("n", "limit"), [(5, 3), (5, 16), (0, 1)])
def test_the_keys_are_in_python_s_order(n: int, limit: int) -> None:
    graph, python = ng.function(first_beyond)(n, limit), first_beyond(n, limit)
    assert list(graph.items()) == list(python.items())


def stopped_early(n: Any, least: Any) -> Any:
    p = {"w": 8.0, "b": 2.0}
    for i in range(n):
        p = jax.tree.map(lambda a: a * 0.5, p)
        if p["w"] < least:
            return p, i
    return p, n


@pytest.mark.parametrize(("n", "least"), [(0, 3.0), (1, 3.0), (4, 3.0)])
def test_a_dict_may_be_returned_where_it_is_bound_again(n: int, least: float) -> None:
    (graph, i), (python, k) = ng.function(stopped_early)(n, least), stopped_early(n, least)
    assert ([*graph.items()], i) == ([*python.items()], k)
