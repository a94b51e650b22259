"""A loop behind a failed check went round for ever: the check must keep it from starting."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import nbgraph as ng

@ng.function
def collatz(a):
    assert a > 0, "positive"
    n = 0
    while a != 1:
        a = a // 2 if a % 2 == 0 else 3 * a + 1
        n += 1
    return n

@ng.function
def down(n):
    if n < 0:
        raise ValueError("negative")
    while n != 0:
        n -= 2
    return n

for function, argument in ((collatz, 0), (down, -3)):
    try:
        function(argument)
    except (AssertionError, ValueError) as error:
        print(type(error).__name__, error)
"""


@pytest.mark.timeout(120)
def test_the_check_ends_the_run(tmp_path: Path) -> None:
    """In a process of its own: a compiled loop without end cannot be interrupted."""
    path = tmp_path / "lesson.py"
    path.write_text(PROGRAM)
    done = subprocess.run([sys.executable, path], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "AssertionError positive\nValueError negative\n"
