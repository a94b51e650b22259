"""A converted function on arrays that two processes hold together, as `jax.distributed` joins them."""

from __future__ import annotations

import socket
import subprocess
import sys

PROGRAM = """
import sys
import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import AxisType, NamedSharding, PartitionSpec
import nbgraph as ng
from tests.core.executor.test_two_processes import halved

jax.distributed.initialize(sys.argv[1], num_processes=2, process_id=int(sys.argv[2]))
assert jax.process_count() == 2 and jax.device_count() == 2
mesh = jax.make_mesh((2,), ("rows",), axis_types=(AxisType.Auto,))
rows = NamedSharding(mesh, PartitionSpec("rows"))
own = np.array([100.0, 3.0], np.float32) * (1 + jax.process_index())
x = jax.make_array_from_process_local_data(rows, own, (4,))
slope = jax.jit(jax.grad(ng.convert(halved)))(x).sum()
print(float(jax.jit(ng.convert(halved))(x)), float(ng.function(halved)(x)), float(slope))
"""


def halved(x):
    total = x.sum()
    while total > 10:
        total = total / 2
    return total


def test_the_result_is_that_of_one_process() -> None:
    with socket.socket() as free:
        free.bind(("localhost", 0))
        address = f"localhost:{free.getsockname()[1]}"
    commands = [[sys.executable, "-c", PROGRAM, address, str(number)] for number in range(2)]
    processes = [subprocess.Popen(each, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for each in commands]
    try:
        outputs = [each.communicate(timeout=120) for each in processes]
    finally:
        for each in processes:
            each.kill()
    for output, errors in outputs:
        assert output.splitlines()[-1:] == ["9.65625 9.65625 0.125"], errors
