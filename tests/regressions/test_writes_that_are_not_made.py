"""The page warned of an index out of range in an iteration that Python leaves by `continue`, before the assignment.

The habit: a flood fill that puts all neighbours on the stack, and looks whether they are on the grid afterwards.
"""

from __future__ import annotations

import jax
import jax.numpy as jnp

import nbgraph as ng


def fill(g):
    stack = [(0, 0)]
    n = 0
    while stack:
        i, j = stack.pop()
        if j < 0 or j >= 3 or i < 0 or i >= 3 or g[i][j] != 1:
            continue
        g[i][j] = 2
        n += 1
        stack += [(i, j + 1), (i, j - 1), (i + 1, j), (i - 1, j)]
    return n


def test_a_write_that_is_not_made_is_no_warning() -> None:
    found = ng.compare(fill, [[1, 0, 0], [0, 0, 0], [0, 0, 0]])
    assert found.verdict.equal
    assert found.anomaly is None


def put(v, i):
    return jax.lax.dynamic_update_index_in_dim(v, 7, i, 0)


def test_a_write_out_of_range_that_is_made_is_one() -> None:
    found = ng.compare(put, jnp.arange(5), 9)
    assert found.anomaly is not None
    assert found.anomaly.value == "index out of range"
