"""`[*items, 1]` where only the run knows how many items there are: Python itself cannot walk over them."""

from __future__ import annotations

from typing import Any

import pytest

import nbgraph as ng
from tests.programs import oracle


def behind(n: Any) -> Any:
    items = list(range(n))
    return [*items, 1]


def between(n: Any) -> Any:
    items = list(range(n))
    longer = [5, n, *items, 1, *items]
    longer.append(7)
    return longer, items, len([*items])


def parts(n: Any) -> Any:
    items = [i * 7 % 5 for i in range(n)]
    small, large = [x for x in items if x < 3], [x for x in items if x >= 3]
    return [*small, 99, *large]


def in_a_loop(n: Any) -> Any:
    items = [1]
    for i in range(n):
        items = [i, *items]
    return items


@pytest.mark.parametrize("function", [behind, between, parts, in_a_loop])
def test_the_list_is_pythons(function: Any) -> None:
    graph = ng.function(function)
    for n in (3, 0, 6):
        assert oracle.disagreement(oracle.in_python(function, (n,)), oracle.observe(graph, (n,))) == ""


def as_arguments(n: Any) -> Any:
    return max(*list(range(n)), 0)


def as_a_tuple(n: Any) -> Any:
    return (*list(range(n)), 0)


@pytest.mark.parametrize("function", [as_arguments, as_a_tuple])
def test_where_python_needs_the_items_it_is_refused(function: Any) -> None:
    assert oracle.fault(oracle.observe(ng.function(function), (3,)).error, "list-length-unknown") == ""
