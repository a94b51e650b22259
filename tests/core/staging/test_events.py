"""The event log of a trace: it follows the run that made the graph, and knows what each variable is called."""

from __future__ import annotations

import copy
import sys
import types
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import nbgraph as ng
from nbgraph.core import _jax
from nbgraph.core.errors import NbgraphError
from nbgraph.core.staging.trace import event_writer
from nbgraph.core.staging.trace.events import Entered, EventLog, Line
from tests.fuzz.loading import loaded
from tests.oracle.subjects import Subject, subjects

SAMPLE = [subject for number, subject in enumerate(subjects()) if number % 40 == 0 and not subject.refused]


def logged(function: Any, *arguments: Any) -> tuple[Any, EventLog]:
    made = ng.function(function)
    program = made.trace_with_events(*arguments).jaxpr.jaxpr
    log = made.traces[-1].record.events
    assert log is not None
    return program, log


def lines(log: EventLog, function: types.FunctionType) -> list[int]:
    """The lines of the log, the first one of the function being 1, its `def`."""
    first = function.__code__.co_firstlineno
    return [event.line - first + 1 for event in log.events if isinstance(event, Line)]


def collatz(a: int) -> int:
    counter = 0
    while a != 1:
        if a % 2 == 0:  # noqa: SIM108
            a = a // 2
        else:
            a = 3 * a + 1
        counter = counter + 1
    return counter


def test_blocks_are_regions_of_the_function_around() -> None:
    _, log = logged(collatz, 27)
    assert not log.missing
    entered = [event.frame for event in log.events if isinstance(event, Entered)]
    shown = [[(region.kind, region.which) for region in frame.own_regions] for frame in entered]
    assert shown == [[], [("body", None)], [("branch", True)], [("branch", False)], [("test", None)]]
    assert {frame.function for frame in entered} == {entered[0]}
    assert lines(log, collatz) == [2, 3, 4, 5, 7, 8, 3, 9]  # the body, then the test of the loop in the graph


def test_a_line_costs_what_it_binds_however_many_names_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    binding = event_writer._binding
    monkeypatch.setattr(event_writer, "_binding", lambda value: made.append(value) or binding(value))
    statements = [f"    a{number} = x + {number}\n" for number in range(60)]
    with loaded(f"def program(x):\n{''.join(statements)}    return a59\n") as module:
        _, log = logged(module.program, 2.0)
    assert len(lines(log, module.program)) == 61
    assert len(made) < 2 * 61


def test_names_of_variables_carried_by_a_loop() -> None:
    program, log = logged(collatz, 27)
    names = log.names()
    (loop,) = program.eqns
    body = loop.params["body_jaxpr"].jaxpr
    assert [next(iter(names[each])) for each in (*loop.outvars, *body.invars)] == ["a", "counter", "a", "counter"]
    assert [list(names[each]) for each in body.eqns[-1].outvars] == [["counter"]]


def test_a_body_that_is_traced_again_is_in_the_log_once() -> None:
    def halves(n: int) -> float:
        y = 0
        while n > 0:
            y = y + 0.5  # y is a float from the first iteration on, and the body is traced again
            n = n - 1
        return y

    _, log = logged(halves, 3)
    assert lines(log, halves) == [2, 3, 4, 5, 3, 6]


def test_a_first_iteration_that_is_taken_back_leaves_nothing() -> None:
    def staged_from_the_second(x: int) -> int:
        n = 0
        while n < 5:
            n = n + x
        return n

    program, log = logged(staged_from_the_second, 2)
    assert lines(log, staged_from_the_second) == [2, 3, 3, 4, 3, 5]  # Python asks first
    assert [frame.own_regions[0].kind for frame in frames(log)[1:]] == ["test", "body", "test"]
    assert [equation.primitive.name for equation in program.eqns] == ["while"]


def frames(log: EventLog) -> list[Any]:
    return [event.frame for event in log.events if isinstance(event, Entered)]


