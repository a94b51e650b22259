"""Loops under `shard_map`: a value that is the same on all devices before a loop, and differs after an iteration.

JAX refused them. Where devices make different numbers of iterations, all that the loop carries differs.
"""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.sharding import Mesh, PartitionSpec

import nbgraph as ng

ALONG = PartitionSpec("i")


def on_one(function: Any, **specs: Any) -> Any:
    mesh = Mesh(np.array(jax.devices()[:1]), ("i",))
    return jax.shard_map(ng.convert(function), mesh=mesh, **({"in_specs": ALONG, "out_specs": ALONG} | specs))


def summed(v: Any) -> Any:
    total = 0.0
    for x in v:
        total = total + x
    return v + total


def counted(v: Any) -> Any:
    x, count = v[0], 0
    while x > 1:
        x = x / 2
        count = count + 1
    return v + count


def left(v: Any) -> Any:
    total = 0.0
    for i in range(len(v)):
        if v[i] > 5:
            total = total + jnp.sum(jnp.arange(3.0) * v[i])
            break
        total = total + v[i]
    return v + total


def squared(v: Any) -> Any:
    x = v[0]
    while x < 100:
        x = x * x
    return v * x


def halved(x: Any) -> Any:
    while x > 5:
        x = x / 2
    return x


def slope(v: Any) -> Any:
    return jax.grad(lambda w: squared(w).sum())(v)


@pytest.mark.parametrize("function", [summed, counted, left, squared, slope])
def test_like_python(function: Any) -> None:
    v = jnp.array([3.0, 4.0, 9.0, 1.0, 2.0, 3.0, 1.0, 1.0, 2.0])
    assert np.allclose(on_one(function)(v), function(v))


def test_what_devices_agree_on_stays_so() -> None:
    def settled(w: Any, v: Any) -> Any:
        for _ in range(20):
            w = w - 0.5 * jax.lax.pmean(w - v.mean(), "i")
        return w

    whole = PartitionSpec()
    found = on_one(settled, in_specs=(whole, ALONG), out_specs=whole)(jnp.float32(0), jnp.arange(8.0))
    assert np.isclose(found, 3.5, atol=1e-4)


def test_a_count_of_iterations_differs_where_their_number_does() -> None:
    def only_the_count(v: Any) -> Any:
        x, count = v[0], 0
        while x > 1:
            x = x / 2
            count = count + 1
        return count

    with pytest.raises(ValueError, match=r"replicated|vary"):
        on_one(only_the_count, out_specs=PartitionSpec())(jnp.array([8.0]))


def test_of_pmap() -> None:
    """JAX keeps its function in an object of its own, which held the one that is not converted."""
    values = np.array([8.0], np.float32)
    assert np.allclose(ng.function(jax.pmap(halved))(values), [4.0])
    regions = [region.label for region in ng.graph(jax.pmap(halved), values).regions]
    assert regions[1:3] == ["halved × 1", "while x > 5"]
