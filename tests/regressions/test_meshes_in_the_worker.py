"""A mesh goes to the process that runs a cell's calls: its devices are found there by platform and number."""

from __future__ import annotations

import io
import pickle
import subprocess
import sys
from pathlib import Path

import jax
import numpy as np
from jax.sharding import Mesh

from nbgraph.core.worker.jobs import _divided, _Pickler
from nbgraph.core.worker.settings import device_at


def test_a_mesh_comes_back_with_the_devices_of_the_process() -> None:
    mesh = Mesh(np.array(jax.devices()[:1]), ("part",))
    file = io.BytesIO()
    _Pickler(file, pickle.HIGHEST_PROTOCOL).dump(mesh)
    assert pickle.loads(file.getvalue()) == mesh


ON_TWO = """
import pickle
import jax
jax.config.update("jax_num_cpu_devices", 2)
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec
from nbgraph.core.inspect import report
from nbgraph.core.worker.jobs import pickled
rows = NamedSharding(Mesh(np.array(jax.devices()), ("part",)), PartitionSpec("part"))
x = jax.device_put(np.ones((4, 2), np.float32), rows)
assert pickle.loads(pickled(x)).sharding == rows
def doubled(x):
    return x * 2
found = report(doubled, x, timing=False)
print(*found.notes, found.graph.nodes[0].avals[0], sep="|")
"""


def test_a_divided_array_stays_divided_and_the_page_says_where(tmp_path: Path) -> None:
    file = tmp_path / "on_two.py"
    file.write_text(ON_TWO)
    done = subprocess.run([sys.executable, str(file)], capture_output=True, text=True, check=False, timeout=120)
    said = "of shape (4, 2) lies on 2 devices: CPU 0 has [0:2, :], CPU 1 has [2:4, :]."
    assert done.stdout == f"`x` {said}|The result {said}|f32[4,2] = 2 × f32[2,2]\n", done.stderr


def test_on_fewer_devices_an_array_is_whole() -> None:
    class Elsewhere:
        def __reduce__(self):
            return device_at, ("cpu", 999)

    assert _divided(np.ones(2), pickle.dumps(Elsewhere())).tolist() == [1.0, 1.0]
