"""Printed code of calls in which known values (a name, a mode, a static count) stand before arrays.

JAX leaves known arguments out of its list: who counts in that list takes `x` for the name before it.
"""

from __future__ import annotations

import ast
from typing import Any

import jax.numpy as jnp
import numpy as np
import pytest

import nbgraph as ng
from nbgraph.core.printing.equivalence.proof import fault_of
from nbgraph.core.printing.ir.program import Block
from tests.core.printing.test_printed_programs import pasted, printed


def labelled(name, n):
    return {"name": name, "size": n if n > 0 else -n}


def calculate(operation, a, b):
    return a + b if operation == "+" else a - b


def by_name(names, scores):
    return dict(zip(names, scores, strict=True))


def chosen(x, mode="add", y=1):
    return x + y if mode == "add" else x - y


def first_of(mode, x, *rest):
    return x + rest[0] if mode == "first" else x - rest[1]


def without(weight, x):
    return x if weight is None else weight * x


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (labelled, ("bob", -2)),
        (calculate, ("-", 7, 3)),
        (by_name, (("a", "b"), (1, 2))),
        (chosen, (5, "sub", 3)),
        (first_of, ("second", 1, 2, 3)),
        (without, (None, 3)),
    ],
)
def test_known_values_before_arrays(function: Any, arguments: tuple[Any, ...]) -> None:
    assert pasted(printed(function, *arguments), function.__name__)(*arguments) == function(*arguments)


def power(n, x):
    for _ in range(n):
        x = x * x
    return x


def test_a_static_count_before_an_array() -> None:
    x = jnp.array([1.5, -2.0])
    text = ng.to_code(ng.function(power, static_argnames="n"), 3, x)
    np.testing.assert_allclose(pasted(text, "power")(3, x), power(3, np.array([1.5, -2.0])))


def test_what_code_cannot_be_is_said_without_paths() -> None:
    results = ast.parse("'text'", mode="eval").body
    fault = fault_of("def f(x):\n    return 'text'\n", "f", 1, results, Block([], [], []), ((), {}), {})
    assert fault.startswith("TypeError: ")
    assert "/" not in fault


def test_jax_traces_and_lowers_for_known_values_too() -> None:
    made = ng.function(labelled)
    assert len(made.lower("bob", 2).in_avals[0]) == 1
    assert len(ng.function(labelled).trace("bob", 2).jaxpr.jaxpr.invars) == 1
