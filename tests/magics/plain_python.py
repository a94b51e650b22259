"""Plain Python with JAX, which knows nothing of nbgraph: one process imports it, and each program runs in a fork.

To import JAX takes longer than all that a program does.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

_SERVER = """
import json, os, sys, tempfile
import jax, jax.numpy, numpy
answers = os.fdopen(os.dup(1), "w")
for line in sys.stdin:
    program, folder = json.loads(line)
    with tempfile.TemporaryFile() as printed:
        child = os.fork()
        if not child:
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            os.dup2(printed.fileno(), 1)
            os.chdir(folder)
            try:
                exec(compile(program, "<string>", "exec"), {"__name__": "__main__"})
                sys.stdout.flush()
            except BaseException:
                sys.excepthook(*sys.exc_info())
                os._exit(1)
            os._exit(0)
        status = os.waitpid(child, 0)[1]
        printed.seek(0)
        print(json.dumps([status, printed.read().decode()]), file=answers, flush=True)
"""


class PlainPython:
    """The process that forks."""

    def __init__(self) -> None:
        command = [sys.executable, "-W", "ignore:os.fork:RuntimeWarning", "-c", _SERVER]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd="/")

    def run(self, program: str, folder: Path) -> str:
        """What a program prints that runs in a folder; it must not fail."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(json.dumps([program, str(folder)]) + "\n")
        self._process.stdin.flush()
        status, printed = json.loads(self._process.stdout.readline())
        assert status == 0, program
        return str(printed)

    def close(self) -> None:
        """End it."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(timeout=60)
        self._process.stdout.close()
