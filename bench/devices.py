"""A converted function on arrays that are spread over four devices, against the function itself. Target: 1.05 times.

The devices are parts of the CPU, in a process of its own; where XLA puts the work is the same on any others.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding, PartitionSpec

import nbgraph as ng
from bench.call_overhead import samples
from bench.figure import Figure

_ROWS = 1024  # on each device


def layers(w: Any, x: Any) -> Any:
    """Layers that are normalised over the rows, so that the devices have to speak with each other."""
    for _ in range(4):
        x = jnp.tanh(x @ w)
        if x.ndim == 2:
            x = x - x.mean(axis=0)
    return (x * x).sum()


def ratios() -> list[float]:
    """Best ratios of the call and of its gradient, on all devices there are.

    Raises:
        ValueError: the two differ.
    """
    mesh = jax.make_mesh((jax.device_count(),), ("rows",), axis_types=(AxisType.Auto,))
    x = jnp.arange(_ROWS * jax.device_count() * 64.0).reshape(-1, 64) % 7.0
    x = jax.device_put(x, NamedSharding(mesh, PartitionSpec("rows")))
    w, found = jax.device_put(jnp.eye(64) / 2, NamedSharding(mesh, PartitionSpec())), []
    for derive in (lambda f: f, jax.grad):
        ours, itself = jax.jit(derive(ng.convert(layers))), jax.jit(derive(layers))
        one, other = ours(w, x), itself(w, x)
        if not jnp.array_equal(one, other) or one.sharding != other.sharding:
            raise ValueError("the results differ, or where they are")
        converted, plain = samples(partial(ours, w, x), partial(itself, w, x))
        found.append(converted.minimum / plain.minimum)
    return found


def figures() -> list[Figure]:
    """The ratios on four devices."""
    flags = f"{os.environ.get('XLA_FLAGS', '')} --xla_force_host_platform_device_count=4"
    command, root = [sys.executable, "-m", "bench.devices"], Path(__file__).parents[1]
    environment = os.environ | {"XLA_FLAGS": flags}
    done = subprocess.run(command, env=environment, cwd=root, stdout=subprocess.PIPE, timeout=300, check=True)
    names = ("a call on 4 devices, converted / itself", "a gradient on 4 devices, converted / itself")
    values = json.loads(done.stdout.splitlines()[-1])
    return [Figure(name, value, "x", 1.05) for name, value in zip(names, values, strict=True)]


if __name__ == "__main__":
    print(json.dumps(ratios()))
