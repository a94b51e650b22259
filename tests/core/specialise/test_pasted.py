"""Specialised code pasted into an empty module: it runs, needs no nbgraph, and gives what the function gives."""

from __future__ import annotations

import types
from pathlib import Path
from typing import Any

import jax
import pytest

import nbgraph as ng
from tests.programs import oracle
from tests.programs.pool import RIGHT, Program, load_all

HERE = Path(__file__).parent
WITHOUT = frozenset((HERE / "without_specialised_form.txt").read_text().split())
WRONG = frozenset((HERE / "wrong_specialised_form.txt").read_text().split())  # open faults; both lists may only shrink
ERRORS = ("conformance.user_error_in_for", "conformance.user_error_in_while")  # raise Python's NameError in any form
PROGRAMS = {n: program for n, program in load_all().items() if program.expect == RIGHT and n not in ERRORS}
NO_FORM = "# No specialised form"


def specialised(program: Program) -> str:
    with jax.numpy_dtype_promotion("strict" if program.strict else "standard"):
        return ng.to_code(program.function, *program.arguments[0])


def pasted(text: str, name: str) -> Any:
    """The function that a text defines in a module of its own."""
    module = types.ModuleType("pasted")
    exec(compile(text, "<pasted>", "exec"), vars(module))
    return getattr(module, name)


def _case(name: str) -> Any:
    marks = [pytest.mark.xfail(strict=True, reason="fixed: take it off the list")] if name in WRONG else []
    return pytest.param(name, marks=marks)


@pytest.mark.parametrize("name", [_case(name) for name in PROGRAMS])
def test_pasted_code_is_the_function(name: str) -> None:
    program = PROGRAMS[name]
    text = specialised(program)
    assert text.startswith(NO_FORM) == (name in WITHOUT), text
    if name in WITHOUT:
        return
    assert "nbgraph" not in text
    assert "ng." not in text
    function = pasted(text, program.function.__name__)
    for arguments in program.arguments:
        python = oracle.in_python(program.function, arguments)
        if python.error is not None:
            continue
        with jax.numpy_dtype_promotion("strict" if program.strict else "standard"):
            graph = oracle.observe(function, arguments)
        prints = False  # a pasted function prints through JAX, in words of its own
        assert oracle.disagreement(python, graph, kinds=not program.promotes, prints=prints) == "", (arguments, text)


def test_the_lists_name_programs() -> None:
    assert PROGRAMS.keys() >= WITHOUT | WRONG
    assert not WITHOUT & WRONG
