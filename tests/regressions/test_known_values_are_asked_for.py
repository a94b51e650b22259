"""What only known values can do says so in the user's line, names those that it needs, and its remedy works.

A size depends on the argument that is the size; a frame of Cython is in no file of the user's.
"""

from __future__ import annotations

import datetime
import enum
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import nbgraph as ng
from nbgraph.core.errors import NbgraphError


def noise(n):
    return np.random.default_rng(0).normal(size=n).round(3).tolist()


def trapezoid(a, b, n):
    x = np.linspace(a, b, n)
    return float((x[1:] - x[:-1]).sum())


def filled(n, x):
    return np.full(n, x).tolist()


def by_number(n):
    return {i: i**2 for i in range(n)}


def harmonic(n):
    return sum(Fraction(1, k) for k in range(1, n + 1))


def day(n):
    return datetime.timedelta(days=n).days


class Phase(enum.Flag):
    A = 1
    B = 2


def waiting(n):
    total = 0
    for i in range(n):
        total += 30 if Phase(i % 2 + 1) is Phase.A else 5
    return total


CALLS = [
    (noise, (3,), "n", "`np.random.default_rng(0).normal(size=n)`"),
    (trapezoid, (0.0, 1.0, 5), "n", "size depends on `n`, which is only"),
    (filled, (3, 1.5), "n", "size depends on `n`, which is only"),
    (harmonic, (4,), "n", "`Fraction(1, k)`"),
    (day, (4,), "n", "`datetime.timedelta(days=n)`"),
    (waiting, (4,), "n", "looks for a member by a value that is only known at run time"),
]


@pytest.mark.parametrize(("function", "arguments", "name", "says"), CALLS)
def test_the_place_is_named_and_a_static_argument_is_the_remedy(
    function: Any, arguments: tuple[Any, ...], name: str, says: str
) -> None:
    with pytest.raises(NbgraphError) as caught:
        ng.function(function)(*arguments)
    error = caught.value
    assert says in error.message
    assert error.span is not None and error.span.file == __file__
    assert "static_argnames" in error.remedy
    assert "jax.numpy" not in error.remedy and "numpy.uniq" not in error.remedy
    assert ng.function(function, static_argnames=name)(*arguments) == pytest.approx(function(*arguments))


def negative(votes):
    return -votes[0]


def test_a_negative_truth_value_of_an_array_has_a_remedy() -> None:
    votes = np.array([True, False])
    with pytest.raises(NbgraphError) as caught:
        ng.function(negative)(votes)
    assert "`int(votes[0])`" in caught.value.remedy
    assert ng.function(lambda votes: -int(votes[0]))(votes) == -1
    assert ng.function(negative)([True, False]) == -1


def test_a_dict_of_a_number_of_items_that_the_run_knows_needs_none() -> None:
    assert ng.function(by_number)(4) == by_number(4)
