"""Printed code of builtins: sums of ranges, keys of several parts, comprehensions over their calls."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import pytest

import nbgraph as ng
from tests.core.printing.test_pasted import pasted
from tests.programs import oracle

V, W = jnp.array([5, 3, 8, 1, 9, 2]), jnp.array([2, 2, 7, 4, 4, 1])


def sum_of_a_range(a, b, step):
    return sum(range(a, b, step)) + sum(range(a, b, 3), 5)


def sorted_by_two(v):
    return sorted(v, key=lambda x: (x % 3, -x))


def calls_in_comprehensions(v):
    return [abs(x - 4) for x in v], [max(a, b) for a, b in zip(v, v[::-1], strict=True)]


CASES = [
    (sum_of_a_range, [(0, 10, 2), (5, 3, 1), (10, 0, -3), (0, 10, 3), (0, 5, 0)]),
    (sorted_by_two, [(V,), (W,)]),
    (calls_in_comprehensions, [(V,), (W,)]),
]


@pytest.mark.parametrize(("function", "sets"), CASES, ids=lambda part: getattr(part, "__name__", ""))
def test_it_is_right_under_jit(function: Any, sets: Any) -> None:
    text = ng.to_code(function, *sets[0])
    made = pasted(text, function.__name__)
    for arguments in sets:
        python = oracle.in_python(function, arguments)
        outcome = oracle.observe(jax.jit(made) if python.error is None else made, arguments)
        assert oracle.disagreement(python, outcome) == "", (arguments, text)


def largest_by_two(v):
    return max(v, key=lambda x: (x % 5, x))


def test_the_largest_by_two_is_found() -> None:
    made = pasted(ng.to_code(largest_by_two, V), "largest_by_two")
    for v in (V, W):
        assert int(made(v)) == int(largest_by_two(v))
