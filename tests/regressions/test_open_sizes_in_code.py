"""A branch that carries an array of open size had no pure JAX code: its length was compared with a number."""

from __future__ import annotations

import jax
import jax.numpy as jnp
from jax import export

import nbgraph as ng


def doubled(a):
    if jnp.sum(a) > 0:
        a = a * 2
    return jnp.sum(a, axis=0)


def test_it_has_code() -> None:
    (n,) = export.symbolic_shape("n")
    code = ng.to_code(doubled, jax.ShapeDtypeStruct((n, 4), jnp.float32))
    assert "lax.cond(jnp.sum(a) > 0" in code
