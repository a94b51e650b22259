"""`d[i][k]` of a list of lists is read where it is, in one operation; a row that has a name stays."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import pytest

import nbgraph as ng


def diagonals(w: Any, far: Any) -> Any:
    n = len(w)
    d = [[w[i, j] for j in range(n)] for i in range(n)]
    total = 0.0
    for i in range(n):
        row = d[-i]
        for j in range(n):
            d[i][j] = d[i][j] + d[j][i - 1] + row[j]
            total += d[far][(j - far) % n]
    return total


def shortest(w: Any) -> Any:
    n = len(w)
    d = [[w[i, j] for j in range(n)] for i in range(n)]
    for k in range(n):
        for i in range(n):
            for j in range(n):
                d[i][j] = min(d[i][j], d[i][k] + d[k][j])
    return d[0][n - 1]


W = jnp.arange(81.0).reshape(9, 9) % 7


def test_rows_and_items_from_both_ends() -> None:
    for far in (0, 3, -2):
        expected = diagonals(W, far)
        assert ng.function(diagonals)(W, far) == expected
        assert jax.vmap(ng.convert(diagonals), (None, 0))(W, jnp.array([far, 1]))[0] == expected
    with pytest.raises(IndexError, match="list index out of range"):
        ng.function(diagonals)(W, 9)


def test_an_item_is_one_slice() -> None:
    jaxpr = str(jax.make_jaxpr(ng.convert(shortest))(W))
    assert jaxpr.count("dynamic_slice[slice_sizes=(1, 1)]") == 4  # that of `w[i, j]`, too


def test_printed_code_reads_it_as_an_expert_does() -> None:
    assert "d[i, k] + d[k, j]" in str(ng.to_code(shortest, W))
