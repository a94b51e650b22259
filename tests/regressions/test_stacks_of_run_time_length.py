"""`jnp.stack(outputs)` or `jnp.array(c)` after the loop that fills a list: its length is what the run says.

It was refused, though an array chosen by a mask has such a length, too; and `ng.stack(found) + 1` raised a `TypeError`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import nbgraph as ng


def fibonacci(n: Any) -> Any:
    c = [1, 1]
    for _ in range(2, n):
        c.append(c[-1] + c[-2])
    return jnp.array(c)


def squares(n: Any) -> Any:
    found = []
    for i in range(n):
        found.append(i * i)
    return jnp.stack(found), jnp.asarray(found, dtype=float) / 2, jnp.array(found).mean(), ng.stack(found) + 1


def rows(n: Any) -> Any:
    found = []
    for i in range(n):
        found.append(jnp.array([i, i * i]))
    table = jnp.stack(found)
    return table, table.sum(axis=0)


@pytest.mark.parametrize("fn", [fibonacci, squares, rows], ids=lambda fn: fn.__name__)
def test_an_array_is_as_long_as_its_list(fn: Callable[..., Any]) -> None:
    graph = ng.function(fn)
    for n in (3, 6):
        for got, wanted in zip(jax.tree.leaves(graph(n)), jax.tree.leaves(fn(n)), strict=True):
            np.testing.assert_allclose(got, wanted, rtol=1e-6)
    assert len(graph.traces) == 1


def test_a_stack_of_nothing_raises_as_in_jax() -> None:
    with pytest.raises(ValueError, match="Need at least one array to stack"):
        ng.function(rows)(0)


def powers(x: Any, n: Any) -> Any:
    found = []
    for i in range(n):
        found.append(x**i)
    return jnp.mean(jnp.array(found))


def test_its_derivative() -> None:
    assert jax.grad(ng.function(powers))(2.0, 3) == pytest.approx(5 / 3)


def product(n: Any) -> Any:
    found = jnp.array([i * i for i in range(n)])
    return found @ found


def test_what_needs_a_fixed_size_is_refused() -> None:
    with pytest.raises(ng.StagingError, match="how many items this array has is only known at run time, and `@`"):
        ng.function(product)(3)
