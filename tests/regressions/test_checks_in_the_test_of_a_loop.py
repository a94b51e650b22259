"""The test of a loop that looks up an item of a list called back to Python in every round, and its helpers' loops had
no limit: a `lax.while_loop` has no place for a check in its test, its body has one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import pytest

import nbgraph as ng
from nbgraph.core.staging.control_flow.budget import IterationBudgetError


def first_at_least(v: list[int], x: int) -> int:
    i = 0
    while v[i] < x:
        i += 1
    return i


def smallest_first(v: list[int]) -> list[int]:
    for i in range(1, len(v)):
        x, j = v[i], i - 1
        while j >= 0 and v[j] > x:
            v[j + 1] = v[j]
            j -= 1
        v[j + 1] = x
    return v


def up_to(x: int, most: int) -> int:
    stack = [x]
    while stack[-1] < most:
        stack.append(stack[-1] + 1)
    return len(stack)


def left(n: int) -> int:
    while n != 0:
        n -= 2
    return n


def asks_a_loop(n: int) -> int:
    rounds = 0
    while left(n) == 0:
        n -= 1
        rounds += 1
    return rounds


@pytest.mark.parametrize(
    ("function", "arguments"),
    [(first_at_least, ([1, 3, 5], 4)), (smallest_first, ([3, 1, 2],)), (up_to, (0, 5))],
)
def test_the_graph_calls_nobody(function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    program = ng.function(function)
    assert jax.tree.map(int, program(*arguments)) == function(*arguments)
    traced = program.jitted.trace(*arguments)
    assert "callback" not in str(traced.jaxpr)


def test_the_check_still_fails() -> None:
    for converted in (ng.function(first_at_least), ng.convert(first_at_least)):
        with pytest.raises(IndexError, match="list index out of range"):
            converted([1, 3, 5], 6)


def test_a_loop_in_the_test_has_a_limit() -> None:
    with pytest.raises(IterationBudgetError, match=r"goes on after 1,000 iterations: `n` is -"):
        ng.function(asks_a_loop, max_iterations=1000)(4)


def test_nothing_stays_of_a_loop_that_was_staged_with_its_test_in_place() -> None:
    program = ng.function(up_to)
    program(0, 5)
    equations = program.jitted.trace(0, 5).jaxpr.eqns
    used = {id(variable) for equation in equations for variable in equation.invars}
    rooms = [equation.outvars[0] for equation in equations if equation.primitive.name == "pad"]
    assert [id(room) in used for room in rooms] == [True]
