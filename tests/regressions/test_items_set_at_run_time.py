"""Items of short lists set, put in and taken out at an index that only the run knows."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import pytest

import nbgraph as ng
from tests.core.printing.test_pasted import pasted
from tests.programs import oracle

V = jnp.array([5, 3, 8])


def number_among_arrays(a: Any, v: Any) -> Any:
    rows = [v, v + 1]
    rows[a] = 1
    return rows


def array_among_numbers(a: Any, v: Any) -> Any:
    numbers = [1, 2]
    numbers[a] = v
    return numbers


@pytest.mark.parametrize("function", [number_among_arrays, array_among_numbers])
def test_an_item_of_another_shape_is_refused(function: Any) -> None:
    outcome = oracle.observe(ng.function(function), (1, V))
    assert oracle.fault(outcome.error, "list-items-differ") == ""


def taken_and_put_in(a, v):
    items = list(v)
    first = items.pop(a)
    items.insert(a, 100)
    del items[a - 1]
    return first, items


def rows_of_a_list(a, b):
    m = [[1, 2], [3, 4]]
    m[0][b] += 7
    m[a][1] = 7
    m[a][b] *= 2
    return m


def second_name(a, v):
    items = [1, 2, 3]
    same = items
    items[a] += v[0]
    return same, items[1]


class Bank:
    def __init__(self):
        self.balances = [100, 200, 300]

    def transfer(self, source, target, amount):
        if amount > self.balances[source]:
            raise ValueError("insufficient funds")
        self.balances[source] -= amount
        self.balances[target] += amount


def transfers(source, target, amount):
    bank = Bank()
    bank.transfer(source, target, amount)
    bank.transfer(target, source, amount // 2)
    return bank.balances


def counted(v):
    counts = [0] * 4
    for x in v:
        counts[x] += 1
    return counts


CASES = [
    (rows_of_a_list, [(0, 1), (1, 0), (-1, 1), (2, 0), (0, -3)]),
    (taken_and_put_in, [(0, V), (2, V), (-1, V), (-3, V), (3, V)]),
    (second_name, [(0, V), (-1, V), (3, V)]),
    (transfers, [(0, 1, 50), (0, 0, 10), (1, 2, 500), (0, 7, 10)]),
    (counted, [(jnp.array([1, 1, 3]),), (jnp.array([0, -1, 2]),), (jnp.array([0, 1, 4]),)]),
]


@pytest.mark.parametrize(("function", "sets"), CASES, ids=lambda part: getattr(part, "__name__", ""))
def test_special_code_is_right_under_jit(function: Any, sets: Any) -> None:
    text = ng.to_code(function, *sets[0])
    made = pasted(text, function.__name__)
    for arguments in sets:
        python = oracle.in_python(function, arguments)
        outcome = oracle.observe(jax.jit(made) if python.error is None else made, arguments)
        assert oracle.disagreement(python, outcome) == "", (arguments, text)
