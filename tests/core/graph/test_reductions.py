"""`sum`, `any` and `all` of a generator are loops in a graph, and none of their variables has a name of the user's."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import nbgraph as ng


def any_of(xs: Any) -> Any:
    return any(x < 0 for x in xs)


def all_of(xs: Any) -> Any:
    return all(x > 0 for x in xs)


def sum_of(xs: Any) -> Any:
    return sum(1 for x in xs if x > 2)


def is_prime(n: Any) -> Any:
    return n > 1 and all(n % d for d in range(2, n))


def by_hand(xs: Any) -> Any:
    total = 0
    for x in xs:
        if x > 2:
            total += x
    return total


MANY = (np.arange(100),)


@pytest.mark.parametrize(
    ("function", "arguments", "said"),
    [
        (any_of, ([1, 2, -3],), []),
        (any_of, MANY, ["any(…)", "not any(…)"]),
        (all_of, ([1, 2, -3],), ["all(x > 0 for x in xs)"]),
        (all_of, MANY, ["not all(…)", "all(x > 0 for x in xs)", "all(x > 0 for x in xs)"]),
        (sum_of, ([1, 2, 3],), []),
        (sum_of, MANY, ["sum(…)", "sum(…)"]),
        (is_prime, (7,), ["not all(…)", "all(…)", "all(…)"]),
    ],
)
def test_a_reduction_is_called_by_its_name(function: Any, arguments: Any, said: list[str]) -> None:
    shown = ng.graph(function, *arguments).view(budget=100)
    assert [node.label for node in shown.nodes if "(…)" in node.label or "(x" in node.label] == said
    names = {
        name for each in (*shown.nodes, *shown.edges) for name in getattr(each, "names", (getattr(each, "name", ""),))
    }
    assert names.isdisjoint(("found", "failed", "total", "value"))


def test_nothing_is_asked_after_the_last_item() -> None:
    for function in (any_of, all_of):
        assert not [node for node in ng.graph(function, [1, 2, 3]).nodes if node.role == "unused"]


def test_a_variable_of_the_users_keeps_its_name() -> None:
    names = [name for node in ng.graph(by_hand, [1, 2, 3]).nodes for name in node.names]
    assert "total" in names
