"""A mesh goes to the process that runs a cell's calls: its devices are found there by platform and number."""

from __future__ import annotations

import io
import pickle

import jax
import numpy as np
from jax.sharding import Mesh

from nbgraph.core.worker.jobs import _Pickler


def test_a_mesh_comes_back_with_the_devices_of_the_process() -> None:
    mesh = Mesh(np.array(jax.devices()[:1]), ("part",))
    file = io.BytesIO()
    _Pickler(file, pickle.HIGHEST_PROTOCOL).dump(mesh)
    assert pickle.loads(file.getvalue()) == mesh
