"""The magic's line is cut into calls by Python's own parser."""

from __future__ import annotations

import ast

import pytest

from nbgraph.core.errors import CallError
from nbgraph.magics.calls import parse_calls
from nbgraph.magics.line import MagicLine, forget_lines


@pytest.fixture(autouse=True)
def tidy():
    yield
    forget_lines()


def texts(text: str, start: int = 0) -> list[str]:
    return [call.text for call in parse_calls(MagicLine(text), start)]


def problem(text: str, start: int = 0) -> CallError:
    with pytest.raises(CallError) as caught:
        parse_calls(MagicLine(text), start)
    return caught.value


@pytest.mark.parametrize(
    ("text", "calls"),
    [
        ("", []),
        ("collatz(27)", ["collatz(27)"]),
        ("f(1); g(2);", ["f(1)", "g(2)"]),
        ("f('a;b', [1, 2]); g({';': 1})", ["f('a;b', [1, 2])", "g({';': 1})"]),
        ("f('é'); g('ß', 2)", ["f('é')", "g('ß', 2)"]),
        ("f; module.g", ["f", "module.g"]),
        ("f(3)  # a note; not a call", ["f(3)"]),
        ("f(f32[], i32[])", ["f(f32[], i32[])"]),
    ],
)
def test_calls_are_kept_as_written(text, calls):
    assert texts(text) == calls


def test_columns_count_from_the_start_of_the_line():
    line = MagicLine("-q  f('é'); g(2)")
    second = parse_calls(line, start=4)[1]
    assert line.text[second.start : second.end] == "g(2)"


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        ("f(3", 1, "'(' was never closed"),
        ("f(3))", 4, "unmatched ')'"),
        ("f('é'); g(", 9, "'(' was never closed"),
        ("x, y = f(3)", 0, "`x, y = f(3)` is not a call"),
        ("x = f", 0, "`x = f` is not a call"),
        ("f('é'); 1 + 2", 8, "`1 + 2` is not a call"),
        ("import os", 0, "is not a call"),
    ],
)
def test_what_is_no_call_is_one_error_at_its_place(text, column, words):
    error = problem(text)
    assert words in error.message
    assert error.span.column == len("%%autograph ") + column


def test_the_error_shows_the_line_as_typed_with_a_caret():
    error = problem("-q f(3", start=3)
    assert "    %%autograph -q f(3\n" + " " * 20 + "^" in str(error)


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ("y += f(3)", "`f(3)`, the call alone"),
        ("x, y = f(3)", "`f(3)`, the call alone"),
        ("lambda x: f(x)", "`f(x)`, the call alone"),
        ("f 3", "calls as in Python, separated by semicolons: `f(3); g(x, n=2)`"),
    ],
)
def test_what_is_made_of_a_call_leaves_the_call(text, remedy):
    assert problem(text).remedy == remedy


def test_options_after_the_calls_are_recognised_in_the_remedy():
    assert problem("f(3) -q").remedy == "options stand before the calls: `%%autograph -q f(3)`"
    assert problem("f(3) --view graph").remedy == "options stand before the calls: `%%autograph --view graph f(3)`"
    assert problem("-q f('a  b') --static n", 3).remedy.endswith("`%%autograph -q --static n f('a  b')`")
    assert problem("f(3) --view graph; g(2)").remedy.endswith("calls: `%%autograph -q f(3)`")
    assert "options stand" not in problem("x, y = f(3) + 1").remedy


def test_a_nul_character_is_an_error_and_no_crash():
    assert "does not parse" in problem("f('\0')").message


def test_empty_shapes_do_not_move_columns():
    call = parse_calls(MagicLine("f(f32[], 3)"))[0]
    assert isinstance(call.node, ast.Call)
    assert call.node.args[1].col_offset == len("f(f32[], ")
