"""From Stop to the prompt, in a real kernel. Target: under 1 s in 50 of 50 tries, whatever is running.

Each try runs a cell that never ends (in plain Python, while tracing, in compiled code, in a callback, with the
interpreter's lock held, ...), waits a random moment after it has begun, presses Stop and waits for the reply. Then a
sound cell must give the right answer. Then the same at any moment of cells that end: while they are read, packed,
traced, compiled, recorded, drawn or shown.
"""

from __future__ import annotations

import random
import statistics
import time

from bench.figure import Figure
from tests.faults.faults import FAULTS, HEALTHY, SETUP
from tests.faults.test_stop import CELLS, stopped_after
from tests.magics.kernels import Kernel

TRIES = 50
ENDLESS = [fault for fault in FAULTS if fault.stops]


def figures() -> list[Figure]:
    """The slowest and the median of all tries, in seconds."""
    moments = random.Random(0)
    kernel = Kernel()
    try:
        kernel.run(SETUP)
        times = [_seconds(kernel, ENDLESS[number % len(ENDLESS)].cell, moments) for number in range(TRIES)]
        cells = list(CELLS.values())
        anywhere = [stopped_after(kernel, cells[n % len(cells)], moments.uniform(0.0, 8.0))[0] for n in range(TRIES)]
        healthy = kernel.run(HEALTHY).texts("display_data")
        if not healthy or not healthy[0].startswith("healthy(27) = 111"):
            raise RuntimeError("the kernel did not survive")
    finally:
        kernel.close()
    return [
        Figure(f"Stop to prompt, slowest of {TRIES}", max(times), "s", 1.0),
        Figure(f"Stop to prompt, median of {TRIES}", statistics.median(times), "s"),
        Figure(f"Stop at any moment, slowest of {TRIES}", max(anywhere), "s", 1.0),
        Figure(f"Stop at any moment, median of {TRIES}", statistics.median(anywhere), "s"),
    ]


def _seconds(kernel: Kernel, cell: str, moments: random.Random) -> float:
    request = kernel.send(cell)
    kernel.wait_for(request, "now !!")
    time.sleep(moments.uniform(0.0, 0.5))
    start = time.perf_counter()
    kernel.interrupt(0.0)
    (run,) = kernel.finish([request])
    seconds = time.perf_counter() - start
    if run.reply.get("ename") != "KeyboardInterrupt":
        raise RuntimeError(f"not stopped: {cell}\n{run.texts('error')}")
    return seconds
