"""A loop of a batch in a compiled function has one callback, whatever the size of the batch."""

import jax
import jax.numpy as jnp

import nbgraph as ng


def halvings(a):
    n = 0
    while a > 1:
        a, n = a // 2, n + 1
    return n


def test_the_batch_tells_once() -> None:
    each = ng.convert(halvings)
    program = ng.function(lambda x: jax.vmap(each)(x)).jitted.trace(jnp.arange(9))
    assert str(program.jaxpr).count("debug_callback[") == 1
