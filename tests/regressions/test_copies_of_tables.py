"""A table copied item by item, as `[[w[i][j] for j in range(n)] for i in range(n)]`, is the table itself in the graph.

It was 64 slices of one number each, put together again: a kernel for each in every call.
"""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import nbgraph as ng


def shortest(w: Any) -> Any:
    n = len(w)
    d = [[w[i][j] for j in range(n)] for i in range(n)]
    for k in range(n):
        for i in range(n):
            for j in range(n):
                if d[i][k] + d[k][j] < d[i][j]:
                    d[i][j] = d[i][k] + d[k][j]
    return d


def turned(w: Any) -> Any:
    d = [[w[j][i] for j in range(len(w))] for i in range(len(w))]
    for k in range(len(w)):
        for i in range(len(w)):
            if d[i][k] > 4:
                d[i][k] = d[k][i] + 1
    return d


def reversed_rows(w: Any) -> Any:
    d = [[w[i][-1 - j] for j in range(len(w))] for i in range(len(w))]
    for k in range(len(w)):
        for i in range(len(w)):
            if d[i][k] > 4:
                d[i][k] = d[k][i] + 1
    return d


def of_an_array(grid: Any) -> Any:
    d = [[grid[i, j] for j in range(6)] for i in range(6)]
    for k in range(6):
        for i in range(6):
            if d[i][k] > 4:
                d[i][k] = d[k][i] + 1
    return d


@pytest.mark.parametrize("program", [shortest, turned, reversed_rows])
def test_a_copied_table_is_what_python_makes_and_the_callers_stays(program: Any) -> None:
    table = np.random.default_rng(0).integers(1, 9, (6, 6)).tolist()
    before = [list(row) for row in table]
    assert ng.function(program)(table) == program([list(row) for row in table])
    assert table == before


def test_a_table_of_an_arrays_items_has_its_values_and_slopes() -> None:
    grid = jnp.asarray(np.random.default_rng(0).uniform(1, 9, (6, 6)), jnp.float32)
    expected = np.array([[float(each) for each in row] for row in of_an_array(np.asarray(grid))], np.float32)
    assert np.array_equal(np.array(ng.function(of_an_array)(grid)), expected)
    slopes = jax.grad(lambda g: jnp.array(ng.convert(of_an_array)(g)).sum())(grid)
    assert float(slopes.sum()) == 36.0


def shortest_of_array(w: Any) -> Any:
    d = [[w[i, j] for j in range(8)] for i in range(8)]
    for k in range(8):
        for i in range(8):
            for j in range(8):
                if d[i][k] + d[k][j] < d[i][j]:
                    d[i][j] = d[i][k] + d[k][j]
    return d


def test_it_is_not_put_together_again() -> None:
    program = str(jax.make_jaxpr(ng.convert(shortest_of_array))(jnp.ones((8, 8))))
    assert "concatenate" not in program
    assert " stack[" not in program
