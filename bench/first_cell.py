"""From nothing to the first explorer. Targets: `%load_ext` 100 ms without JAX; the first cell 1 s beyond JAX's own.

Each run is a process of its own with an IPython shell. JAX's own time is that of importing it and of tracing,
lowering and compiling Collatz written by hand, in a process of its own too. In a notebook somebody reads and types
between two cells: there, after `import jax` and a pause, the first cell is to take 1 s and a later one 0.5 s.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

from bench.figure import Figure
from tests.magics.kernels import Kernel

RUNS = 3
PAUSE_S = 4.0
ROOT = Path(__file__).parent.parent
CELL = Path(__file__).with_name("programs.py").read_text().split("def collatz(a: Any) -> Any:")[1].split("\n\n\n")[0]

OURS = f"""
import json, sys, time
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
start = time.perf_counter()
shell.run_line_magic("load_ext", "nbgraph")
loaded = time.perf_counter()
assert "jax" not in sys.modules, "load_ext imported JAX"
result = shell.run_cell("%%autograph collatz(27)\\n" + {"def collatz(a):" + CELL!r})
result.raise_error()
print("\\n" + json.dumps([loaded - start, time.perf_counter() - loaded]))
"""
JAX_OWN = """
import json, time
start = time.perf_counter()
import jax
from bench.by_hand import collatz
jax.jit(collatz)(27).block_until_ready()
print("\\n" + json.dumps([time.perf_counter() - start]))
"""

HUBER = """
def huber(x, delta):
    if abs(x) <= delta:
        y = 0.5 * x ** 2
    else:
        y = delta * (abs(x) - 0.5 * delta)
    return y"""


def in_a_notebook() -> list[float]:
    """Return the medians of a first and a later cell's seconds in a kernel that rests between cells."""
    rows = []
    for _ in range(RUNS):
        kernel = Kernel()
        try:
            kernel.run("%load_ext nbgraph\nimport jax")
            rows.append(
                [
                    _rested(kernel, f"%%autograph collatz(27)\ndef collatz(a):{CELL}"),
                    _rested(kernel, f"%%autograph huber(2.0, 0.5){HUBER}"),
                ]
            )
        finally:
            kernel.close()
    return [statistics.median(column) for column in zip(*rows, strict=True)]


def _rested(kernel: Kernel, cell: str) -> float:
    time.sleep(PAUSE_S)
    begin = time.perf_counter()
    assert kernel.run(cell).status == "ok"
    return time.perf_counter() - begin


def medians(code: str) -> list[float]:
    """The medians, in seconds, of the times that several processes print as their last line.

    Raises:
        RuntimeError: a process failed; with what it wrote.
    """
    rows = []
    compiled = os.environ | {"PYTHONDONTWRITEBYTECODE": ""}  # as `pip` leaves what it installs
    for _ in range(RUNS):
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, timeout=120, env=compiled
        )
        if done.returncode != 0:
            raise RuntimeError(done.stderr[-2000:])
        rows.append(json.loads(done.stdout.splitlines()[-1]))
    return [statistics.median(column) for column in zip(*rows, strict=True)]


def figures() -> list[Figure]:
    """The time of `%load_ext`, that of the first cell beyond JAX's own, and of cells in a notebook."""
    first, later = in_a_notebook()
    loading, cell = medians(OURS)
    (own,) = medians(JAX_OWN)
    return [
        Figure("%load_ext nbgraph", loading * 1e3, "ms", 100.0),
        Figure("%%autograph collatz(27), all", cell, "s"),
        Figure("%%autograph collatz(27), beyond JAX's own", cell - own, "s", 1.0),
        Figure(f"the same in a notebook, {PAUSE_S:g} s after `import jax`", first, "s", 1.0),
        Figure(f"%%autograph huber(2.0, 0.5) {PAUSE_S:g} s after it", later, "s", 0.5),
    ]
