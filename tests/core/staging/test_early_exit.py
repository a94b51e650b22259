"""A `break` is asked with the loop's condition where that costs nothing, and nothing of the result changes."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import pytest

import nbgraph as ng
from nbgraph.core import _jax
from nbgraph.core.staging.control_flow.budget import IterationBudgetError


def smallest_divisor(n):
    d, prime = 2, True
    while d * d <= n:
        if n % d == 0:
            prime = False
            break
        d = d + 1
    return d, prime


def returned(n):
    for d in range(2, n):
        if n % d == 0:
            return d
    return -1


def left_twice(n):
    s = 0
    for d in range(1, n):
        if s > 20:
            s = -s
            break
        s = s + d
        if d * 7 % 5 == 3 and d > 9:
            break
        s = s + 1
    else:
        s = 1000
    return s


def own_flag(n):
    found, i = False, 0
    while not found and i < n:
        if i * i > 2 * n:
            found = True
        else:
            i = i + 1
    return found, i


def nested(n):
    t, i = 0, 0
    while True:
        j = 0
        while True:
            if j * i > n:
                t = t + 100
                break
            j = j + 1
            t = t + 1
            if j > 5:
                break
        i = i + 1
        if i > n:
            break
    return t


def powers_of_two(n):
    k = -40
    while k < n:
        k = k + 1
        if k % 8 == 5:
            continue
        if k // 4 > 6:
            return k, 1
        if k % 16 == 15 and k > 0:
            return -k, 2
    return k // 8, k % 4


def breaks_in_breaks(n):
    s = 1
    for i in range(n):
        if i > s:
            s = s + 100
            break
        for j in range(n):
            if i * j > s:
                break
            for k in range(n):
                if k * j > s + i:
                    s = s - k
                    break
                s = s + j
    return s


def left_first(n):
    s = 30
    for i in range(n):
        if i > s:
            break
        for j in range(2, n):
            if j * 3 > s:
                break
            s = s - j % 3
        s = s - 1
    return s


def read_behind_the_loop(n):
    i, s = -1, 12
    for i in range(n):
        if i > s:
            break
        s = s - 1
    return i, s


def asked_of_a_helper(n):
    s = 9
    for i in range(n):
        if i > fives(i, s) - 6:
            break
        s = s - 1
    return s


def fives(x, s):
    for j in [x]:
        if j > s + 2:
            break
        s = s + 5
    return s


def asked_of_what_it_changes(n):
    xs, s = [1, 2, 3, n], n
    for i in range(n):
        if xs[i % 4] > 9:
            break
        xs[i % 4] = xs[i % 4] + 5
        s = s + xs[0]
    return s


@pytest.mark.parametrize(
    "program",
    [
        *(smallest_divisor, returned, left_twice, own_flag, nested, powers_of_two, breaks_in_breaks),
        *(left_first, read_behind_the_loop, asked_of_a_helper, asked_of_what_it_changes),
    ],
)
def test_the_result_is_pythons(program: Callable[[Any], Any]) -> None:
    numbers = [1, 2, 7, 9, 25, 30, 31]
    expected = [program(n) for n in numbers]
    function, mapped = ng.function(program), jax.jit(jax.vmap(ng.convert(program)))(jnp.array(numbers))
    assert [jax.tree_util.tree_map(int, function(n)) for n in numbers] == expected
    columns = [jax.tree_util.tree_map(lambda each, at=at: int(each[at]), mapped) for at in range(len(numbers))]
    assert columns == expected


def loops(jaxpr: Any) -> list[Any]:
    """The `while` equations of a program, outermost first."""
    found = []
    for equation in jaxpr.eqns:
        found += [equation] if equation.primitive.name == "while" else []
        found += [loop for inner, _ in _jax.bodies(equation) for loop in loops(inner)]
    return found


def test_no_flag_is_carried_and_an_iteration_is_one_addition() -> None:
    (loop,) = loops(jax.make_jaxpr(ng.convert(smallest_divisor))(30).jaxpr)
    assert [each.primitive.name for each in loop.params["body_jaxpr"].jaxpr.eqns] == ["add"]


def test_a_break_at_the_top_of_a_for_is_part_of_its_test() -> None:
    outer, inner = loops(jax.make_jaxpr(ng.convert(left_first))(30).jaxpr)
    names = [each.primitive.name for each in outer.params["body_jaxpr"].jaxpr.eqns]
    assert "cond" not in names and "select_n" not in names
    asked = [each.primitive.name for each in inner.params["cond_jaxpr"].jaxpr.eqns]
    assert asked[:5] == ["lt", "add", "mul", "gt", "not"]


def test_a_loop_that_only_its_break_ends_needs_no_choice_after_it() -> None:
    def doubled(n):
        x = 1
        while True:
            x = x * 2
            if x > n:
                break
        return x

    jaxpr = jax.make_jaxpr(ng.convert(doubled))(30).jaxpr
    assert [each.primitive.name for each in jaxpr.eqns] == ["while", "mul"]
    asked = [each.primitive.name for each in loops(jaxpr)[0].params["cond_jaxpr"].jaxpr.eqns]
    assert asked == ["mul", "gt", "not"]
    assert [int(ng.function(doubled)(n)) for n in range(9)] == [doubled(n) for n in range(9)]


def test_a_remainder_that_is_only_compared_with_zero_has_any_sign() -> None:
    def divisor(n):
        d, found = 2, False
        while d * d < 300 + n:
            if n % d == 0:
                found = True
                break
            d = d + 1
        return d if found else -d

    def no_divisor(n):
        d, found = 1, False
        while d * d < 300 + n:
            if n % d != 0:
                found = True
                break
            d = d + 1
        return d if found else -d

    for program in (divisor, no_divisor):
        function, numbers = ng.function(program), range(-30, 31)
        assert [int(function(n)) for n in numbers] == [program(n) for n in numbers]
        (loop,) = loops(function.jitted.trace(7).jaxpr)
        asked = [each.primitive.name for each in loop.params["cond_jaxpr"].jaxpr.eqns]
        assert (asked.count("rem"), "select_n" in asked) == (1, False)


def test_a_break_that_is_asked_of_what_changes_stays_in_the_body() -> None:
    def last(n):
        xs, s = [n, 2, 9], 0
        for i in range(12):
            if xs.pop() < n:
                break
            xs.append(n - i)
            s = s + 1
        return s, xs

    found, expected = ng.function(last)(2), last(2)
    assert (int(found[0]), list(map(int, found[1]))) == expected


def test_each_loop_of_a_nest_is_in_the_graph_once() -> None:
    assert len(loops(jax.make_jaxpr(ng.convert(breaks_in_breaks))(9).jaxpr)) == 3


def test_a_loop_that_is_shown_stays_as_the_user_wrote_it() -> None:
    (loop,) = loops(ng.function(smallest_divisor).trace(30).jaxpr.jaxpr)
    assert sorted(each.aval.dtype.name for each in loop.outvars) == ["bool", "bool", "int32"]


def test_the_budget_counts_the_iteration_that_breaks() -> None:
    def last(n):
        d = 0
        while d < 100:
            if d == n:
                d = -d
                break
            d = d + 1
        return d

    function = ng.function(last, max_iterations=5)
    assert int(function(4)) == -4
    with pytest.raises(IterationBudgetError, match=r"after 5 iterations: `d` is 5"):
        function(5)


def test_the_budget_counts_the_iteration_that_a_first_break_leaves() -> None:
    def summed(s):
        t = 0
        for i in itertools.count():
            if i > s:
                break
            t = t + i
        return t

    function = ng.function(summed, max_iterations=5)
    assert [int(function(s)) for s in range(-1, 4)] == [summed(s) for s in range(-1, 4)]
    with pytest.raises(IterationBudgetError, match=r"after 5 iterations: `t` is 10"):
        function(4)
