"""The items of a list that loops read are put together once, before the loops, and give what Python reads."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import jax.numpy as jnp
import pytest
from jax.extend import core

import nbgraph as ng


def around(g, k):
    total = 0
    for i in range(len(g)):
        for j in range(len(g)):
            if g[i][j] > k:
                for by in (-1, 0, 1):
                    total += g[(i + by) % len(g)][j]
    return total


def left_late(g, k):
    total, i = 0, 0
    while True:
        for j in range(len(g)):
            total = total + 0.5 * g[(i + j) % len(g)][j]
        i += 1
        if total > k or i >= 8:
            break
    return total


def changed_between(g, k):
    total = 0
    for i in range(len(g)):
        total += g[(i * k) % len(g)][i]
    g[k % 3] = [k] * len(g)
    for i in range(len(g)):
        total += g[(i * k) % len(g)][i]
    return total


GRID = [[(7 * i + 3 * j) % 10 for j in range(8)] for i in range(8)]


def equations(jaxpr: Any) -> Iterator[Any]:
    for equation in jaxpr.eqns:
        yield equation
        for inner in core.jaxprs_in_params(equation.params):
            yield from equations(inner)


def test_loops_around_loops_read_what_was_put_together_before_them() -> None:
    grid = [[jnp.int32(each) for each in row] for row in GRID]  # each an input of its own
    jaxpr = ng.function(around).trace(grid, 3).jaxpr
    stacks = [each for each in equations(jaxpr.jaxpr) if len(each.invars) >= 64 and "stack" in str(each.primitive)]
    assert len(stacks) == 1
    assert stacks[0] in jaxpr.jaxpr.eqns


@pytest.mark.parametrize("function", [around, left_late, changed_between])
def test_they_read_what_python_reads(function: Callable[..., Any]) -> None:
    assert ng.function(function)([list(row) for row in GRID], 3) == function([list(row) for row in GRID], 3)
