"""A branch under `shard_map` that is the same on all devices on one side only was an error of JAX's."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.sharding import Mesh, PartitionSpec

import nbgraph as ng


def chosen(x: Any) -> Any:
    return (x[0] if x[0] > 0 else 0.0) + x


def computed(x: Any) -> Any:
    y = 0.0
    if x[0] > 0:
        y = jnp.exp(x[0]) + jnp.sin(x[1]) ** 3 + jnp.dot(x, x)
    return y + x


@pytest.mark.parametrize("function", [chosen, computed])
def test_both_sides_may_differ_between_devices(function: Any) -> None:
    along = PartitionSpec("i")
    mesh = Mesh(np.array(jax.devices()[:1]), ("i",))
    mapped = ng.function(lambda v: jax.shard_map(function, mesh=mesh, in_specs=along, out_specs=along)(v))
    for v in (np.array([1.0, 2.0, 3.0], np.float32), np.array([-1.0, 2.0, 3.0], np.float32)):
        assert np.allclose(mapped(v), function(v), rtol=1e-5)
