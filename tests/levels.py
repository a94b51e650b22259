"""What a test needs, as a level: each is slower than those below it, and finds what they cannot."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[1]
MEANING = (
    "text alone: source, names, rewriting, generated code",
    "programs are traced and printed; none is run",
    "values, of NumPy's interpreter against Python",
    "values of XLA, and everything in one process",
    "kernels, other processes, browsers",
)
FOLDERS = {
    "nbgraph": 1,
    "tests/core/analysis": 0,
    "tests/core/codegen": 0,
    "tests/core/functionalise": 0,
    "tests/core/normalise": 0,
    "tests/core/source": 0,
    "tests/core/source/test_installed.py": 4,
    "tests/core/executor/test_two_processes.py": 4,
    "tests/core/diff": 1,
    "tests/core/drawing": 1,
    "tests/core/graph": 1,
    "tests/core/lint": 1,
    "tests/golden": 1,
    "tests/pool": 2,
    "tests/test_distribution.py": 4,
    "tests/test_repository.py": 4,
    "tests/cells": 4,
    "tests/commands": 4,
    "tests/core/worker": 4,
    "tests/e2e": 4,
    "tests/faults": 4,
    "tests/ideas": 4,
    "tests/magics": 4,
    "tests/notebooks": 4,
}
OTHERS = 3


def level_of(path: Path) -> int:
    """The level of a file or folder: that of the innermost one in the table around it."""
    inside = path.relative_to(ROOT)
    return next((FOLDERS[str(part)] for part in (inside, *inside.parents) if str(part) in FOLDERS), OTHERS)


def holds_up_to(path: Path, level: int) -> bool:
    """Whether a folder or file has tests of a level or below it."""
    below = (each for part, each in FOLDERS.items() if (ROOT / part).is_relative_to(path))
    return min(level_of(path), *below, 9) <= level
