"""A function that an `if` selects is called as Python calls it; where it would leave the graph, it is refused.

Habits: `step = grow if x > 0 else shrink`, a chain of `elif` that picks the operation of a calculator, an activation
by name, a method of an object as a callback. Each was refused with the advice to call in each branch.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import nbgraph as ng
from nbgraph.core.errors import NbgraphError


def square(x: Any) -> Any:
    return x * x


def negated(x: Any) -> Any:
    return -x


def by_an_expression(x: Any) -> Any:
    f = square if x > 0 else negated
    return f(x) + f(x + 1)


def by_statements(x: Any) -> Any:
    if x > 0:  # noqa: SIM108
        f = math.sin
    else:
        f = math.cos
    return f(x)


def calculator(x: Any) -> Any:
    if x < 0:
        f = operator.add
    elif x < 1:
        f = operator.sub
    elif x < 2:
        f = lambda a, b: a * b  # noqa: E731
    else:
        f = operator.truediv
    return f(x, 2.0)


def given_to_a_helper(x: Any) -> Any:
    def twice(f: Any, y: Any) -> Any:
        return f(f(y))

    return twice(square if x > 0 else negated, x)


def returned_by_a_helper(x: Any) -> Any:
    def pick(y: Any) -> Any:
        if y > 0:
            return square
        return negated

    return pick(x)(x)


def in_a_loop(x: Any) -> Any:
    total = 0.0
    for i in range(5):
        f = square if i % 2 == 0 and x > 0 else negated
        total += f(x + i)
    return total


def over_numbers(x: Any) -> Any:
    f = square if x > 0 else negated
    return [f(y) for y in range(3)], list(map(f, [1, 2])), sorted([3, -1, 2], key=f), max(3, -4, key=f)


def exchanged(x: Any) -> Any:
    f, g = (square, negated) if x > 0 else (negated, square)
    return f(x) - g(x)


def kept_in_places(x: Any) -> Any:
    f = square if x > 0 else negated
    return [f][0](x), {"f": f}["f"](x), (f, 1)[0](x)


def that_changes_what_is_around(x: Any) -> Any:
    counts = [0.0]

    def more(y: Any) -> None:
        counts[0] += y

    def less(y: Any) -> None:
        counts[0] -= y

    f = more if x > 0 else less
    f(2.0)
    f(3.0)
    return counts[0]


class Account:
    def __init__(self, total: Any) -> None:
        self.total = total

    def put(self, y: Any) -> None:
        self.total += y

    def take(self, y: Any) -> None:
        self.total -= y


def a_method_of_an_object(x: Any) -> Any:
    account = Account(10.0)
    act = account.put if x > 0 else account.take
    act(x)
    return account.total


def asked(x: Any) -> Any:
    f = square if x > 0 else negated
    g = f
    return f is square, f == negated, f is not negated, f != square, f is g, f is None, f == 3, callable(f), bool(f)


def asked_for_its_class_and_name(x: Any) -> Any:
    f = square if x > 0 else negated
    return isinstance(f, type(square)), isinstance(f, int), f.__name__, f"{f.__name__}!", hasattr(f, "tag")


def under_jax(x: Any) -> Any:
    f = square if x > 0 else negated
    return jax.grad(lambda y: f(y))(x), jax.lax.cond(x > 1, f, square, x), jax.vmap(lambda y: f(y))(jnp.arange(3.0))


NUMBERS = (by_an_expression, by_statements, calculator, given_to_a_helper, returned_by_a_helper, in_a_loop, exchanged)
NUMBERS += (that_changes_what_is_around, a_method_of_an_object)
ANSWERED = (over_numbers, kept_in_places, asked, under_jax)


def name_of(each: Callable[..., Any]) -> str:
    return each.__name__


@pytest.mark.parametrize("x", [2.5, 1.5, 0.5, -1.5])
@pytest.mark.parametrize("function", NUMBERS + ANSWERED, ids=name_of)
def test_it_is_called_as_in_python(function: Callable[..., Any], x: float) -> None:
    expected = jax.tree.leaves(function(x))
    for run in (ng.function(function), jax.jit(ng.convert(function))):
        for one, other in zip(jax.tree.leaves(run(x)), expected, strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-5)


@pytest.mark.parametrize("x", [2.5, -1.5])
def test_it_says_its_class_and_its_name(x: float) -> None:
    function = asked_for_its_class_and_name
    assert ng.function(function)(x) == function(x)


@pytest.mark.parametrize("x", [2.5, 1.5, 0.5, -1.5])
@pytest.mark.parametrize("function", NUMBERS[:6], ids=name_of)
def test_it_has_the_derivative_of_the_function_that_runs(function: Callable[..., Any], x: float) -> None:
    slope = (function(x + 1e-4) - function(x - 1e-4)) / 2e-4
    assert float(jax.grad(ng.convert(function))(x)) == pytest.approx(slope, rel=1e-3)


def returned(x: Any) -> Any:
    return square if x > 0 else negated


def returned_in_a_tuple(x: Any) -> Any:
    return 1, (square if x > 0 else negated)


def returned_in_an_object(x: Any) -> Any:
    return Account(square if x > 0 else negated)


def printed(x: Any) -> Any:
    f = square if x > 0 else negated
    print(f)


def written(x: Any) -> Any:
    f = square if x > 0 else negated
    return f"{f}"


def formatted(x: Any) -> Any:
    f = square if x > 0 else negated
    return "{}".format(f)  # noqa: UP032


def as_a_key(x: Any) -> Any:
    f = square if x > 0 else negated
    return {square: 1, negated: 2}[f]


def counted(x: Any) -> Any:
    return [square if x > 0 else negated].count(square)


def documented(x: Any) -> Any:
    f = square if x > 0 else negated
    return f.__doc__


def with_an_attribute(x: Any) -> Any:
    f = square if x > 0 else negated
    f.tag = 3
    return f(x)


def kept_outside(x: Any) -> Any:
    KEPT["f"] = square if x > 0 else negated
    return KEPT["f"](x)


def made_of_the_branch_s_values(x: Any) -> Any:
    if x > 0:
        y = x + 1
        f = lambda t: t + y  # noqa: E731
    else:
        f = negated
    return f(x)


def carried(x: Any) -> Any:
    f = square
    while x < 10:
        x = f(x) + 1
        f = negated if x > 3 else square
    return x


KEPT: dict[str, Any] = {}
ESCAPES = (returned, returned_in_a_tuple, returned_in_an_object, printed, written, formatted, as_a_key, counted)
ESCAPES += (documented, with_an_attribute, kept_outside, made_of_the_branch_s_values, carried)


@pytest.mark.parametrize("function", ESCAPES, ids=name_of)
@pytest.mark.parametrize("run", [ng.function, lambda f: jax.jit(ng.convert(f))])
def test_where_it_would_leave_the_graph_it_is_refused(function: Callable[..., Any], run: Callable[..., Any]) -> None:
    with pytest.raises((NbgraphError, TypeError)):
        run(function)(2.5)
    assert not KEPT


def beside_a_list_of_two_names(n: Any, values: Any) -> Any:
    step = square if n > 2 else negated
    rows = (values, values)
    for _ in range(2):
        last = rows[n % 2]
        if step(sum(last)) > 2:
            break
    return n, last


@pytest.mark.parametrize("n", [3, 2, 0])
def test_a_selected_function_is_alive_where_the_names_of_a_list_are_sought(n: int) -> None:
    """The search looks into all variables, and asked the function for its `__dict__` as Python objects have one."""
    values = [0, 5, n]
    number, last = ng.function(beside_a_list_of_two_names)(n, values)
    assert (int(number), [int(each) for each in last]) == beside_a_list_of_two_names(n, values)
