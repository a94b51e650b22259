"""Specialised code pasted into an empty module: it runs, needs no nbgraph, and gives what the function gives."""

from __future__ import annotations

import dataclasses
import re
import sys
import types
from pathlib import Path
from typing import Any

import jax
import pytest

import nbgraph as ng
from nbgraph.core.executor.convert import conversion
from nbgraph.core.specialise.specialise import specialise
from nbgraph.core.staging.values import is_dynamic
from tests.programs import oracle
from tests.programs.pool import RIGHT, Program, load_all

HERE = Path(__file__).parent


def named_in(file: str) -> frozenset[str]:
    """The programs in a list, one a line; what follows `#` says why it is there."""
    lines = (line.partition("#")[0].strip() for line in (HERE / file).read_text().splitlines())
    return frozenset(line for line in lines if line)


WITHOUT = named_in("without_specialised_form.txt")
WRONG = named_in("wrong_specialised_form.txt")  # open faults; both lists may only shrink
ERRORS = ("conformance.user_error_in_for", "conformance.user_error_in_while")  # raise Python's NameError in any form
PROGRAMS = {n: program for n, program in load_all().items() if program.expect == RIGHT and n not in ERRORS}
NO_FORM = "# No specialised form"


def specialised(program: Program) -> str:
    with jax.numpy_dtype_promotion("strict" if program.strict else "standard"):
        function = ng.function(program.function)
        function.trace(*program.arguments[0])
        return specialise(conversion(program.function), function.traces[-1]).text


def pasted(text: str, name: str) -> Any:
    """The function that a text defines in a module of its own."""
    module = types.ModuleType("pasted")
    sys.modules["pasted"] = module  # where dataclasses look for it
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
    compiled = jax.jit(function)
    for number, arguments in enumerate(program.arguments):
        python = oracle.in_python(program.function, arguments)
        with jax.numpy_dtype_promotion("strict" if program.strict else "standard"):
            under_jit = runs_under_jit(program, arguments, python)
            if under_jit:
                outcome = oracle.observe(compiled, arguments)
                assert oracle.disagreement(python, outcome, kinds=not program.promotes) == "", (arguments, text)
            if number == 0 or not under_jit:  # JAX compiles each loop anew at every call outside of `jit`
                outcome = named_alike(oracle.observe(function, arguments), python)
                assert oracle.disagreement(python, outcome, kinds=not program.promotes) == "", (arguments, text)


def named_alike(outcome: oracle.Outcome, python: oracle.Outcome) -> oracle.Outcome:
    """An outcome with the user's exception in place of the pasted class of the same name."""
    error, users = outcome.error, python.error
    if error is None or users is None or type(error).__module__ != "pasted":
        return outcome
    alike = type(error).__name__ == type(users).__name__ and error.args == users.args
    return dataclasses.replace(outcome, error=users) if alike else outcome


def runs_under_jit(program: Program, arguments: tuple[Any, ...], python: oracle.Outcome) -> bool:
    """Whether a call may be inside `jax.jit`: arrays in, arrays out, and nothing raised, which JAX would wrap."""
    leaves = jax.tree_util.tree_leaves((arguments, python.value), is_leaf=lambda leaf: leaf is None)
    return program.under_jit == RIGHT and python.error is None and all(is_dynamic(leaf) for leaf in leaves)


TOO_LONG = ("pascal", "window", "triangle", "helper_fills")


@pytest.mark.parametrize("name", TOO_LONG)
def test_lists_that_turn_out_too_long_get_more_room(name: str) -> None:
    program = PROGRAMS[f"lists.{name}"]
    text, count = re.subn(r"room=\d+\):", "room=2):", specialised(program))
    assert count
    function = pasted(text, program.function.__name__)
    arguments = program.arguments[0]
    python, outcome = oracle.in_python(program.function, arguments), oracle.observe(function, arguments)
    assert oracle.disagreement(python, outcome) == "", text


def test_the_lists_name_programs() -> None:
    assert PROGRAMS.keys() >= WITHOUT | WRONG
    assert not WITHOUT & WRONG
