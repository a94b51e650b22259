"""A `return` of a dict in two loops: it was refused, as if the loop brought the keys into another order."""

from __future__ import annotations

from typing import Any

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
