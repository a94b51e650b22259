"""A call on Python's numbers, as the first cell of most notebooks makes: the notebook's process needs no device for it.

The result came back once more as an array of JAX, for which that process looked for its devices: on a GPU it took the
memory of a second process.
"""

from __future__ import annotations

import pickle
import subprocess
import sys

import jax.numpy as jnp
import numpy as np

from nbgraph.core.worker.jobs import pickled
from nbgraph.core.worker.making import make

_READ = """
import pickle, sys
made = pickle.loads(sys.stdin.buffer.read())
from jax._src import xla_bridge
print(made.value, made.comparison.value, len(xla_bridge._backends))
"""


def scaled(x):  # type: ignore[no-untyped-def]
    return x * 2.5


def made(argument):  # type: ignore[no-untyped-def]
    return make(scaled, (argument,), tell=lambda *news: None)


def test_the_report_of_a_call_on_numbers_is_read_without_a_device() -> None:
    report = pickled(made(2.0))
    done = subprocess.run([sys.executable, "-c", _READ], input=report, capture_output=True, check=True, timeout=120)
    assert done.stdout.split() == [b"5.0", b"5.0", b"0"]


def test_the_comparison_has_the_result_as_the_report_has_it() -> None:
    for argument, kind in ((2.0, float), (np.ones(3), np.ndarray), (jnp.ones(3), type(jnp.ones(3)))):
        report = pickle.loads(pickled(made(argument)))
        assert type(report.value) is type(report.comparison.value) is kind
