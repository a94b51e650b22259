"""What a `sum` or `len` of a comprehension has found so far is no item of it."""

from __future__ import annotations

import numpy as np
import pytest

import nbgraph as ng


def squares(v):
    return sum(x * x for x in v)


def large(v):
    return len([x for x in v if x > 2])


@pytest.mark.parametrize(("function", "items"), [(squares, ("x", "x * x")), (large, ("x", "x > 2"))])
@pytest.mark.parametrize("count", [3, 40])
def test_a_partial_sum_is_not_called_an_item(function, items, count):
    nodes = ng.graph(function, np.arange(count)).nodes
    added = {node.label for node in nodes if node.operation == "add"}
    assert added and not added & set(items)
    assert any(node.label == items[-1] for node in nodes if node.operation in ("mul", "gt"))
