"""`vars` of an object whose attributes two branches assign in another order: it showed the order of the first one."""

from __future__ import annotations

from typing import Any

import pytest

import nbgraph as ng
from tests.programs import oracle


class Box:
    def __init__(self) -> None:
        self.first = 0


def another_order(x: Any) -> Any:
    box: Any = Box()
    if x > 0:
        box.a, box.b = 1, x
    else:
        box.b, box.a = x, 2
    return list(vars(box))


def moved_to_the_end(x: Any) -> Any:
    box: Any = Box()
    box.a = 1
    if x > 0:
        del box.first
        box.first = x
    return list(vars(box).items())


def same_order(x: Any) -> Any:
    box: Any = Box()
    if x > 0:
        box.a, box.b = 1, x
    else:
        box.a, box.b = x, 2
    box.c = 3
    return list(vars(box).items())


@pytest.mark.parametrize("function", [another_order, moved_to_the_end])
def test_an_order_that_only_the_run_knows_is_refused(function: Any) -> None:
    assert oracle.fault(oracle.observe(ng.function(function), (2,)).error, "branch-mismatch") == ""


def test_one_order_is_shown() -> None:
    graph = ng.function(same_order)
    for x in (2, -2):
        assert oracle.disagreement(oracle.in_python(same_order, (x,)), oracle.observe(graph, (x,))) == ""
