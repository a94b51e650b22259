"""In loops that Python makes while it traces, every line that it comes to is a step, with its values and its branch."""

from __future__ import annotations

import ast
import inspect

import pytest

import nbgraph as ng
from tests.core.recording import unrolled
from tests.core.recording.matching import wrong
from tests.core.recording.python_lines import python_lines
from tests.core.recording.unrolled import CASES


@pytest.mark.parametrize(("function", "arguments"), CASES)
def test_every_line_of_python_is_a_step(function, arguments):
    run = ng.trace_values(function, *arguments)
    calls = python_lines(function, arguments, unrolled.__file__)
    assert run.notes == ()
    assert run.difference is None
    assert wrong(run, calls, unrolled.__file__) == []
    if function not in (unrolled.powers, unrolled.times):  # a call's line is a step before it and after it
        assert [step.line for step in run.steps if step.way == 0] == [line.number for line in calls[0]]


@pytest.mark.parametrize(("function", "arguments"), CASES)
def test_every_test_says_which_way_it_goes(function, arguments):
    run = ng.trace_values(function, *arguments)
    tests = {
        node.lineno for node in ast.walk(ast.parse(inspect.getsource(unrolled))) if isinstance(node, ast.If | ast.While)
    }
    assert all((step.test is not None) == (step.line in tests) for step in run.steps)


def test_what_python_runs_while_it_traces_is_no_operation():
    run = ng.trace_values(unrolled.biggest, [3, 5, 2])
    first = [(dict(step.values), bool(step.nodes)) for step in run.steps[1:4]]
    assert first == [({"m": "3"}, False), ({"x": "3"}, False), ({}, True)]
    assert dict(run.steps[6].values) == {"m": "5"}  # the choice gives it in the line that Python assigns it in
    assert run.steps[6].nodes


def test_a_value_that_32_bits_do_not_hold_is_the_graphs_as_the_graph_has_it():
    run = ng.trace_values(unrolled.total, [0.1234567891234, 2.0])
    given = [dict(step.values).get("x") for step in run.steps if step.line == run.first + 2]
    assert given == ["0.12345679", "2.0", None]  # the last time there is no next one
    assert dict(run.steps[2].python)["x"] == "0.1234567891234"


def rounds(function, *arguments):
    """Of each step the rounds of the loops around it, as (line in the function, round, total), outermost first."""
    run, found = ng.trace_values(function, *arguments), []
    for step in run.steps:
        here, at = [], (step.loop, step.iteration)
        while at[0] >= 0:
            loop = run.loops[at[0]]
            here.insert(0, (loop.line - run.functions[0].first, at[1], loop.total))
            at = loop.parent, loop.around
        found.append(here)
    return found


def test_the_rounds_of_unrolled_loops_are_counted():
    found = rounds(unrolled.biggest, [3, 5, 2])
    assert [here[0] if here else None for here in found] == [
        *[None] * 2,
        *[(2, 1, 3)] * 2,
        *[(2, 2, 3)] * 3,
        *[(2, 3, 3)] * 2,
        (2, 4, 3),  # there is no next element
        None,
    ]


def test_rounds_made_before_a_loop_and_in_it_are_counted_on():
    found = rounds(unrolled.from_known, 2)
    assert [here[0] for here in found if here] == [*[(2, n, 6) for n in range(1, 7) for _ in range(3)], (2, 7, 6)]


def test_rounds_within_rounds():
    found = rounds(unrolled.pairs, [1, 2])
    assert found[4] == [(2, 1, 2), (3, 1, 2)]
    assert found[-4:-1] == [[(2, 2, 2), (3, 2, 2)], [(2, 2, 2), (3, 3, 2)], [(2, 3, 2)]]


def test_the_test_that_ends_a_while_is_no_round():
    assert [here[0][1:] for here in rounds(unrolled.doubled, 3) if here][-4:] == [(2, 2), (2, 2), (2, 2), (3, 2)]


def test_a_loop_of_the_graph_in_a_round_of_python():
    found = rounds(unrolled.sums, [1, 2], 3)
    assert [(3, 3, 3) in here for here in found].count(True) == 4
    assert [here for here in found if len(here) == 2][-1][0] == (2, 2, 2)


def test_a_called_function_is_in_the_round_of_its_caller():
    found = rounds(unrolled.powers, 3)
    assert [here[0][1] for here in found if here] == [1] * 8 + [2] * 10 + [3]


def test_a_call_that_leaves_something_to_compute_stands_in_its_own_round():
    found = rounds(unrolled.times, 2)
    assert [here[0][1] for here in found if here] == sorted(here[0][1] for here in found if here)
    assert {here[0][2] for here in found if here} == {5}
