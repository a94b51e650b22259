"""Loops in which nothing is traced and that print stood in the graph round by round, and the compiler took minutes."""

from __future__ import annotations

from typing import Any

import pytest

import nbgraph as ng
from tests.programs import oracle


def counted(x: Any) -> Any:
    for i in range(20_000):
        print(i)
    return x


def left_early(x: Any) -> Any:
    total = 0
    for i in range(5000):
        total += i
        print(i, total)
        if i == 1500:
            break
    return x + total


def named(x: Any) -> Any:
    names = ["Ann", "Bo", "Cy"]
    for i in range(1500):
        print(f"{i}: {names[i % 3]}")
    return x


@pytest.mark.parametrize("function", [counted, left_early, named], ids=lambda f: f.__name__)
def test_loops_that_print_are_loops_of_the_graph(function: Any) -> None:
    graph = ng.function(function)
    assert oracle.disagreement(oracle.in_python(function, (3,)), oracle.observe(graph, (3,))) == ""
    assert "fori" in graph.explain() or "while" in graph.explain()
    assert len(graph.trace(3).jaxpr.eqns) < 50


def test_what_rounds_compute_by_themselves_stays_known() -> None:
    @ng.function
    def few(x: Any) -> Any:
        total = 0
        for i in range(300):
            print(i)
            total += i % 2
        return [x] * total

    assert len(few(3)) == 150
