"""None or a number, and the conditions say which: the result is a number, under the user's `jit` and `vmap`, too."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import pytest

import nbgraph as ng
from tests.core.printing.test_pasted import pasted
from tests.programs import oracle

V = jnp.array([5, 3, 8, 1])


def search(v, wanted):
    found = None
    for i in range(len(v)):
        if v[i] == wanted:
            found = i
            break
    if found is None:
        return -1
    return found


def choice(a, b):
    q = a if b > 0 else None
    return 0 if q is None else q


def filled(a, b):
    q = None
    if b > 0:
        q = a
    if q is None:
        q = 7
    return q * 2, q


def asked_more(a, b):
    q = None
    if b > 0:
        q = a
    if q is not None and q > 3:
        return q
    return 0


def a_pair(a, b):
    pair = (a, b) if b > 0 else None
    if pair is None:
        return 0, 0
    return pair


CASES = [
    (search, [(V, 8), (V, 5), (V, 7)]),
    *((function, [(5, 2), (5, -2), (0, 1), (2, 1)]) for function in (choice, filled, asked_more, a_pair)),
]


@pytest.mark.parametrize(("function", "sets"), CASES, ids=lambda part: getattr(part, "__name__", ""))
def test_it_is_a_number(function: Any, sets: Any) -> None:
    for graph in (ng.function(function), jax.jit(ng.convert(function))):
        for arguments in sets:
            python, outcome = oracle.in_python(function, arguments), oracle.observe(graph, arguments)
            assert oracle.disagreement(python, outcome) == "", arguments


@pytest.mark.parametrize(("function", "sets"), CASES[:-1], ids=lambda part: getattr(part, "__name__", ""))
def test_special_code_is_right(function: Any, sets: Any) -> None:
    text = ng.to_code(function, *sets[0])
    made = pasted(text, function.__name__)
    for arguments in sets:
        python, outcome = oracle.in_python(function, arguments), oracle.observe(made, arguments)
        assert oracle.disagreement(python, outcome) == "", (arguments, text)


def test_one_result_for_each_lane() -> None:
    assert jax.vmap(ng.convert(search), (None, 0))(V, jnp.array([8, 7, 5])).tolist() == [2, -1, 0]
