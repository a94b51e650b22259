"""The seed of a run, another with every commit, and what XLA runs in place of NumPy."""

from __future__ import annotations

import os
import subprocess
import zlib
from functools import cache
from pathlib import Path

VARIABLE = "NBGRAPH_TEST_SEED"
EVERY = 7
"""One test in so many is run by XLA; no divisor of it takes turns in `tests/rotation.py`, or some would never meet."""
OF_THE_POOL = 4
"""One program in so many, of those whose turn it is: see `tests/rotation.py`."""
ALL = "all"


@cache
def seed() -> str:
    """What chooses the sample: the variable, else how many commits there are; `all` takes every program.

    Where the history is cut short its length tells nothing, and the commit itself is the seed.
    """
    if chosen := os.environ.get(VARIABLE):
        return chosen
    is_whole = _git("rev-parse", "--is-shallow-repository") == "false"
    return (_git("rev-list", "--count", "HEAD") if is_whole else _git("rev-parse", "HEAD")[:7]) or "0"


def _git(*command: str) -> str:
    """The answer of git about this repository; empty where there is none."""
    try:
        whole = ["git", "-C", str(Path(__file__).parent), *command]
        return subprocess.run(whole, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def offset() -> int:
    """The seed as a number: one more with every commit, so that those in a row choose one part after the other."""
    return int(seed()) if seed().isdecimal() else zlib.crc32(seed().encode())


def fresh_number() -> int:
    """Where random programs begin that nobody has tried: a number under a million, another with every commit.

    It can be had again by the seed that is told at the end of a run, also where a program takes its process with it.
    """
    return zlib.crc32(f"fresh {seed()}".encode()) % 10**6


def is_in_sample(name: str, every: int = EVERY) -> bool:
    """Whether XLA runs a test or program this time: each does once in `every` commits in a row."""
    return seed() == ALL or (zlib.crc32(name.encode()) + offset()) % every == 0


def told() -> str:
    """The sample in words, with how to have the same again."""
    return f"XLA runs one program in {OF_THE_POOL}, by the seed {seed()}: set {VARIABLE} to it, or to {ALL}"
