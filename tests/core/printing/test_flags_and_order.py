"""Flags that the test of a loop has asked, opposites, and the order of what a loop carries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import pytest
from jax import lax

import nbgraph as ng
from nbgraph.core.printing.equivalence.proof import simplest
from nbgraph.core.printing.equivalence.same import difference
from nbgraph.core.printing.ir.program import Block, read_program
from tests.core.printing.test_printed_programs import pasted


def program(function: Callable[..., Any], *arguments: Any) -> Block:
    traced = jax.make_jaxpr(function)(*arguments)
    return simplest(read_program(traced.jaxpr, traced.consts))


def first_divisor(n):
    found = 0
    for k in range(2, n):
        if n % k == 0:
            found = k
            break
    return found


def last_even(n):
    total = last = 0
    while n > 0:
        n -= 1
        if n % 2:
            continue
        last = n
        if total > 7:
            break
        total += n
    else:
        last = -last
    return total, last


def quotient(a, b):
    steps = 0
    while b:
        a, b = b, a % b
        steps += 1
        if steps > 5:
            return a, -1
    return a, steps


def answered(n):
    done = found = False
    k = 0
    while not done:
        k += 1
        found = found or k * k == n
        done = found or k > n
    return found, not done, k


def until_found(n):
    found = None
    k = 0
    while found is None:
        k += 1
        if k * k > n:
            found = k
    return found * 2


def steps_until(n):
    steps, state = 0, 1
    while 0 + state == 1:
        steps += 1
        state = 1 if steps * steps <= n else 0
    return steps


PROGRAMS = [
    (until_found, [(30,), (0,), (3,)]),
    (steps_until, [(30,), (0,), (3,)]),
    (first_divisor, [(9,), (7,), (2,), (0,)]),
    (last_even, [(9,), (4,), (1,), (0,)]),
    (quotient, [(12, 18), (7, 0), (55, 34), (0, 7)]),
    (answered, [(9,), (7,), (0,)]),
]


@pytest.mark.parametrize(("function", "calls"), PROGRAMS, ids=lambda part: getattr(part, "__name__", ""))
def test_code_is_right_compiled_and_where_jit_is_disabled(function: Any, calls: list[tuple[int, ...]]) -> None:
    made = pasted(ng.to_code(function, *calls[0]), function.__name__)
    for call in calls:
        wanted = function(*call)
        assert jax.tree.map(int, jax.jit(made)(*call)) == wanted
        with jax.disable_jit():
            assert jax.tree.map(int, made(*call)) == wanted


def test_a_flag_is_not_joined_with_what_it_was_when_the_iteration_began() -> None:
    text = ng.to_code(first_divisor, 9)
    assert "| did_break" not in text and "~did_break" in text


def test_values_are_carried_in_the_order_in_which_the_user_binds_them() -> None:
    assert "a, b, steps, did_return" in ng.to_code(quotient, 12, 18)
    assert "n, total, last, did_break = state" in ng.to_code(last_even, 9)


def test_a_choice_is_that_of_the_opposite_the_other_way_round() -> None:
    def one(c, x):
        return jnp.where(jnp.logical_not(c), x + 1, x)

    def other(c, x):
        return jnp.where(c, x, x + 1)

    def wrong(c, x):
        return jnp.where(c, x + 1, x)

    programs = [program(each, True, 2) for each in (one, other, wrong)]
    assert not difference(programs[0], programs[1])
    assert difference(programs[0], programs[2]) and difference(programs[1], programs[2])


@pytest.mark.parametrize("number", [2, 2.0])
def test_comparisons_of_floats_have_no_opposite(number: float) -> None:
    def one(x, y):
        return lax.cond(x < y, lambda: x, lambda: y)

    def other(x, y):
        return lax.cond(x >= y, lambda: y, lambda: x)

    is_same = not difference(program(one, number, number), program(other, number, number))
    assert is_same == isinstance(number, int), "nan is neither less nor more"


def test_only_what_the_test_of_a_loop_says_is_known_in_an_iteration() -> None:
    def loop(joined: Any, following: Any) -> Callable[..., Any]:
        def function(flag, n):
            def body(state):
                flag, n = state
                return following(flag, n), n - 1

            return lax.while_loop(lambda state: joined(~state[0], state[1] > 0), body, (flag, n))

        return function

    def kept(flag, n):
        return flag | (n == 3)

    def replaced(flag, n):
        return n == 3

    both = [program(loop(lambda a, b: a & b, each), True, 5) for each in (kept, replaced)]
    either = [program(loop(lambda a, b: a | b, each), True, 5) for each in (kept, replaced)]
    assert not difference(*both)
    assert difference(*either), "the flag may be set where the other condition holds"


def where_it_is(v, x):
    found = -1
    for k in range(5):
        if v[k] == x:
            found = k
            break
    return found


FOUND = """\
import jax.numpy as jnp
from jax import lax


def where_it_is(v, x):
    test = v[0] == x
    found = jnp.where(test, 0, -1)
    did_break = test
    for k in range(1, 5):
        def if_false():
            test = v[k] == x
            return jnp.where(test, k, found), test

        found, did_break = lax.cond(did_break, lambda: (found, True), if_false)
    return found
"""


def test_iterations_that_a_break_may_leave_are_a_loop_of_python() -> None:
    text = ng.to_code(where_it_is, jnp.arange(5), 3)
    assert text == FOUND
    made = jax.jit(pasted(text, "where_it_is"))
    for x in range(-1, 7):
        assert int(made(jnp.array([3, 1, 4, 1, 5]), x)) == where_it_is([3, 1, 4, 1, 5], x)


def either(x, y):
    if x > y:
        a, b = x, 1
    else:
        a, b = y, 0
    scaled = a * a * a + a
    return scaled * b + b


def test_what_an_if_gives_has_the_users_names_where_both_sides_are_computed() -> None:
    text = ng.to_code(either, 1.0, 2.0)
    assert "a = jnp.where(test, x, y)" in text and "b = jnp.where(test, 1, 0)" in text


def digits(n):
    tens, ones = divmod(n, 10)
    return tens * 100 + ones * ones


def test_what_is_taken_apart_has_the_users_names() -> None:
    assert "tens, ones = divmod(n, 10)" in ng.to_code(digits, 47)
