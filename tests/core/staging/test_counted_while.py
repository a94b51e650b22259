"""A `while` that counts to a known end is staged as the `for` over the same range, and no other is."""

from __future__ import annotations

import pytest

import nbgraph as ng

ITEMS = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9]


def squares(xs):
    out, i, n = [], 0, len(xs)
    while i < n:
        out.append(xs[i] * xs[i])
        i += 1
    return out, i


def table(xs):
    rows, i = [], 0
    while i < len(xs):
        row, j = [], 0
        while j < len(xs):
            row.append(xs[i] * xs[j])
            j += 1
        rows.append(row)
        i += 1
    return rows


def by_two_and_down(xs):
    s, i = 0, len(xs) * 2
    while i - 1 >= 0:
        s += xs[i % 5] * i
        i -= 2
    return s, i


def left_over(xs):
    s, i = 0, -3
    while i <= 31:
        s = s * 2 + xs[i % 5]
        i += 3
    return s, i


def shrinks(xs):
    xs, s, i = list(xs), 0, 0
    while i < len(xs):
        s += xs[i]
        xs.pop()
        i += 1
    return s, i, xs


def grows(xs):
    xs, s, i = list(xs), 0, 0
    while i < len(xs):
        if len(xs) < 20:
            xs.append(xs[i])
        s += xs[i]
        i += 1
    return s, i, xs


def shrinks_under_another_name(xs):
    xs, s, i = list(xs), 0, 0
    ys = xs
    while i < len(xs):
        s += xs[i]
        ys.pop()
        i += 1
    return s, i


def end_moves(xs):
    s, i, n = 0, 0, 40
    while i < n:
        s += xs[i % 5]
        n -= 1
        i += 1
    return s, i, n


def end_is_set(xs):
    s, i, n = 0, 0, 12
    while i < n:
        s += xs[i % 5]
        if i == 3:
            n = 9
        i += 1
    return s, i, n


def skips(xs):
    s, i = 0, 0
    while i < 20:
        s += xs[i % 5]
        if i % 3 == 1:
            i += 2
        i += 1
    return s, i


def goes_on(xs):
    s, i = 0, 0
    while i < 20:
        if i == 7:
            i += 2
            continue
        s += xs[i % 5]
        i += 1
    return s, i


def stops(xs):
    s, i = 0, 0
    while i < 20:
        if xs[i % 13] > 8:
            break
        s += xs[i % 13]
        i += 1
    return s, i


def moved_by_a_function(xs):
    s, i = 0, 0

    def step():
        nonlocal i
        i += 1

    while i < 12:
        s += xs[i % 5] * i
        step()
        i += 1
    return s, i


def waits(xs):
    s, i = 0, 0
    try:
        while i < 20:
            s += xs[i]
            i += 1
    except IndexError:
        return s, i
    return s, -1


COUNTED = [squares, table, by_two_and_down, left_over]
OTHERS = [
    *(shrinks, grows, shrinks_under_another_name, end_moves, end_is_set, skips, goes_on, stops),
    *(moved_by_a_function, waits),
]


def became(function):
    graph = ng.function(function)
    graph.trace(ITEMS)
    return {row.became for row in graph.traces[-1].decisions if row.construct == "while"}


@pytest.mark.parametrize("function", [*COUNTED, *OTHERS], ids=lambda function: function.__name__)
def test_the_result_is_pythons(function):
    assert ng.function(function)(ITEMS) == function(ITEMS)


@pytest.mark.parametrize("function", COUNTED, ids=lambda function: function.__name__)
def test_a_loop_that_counts_is_a_scan(function):
    assert became(function) <= {"scan", "fori"}


@pytest.mark.parametrize("function", OTHERS, ids=lambda function: function.__name__)
def test_no_other_loop_is(function):
    assert not became(function) & {"scan", "fori"}


def test_the_printed_code_has_the_users_counter():
    code = ng.to_code(squares, ITEMS)
    assert "def loop_body(i, _)" in code and "return i + 1, " in code
