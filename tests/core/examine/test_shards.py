"""The types of values that are divided among devices, inside a program too: as XLA divides them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

PROGRAM = """
import jax, jax.numpy as jnp, numpy as np
from jax.sharding import NamedSharding, PartitionSpec as P
import nbgraph as ng

mesh = jax.sharding.Mesh(np.array(jax.devices()), ("d",))
rows, whole = NamedSharding(mesh, P("d")), NamedSharding(mesh, P())

def layer(x, w):
    h = jnp.tanh(x * 2.0)
    if h.shape[0] > 4:
        h = h @ w
    return h.sum()

def asked(x, w):
    y = jax.lax.with_sharding_constraint(x @ w, rows)
    return y.sum()

def types(graph):
    return [str(aval) for node in graph.nodes for aval in node.avals]

x, w = jnp.ones((8, 4)), jnp.ones((4, 2))
print(types(ng.graph(layer, jax.device_put(x, rows), w)))
print(types(ng.graph(jax.jit(layer, in_shardings=(rows, whole)), x, w)))
print(types(ng.graph(asked, x, w)))
print(types(ng.graph(layer, x, w)))
"""


def test_what_xla_divides_inside_is_told(tmp_path: Path) -> None:
    (tmp_path / "divided.py").write_text(PROGRAM)
    flags = os.environ | {"XLA_FLAGS": "--xla_force_host_platform_device_count=4", "JAX_PLATFORMS": "cpu"}
    ran = subprocess.run(
        [sys.executable, tmp_path / "divided.py"], env=flags, capture_output=True, text=True, check=False
    )
    assert not ran.returncode, ran.stderr
    given, jitted, asked, whole = ran.stdout.splitlines()
    x, h, y = "f32[8,4] = 4 × f32[2,4]", "f32[8,4] = 4 × f32[2,4]", "f32[8,2] = 4 × f32[2,2]"
    assert given == jitted == str([x, "f32[4,2]", h, h, y, "f32[]", "f32[]"])
    assert asked == str(["f32[8,4]", "f32[4,2]", y, y, "f32[]", "f32[]"])
    assert "×" not in whole
