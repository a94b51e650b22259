"""Every refusal that the pool, the awkward functions and the documentation provoke, read as its reader would."""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Iterator
from typing import Any

import jax
import pytest

import nbgraph as ng
from nbgraph.core.errors import NbgraphError
from nbgraph.core.spans import Span
from tests.fuzz.awkward import AWKWARD
from tests.fuzz.loading import loaded
from tests.fuzz.test_awkward import REFUSED
from tests.programs.pool import RIGHT, Program, load_all
from tests.quality import faults

AT_LEAST = 0.99
POOL = {name: program for name, program in load_all().items() if program.expect != RIGHT}
Read = Iterator[tuple[str, list[str]]]  # what was refused, and what is wrong with the refusal


def of_the_pool() -> Read:
    for name, program in POOL.items():
        with jax.numpy_dtype_promotion("strict" if program.strict else "standard"):
            error = _refusal(ng.function(program.function), program)
        if program.reset is not None:
            program.reset()
        if error is not None:
            yield name, faults(error)


def _refusal(graph: Any, program: Program) -> NbgraphError | None:
    for arguments in program.arguments:
        with contextlib.suppress(Exception), contextlib.redirect_stdout(io.StringIO()):
            try:
                graph(*arguments)
            except NbgraphError as error:
                return error
    return None


def of_the_awkward() -> Read:
    for name in REFUSED:
        with loaded(AWKWARD[name]) as module:
            try:
                graph = ng.function(module.program)
                for argument in (0, 1, 3):
                    graph(argument)
            except NbgraphError as error:
                yield name, faults(error)
            else:
                yield name, ["not refused"]


@pytest.fixture(autouse=True)
def _same_recursion_limit() -> Iterator[None]:
    limit = sys.getrecursionlimit()
    yield
    sys.setrecursionlimit(limit)


def test_refusals_say_where_what_and_what_instead() -> None:
    read = {f"{source.__name__} {name}": wrong for source in SOURCES for name, wrong in source()}
    good = sum(not wrong for wrong in read.values())
    print(f"{good} of {len(read)} refusals are without fault: {good / len(read):.1%}")
    assert len(read) > 90
    assert good / len(read) >= AT_LEAST, {name: wrong for name, wrong in read.items() if wrong}


SOURCES = (of_the_pool, of_the_awkward)


@pytest.mark.parametrize(
    ("error", "fault"),
    [
        (ValueError("x"), "not one of our errors"),
        (NbgraphError("`x` is wrong", remedy="y", id="undefined-name"), "no place"),
        (NbgraphError("`x` is a JitTracer", span=Span(__file__, 1, 0, 1, 3), remedy="y", id="undefined-name"), "ours"),
        (NbgraphError("`x` is wrong", span=Span(__file__, 1, 900, 1, 901), remedy="y", id="undefined-name"), "column"),
        (NbgraphError("`x` is wrong", span=Span(__file__, 1, 0, 1, 3), id="undefined-name"), "no remedy"),
        (NbgraphError("`x` is wrong", span=Span(__file__, 1, 0, 1, 3), remedy="y", id="unheard-of"), "no page"),
    ],
)
def test_a_fault_is_found(error: Exception, fault: str) -> None:
    assert any(fault in wrong for wrong in faults(error))
