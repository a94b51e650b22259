"""How long converting takes, and that it stays linear."""

from __future__ import annotations

import linecache
import textwrap
import time
import types
from collections.abc import Callable
from itertools import count
from typing import Any

import nbgraph as ng
from bench.figure import Figure

RUNS = 7
_numbers = count()

COLLATZ = """
def f(a):
    counter = 0
    while a != 1:
        if a % 2 == 0:
            a = a // 2
        else:
            a = 3 * a + 1
        counter = counter + 1
    return counter
"""
TEN_LINES = """
def f(x):
    y = x + 1
    z = 2 * y
    if z > 3:
        y = z
    else:
        y = x
    while y < 100:
        y = y * 2
    z = y - z
    return z
"""


def straight(lines: int) -> str:
    """A function of that many lines, with an `if` in every tenth."""
    body = "\n".join("if x > 3: x = x - 1" if line % 10 == 0 else "x = x + 1" for line in range(lines - 2))
    return f"def f(x):\n{textwrap.indent(body, '    ')}\n    return x\n"


def sequential_ifs(number: int) -> str:
    """A function of that many `if`s, one after the other."""
    body = "\n".join(f"    if x > {index}:\n        x = x - 1" for index in range(number))
    return f"def f(x):\n{body}\n    return x\n"


def registered(source: str) -> types.CodeType:
    """The code of a source text, in a file of its own, so that no cache knows it."""
    file = f"<bench-{next(_numbers)}>"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    return compile(source, file, "exec")


def defined(source: str) -> Callable[..., Any]:
    """The function `f` of a source text that was never converted before."""
    namespace: dict[str, Any] = {"__name__": "bench"}
    exec(registered(source), namespace)
    function: Callable[..., Any] = namespace["f"]
    return function


def best_ms(source: str) -> float:
    """The best of several conversions, each of a function never converted before, in milliseconds."""
    times = []
    for _ in range(RUNS):
        function = defined(source)
        start = time.perf_counter()
        ng.to_graph(function)
        times.append(time.perf_counter() - start)
    return min(times) * 1e3


def figures() -> list[Figure]:
    """Conversion times, and what doubling the `if`s multiplies the time by."""
    ifs = {number: best_ms(sequential_ifs(number)) for number in (32, 64)}
    return [
        Figure("convert collatz", best_ms(COLLATZ), "ms", 5.0),
        Figure("convert 10 lines", best_ms(TEN_LINES), "ms", 3.0),
        Figure("convert 500 lines", best_ms(straight(500)), "ms", 80.0),
        Figure("convert 64 sequential ifs", ifs[64], "ms", 30.0),
        Figure("convert 64 ifs / 32 ifs", ifs[64] / ifs[32], "x"),
    ]
