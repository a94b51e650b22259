"""Generated code as files: what a change of the converter does to it is seen in review."""

from __future__ import annotations

import ast
import functools
import inspect
import statistics
import sys
import textwrap
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jax
import nbgraph as ng
import pytest
from tests.programs.pool import RIGHT, Program, load_all

HERE = Path(__file__).parent
PROGRAMS = load_all()
SHOWN = [name for name in PROGRAMS if name.split(".")[0] in ("classics", "jumps", "while_loops")]
THEMES = sorted({name.split(".")[0] for name in PROGRAMS})
MOST_LINES = 2.5  # of generated code per line of source, over the whole pool


def converted(program: Program) -> str:
    return _converted(program.name)


@functools.cache
def _converted(name: str) -> str:
    return ng.to_code(untraced(PROGRAMS[name].function))


def untraced(function: Any) -> Any:
    """The function as if it had just been defined: what traces have found out about it shows in its code."""
    if not isinstance(function, types.FunctionType):
        return function
    arguments = function.__code__, function.__globals__, function.__name__, function.__defaults__, function.__closure__
    return functools.update_wrapper(types.FunctionType(*arguments), function)


def pure_jax(program: Program) -> str:
    with jax.numpy_dtype_promotion("strict" if program.strict else "standard"):
        return ng.to_code(program.function, *program.arguments[0])


def is_golden(text: str, path: Path) -> bool:
    """Whether a text is as in the file; from Python 3.12 on, `ast.unparse` quotes f-strings in f-strings otherwise."""
    golden = path.read_text()
    if sys.version_info < (3, 12) or text == golden:
        assert text == golden
        return True
    return ast.dump(ast.parse(text)) == ast.dump(ast.parse(golden))


def source_lines(program: Program) -> int:
    """Lines of the function as it would stand formatted: one statement a line, no decorator, no blank line."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(program.function)))
    definition = tree.body[0]
    assert isinstance(definition, ast.FunctionDef)
    definition.decorator_list = []
    return len(ast.unparse(definition).splitlines())


def code_lines(text: str) -> int:
    return sum(1 for line in text.splitlines() if line.strip() and not line.strip().startswith("#"))


@pytest.mark.parametrize("form", ["converted", "pure_jax"])
@pytest.mark.parametrize("name", SHOWN)
def test_code_is_as_in_the_file(name: str, form: str, request: pytest.FixtureRequest) -> None:
    program = PROGRAMS[name]
    if form == "pure_jax" and program.expect != RIGHT:
        pytest.skip("nothing to print: the program is refused")
    text = converted(program) if form == "converted" else pure_jax(program)
    path = HERE / f"{name}.{form}.py"
    if request.config.getoption("--update-golden", default=False):
        path.write_text(text)
    assert is_golden(text, path)


@pytest.mark.parametrize("theme", THEMES)
def test_converted_code_of_a_theme_is_as_in_the_file(theme: str, request: pytest.FixtureRequest) -> None:
    of_theme = {name: program for name, program in PROGRAMS.items() if name.split(".")[0] == theme}
    text = "\n".join(f"# {name}\n{converted(program).rstrip()}\n" for name, program in of_theme.items())
    path = HERE / f"{theme}.converted.py"
    if request.config.getoption("--update-golden", default=False):
        path.write_text(text)
    assert is_golden(text, path)


def test_every_file_has_its_program() -> None:
    names = {path.name.rsplit(".", 2)[0] for path in HERE.glob("*.*.py")}
    assert names == {*SHOWN, *THEMES}


def test_converted_code_is_short(record_property: Callable[[str, object], None]) -> None:
    lines = {name: (source_lines(program), code_lines(converted(program))) for name, program in PROGRAMS.items()}
    before, after = (sum(column) for column in zip(*lines.values(), strict=True))
    middle = statistics.median(new / old for old, new in lines.values())
    record_property("lines of converted code per line of source", f"{after / before:.2f} over all, median {middle:.2f}")
    assert after <= MOST_LINES * before


def test_converted_code_parses_and_defines_the_function() -> None:
    for name, program in PROGRAMS.items():
        tree = ast.parse(converted(program))
        defined = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
        assert defined == [program.function.__name__], name
