"""Each step of a record is a line that plain Python runs, in its order, with its values and its branch."""

from __future__ import annotations

import copy
import math
from collections import Counter
from dataclasses import replace

import jax.numpy as jnp
import pytest

from nbgraph.core.inspect import report
from tests.core.recording import everyday, stepped, students
from tests.core.recording.matching import wrong
from tests.core.recording.python_lines import python_lines
from tests.programs.pool import load_all


@pytest.mark.usefixtures("only_the_record")
@pytest.mark.parametrize(("function", "arguments"), [*stepped.CASES, *students.CASES])
def test_every_step_is_where_plain_python_is(function, arguments):
    file = function.__code__.co_filename
    run = report(function, *arguments, timing=False).recording
    assert run is not None
    assert run.difference is None
    assert wrong(run, python_lines(function, arguments, file), file) == []
    assert not any("could not be matched" in note for note in run.notes)


@pytest.mark.usefixtures("only_the_record")
@pytest.mark.parametrize(("function", "arguments"), everyday.CASES)
def test_every_line_and_every_value_is_recorded(function, arguments):
    """In as many steps as Python runs the line, or more where it makes calls."""
    run = report(function, *copy.deepcopy(arguments), timing=False).recording
    assert run is not None and run.difference is None and run.notes == ()
    calls = python_lines(function, copy.deepcopy(arguments), everyday.__file__)
    assert wrong(run, calls, everyday.__file__) == []
    visited = Counter((line.function, line.number) for call in calls for line in call[1:])
    names = (run.functions[run.ways[step.way].function].name for step in run.steps)
    shown = Counter((name, step.line) for name, step in zip(names, run.steps, strict=True))
    assert visited <= shown
    assert all(value is not None for step in run.steps for _, value in step.values)
    assert "raised" not in str(run)  # as a `__repr__` does before `__init__` has set what it asks for
    texts = [run.functions[run.ways[step.way].function] for step in run.steps]
    lines = (text.lines[step.line - text.first].split() for text, step in zip(texts, run.steps, strict=True))
    assert all(step.test is not None for step, line in zip(run.steps, lines, strict=True) if line[0] in ("if", "while"))


def test_the_oracle_sees_a_wrong_value_and_a_wrong_branch():
    function, arguments = stepped.does_break, (9,)
    run = report(function, *arguments, timing=False).recording
    assert run is not None
    calls = python_lines(function, arguments, stepped.__file__)
    assert wrong(run, calls, stepped.__file__) == []
    shifted = [[replace(line, states=[{**each, "s": math.pi} for each in line.states]) for line in calls[0]]]
    assert wrong(run, shifted, stepped.__file__)
    assert wrong(run, [calls[0][:-3]], stepped.__file__)
    without = [line for line in calls[0] if line.number != calls[0][6].number or line is calls[0][6]]
    assert wrong(run, [without], stepped.__file__)


REASONS = [
    (stepped.does_gen, (3,), "`gen` is not gone into: it is a generator"),
    (stepped.does_vmap_alias, (stepped.A([1.0, 2.0]),), "`sq` is not gone into: JAX or another package calls it"),
]


@pytest.mark.parametrize(("function", "arguments", "words"), REASONS)
def test_why_a_call_is_not_gone_into_is_said(function, arguments, words):
    run = report(function, *arguments, timing=False).recording
    assert run is not None
    assert any(note.startswith(words) for note in run.notes)
    assert {step.way for step in run.steps} == {0}


GONE_INTO = {
    stepped.does_test_call: "f_pos",
    stepped.does_alias: "half",
    stepped.does_param: "square",
    stepped.does_dict: "half",
    stepped.does_lambda: "<lambda>",
    stepped.does_comp: "half",
    stepped.does_bound: "add",
    stepped.does_property: "double",
    stepped.does_op: "__add__",
    stepped.does_callable: "__call__",
    stepped.does_partial: "apply",
    stepped.does_reduce: "<lambda>",
    stepped.does_deco: "decorated",
    stepped.does_test_lambda: "<lambda>",
}


@pytest.mark.parametrize("function", GONE_INTO)
def test_calls_under_another_name_and_in_tests_are_gone_into(function):
    run = report(function, 4, timing=False).recording
    assert run is not None
    assert GONE_INTO[function] in {run.functions[run.ways[step.way].function].name for step in run.steps}


def test_what_a_loop_leaves_in_a_variable_without_value_is_no_value():
    """The graph has a zero there; plain Python nothing."""
    run = report(stepped.does_while_else, 7, timing=False).recording
    assert run is not None
    assert run.values("r") == ("1",)


def test_a_loop_that_is_left_does_not_test_again():
    run = report(stepped.does_true, 9, timing=False).recording
    assert run is not None
    assert all(step.test for step in run.steps if step.line == run.first + 2)


def test_the_list_that_an_item_is_put_into_is_not_the_item():
    run = report(stepped.does_list_set, 5, timing=False).recording
    assert run is not None
    assert run.values("xs") == ("[0, 0, 0]", "[0, 1, 0]", "[0, 1, 2]", "[3, 1, 2]", "[3, 5, 2]")


def test_a_list_of_lists_is_not_the_array_that_holds_it():
    """Its rows are as long as their buffer there."""
    run = report(stepped.does_rows, 3, timing=False).recording
    assert run is not None
    assert not any("int32[" in value for value in run.values("rows"))
    assert run.values("row")[-1] == "[2, 0, 1]"


def test_a_text_that_the_run_chooses_is_shown_as_the_text():
    """The graph has its number."""
    program = load_all()["chosen_texts.sign"]
    run = report(program.function, *program.arguments[0], timing=False).recording
    assert run is not None
    assert [value[:1] for value in run.values("kind")] == ["'"]


def test_a_raise_that_an_outer_handler_catches_gives_its_value():
    run = report(students.outer_handler, 5, timing=False).recording
    assert run is not None
    assert run.values("y") == ("1", "0")


def test_a_loop_that_is_unrolled_ends_where_python_breaks():
    run = report(students.for_else, 15, timing=False).recording
    assert run is not None
    assert [step.test for step in run.steps if step.line == run.first + 2] == [False, True]


def test_the_items_of_arrays_that_python_cannot_set_do_not_end_the_record():
    def filled(x):
        out = jnp.zeros(3)
        for i in range(3):
            out[i] = x + i
        return out

    run = report(filled, 2.0, timing=False).recording
    assert run is not None
    assert run.result == "[2.0, 3.0, 4.0] float32[3]"
