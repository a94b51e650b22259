"""What a graph was made of and was changed since, behind names that were not looked behind: the old program went on.

Each program is a cell that makes `f`, and a second one that changes something; the next call must be plain Python's.
"""

from __future__ import annotations

import itertools
import linecache
from collections.abc import Callable
from typing import Any

import pytest

import nbgraph as ng

NUMBERS = itertools.count()
START = "import array, math, sys, types, jax, nbgraph as ng"

CASES = {
    "a helper that is not converted": ("""
        rate = 1

        @ng.do_not_convert
        def helper(x):
            return x * rate

        def f(x):
            return helper(x)
    """, "rate = 5", "rate"),
    "what a helper that is not converted calls": ("""
        def inner(x):
            return x + 1

        @ng.do_not_convert
        def helper(x):
            return inner(x)

        def f(x):
            return helper(x)
    """, """
        def inner(x):
            return x - 1
    """, "inner"),
    "what a library's wrapper calls": ("""
        def inner(x):
            return x * x

        def helper(x):
            return inner(x)

        slope = jax.grad(helper)

        def f(x):
            return slope(x * 1.0)
    """, """
        def inner(x):
            return x * x * x
    """, "inner"),
    "an attribute of a library": ("""
        def f(x):
            return math.floor(x)
    """, "floor, math.floor = math.floor, lambda x: 77", "math.floor"),
    "an attribute of a library inside a library": ("""
        def f(x):
            return jax.lax.sin(x * 1.0)
    """, "sin, jax.lax.sin = jax.lax.sin, lambda x: x", "jax.lax.sin"),
    "a module by its name": ("""
        sys.modules["a_lesson"] = lesson = types.ModuleType("a_lesson")
        lesson.rate = 1

        def f(x):
            return x + sys.modules["a_lesson"].rate
    """, "lesson.rate = 5", "a_lesson.rate"),
    "another module of that name": ("""
        sys.modules["a_lesson"] = lesson = types.ModuleType("a_lesson")
        lesson.rate = 1

        def f(x):
            import a_lesson
            return x + a_lesson.rate
    """, """
        sys.modules["a_lesson"] = lesson = types.ModuleType("a_lesson")
        lesson.rate = 5
    """, "a_lesson"),
    "a name in a text that runs": ("""
        rate = 1

        def f(x):
            return x + eval("rate")
    """, "rate = 5", "rate"),
    "a global under any name": ("""
        rate, chosen = 1, "rate"

        def f(x):
            return x + globals()[chosen]
    """, "rate = 5", "rate"),
    "the arguments of the program": ("""
        sys.argv = ["2"]

        def f(x):
            return x + int(sys.argv[0])
    """, "sys.argv[0] = '5'", "sys.argv[0]"),
    "an array of the standard library": ("""
        rates = array.array("d", [1.0, 2.0])

        def f(x):
            return x + rates[0]
    """, "rates[0] = 5.0", "rates"),
    "an attribute of a metaclass": ("""
        class Kind(type):
            rate = 1

        class Thing(metaclass=Kind):
            pass

        def f(x):
            return x + Thing.rate
    """, "Kind.rate = 5", "Thing.rate"),
    "the last of many lists": ("""
        board = [[0] * 50 for _ in range(50)]

        def f(x):
            return x + board[49][49]
    """, "board[49][49] = 5", "board[49][49]"),
    "the last of a long chain": ("""
        chain = None
        for number in range(1500):
            chain = types.SimpleNamespace(number=number, next=chain)
        last = chain
        while last.next is not None:
            last = last.next

        def f(x):
            at = chain
            while at.next is not None:
                at = at.next
            return x + at.number
    """, "last.number = 5", "chain …"),
}  # fmt: skip


def run(text: str, names: dict[str, Any]) -> None:
    lines = text.strip("\n").splitlines()
    indent = len(lines[0]) - len(lines[0].lstrip())
    source = "\n".join(line[indent:] for line in lines) + "\n"
    file = f"<stale {next(NUMBERS)}>"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    exec(compile(source, file, "exec"), names)


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the programs change outside of themselves is put back."""
    import math
    import sys

    import jax

    monkeypatch.setattr(math, "floor", math.floor)
    monkeypatch.setattr(jax.lax, "sin", jax.lax.sin)
    monkeypatch.setattr(sys, "argv", sys.argv)
    monkeypatch.setitem(sys.modules, "a_lesson", None)


@pytest.mark.usefixtures("world")
@pytest.mark.parametrize(("setup", "change", "name"), CASES.values(), ids=CASES.keys())
def test_change_is_seen_and_named(setup: str, change: str, name: str) -> None:
    names: dict[str, Any] = {"__name__": "__main__"}
    exec(START, names)
    run(setup, names)
    graph = ng.function(names["f"])
    before = [float(graph(3)) for _ in range(2)]
    assert before == [float(names["f"](3))] * 2
    run(change, names)
    after = [float(graph(3)) for _ in range(2)]
    assert after == pytest.approx([float(names["f"](3))] * 2)
    assert after != before
    assert len(graph.traces) == 2
    assert graph.traces[-1].reason.startswith(f"`{name}")


class Settings:
    def __init__(self, rate: float) -> None:
        self.rate = rate

    def scaled(self, x: Any) -> Any:
        return x * self.rate


def scaled(x: Any, by: Callable[[Any], Any]) -> Any:
    return by(x)


def test_what_a_static_argument_holds_is_seen() -> None:
    settings = Settings(2)
    graph = ng.function(lambda x, settings: settings.scaled(x), static_argnames="settings")
    method = ng.function(scaled)  # a method is static by itself
    assert graph(3, settings) == method(3, settings.scaled) == 6
    settings.rate = 5
    assert graph(3, settings) == method(3, settings.scaled) == 15
    assert graph.traces[-1].reason == "`settings.rate` was changed: 2 → 5"


def test_functions_that_look_at_objects_call_jax_directly() -> None:
    settings = Settings(2)
    graph = ng.function(lambda x: settings.scaled(x))
    assert graph(3) == graph(3) == 6
    assert graph._straight is not None
    assert graph.__call__ is graph._straight
