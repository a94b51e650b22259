"""Every program of the pool against plain Python: as Python, compiled, and under the user's own `jit`."""

from __future__ import annotations

import contextlib
from typing import Any

import jax

import nbgraph as ng
from tests.pool.subject import Subject
from tests.programs import oracle
from tests.programs.pool import RIGHT, SKIP, load_all


def runs_on_python_values_as_python(subject: Subject) -> None:
    """The converted function without a graph."""
    converted = ng.convert(subject.program.function)
    for arguments in map(oracle.as_numpy, subject.program.arguments):
        python = oracle.observe(subject.program.function, arguments)
        got = oracle.observe(converted, arguments)
        assert oracle.disagreement(python, got) == "", arguments


def runs_compiled(subject: Subject) -> None:
    """`ng.function`."""
    check(subject, ng.function(subject.program.function), subject.program.expect)


def runs_under_the_users_jit(subject: Subject) -> None:
    """The program is compared by its equations where they are those of the compiled function, else it is run."""
    program, converted = subject.program, ng.convert(subject.program.function)
    if program.under_jit == SKIP:  # strings in the result, or an exception: jit can hand back neither
        return
    if program.under_jit == RIGHT:
        with subject.promotion(), contextlib.suppress(NameError):
            if str(jax.make_jaxpr(converted)(*program.arguments[0])) == str(subject.first.traced.jaxpr):
                return
    check(subject, jax.jit(converted), program.under_jit)


def check(subject: Subject, function: Any, expect: str) -> None:
    """One function with all sets of arguments: Python's answer each time, or the expected refusal each time."""
    program = subject.program
    for arguments in program.arguments:
        python = oracle.in_python(program.function, arguments)
        with subject.promotion(), subject.engine():
            graph = oracle.observe(function, arguments)
        if expect == RIGHT:
            assert oracle.disagreement(python, graph, kinds=not program.promotes) == "", arguments
        else:
            assert oracle.fault(graph.error, expect) == "", arguments


def test_the_pool_is_large() -> None:
    assert len(load_all()) > 1500
