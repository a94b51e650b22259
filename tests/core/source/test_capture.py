"""From a function to its text: by positions, verified, never guessed."""

from __future__ import annotations

import functools
import linecache
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import nbgraph as ng
from nbgraph.core.errors import SourceError
from nbgraph.core.executor.convert import conversion
from nbgraph.core.source.function import parse_function


@pytest.fixture
def cell() -> Iterator[Any]:
    """Runs source as a notebook does: compiled under a name that `linecache` knows."""
    names: list[str] = []

    def run(source: str) -> dict[str, Any]:
        name = f"<cell-{len(names)}>"
        names.append(name)
        lines = source.splitlines(keepends=True)
        linecache.cache[name] = (len(source), None, lines, name)
        scope: dict[str, Any] = {"__name__": "__main__"}
        exec(compile(source, name, "exec"), scope)
        return scope

    yield run
    for name in names:
        linecache.cache.pop(name, None)


def text_of(function: Any) -> str:
    parsed = parse_function(function)
    return parsed.source.segment(parsed.source.node_span(parsed.node))


def test_several_lambdas_on_a_line(cell: Any) -> None:
    scope = cell("a, b = lambda x: x + 1, lambda x: x + 2\n")
    assert text_of(scope["a"]) == "lambda x: x + 1"
    assert text_of(scope["b"]) == "lambda x: x + 2"


def test_nested_lambdas(cell: Any) -> None:
    outer = cell("f = lambda a: lambda b: a + b\n")["f"]
    assert text_of(outer) == "lambda a: lambda b: a + b"
    assert text_of(outer(1)) == "lambda b: a + b"


def test_multi_line_lambda(cell: Any) -> None:
    f = cell("f = (\n    lambda x:\n        x if x > 0\n        else -x\n)\n")["f"]
    assert text_of(f) == "lambda x:\n        x if x > 0\n        else -x"
    assert ng.function(f)(-3).item() == 3


def test_decorated_function(cell: Any) -> None:
    f = cell("def mark(f):\n    return f\n\n@mark\n@mark\ndef f(x):\n    return x\n")["f"]
    parsed = parse_function(f)
    assert (parsed.span.line, parsed.span.end_line) == (4, 7)
    assert text_of(f) == "def f(x):\n    return x"


def test_method_knows_its_class(cell: Any) -> None:
    scope = cell("class A:\n    def f(self, x):\n        return x\n")
    assert parse_function(scope["A"].f).class_name == "A"


def test_docstring_at_column_zero(cell: Any) -> None:
    head = ["class A:", "    def f(self, x):", "        '''Text", "at the margin", "'''"]
    lines = [*head, "        return -x if x > 0 else x", ""]
    scope = cell("\n".join(lines))
    assert ng.function(scope["A"]().f)(3).item() == -3


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_tabs_and_line_ends(cell: Any, end: str) -> None:
    f = cell(end.join(["def f(x):", "\tif x > 0:", "\t\treturn x", "\treturn -x", ""]))["f"]
    assert ng.function(f)(-3).item() == 3


def test_columns_count_characters(cell: Any) -> None:
    f = cell("é = 'ü'; f = lambda größe: größe + 1\n")["f"]
    span = parse_function(f).span
    assert (span.column, span.end_column) == (13, 36)
    assert text_of(f) == "lambda größe: größe + 1"


def test_two_functions_of_one_name(cell: Any) -> None:
    scope = cell("def f(x):\n    return x\ng = f\ndef f(x):\n    return -x\n")
    assert text_of(scope["g"]) == "def f(x):\n    return x"
    assert text_of(scope["f"]) == "def f(x):\n    return -x"


def test_partial_method_and_callable_object(cell: Any) -> None:
    scope = cell("def f(a, x):\n    return a if x > 0 else x\nclass C:\n    def __call__(self, x):\n        return x\n")
    assert conversion(functools.partial(scope["f"], 1)).original is scope["f"]
    assert conversion(scope["C"]()).original is scope["C"].__call__


def test_no_source_is_said() -> None:
    scope: dict[str, Any] = {}
    exec("def f(x):\n    return x\n", scope)
    with pytest.raises(SourceError, match="the source of `f` cannot be found"):
        ng.convert(scope["f"])


def test_edited_file_is_said(tmp_path: Path) -> None:
    path = tmp_path / "lesson.py"
    path.write_text("def f(x):\n    return x + 1\n")
    module = types.ModuleType("lesson")
    exec(compile(path.read_text(), str(path), "exec"), vars(module))
    assert ng.function(module.f)(1).item() == 2
    path.write_text("def f(x):\n    return x + 1000\n")
    with pytest.raises(SourceError, match="is not the code that runs"):
        parse_function(module.f)


def test_builtin_is_said() -> None:
    with pytest.raises(SourceError, match="is not written in Python"):
        ng.convert(len)
