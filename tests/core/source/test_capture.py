"""From a function to its text: by positions, verified, never guessed."""

from __future__ import annotations

import ast
import functools
import linecache
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import nbgraph as ng
from nbgraph.core.errors import NbgraphError, SourceError
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


@pytest.fixture
def notebook_cell(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Runs source as IPython does: statement by statement, so that a call `math.sqrt` does not know of the import."""

    def run(source: str) -> dict[str, Any]:
        monkeypatch.setitem(linecache.cache, "<cell>", (len(source), None, source.splitlines(keepends=True), "<cell>"))
        scope: dict[str, Any] = {"__name__": "__main__"}
        for statement in ast.parse(source).body:
            exec(compile(ast.Module([statement], []), "<cell>", "exec"), scope)
        return scope

    return run


def test_a_cell_that_imports_what_its_function_calls(notebook_cell: Any) -> None:
    function = notebook_cell("import math\n\ndef f(x):\n    return math.floor(x) if x > 1 else math.ceil(x)\n")["f"]
    assert text_of(function).startswith("def f(x)")
    assert ng.function(function)(2.5).item() == 2


def test_several_lambdas_on_a_line(cell: Any) -> None:
    scope = cell("a, b = lambda x: x + 1, lambda x: x + 2\n")
    assert text_of(scope["a"]) == "lambda x: x + 1"
    assert text_of(scope["b"]) == "lambda x: x + 2"


@pytest.mark.parametrize("constant", ["77", "-1", "None", "'text'", "(1, 2.0)", "2 * 3", "True", "(  5)"])
def test_a_lambda_that_gives_a_constant(cell: Any, constant: str) -> None:
    scope = cell(f"a, b, c = lambda x: 1.0, lambda x: {constant}, lambda x: x\n")
    assert text_of(scope["a"]) == "lambda x: 1.0"
    assert text_of(scope["b"]).startswith(f"lambda x: {constant}".rstrip(")"))
    assert text_of(scope["c"]) == "lambda x: x"


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


ODD_TEXTS = {
    "form feeds": "\x0c\ndef g(): pass\n\x0c\ndef f(x):\n\x0c\n    if x > 0: return 1\n    return 2\n",
    "separators in a string": "s = 'a\x0bb\x1cc\u2028d'\ndef f(x):\n    t = 'q\u2028\x85r'\n    return x > 0\n",
    "carriage returns": "def f(x):\r    if x > 0:\r        return 1\r    return 2\r",
    "names that Python normalises": "def f(ﬁ):\n    if ﬁ > 0:\n        return fi + 1\n    return ﬁ\n",
    "continued lines": "f = \\\n  lambda x: \\\n  1 if x > 0 \\\n  else 2\n",
    "a body in parentheses": "f = lambda x: (x + 1) if x > 0 else (x - 1)\n",
    "one of two the same": "f = [lambda x: x+1 if x > 0 else x, lambda x: x+1 if x > 0 else x][1]\n",
    "a default": "def g(x, k=lambda z: z if z > 0 else -z): return k\nf = g.__defaults__[0]\n",
    "inside another": "f = (lambda a: (lambda x: (x + a) if x > 0 else a))(2)\n",
    "in a dict": "f = {'a': lambda x: 1,'b': lambda x: 3 if x > 0 else 4, **{'c': lambda x: 5 if x > 0 else 6}}['b']\n",
    "cached": "import functools\n@functools.lru_cache\ndef f(x):\n    if x > 0: return 1\n    return 2\n",
}


@pytest.mark.parametrize("name", ODD_TEXTS)
@pytest.mark.parametrize("on_disk", [True, False])
def test_odd_texts(name: str, on_disk: bool, cell: Any, tmp_path: Path) -> None:
    if on_disk:
        path = tmp_path / "lesson.py"
        path.write_bytes(ODD_TEXTS[name].encode())
        scope: dict[str, Any] = {"__name__": "lesson"}
        exec(compile(ODD_TEXTS[name], str(path), "exec"), scope)
    else:
        scope = cell(ODD_TEXTS[name])
    graph = ng.function(scope["f"])
    assert [int(graph(x)) for x in (3, -2)] == [scope["f"](x) for x in (3, -2)]


def test_a_cell_whose_registered_text_is_another_by_now_is_refused(cell: Any) -> None:
    f = cell("def f(x):\n    return 1 if x > 0 else 2\n")["f"]
    name = f.__code__.co_filename
    linecache.cache[name] = (1, None, ["def f(x):\n", "    return 3 if x > 0 else 4\n"], name)
    with pytest.raises(SourceError, match="not the code that runs"):
        ng.function(f)


@pytest.mark.parametrize("given", [len, 3, "text", dict, types, functools.partial(len)])
def test_what_is_no_function_of_the_users_is_refused_at_the_users_call(given: Any) -> None:
    with pytest.raises(NbgraphError) as caught:
        ng.function(given)
    assert caught.value.span is not None
    assert "ng.function(given)" in str(caught.value)


def test_a_helper_without_text_is_named() -> None:
    scope: dict[str, Any] = {}
    exec("def helper(x):\n    return 1 if x > 0 else 2", scope)
    helper = scope["helper"]

    @ng.function
    def uses(x: Any) -> Any:
        return helper(x)

    with pytest.raises(SourceError, match="the source of `helper` cannot be found") as caught:
        uses(1)
    assert "return helper(x)" in str(caught.value)


def test_a_cell_of_a_marimo_notebook(tmp_path: Path) -> None:
    body = "def f(x):\n    words = helper(x)\n    return [w for w in words]\n\nk = lambda x: helper(x)"
    margin = "\n".join("    " + line if line else "" for line in body.split("\n"))
    text = f"import marimo\n\napp = marimo.App()\n\n\n@app.cell\ndef _(helper):\n{margin}\n    return f, k\n"
    path = tmp_path / "notebook.py"
    path.write_text(text)
    # marimo runs the body at the left margin as a module, under the file's name, its lines where they stand.
    tree = ast.increment_lineno(ast.parse(body), 7)
    scope: dict[str, Any] = {}
    exec(compile(tree, str(path), "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT), scope)
    parsed = parse_function(scope["f"])
    assert (parsed.node.lineno, parsed.node.col_offset, parsed.span.end_line) == (8, 4, 10)
    path.write_text(text.replace("helper(x)", "helper(x + 1)"))
    with pytest.raises(SourceError, match="is not the code that runs"):
        parse_function(scope["f"])
