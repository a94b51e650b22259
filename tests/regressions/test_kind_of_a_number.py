"""What asks for the class of a number is answered as Python answers it, or refused: never by what the graph made of it.

Where paths differ in kind the graph has the wider one; items of an array are none of Python's numbers.
"""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import nbgraph as ng
from tests.programs import oracle


def of_a_branch(x: Any) -> Any:
    y = 1 if x > 0 else 1.5
    return isinstance(y, int)


def of_a_sum(x: Any) -> Any:
    y = 1 if x > 0 else 1.5
    return type(y + 1) is int


def of_a_loop(n: Any) -> Any:
    y = 0
    for _ in range(n):
        y = y + 0.5
    return isinstance(y, float)


def of_the_next_round(n: Any) -> Any:
    y, count = 0.0, 0
    for _ in range(n):
        if isinstance(y, int):
            count += 1
        y = 1
    return count


def of_an_item(n: Any) -> Any:
    items = []
    for i in range(n):
        items.append(i)
        items.append(i / 2)
    return isinstance(items[0], int)


def of_the_larger(n: Any) -> Any:
    return isinstance(max(n, 1.5), float)


def of_an_operand(x: Any) -> Any:
    return isinstance(x or 1.5, float)


def of_a_pattern(x: Any) -> Any:
    match x if x > 0 else 1.5:
        case int():
            return 1
        case _:
            return 2


@pytest.mark.parametrize(
    "function",
    [
        of_a_branch,
        of_a_sum,
        of_a_loop,
        of_the_next_round,
        of_an_item,
        of_the_larger,
        of_an_operand,
        of_a_pattern,
    ],
)
def test_a_kind_that_only_the_run_knows_is_refused(function: Any) -> None:
    assert oracle.fault(oracle.observe(ng.function(function), (3,)).error, "traced-value-in-python") == ""


def item_of_an_array(v: Any) -> Any:
    return isinstance(v[0], int)


def class_of_an_item(v: Any) -> Any:
    return type(v[0]) is int


def given(v: Any) -> Any:
    return isinstance(v, int)


@pytest.mark.parametrize(
    ("function", "argument"),
    [(item_of_an_array, jnp.arange(3)), (class_of_an_item, jnp.arange(3)), (given, np.int32(3))],
)
def test_a_number_that_is_none_of_pythons_is_refused(function: Any, argument: Any) -> None:
    assert oracle.fault(oracle.observe(ng.function(function), (argument,)).error, "traced-value-in-python") == ""


def known_on_all_paths(x: Any) -> Any:
    if not isinstance(x, int | float):
        raise TypeError("a number")
    kind = isinstance(x, float)
    y = 1 if x > 0 else 1.5
    half = y / 2
    return kind, isinstance(half, float), isinstance(half + y, float), isinstance(y, int | float), type(x) is int


def of_both_kinds(x: Any) -> Any:
    v = np.arange(3) * x
    return isinstance(v[0], int | np.integer | jax.Array), isinstance(v[0], float)


@pytest.mark.parametrize(("function", "arguments"), [(known_on_all_paths, (3, -1)), (of_both_kinds, (2, 1))])
def test_a_kind_that_is_known_is_answered(function: Any, arguments: Any) -> None:
    graph = ng.function(function)
    for x in arguments:
        assert oracle.disagreement(oracle.in_python(function, (x,)), oracle.observe(graph, (x,))) == ""


def made_inside(n: Any) -> Any:
    v = jnp.arange(4) * n
    return isinstance(v.sum() + 2.5, float)


def test_a_number_of_an_array_that_was_made_inside_is_refused() -> None:
    assert oracle.fault(oracle.observe(ng.function(made_inside), (3,)).error, "traced-value-in-python") == ""


def test_it_is_asked_under_transformations_too() -> None:
    def doubled(x: Any) -> Any:
        return x * 2 if isinstance(x, float) else x

    assert jax.grad(ng.convert(doubled))(3.0) == 2.0
    assert jax.jvp(ng.convert(doubled), (3.0,), (1.0,)) == (6.0, 2.0)
    assert jax.vmap(ng.convert(doubled))(jnp.arange(3.0)).tolist() == [0.0, 2.0, 4.0]


def cast_by_methods(x: Any) -> Any:
    return x.astype(float).astype(int), (x + 1).astype(float).item().is_integer()


def cast_as_python_does(x: Any) -> Any:
    return int(x).astype(float)


def test_what_a_method_casts_is_still_of_jax() -> None:
    """`x.astype(float)` was taken for `float(x)`, and `'float' object has no attribute 'astype'` raised."""
    assert ng.function(cast_by_methods)(jnp.array(3)) == (3, True)
    with pytest.raises(AttributeError, match="'int' object has no attribute 'astype'"):
        ng.function(cast_as_python_does)(jnp.array(3))
