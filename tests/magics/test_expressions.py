"""What is looked at where a line holds more than a call: as people type it, held against plain Python."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

import pytest

from nbgraph.core.errors import CallError
from nbgraph.core.source.text import SourceText
from nbgraph.magics.calls import parse_calls
from nbgraph.magics.evaluate import BoundCall
from nbgraph.magics.expressions import bind_all
from nbgraph.magics.line import MagicLine, forget_lines
from tests.magics.kernels import Kernel

CELL = """
import functools
xs = [3, 1, 2]
def g(a): return a * 2
def f(a): return -g(a)
def add(a, b): return f(a) + b
"""


@contextmanager
def started() -> Iterator[Kernel]:
    """One kernel for the module: it takes seconds to start."""
    with closing(Kernel()) as kernel:
        assert kernel.run("%load_ext nbgraph").status == "ok"
        yield kernel


@pytest.fixture(autouse=True)
def tidy() -> Iterator[None]:
    yield
    forget_lines()


def namespace() -> dict[str, Any]:
    SourceText("<expressions>", tuple(CELL.split("\n"))).register()
    names: dict[str, Any] = {}
    exec(compile(CELL, "<expressions>", "exec"), names)
    return names


def bound(text: str) -> list[BoundCall]:
    line, names = MagicLine(text), namespace()
    return [each for call in parse_calls(line) for each in bind_all(call, line, names)]


WHOLE = [
    "functools.reduce(add, xs)",
    "sorted(xs, key=f)",
    "max(xs, key=f)",
    "list(map(f, xs))",
    "[f(x) for x in xs]",
    "sum(f(x) for x in xs)",
    "sum(map(f, xs))",
    "{x: f(x) for x in xs}",
    "f(3) if xs[0] > 2 else g(4)",
    "f(xs[0]) and g(xs[1])",
]


@pytest.mark.parametrize("text", WHOLE)
def test_an_expression_around_the_function_is_a_function_of_its_data(text: str) -> None:
    (each,) = bound(text)
    assert each.call.text == text
    assert each.args == ([3, 1, 2],)
    assert each.function(*each.args) == eval(text, namespace())


@pytest.mark.parametrize(
    ("text", "calls"),
    [
        ("f(3) + f(4)", ["f(3)", "f(4)"]),
        ("f(g(3)) + 1", ["f(g(3))"]),
        ("print(f(3))", ["f(3)"]),
        ("print(f(3), g(4))", ["f(3)", "g(4)"]),
        ("abs(f(3))", ["f(3)"]),
        ("f(3) == -6", ["f(3)"]),
        ("f(3).real", ["f(3)"]),
        ("[f(3), g(4)][0]; g(5)", ["f(3)", "g(4)", "g(5)"]),
        ("y = f(3)", ["f(3)"]),
    ],
)
def test_calls_in_an_expression_are_looked_at_one_by_one(text: str, calls: list[str]) -> None:
    assert [each.call.text for each in bound(text)] == calls


@pytest.mark.parametrize("text", ["len(xs) + 1", "lambda a: f(a)", "sum(xs) > 3"])
def test_without_a_function_of_the_users_it_is_no_call(text: str) -> None:
    with pytest.raises(CallError, match="is not a call"):
        bound(text)


@pytest.mark.parametrize("text", WHOLE[:6])
def test_the_page_says_what_python_gives(kernel: Kernel, text: str) -> None:
    run = kernel.run(f"%%autograph {text}{CELL}")
    assert run.status == "ok"
    first, second, *_ = run.texts("display_data")[0].splitlines()
    assert first == f"{text} = {eval(text, namespace())}"
    assert second == f"Same result as plain Python: {eval(text, namespace())}."


def test_a_name_is_bound_to_what_python_gives(kernel: Kernel) -> None:
    run = kernel.run(f"%%autograph y = add(xs[0], 10**9); z = sum(f(x) for x in xs){CELL}")
    assert run.status == "ok"
    assert kernel.run("print(y, type(y), z)").texts("stream") == ["999999994 <class 'int'> -12\n"]


def test_it_is_said_that_nothing_is_done_with_the_result(kernel: Kernel) -> None:
    run = kernel.run(f"%%autograph f(3) + f(4){CELL}")
    (text,) = run.texts("display_data")
    for call in ("f(3)", "f(4)"):
        assert f"Of `f(3) + f(4)` this is the call `{call}`; what is done with its result is not run." in text
