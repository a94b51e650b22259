"""Every program of the pool, once: all checks of a program share its traces.

A check is a function of a `Subject`, and stands with the tests of what it is about. Values come from NumPy, which
compiles nothing, and for a sample of the programs from XLA; what calls back is always run by XLA.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.core.codegen.test_source_map import INDENTED, links_names_and_constants_to_themselves
from tests.core.executor.test_differential import (
    runs_compiled,
    runs_on_python_values_as_python,
    runs_under_the_users_jit,
)
from tests.core.forms.test_linked import (
    LOWERED,
    has_stablehlo_linked_as_mlir_says,
    is_linked_line_by_line_in_all_panes,
)
from tests.core.printing.test_pasted import ERRORS, has_pasted_code_that_is_the_function
from tests.pool.subject import Subject
from tests.programs.pool import RIGHT, Program, load_all
from tests.sample import told

Check = Callable[[Subject], None]
PROGRAMS = load_all()
LINKED = [name for name, program in PROGRAMS.items() if program.expect == RIGHT]
TO_STABLEHLO = frozenset(LINKED[::LOWERED])
OPEN = frozenset((Path(__file__).parent / "open_faults.txt").read_text().split())  # may only shrink


def checks(program: Program) -> Iterator[Check]:
    """What is checked of a program."""
    yield runs_on_python_values_as_python
    if program.name != INDENTED:
        yield links_names_and_constants_to_themselves
    yield runs_compiled
    yield runs_under_the_users_jit
    if program.expect == RIGHT:
        yield is_linked_line_by_line_in_all_panes
        if program.name in TO_STABLEHLO:
            yield has_stablehlo_linked_as_mlir_says
        if program.name not in ERRORS:
            yield has_pasted_code_that_is_the_function


def fault(check: Check, subject: Subject) -> Exception | None:
    """What is wrong with a program by one of its checks."""
    is_open = subject.program.name in OPEN and check in (runs_compiled, runs_under_the_users_jit)
    subject.reset()
    try:
        check(subject)
    except Exception as error:
        error.add_note(f"{subject.program.name}: {check.__name__}, in {check.__module__}")
        return None if is_open else error
    return AssertionError(f"{subject.program.name} is fixed: take it off open_faults.txt") if is_open else None


@pytest.mark.parametrize("name", PROGRAMS)
def test_program(name: str, record_property: Callable[[str, object], None]) -> None:
    subject = Subject(PROGRAMS[name])
    made = [fault(check, subject) for check in checks(subject.program)]
    runs = subject.runs
    counted = {"by NumPy": runs.numpy, "left to XLA": runs.xla, "by XLA": int(subject.is_sampled)}
    for key, count in {"programs": 1, "checks": len(made), **counted}.items():
        record_property(key, count)
    faults = list(filter(None, made))
    if faults:
        raise ExceptionGroup(f"{len(faults)} of {len(made)} checks fail; {told()}", faults)


def test_open_faults_are_programs() -> None:
    assert PROGRAMS.keys() >= OPEN
