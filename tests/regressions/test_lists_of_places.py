"""`a[[k, p]] = a[[p, k]]`: JAX's arrays take no list of places, and NumPy's do."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import pytest

import nbgraph as ng
from tests.core.printing.test_pasted import pasted
from tests.programs import oracle

M = jnp.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 10.0]])
N = jnp.array([[0.0, 2.0, 3.0], [0.0, 5.0, 6.0], [7.0, -8.0, 10.0]])


def rows_exchanged(a, k):
    a[[0, k]] = a[[k, 0]]
    return a


def with_pivots(a, k):
    n = len(a)
    for i in range(n):
        p = i
        for j in range(i + 1, n):
            if abs(a[j, i]) > abs(a[p, i]):
                p = j
        if p != i:
            a[[i, p]] = a[[p, i]]
        for j in range(i + 1, n):
            a[j, i:] -= a[j, i] / a[i, i] * a[i, i:]
    return a


def parts_of_an_index(a, k):
    a[[0, 1], k] += 5
    places = [2, k]
    return a[[2, 0]], a[:, [0, k]], a[[0, 1], [1, k]], a[places]


@pytest.mark.parametrize("function", [rows_exchanged, with_pivots, parts_of_an_index])
def test_they_are_taken(function: Any) -> None:
    printed = pasted(ng.to_code(function, M, 1), function.__name__)
    for graph in (ng.function(function), jax.jit(ng.convert(function)), jax.jit(printed)):
        for arguments in ((M, 1), (N, 2), (N, 0)):
            python, outcome = oracle.in_python(function, arguments), oracle.observe(graph, arguments)
            assert oracle.disagreement(python, outcome) == "", arguments
