"""A loop whose test reads a reference was refused: JAX's own loop has no such test."""

from __future__ import annotations

import jax
import jax.numpy as jnp

import nbgraph as ng


def doubled(x):
    cell, count = jax.new_ref(x), 0
    while cell[...] < 100:
        cell[...] = cell[...] * 2
        count += 1
    return cell[...], count


def test_a_test_reads_a_reference() -> None:
    fast = ng.function(doubled)
    for x in (3.0, 100.0):
        assert tuple(map(float, fast(jnp.array(x)))) == tuple(map(float, doubled(jnp.array(x))))
