"""`[x] * (i + 1)` in `for i in range(16)` holds 16 items at most: such rows had room for 16,384 each."""

from __future__ import annotations

import jax
import pytest

import nbgraph as ng


def triangle(one):
    rows = []
    for i in range(16):
        row = [one] * (i + 1)
        for j in range(1, i):
            row[j] = rows[i - 1][j - 1] + rows[i - 1][j]
        rows.append(row)
    return rows


def halves(x):
    rows = []
    for i in range(20):
        rows.append([x] * (i // 2 - 3))
    return rows


def doubled(x):
    rows = []
    for i in range(20):
        rows.append([x, i] * (i % 5))
    return rows


def rows_that_grow(x):
    rows = []
    for i in range(20):
        rows.append([x] * (i % 3))
        for j in range(i):
            rows[j // 2].append(j)
    return rows


def counted_down(x):
    out = []
    for i in range(20, -3, -1):
        row = [x] * i
        out.append(sum(row))
    return out


@pytest.mark.parametrize("program", [triangle, halves, doubled, rows_that_grow, counted_down])
def test_they_are_those_of_python(program):
    assert ng.function(program)(3) == program(3)


def test_rows_have_room_for_what_they_can_hold():
    assert max(each.size for each in jax.tree.leaves(ng.function(triangle).lower(3).out_info)) == 16 * 16


def test_a_bound_that_the_loop_knows_needs_no_other():
    assert [float(each) for each in jax.jit(ng.convert(counted_down))(3)] == counted_down(3)
