"""What a graph computes although Python has jumped over it is no variable's value."""

from __future__ import annotations

import pytest

import nbgraph as ng
from tests.programs.pool import load_all

# Of each way in which rounds, sides or names once did not belong together.
ONCE_APART = (
    "blocks.try_except_else_loop",
    "chosen_texts.state_machine",
    "chosen_texts.state_machine_with_break",
    "classes.own_gradient",
    "definitions.custom_vjp_inner",
    "for_loops.else_and_break",
    "jumps.continue_in_while_true",
    "jumps.inner_break_outer_continue",
    "jumps.our_names",
    "jumps.return_after_loop_uses_state",
    "jumps.return_then_work",
    "lists.stack",
    "patterns.loop_break",
    "tries.in_a_loop",
    "tries.in_a_match",
    "tries.in_a_while_with_break_and_else",
    "tries.several_handlers",
    "walrus.sub",
    "while_loops.first_round_makes_an_array",
    "while_loops.first_round_makes_another_kind",
)


@pytest.mark.parametrize("name", ONCE_APART)
def test_a_right_program_has_plain_python_beside_it_and_no_difference(name: str) -> None:
    program = load_all()[name]
    for arguments in program.arguments:
        if program.reset is not None:
            program.reset()
        run = ng.trace_values(program.function, *arguments)
        assert (run.difference, [note for note in run.notes if "matched" in note]) == (None, [])
        assert any(step.python for step in run.steps)


def left_early(n):
    s = 0
    for i in range(12):
        if i > n:
            return s
        s = s + i
    s = s + 1000
    return s + n


def test_a_variable_gets_nothing_after_the_return():
    assert ng.trace_values(left_early, 3).values("s") == ("0", "1", "3", "6")
    assert ng.trace_values(left_early, 20).values("s")[-1] == "1066"


def overflows(n):
    s = n
    for i in range(n + 1):
        s = s * (100_000 + i)
        if s == 7:
            break
    return s


def test_a_real_difference_is_found_beside_a_jump():
    first = ng.trace_values(overflows, 3).difference
    assert first is not None
    assert (first.name, first.graph, first.python) == ("s", "-64471072", "30000300000")
