"""An index that is None or a number, behind the question which: NumPy said of it what belongs to run time, too soon."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import nbgraph as ng
from tests.programs import oracle


def read(x: Any) -> Any:
    place = 1 if x > 0 else None
    table = np.array([10, 20, 30])
    if place is not None:
        return table[place]
    return -1


def changed(x: Any) -> Any:
    place = 1 if x > 0 else None
    table = np.zeros((2, 3))
    if place is not None:
        table[place, 0] = 7
        table[place] += 1
    return table


def changed_list(x: Any) -> Any:
    place = 1 if x > 0 else None
    items = [0, 0, 0]
    if place is not None:
        items[place] += x
        items[place] = items[place] * 2
    return items


def new_axis(x: Any) -> Any:
    place = 1 if x > 0 else None
    return np.arange(3)[place]


@pytest.mark.parametrize("function", [read, changed, changed_list, new_axis])
def test_the_graph_gives_what_python_gives(function: Any) -> None:
    graph = ng.function(function)
    for x in (2, -2):
        assert oracle.disagreement(oracle.in_python(function, (x,)), oracle.observe(graph, (x,))) == ""


def test_what_may_have_another_shape_is_refused() -> None:
    def assigned(x: Any) -> Any:
        place = 1 if x > 0 else None
        table = np.zeros(3)
        table[place] = 5
        return table

    assert oracle.fault(oracle.observe(ng.function(assigned), (2,)).error, "chosen-text") == ""


def test_a_mistake_on_a_path_is_raised_on_that_path() -> None:
    def mistaken(x: Any) -> Any:
        table = np.arange(3)
        if x > 0:
            return table["a"]
        return 1

    assert ng.function(mistaken)(-1) == 1
    with pytest.raises(IndexError, match="valid indices"):
        ng.function(mistaken)(1)
