"""Every program of the pool against plain Python: as Python, compiled, and under the user's own `jit`."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

import jax
import pytest

import nbgraph as ng
from tests.programs import oracle
from tests.programs.pool import RIGHT, SKIP, Program, load_all

PROGRAMS = load_all()
MODES = {True: "strict", False: "standard"}
OPEN = frozenset((Path(__file__).parent / "open_faults.txt").read_text().split())  # may only shrink


def _case(name: str, program: Program, *, open_too: bool) -> Any:
    fixed = pytest.mark.xfail(strict=True, reason="fixed: take it off open_faults.txt")
    return pytest.param(program, id=name, marks=[fixed] if open_too and name in OPEN else [])


every_program = pytest.mark.parametrize("program", [_case(*item, open_too=False) for item in PROGRAMS.items()])
every_program_but_open = pytest.mark.parametrize("program", [_case(*item, open_too=True) for item in PROGRAMS.items()])


def outcomes(program: Program, function: Any, arguments: tuple[Any, ...]) -> tuple[oracle.Outcome, oracle.Outcome]:
    """What Python and another function do with the same arguments."""
    python = oracle.in_python(program.function, arguments)
    with jax.numpy_dtype_promotion(MODES[program.strict]):
        return python, oracle.observe(function, arguments)


def check(program: Program, function: Any, expect: str) -> None:
    """One function with all sets of arguments: Python's answer each time, or the expected refusal each time."""
    for arguments in program.arguments:
        python, graph = outcomes(program, function, arguments)
        if expect == RIGHT:
            assert oracle.disagreement(python, graph, kinds=not program.promotes) == "", arguments
        else:
            assert oracle.fault(graph.error, expect) == "", arguments


def test_the_pool_is_large() -> None:
    assert len(PROGRAMS) > 600
    assert PROGRAMS.keys() >= OPEN


@every_program
def test_on_python_values_it_is_python(program: Program) -> None:
    converted = ng.convert(program.function)
    for arguments in map(oracle.as_numpy, program.arguments):
        python = oracle.observe(program.function, arguments)
        got = oracle.observe(converted, arguments)
        assert oracle.disagreement(python, got) == "", arguments


@every_program_but_open
def test_compiled(program: Program) -> None:
    check(program, ng.function(program.function), program.expect)


@every_program_but_open
def test_under_the_users_jit(program: Program) -> None:
    """The program is compared by its equations where they are those of the compiled function, else it is run."""
    if program.under_jit == SKIP:
        pytest.skip("strings in the result, or an exception: jit can hand back neither")
    converted = ng.convert(program.function)
    if program.under_jit == RIGHT:
        with jax.numpy_dtype_promotion(MODES[program.strict]), contextlib.suppress(NameError):
            compiled = ng.function(program.function).trace(*program.arguments[0]).jaxpr
            if str(jax.make_jaxpr(converted)(*program.arguments[0])) == str(compiled):
                return
    check(program, jax.jit(converted), program.under_jit)
