"""Loops of eight in loops of eight put an `if` into the graph 512 times: seconds to trace and to compile."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

import nbgraph as ng


def floyd(w: Any) -> Any:
    n = len(w)
    d = [[w[i][j] for j in range(n)] for i in range(n)]
    for k in range(n):
        for i in range(n):
            for j in range(n):
                if d[i][k] + d[k][j] < d[i][j]:
                    d[i][j] = d[i][k] + d[k][j]
    return d


def test_an_if_in_three_loops_is_not_in_the_graph_for_every_iteration() -> None:
    weights = np.random.default_rng(1).integers(1, 99, (8, 8))
    converted = ng.convert(floyd)
    assert np.array(converted(jnp.asarray(weights))).tolist() == floyd(weights.tolist())
    traced = jax.make_jaxpr(converted)(jnp.asarray(weights))
    assert str(traced).count("cond[") == 1


def test_an_if_in_two_short_loops_is_still_repeated() -> None:
    def ordered(a: Any) -> Any:
        count = 0
        for i in range(4):
            for j in range(4):
                if a[i] < a[j]:
                    count = count + 1
        return count

    traced = jax.make_jaxpr(ng.convert(ordered))(jnp.arange(4.0))
    assert not {"scan", "while"} & {equation.primitive.name for equation in traced.eqns}
    assert int(ng.convert(ordered)(jnp.array([3.0, 1.0, 2.0, 1.0]))) == 5
