"""Lists as results: their items are made array by array, whatever they are put together of."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import pytest

import nbgraph as ng
from nbgraph.core.staging.lists import results


def pairs(n):
    out = []
    for i in range(n):
        out.append((i, i % 3 == 0))
    return out


def triangle(n):
    rows = []
    for i in range(n):
        row = []
        for j in range(i):
            row.append(i * j)
        rows.append(row)
    return rows


def nested(n):
    out = []
    for i in range(n):
        out.append([(i, [i + 1, 0.5 * i]), "a", None, 2.5, (), []])
    return out


@pytest.mark.parametrize("count", [0, 1, 7])
@pytest.mark.parametrize("program", [pairs, triangle, nested])
def test_items_are_python_s_own(program, count, monkeypatch):
    monkeypatch.setattr(results, "_item", None)  # what would take the items one by one
    assert repr(ng.function(program)(count)) == repr(program(count))


def test_lists_among_the_items_are_objects_of_their_own():
    rows = ng.function(nested)(3)
    rows[0][0][1].append(4)
    rows[0][5].append(4)
    assert repr(rows[1:]) == repr(nested(3)[1:])


def counts(n):
    return [0] * n


@pytest.mark.parametrize("count", [0, 1, 5])
def test_numbers_of_any_length_are_made_at_once(count, monkeypatch):
    def squares(n):
        return [k * k for k in range(n)]

    def table(x):
        rows = [[0] * 40 for _ in range(40)]
        for i in range(40):
            for j in range(i):
                rows[i][j] = i - j * x
        return rows

    monkeypatch.setattr(results, "_items", None)  # what would ask what the items are
    for program in (squares, table, counts):
        assert repr(ng.function(program)(count)) == repr(program(count))


def test_a_list_of_numbers_is_another_one_in_each_call():
    numbers = ng.function(counts)
    one, other = numbers(2), numbers(2)
    one.append(3)
    assert (one, other) == ([0, 0, 3], [0, 0])


def test_a_list_of_numbers_inside_another_trace():
    def powers(x):
        out = []
        for _ in range(40):
            out.append(x)
            x = x * 0.5
        return out

    ours = ng.function(powers)
    assert [float(each) for each in jax.jit(ours)(2.0)] == powers(2.0) == ours(2.0)
    assert [float(each[1]) for each in jax.vmap(ours)(jnp.array([1.0, 2.0]))] == powers(2.0)
    assert float(jax.grad(lambda x: ours(x)[3])(2.0)) == 0.125