def test_iterations_that_python_runs_are_numbered() -> None:
    def sums(xs: np.ndarray) -> int:
        total = 0
        for x in xs:
            total = total + x
        return total

    _, log = logged(sums, np.arange(3))
    found = [(region.which, region.staged) for frame in frames(log)[1:] for region in frame.own_regions]
    assert found == [(0, False), (1, False), (2, False)]
    made = [event.bound.get("total") for event in log.events if isinstance(event, Line) and event.frame.is_block]
    totals = [binding.variable for binding in made if binding is not None]
    assert len(set(totals)) == 3


def test_what_a_block_returns_is_bound_in_the_lines_that_assign_it() -> None:
    def sides(x: int) -> tuple[int, int]:
        if x > 0:
            a = 1
            b = 2
        else:
            b = x
            a = b + 1
        return a, b

    _, log = logged(sides, 3)
    first = sides.__code__.co_firstlineno
    blocks = [event for event in log.events if isinstance(event, Line) and event.frame.is_block]
    assert [(event.line - first, list(event.bound)) for event in blocks] == [
        (2, ["a"]),
        (3, ["b"]),
        (5, ["b"]),
        (6, ["a"]),
    ]


def test_a_helper_is_a_frame_of_its_own() -> None:
    def doubled(x: int) -> int:
        y = x * 2
        return y  # noqa: RET504

    def calls(a: int) -> int:
        b = doubled(a)
        return b + 1

    program, log = logged(calls, 3)
    outer, inner = frames(log)
    assert (inner.caller, inner.name, inner.is_block, inner.function) == (outer, "doubled", False, inner)
    assert list(log.names()[program.eqns[0].outvars[0]]) == ["y", "b"]


def test_values_of_python_are_kept_as_they_were() -> None:
    def fills(a: int) -> int:
        found = [1]
        found.append(2)
        return a + found[1]

    _, log = logged(fills, 1)
    bound = [event.bound["found"] for event in log.events if isinstance(event, Line) and "found" in event.bound]
    values = [binding.value(lambda variable: variable) for binding in bound if binding is not None]
    assert list(map(list, values)) == [[1], [1, 2]]


def test_a_name_that_is_deleted_is_unbound() -> None:
    def deletes(a: int) -> int:
        b = a + 1
        c = b
        del b
        return c

    _, log = logged(deletes, 1)
    assert [event.bound for event in log.events if isinstance(event, Line)][2] == {"b": None}


def test_conversions_ask_for_no_events() -> None:
    made = ng.function(collatz)
    made(27)
    made.trace(27)
    assert all(trace.record.events is None for trace in made.traces)


def test_the_trace_function_from_before_is_active_again() -> None:
    logged(collatz, 27)
    assert sys.gettrace() is None


def test_another_tracer_stays_active_and_the_log_says_so() -> None:
    def other(*_: Any) -> None:
        return None

    sys.settrace(other)
    try:
        _, log = logged(collatz, 27)
        assert sys.gettrace() is other
    finally:
        sys.settrace(None)
    assert log.missing == "another tool traces this thread"
    assert not log.events


def test_a_trace_that_raises_leaves_no_trace_function() -> None:
    seen = []

    def fails(a: int) -> int:
        seen.append(a)
        return a

    with pytest.raises(NbgraphError, match="outlives the call"):
        logged(fails, 1)
    assert sys.gettrace() is None


@pytest.mark.parametrize("subject", SAMPLE, ids=lambda subject: subject.name)
def test_events_change_no_program_and_stand_in_the_lines_of_its_equations(subject: Subject) -> None:
    subject.reset()
    plain = str(ng.function(subject.function).trace(*copy.deepcopy(subject.arguments)).jaxpr.jaxpr)
    subject.reset()
    program, log = logged(subject.function, *copy.deepcopy(subject.arguments))
    assert str(program) == plain
    assert not log.missing
    known = log.lines()
    for equation in equations(program):
        spans = _jax.equation_spans(equation)
        for line in (known[each] for each in equation.outvars if each in known):
            own = [span for span in spans if span.file == line.frame.owner.parsed.source.file]
            assert not own or any(span.line <= line.line <= span.end_line for span in own), str(equation)


def equations(program: Any) -> Iterator[Any]:
    """The equations of a program and of its branches and loops; what a library's helper does is its own affair."""
    for equation in program.eqns:
        yield equation
        if equation.primitive.name in ("cond", "while", "scan"):
            for body, _ in _jax.bodies(equation):
                yield from equations(body)
