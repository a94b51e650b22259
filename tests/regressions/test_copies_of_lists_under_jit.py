"""A copy and a part of a list that `jax.jit` passes are lists of the graph: both may change at run time.

`w = v.copy()` was taken for a list from outside, and `v[i : i + w]` for one that Python cuts.
"""

from __future__ import annotations

from typing import Any

import jax
import pytest

import nbgraph as ng


def copied(v: Any, n: Any) -> Any:
    w = v.copy()
    while n > 0:
        w[n] += v[n - 1]
        n -= 1
    return w


def moving_sums(v: Any, n: Any) -> Any:
    out = []
    for i in range(3):
        window = v[i : i + n]
        out.append(sum(window))
    return out


def a_row_of_it(v: Any, n: Any) -> Any:
    rows = [v, v]
    copies = rows.copy()
    copies[0] = v.copy()
    copies[0][n] = 9
    return rows, copies


@pytest.mark.parametrize("function", [copied, moving_sums, a_row_of_it])
def test_like_python(function: Any) -> None:
    for n in (1, 2, 3):
        v = [5, 2, 9, 1]
        graph = jax.jit(ng.convert(function))(v, n)
        assert jax.tree.map(int, graph) == jax.tree.map(int, function(v, n))
        assert v == [5, 2, 9, 1]
