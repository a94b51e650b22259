"""The seed of a run, another with every commit, and what XLA runs in place of NumPy."""

from __future__ import annotations

import os
import subprocess
import zlib
from functools import cache
from pathlib import Path

VARIABLE = "NBGRAPH_TEST_SEED"
EVERY = 8
"""One test in so many is run by XLA."""
OF_THE_POOL = 4
"""One program in so many, of those whose turn it is: see `tests/rotation.py`."""
ALL = "all"


@cache
def seed() -> str:
    """What chooses the sample: the variable, else the commit; `all` takes every program."""
    command = ["git", "-C", str(Path(__file__).parent), "rev-parse", "HEAD"]
    try:
        commit = subprocess.run(command, capture_output=True, text=True, check=True).stdout[:7]
    except (OSError, subprocess.CalledProcessError):
        commit = "0"
    return os.environ.get(VARIABLE) or commit


def fresh_number() -> int:
    """Where random programs begin that nobody has tried: a number under a million, another with every commit.

    It can be had again by the seed that is told at the end of a run, also where a program takes its process with it.
    """
    return zlib.crc32(f"fresh {seed()}".encode()) % 10**6


def is_in_sample(name: str, every: int = EVERY) -> bool:
    """Whether XLA runs a test or program this time."""
    return seed() == ALL or zlib.crc32(f"{seed()}:{name}".encode()) % every == 0


def told() -> str:
    """The sample in words, with how to have the same again."""
    return f"XLA runs one program in {OF_THE_POOL}, by the seed {seed()}: set {VARIABLE} to it, or to {ALL}"
