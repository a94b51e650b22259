"""A derivative of a function that gives a list of run-time length: an error of JAX about arrays, without a line."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import pytest

import nbgraph as ng


def halvings(x):
    found = []
    while x > 1:
        x = x / 2
        found.append(x)
    return x * x, found


def rows(x):
    found = []
    while x > 1:
        x = x / 2
        found.append(jnp.array([x, x * x]))
    return x, ng.stack(found)


def test_list_beside_the_value():
    graph = ng.function(halvings)
    (value, found), slope = jax.value_and_grad(graph, has_aux=True)(6.0)
    assert (value, slope) == (0.5625, 2 * 6.0 / 64)
    assert [float(item) for item in found] == [3.0, 1.5, 0.75]
    assert graph(6.0)[1] == [3.0, 1.5, 0.75]


@pytest.mark.parametrize("slope", [jax.grad, jax.jacfwd, jax.jacrev])
def test_through_the_items(slope):
    assert slope(lambda x: sum(ng.function(halvings)(x)[1]))(6.0) == 0.875
    assert slope(lambda x: ng.function(rows)(x)[1].sum())(6.0) == pytest.approx(0.875 + 12 * (1 / 4 + 1 / 16 + 1 / 64))


def test_in_lanes_the_length_stays_unknown():
    with pytest.raises(ng.NbgraphError, match="only known at run time"):
        jax.vmap(ng.function(halvings))(jnp.array([6.0, 3.0]))
