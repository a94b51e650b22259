"""What re-running a cell leaves in memory. Target: 50 MB after 1,000 conversions.

Each run is a process of its own in which one name is defined again and again, as a cell does it.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from bench.figure import Figure

ROOT = Path(__file__).parent.parent
WARM = 100
CODE = """
import gc, sys
import nbgraph as ng
from bench.conversion_time import COLLATZ, registered

def megabytes():
    gc.collect()
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096 / 2**20

make, warm, runs = {"convert": ng.to_code, "call": lambda f: ng.function(f)(27)}[sys.argv[1]], *map(int, sys.argv[2:])
cell = {}
for number in range(warm + runs):
    if number == warm:
        before = megabytes()
    exec(registered(COLLATZ), cell)
    cell["g"] = make(cell["f"])
print(megabytes() - before)
"""


def growth(what: str, runs: int) -> float:
    """How many MB a process grows while it converts, or also calls, Collatz so many times after some warm runs."""
    command = [sys.executable, "-c", CODE, what, str(WARM), str(runs)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=600, check=True)
    return float(done.stdout.split()[-1])


def figures() -> list[Figure]:
    """Growth by conversions alone, and by as many first calls, which compile, too."""
    return [
        Figure("1,000 conversions", growth("convert", 1000), "MB", 50.0),
        Figure("1,000 first calls", growth("call", 1000), "MB", 50.0),
    ]
