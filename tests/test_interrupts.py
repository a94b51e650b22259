"""The tests hear interrupts wherever they are started from: a script's job in the background is deaf to them."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

PROGRAM = """
import signal, subprocess, sys
assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
import tests.conftest
assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
child = "import signal; print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)"
subprocess.run([sys.executable, "-c", child], check=True)
"""


def test_this_process_hears_interrupts() -> None:
    assert signal.getsignal(signal.SIGINT) is not signal.SIG_IGN


def test_a_deaf_process_hears_once_tests_begin() -> None:
    shell = 'trap "" INT; exec "$0" -c "$1"'
    command = ["bash", "-c", shell, sys.executable, PROGRAM]
    run = subprocess.run(command, capture_output=True, text=True, cwd=Path(__file__).parents[1])
    assert (run.stdout, run.returncode) == ("True\n", 0), run.stderr
