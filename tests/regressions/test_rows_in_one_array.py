"""A list of lists of numbers in one array: rows read and assigned at places of run time are what Python has there."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import nbgraph as ng
from nbgraph.core.errors import NbgraphError

N = 11


def lists_of(value: Any) -> Any:
    """A result with Python's numbers and lists only."""
    return [lists_of(part) for part in value] if isinstance(value, list | tuple) else np.asarray(value).item()


def same(found: Any, wanted: Any) -> None:
    """Compare values and whether they are ints, floats or bools."""
    assert repr(lists_of(found)) == repr(lists_of(wanted))


def appended_rows(n):
    m = []
    for _ in range(12):
        row = []
        for j in range(12):
            row.append(j + n)
        m.append(row)
    wanted = [n + j for j in range(12)]
    return m[n] == wanted, wanted in m, m.index(wanted), m.count(wanted), m == [wanted] * 12


def questions_of_a_row(n):
    m = [[i * j % 5 for j in range(N)] for i in range(N)]
    m[n][n] += 7
    r = m[n]
    t = [sum(r), max(r), min(r), len(r), r.index(7 + n * n % 5), r.count(0), 3 in r, sorted(r)[2], r[-1], r[1:4]]
    t += [m[n] < m[3], m[n] == m[n - 1], max(m)[0], sorted(m)[n], r[::-1][0], [*r][2], any(r), all(r)]
    for k, v in enumerate(r):
        t.append(k * v)
    a, *b = m[-n]
    return t, a, b, m[n - 1 :][0][1], [row[:] for row in m], [v for row in m for v in row][n]


def rows_of_several_kinds(n):
    m = [[1] * N for _ in range(N)]
    m[n][n] = 4
    r, k = m[n][:], list(m[n + 1])
    r[0] = 0.5
    k.append(0.25)
    f = [[False] * N for _ in range(3)]
    f[n % 3][n] = n > 0
    return m[n], r, k, f, m[n + 2]


def rows_assigned(n):
    m = [[k] * N for k in range(N)]
    for k in range(n, N):
        m[k] = [k + j for j in range(N)]
        m[k - 1] = list(m[k])
        m[0] = m[k][:]
    return m


def grows_behind(n):
    m = [[0] * N for _ in range(2)]
    for k in range(n):
        m.append([k] * N)
        m[k][k] += 1
    return m


def chosen_board(n):
    m = [[k] * N for k in range(N)]
    if n > 2:
        m[n][1] = 8
    else:
        m[n] = [9] * N
    while m[n][0] < 20:
        m[n][0] += n + 1
    return m


ROWS = [appended_rows, questions_of_a_row, rows_of_several_kinds, rows_assigned, grows_behind, chosen_board]


@pytest.mark.parametrize("function", ROWS, ids=lambda function: function.__name__)
def test_rows_are_pythons(function: Callable[..., Any]) -> None:
    graph = ng.function(function)
    for n in (1, 2, 4):
        same(graph(n), function(n))


def copied_row_changes(n):
    m = [[k] * 20 for k in range(20)]
    m[n][n] = 5
    r = [1] * 20
    for _ in range(n):
        r = m[n]
    r[0] = 9
    return m


def copied_row_of_a_branch_changes(n):
    m = [[k] * 20 for k in range(20)]
    m[n][n] = 5
    d = {"r": [5] * 20}
    if n > 2:
        d["r"] = m[n]
    d["r"][0] = 9
    return m


def too_far(n):
    m = [[0] * N for _ in range(N)]
    m[n][n] = 1
    return m[0][n - N]


@pytest.mark.parametrize("function", [copied_row_changes, copied_row_of_a_branch_changes], ids=lambda f: f.__name__)
def test_no_change_of_a_row_is_lost(function: Callable[..., Any]) -> None:
    with pytest.raises(NbgraphError, match="copy"):
        ng.function(function)(3)


def test_places_are_checked() -> None:
    graph = ng.function(too_far)
    same(graph(N - 1), too_far(N - 1))
    for n, words in ((N, "list index out of range"), (-N - 1, "list index out of range")):
        with pytest.raises(IndexError, match=words):
            graph(n)


def smoothed(x):
    m = [[x * i + j for j in range(N)] for i in range(N)]
    for i in range(1, N):
        for j in range(1, N):
            m[i][j] = (m[i - 1][j] + m[i][j - 1]) * 0.5
    return m[N - 1][N - 1]


def test_derivatives_and_batches_of_rows() -> None:
    converted, xs = ng.convert(smoothed), jnp.array([0.5, 2.0])
    slope = smoothed(1.0) - smoothed(0.0)
    np.testing.assert_allclose(jax.vmap(jax.grad(converted))(xs), slope, rtol=1e-5)
    np.testing.assert_allclose(jax.vmap(converted)(xs), [smoothed(0.5), smoothed(2.0)], rtol=1e-5)


def test_one_array_whatever_the_length_of_the_rows() -> None:
    def table(n, k):
        m = [[0] * n for _ in range(n)]
        for i in range(n):
            m[k][i] = m[i][k] + 1
        return m[k][k]

    sizes = [len(str(jax.make_jaxpr(ng.convert(lambda k, n=n: table(n, k)))(3)).splitlines()) for n in (20, 40)]
    assert abs(sizes[0] - sizes[1]) < 8


def test_random_changes_of_a_grid_are_pythons() -> None:
    """One graph that makes a random sequence of changes, given as numbers, as Python does."""

    def changed(kinds, a, b):
        m = [[i * N + j for j in range(N)] for i in range(N)]
        for kind, i, j in zip(kinds, a, b, strict=True):
            if kind == 0:
                m[i][j] = m[j][i] + 1
            elif kind == 1:
                m[i] = list(m[j])
            elif kind == 2:
                m[i] = [v + j for v in m[i]]
            elif kind == 3:
                m[-i - 1][j] -= sum(m[j]) % 7
            else:
                m[i], m[j] = list(m[j]), m[i][:]
        return m

    numbers, graph = random.Random(1), ng.function(changed)
    for _ in range(5):
        draws = [np.array([numbers.randrange(most) for _ in range(30)]) for most in (5, N, N)]
        wanted = changed(*(draw.tolist() for draw in draws))
        assert lists_of(graph(*map(jnp.asarray, draws))) == wanted
