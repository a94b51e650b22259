"""Where an array lies is told by the run alone, and not once more by each run that only looks. Habit:
`jax.debug.visualize_array_sharding(x)` in a function whose page is shown: it was drawn four times.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

PROGRAM = """
import jax
import jax.numpy as jnp
from nbgraph.core.inspect import check, report

seen = []

def shown(x):
    jax.debug.inspect_array_sharding(x, callback=seen.append)
    return x * 2

jax.jit(shown)(jnp.ones(4))
told = [len(seen)]
check(shown, jnp.ones(4))
told.append(len(seen))
report(shown, jnp.ones(4)).recording
told.append(len(seen))
print(told)
"""


def test_it_is_told_by_no_run_that_looks(tmp_path: Path) -> None:
    (file := tmp_path / "program.py").write_text(PROGRAM, encoding="utf-8")
    # it is told while XLA compiles: without a cache of what was compiled before
    settings = {name: value for name, value in os.environ.items() if not name.startswith("JAX")}
    done = subprocess.run([sys.executable, file], capture_output=True, text=True, check=True, env=settings)
    assert done.stdout == "[1, 1, 2]\n"  # by JAX; by no run that looks; once by a report
