"""An index that is an item of known numbers, as a word that a sort puts first, needs no check of its own.

It is in range if all these numbers are: their least and greatest tell it.
"""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
import pytest

import nbgraph as ng

ROWS = [0.5, -2.0, 1.5, 4.0]


def best(xs):
    order = sorted(range(len(xs)), key=lambda i: -xs[i])
    return xs[order[0]] - xs[order[-1]]


def chosen(xs, i):
    places = [3, 0, 2, 1, 0, 3, 1, 2, 2, 0, 1, 3]
    return xs[places[i]]


def one_too_many(xs, i):
    places = [3, 0, 2, 1, 0, 3, 1, 2, 2, 0, 1, 4]
    return xs[places[i]]


def taken(xs, i):
    return xs[jnp.take(jnp.array([0, 1]), i)]


def rounded(xs, i):
    big = jnp.array([16777217, 16777219])[i]
    return xs[jnp.int32(jnp.float32(big)) - 16777216]


@pytest.mark.parametrize(("function", "more"), [(best, ()), (chosen, (5,)), (chosen, (2,))])
def test_an_item_of_numbers_in_range_is_in_range(function: Any, more: tuple[int, ...]) -> None:
    assert ng.function(function)(ROWS, *more) == function(ROWS, *more)
    assert "list index out of range" not in ng.to_code(best, ROWS)


@pytest.mark.parametrize(("function", "at"), [(one_too_many, 11), (taken, 5)])
def test_another_one_is_checked(function: Any, at: int) -> None:
    converted = ng.function(function)
    assert converted(ROWS, 1) == function(ROWS, 1)
    with pytest.raises(IndexError):
        converted(ROWS, at)


def test_a_number_that_was_rounded_is_checked() -> None:
    assert ng.function(rounded)(ROWS, 0) == 0.5  # 16777217 is 16777216 as a float of the graph
    with pytest.raises(IndexError):
        ng.function(rounded)(ROWS, 1)  # 16777219 is 16777220
