"""A table of zeros, and a long list of flags, that nested loops fill: the habit of every program with a table.

Until the first store the list was Python's own, and each trace of each loop walked through all of its items: a longest
common subsequence of two lists of 320 took 9.5 s to stage, and one of 80 took 1.3 s.
"""

from __future__ import annotations

import cProfile
import math
import pstats

import numpy as np
import pytest

import nbgraph as ng


def common(a, b):
    n, m = len(a), len(b)
    table = [[0] * (m + 1) for _ in range(n + 1)]
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            if a[i - 1] == b[j - 1]:
                table[i][j] = table[i - 1][j - 1] + 1
            else:
                table[i][j] = max(table[i - 1][j], table[i][j - 1])
    return table[n][m]


def calls_for(size):
    """Return how many calls of Python functions staging takes."""
    a, b = ([k * step % 7 for k in range(size)] for step in (2, 3))
    profile = cProfile.Profile()
    found = profile.runcall(ng.function(common), a, b)
    assert int(found) == common(a, b)
    return pstats.Stats(profile).total_calls


def test_each_further_item_of_a_table_takes_few_calls():
    calls_for(4)
    few, many = calls_for(40), calls_for(80)
    assert (many - few) / (81**2 - 41**2) < 120


def sieve(x):
    flags = [True] * 1200
    flags[0] = flags[1] = False
    for i in range(2, 1200):
        if flags[i]:
            for j in range(i * i, 1200, i):
                flags[j] = False
    return sum(flags) + x, flags[5], flags[6]


def zeros_with_a_sign(x):
    values = [-0.0] * 1200
    for i in range(2, 1200):
        if i % x == 0:
            values[i] = 1.0 * i
    return math.copysign(1.0, values[0]), values[4], values[3]


def one_row_at_all_places(x):
    table = [[0] * 40] * 40
    for i in range(40):
        for j in range(40):
            table[i][j] = i + x
    return table[0][3], table[39][3]


def a_row_with_a_name(x):
    table = [[0] * 40 for _ in range(40)]
    row = table[1]
    for i in range(40):
        for j in range(40):
            table[i][j] = i + x
        row[2] += 1
    return row[2], table[1][2], table[39][2]


def rows_of_two_lists(x):
    table = [[0] * 40 for _ in range(40)]
    other = table[:]
    for i in range(40):
        for j in range(40):
            table[i][j] = i + x
    return table[2][3], other[2][3]


def items_of_other_kinds(x):
    kept = [0] * 1200
    for i in range(20):
        kept[i] = [x] * i
    return len(kept[3]), kept[3][0], kept[30]


@pytest.mark.parametrize(
    "program",
    [
        sieve,
        zeros_with_a_sign,
        one_row_at_all_places,
        a_row_with_a_name,
        rows_of_two_lists,
        items_of_other_kinds,
    ],
)
def test_a_large_list_is_that_of_python(program):
    found = [np.asarray(value).item() for value in ng.function(program)(2)]
    assert found == list(program(2))
