"""Rows that a loop fills by their number are made one at a time where nothing can tell, and only there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import nbgraph as ng


def life(g, n):
    new = [[] for _ in range(n)]
    for i in range(n):
        for j in range(n):
            c = 0
            for a in range(i - 1, i + 2):
                for b in range(j - 1, j + 2):
                    if (a, b) != (i, j) and 0 <= a < n and 0 <= b < n:
                        c += g[a][b]
            new[i].append(1 if c == 3 or (c == 2 and g[i][j] == 1) else 0)
    return new


def appended(n):
    new = []
    for i in range(n):
        new.append([])
        for j in range(n):
            new[-1].append(i * j)
    return new


def life_inside(g):
    n = len(g)
    new = [[] for _ in range(n)]
    for i in range(n):
        for j in range(n):
            c = 0
            for di in range(-1, 2):
                for dj in range(-1, 2):
                    if di == 0 and dj == 0:
                        continue
                    if 0 <= i + di < n and 0 <= j + dj < n:
                        c += g[i + di][j + dj]
            new[i].append(1 if c == 3 or (c == 2 and g[i][j] == 1) else 0)
    return new


def other_loops(n):
    new = []
    for i in range(n):
        new.append([])
        for j in range(n):
            if j > i:
                break
            new[i].append(sum([k * k for k in range(j)]))
    return new


def left_behind_a_loop(n):
    new = [[] for _ in range(n)]
    for i in range(n):
        for j in range(i):
            new[i].append(j)
        else:
            continue
        new[i].append(n)
    return new


def collected(n):
    new = [[] for _ in range(n)]
    for i in range(n):
        new[i].append(i)
        new[i].append(sum([new[i][0] for i in range(1)]))
    return new


def other_number(n):
    new = [[] for _ in range(n + 1)]
    for i in range(n):
        new[i].append(i)
    return new


def changed_number(n):
    new = [[] for _ in range(n)]
    n = n - 1
    for i in range(n):
        new[i].append(i)
    return new


def row_before(n):
    new = []
    for i in range(n):
        new.append([])
        new[i].append(len(new[i - 1]))
    return new


def not_empty(n):
    new = []
    new.append([7])
    for i in range(n):
        new.append([])
        new[i].append(i)
    return new


def left(n):
    new = []
    for i in range(n):
        new.append([])
        if i == 2:
            break
        new[i].append(i)
    return new


def seen(n):
    new = []
    sizes = []

    def note():
        sizes.append(len(new))

    for i in range(n):
        new.append([])
        note()
        new[i].append(i)
    return new, sizes


def other_index(n):
    new = []
    for i in range(n):
        new.append([])
        i = 0
        new[i].append(n)
    return new


def replaced(n):
    new = []
    for i in range(n):
        new.append([])
        new[i] = [i]
        new[i].append(n)
    return new


def kept(n):
    new = []
    try:
        for i in range(n):
            new.append([])
            new[i].append(6 // (2 - i))
    except ZeroDivisionError:
        new.append(["stopped"])
    return new


def turned(g):
    new = [[] for _ in range(len(g))]
    for i in range(len(g)):
        for column in g:
            new[i].append(column[i])
    return new


def of_its_own_length(new):
    new = [[] for _ in range(len(new))]
    for i in range(len(new)):
        new[i].append(i)
    return new


def shortened_before(g):
    h = g
    new = [[] for _ in range(len(g))]
    h.pop()
    for i in range(len(g)):
        new[i].append(i)
    return new


@pytest.mark.parametrize("function", [life, appended, turned, life_inside, other_loops])
def test_one_row_is_made_at_a_time(function: Callable[..., Any]) -> None:
    assert "row = ng.list_([])" in ng.to_code(function)


@pytest.mark.parametrize(
    "function",
    [
        *(other_number, changed_number, row_before, not_empty, left, seen, other_index, replaced, kept),
        *(left_behind_a_loop, collected, of_its_own_length, shortened_before),
    ],
)
def test_rows_that_something_else_sees_are_left(function: Callable[..., Any]) -> None:
    assert "row = ng.list_([])" not in ng.to_code(function)


def test_a_step_of_life_appended_row_by_row() -> None:
    grid = [[(i * 7 + j * 3) % 5 % 2 for j in range(10)] for i in range(10)]
    graph = ng.function(life, static_argnames="n")
    assert len(graph.trace(grid, 10).jaxpr.eqns) < 40  # the rows are rows of one array
    assert graph(grid, 10) == life(grid, 10)


@pytest.mark.parametrize("function", [left_behind_a_loop, collected])
def test_rows_that_are_left_alone_are_those_of_python(function: Callable[..., Any]) -> None:
    assert ng.function(function, static_argnames="n")(4) == function(4)
