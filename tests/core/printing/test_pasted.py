"""Printed code pasted into an empty module: it runs, needs no nbgraph, and gives what the function gives."""

from __future__ import annotations

import dataclasses
import re
import sys
import types
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import nbgraph as ng
from nbgraph.core.staging.values.values import is_dynamic
from tests.pool.subject import Subject
from tests.programs import oracle
from tests.programs.pool import RIGHT, Program, load_all

ERRORS = ("conformance.user_error_in_for", "conformance.user_error_in_while")  # raise Python's NameError in any form
PROGRAMS = {n: program for n, program in load_all().items() if program.expect == RIGHT and n not in ERRORS}
NO_FORM = "# No pure JAX code"
WITHOUT_FORM = frozenset((Path(__file__).parent / "without_form.txt").read_text().split())  # may only shrink
# `True` or a number, as Python has it: an array, which is what `jit` gives, has one dtype
PYTHON_ALONE = frozenset({"boolean.not_and", "types_.bool_or_float", "types_.bool_or_int"})
PYTHON_ALONE |= {"lists.rows_appended_to_by_their_number"}  # code that begins anew with more room asks how full it was
TOO_LONG_TO_PRINT = frozenset({"lists.prints_once"})  # what prints is not run again for the list it had no room for


def pasted(text: str, name: str) -> Any:
    """The function that a text defines in a module of its own."""
    module = types.ModuleType("pasted")
    sys.modules["pasted"] = module  # where dataclasses look for it
    exec(compile(text, "<pasted>", "exec"), vars(module))
    return getattr(module, name)


def has_pasted_code_that_is_the_function(subject: Subject) -> None:
    """Under `jit` with all sets of arguments; without, where `jit` cannot, and for programs that XLA runs."""
    program = subject.program
    text = subject.first.printed.text
    assert text.startswith(NO_FORM) == (program.name in WITHOUT_FORM), text
    if program.name in WITHOUT_FORM:
        return
    assert "nbgraph" not in text
    assert "ng." not in text
    function = pasted(text, program.function.__name__)
    compiled = jax.jit(function)
    for number, arguments in enumerate(program.arguments):
        python = oracle.in_python(program.function, arguments)
        with subject.promotion(), subject.engine():
            under_jit = program.name not in PYTHON_ALONE and runs_under_jit(program, arguments, python)
            if under_jit:
                check(program, arguments, python, oracle.observe(compiled, arguments), text)
            if (number == 0 and subject.is_sampled) or not under_jit:  # JAX compiles each loop anew outside of `jit`
                check(program, arguments, python, named_alike(oracle.observe(function, arguments), python), text)


def check(program: Program, arguments: Any, python: oracle.Outcome, found: oracle.Outcome, text: str) -> None:
    """Hold what code does against Python; it may refuse other sizes than those that it was made for."""
    refused = type(found.error) is AssertionError and not found.error.args
    if refused and signature(arguments) != signature(program.arguments[0]):
        return
    if isinstance(found.error, MemoryError) and program.name in TOO_LONG_TO_PRINT:
        return
    assert oracle.disagreement(python, found, kinds=not program.promotes) == "", (arguments, text)


def signature(arguments: Any) -> Any:
    """The sizes of arguments, and the values of those that are known while a function is traced."""
    leaves, structure = jax.tree_util.tree_flatten(arguments, is_leaf=lambda leaf: leaf is None)
    return structure, [np.shape(leaf) if is_dynamic(leaf) else leaf for leaf in leaves]


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
def test_lists_that_turn_out_too_long_get_more_capacity(name: str) -> None:
    program = PROGRAMS[f"lists.{name}"]
    text, count = re.subn(r"capacity=\d+\):", "capacity=2):", Subject(program).first.printed.text)
    assert count
    function = pasted(text, program.function.__name__)
    arguments = program.arguments[0]
    python, outcome = oracle.in_python(program.function, arguments), oracle.observe(function, arguments)
    assert oracle.disagreement(python, outcome) == "", text


def first_over(xs: Any, limit: float) -> Any:
    for i, x in enumerate(xs):
        if x > limit:
            return i
    return -1


@pytest.mark.parametrize("array", [np.arange(12.0), jnp.arange(12.0)], ids=["NumPy", "JAX"])
def test_code_for_an_array_of_numpys_takes_one(array: Any) -> None:
    """It took items of a NumPy array at the number of a loop, which only an array of JAX's has."""
    text = str(ng.to_code(first_over, array, 5.0))
    assert pasted(text, "first_over")(array, 5.0) == 6
    assert ("jnp.asarray" in text) == isinstance(array, np.ndarray)
