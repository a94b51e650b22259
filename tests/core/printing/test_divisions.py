"""A branch not taken divides nothing, also where pasted code is called with numbers of Python's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import pytest

import nbgraph as ng
from tests.core.printing.test_pasted import pasted


def local_function(a, b):
    def shared(x):
        return x // b

    return shared(a) if b > 0 else a


def local_lambda(a, b):
    shares = lambda x: divmod(x, b)  # noqa: E731
    if b != 0:
        each, rest = shares(a)
        return each + rest
    return a


def quotient(x, b):
    return x % b


def helper_of(x, b):
    return quotient(x + 1, b)


def helpers(a, b):
    return helper_of(a, b) if b > 0 else a


class Scores:
    def __init__(self, total, count):
        self.total, self.count = total, count

    def mean(self):
        return self.total / self.count if self.count > 0 else 0.0


def mean(scores):
    return scores.mean()


@pytest.mark.parametrize("count", [0, 2])
def test_attributes_of_an_argument_are_divided_where_the_graph_runs_it(count: int) -> None:
    """The habit: a method that looks whether there is anything before it divides."""
    printed = pasted(ng.to_code(mean, Scores(3, 2)), "mean")
    assert float(printed(Scores(3, count))) == Scores(3, count).mean()


@pytest.mark.parametrize("function", [local_function, local_lambda, helpers])
def test_functions_that_a_branch_calls_divide_where_the_graph_runs_them(function: Callable[..., Any]) -> None:
    code = pasted(ng.to_code(function, 7, 2), function.__name__)
    for arguments in ((7, 2), (7, 0), (9, 4)):
        assert code(*arguments) == function(*arguments), arguments


def halves(v, k):
    return jnp.ones(len(v) // k)


def length(a, v, k=2):
    return jnp.sum(halves(v, k)) if a > 0 else 0.0


def test_code_for_a_length_that_is_divided_is_for_this_length() -> None:
    made = pasted(ng.to_code(length, 1, jnp.arange(4)), "length")
    assert made(1, jnp.arange(4)) == length(1, jnp.arange(4))
    with pytest.raises(AssertionError):
        made(1, jnp.arange(8))
