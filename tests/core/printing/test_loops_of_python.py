"""Printed code of loops that Python runs, of which each round decides in its own way or may not be reached."""

from __future__ import annotations

import math
from typing import Any

import jax.numpy as jnp
import pytest

import nbgraph as ng
from tests.core.printing.test_pasted import NO_FORM, pasted
from tests.programs import oracle


class Meter:
    def __init__(self, n):
        self.n = n
        self.x = 0

    def step(self, k):
        if self.x > 3:
            self.n = self.n + 1
        self.x = self.x + k


class Pair:
    def __init__(self, n):
        self.n = n
        self.x = n

    def step(self, k):
        if self.x > 3:
            self.n = self.n + 1
        else:
            self.x = self.x + k


def object_left_by_a_break(n):
    q = Meter(n)
    for k in range(4):
        q.step(k)
        if q.n > 2:
            break
    return q.n, q.x


def object_and_item_left_by_a_break(n):
    q = Pair(n)
    for k in range(4):
        q.step(k)
        if q.n > 2:
            break
    return q.n, q.x, k


def list_left_by_a_break(n):
    found = [0, 0]
    for k in range(3):
        found[k % 2] += n + k
        if found[0] > 4:
            break
    return found


def changes_more_later(n):
    q, out = Meter(n), 0
    for k in range(4):
        if n > k:
            q.step(k)
            out += q.x
    return q.n, out


def tuples_of_several_lengths(x, y):
    total = 0
    for part in ((x,), (x, y), (1, 2, 3)):
        if len(part) == 2 and part[0] > part[1]:
            total += 10
        elif part[0] > 2:
            total += len(part)
    return total


def a_while_that_python_runs(n):
    k, s = 3, n
    while k > 0:
        k -= 1
        if k == 1 or s > 5:
            s = s - 2
        if k == 0:
            s = s * 3 if s > 0 else -s
    return s


PROGRAMS = [
    (object_left_by_a_break, [(0,), (3,)]),
    (object_and_item_left_by_a_break, [(3,), (2,)]),
    (list_left_by_a_break, [(3,), (9,)]),
    (changes_more_later, [(3,), (9,)]),
    (tuples_of_several_lengths, [(5, 2), (3, 3)]),
    (a_while_that_python_runs, [(3,), (9,)]),
]


def right_for(function: Any, calls: list[tuple[Any, ...]]) -> None:
    """Pure JAX code for the first of some calls gives what Python gives for all of them."""
    text = ng.to_code(function, *calls[0])
    assert not text.startswith(NO_FORM), text
    made = pasted(text, function.__name__)
    for arguments in calls:
        python, outcome = oracle.in_python(function, arguments), oracle.observe(made, arguments)
        assert oracle.disagreement(python, outcome, kinds=False) == "", (arguments, text)


@pytest.mark.parametrize(("function", "calls"), PROGRAMS, ids=lambda part: getattr(part, "__name__", ""))
def test_each_round_is_right(function: Any, calls: list[tuple[Any, ...]]) -> None:
    right_for(function, calls)


def every_other_round_binds_another_name(x):
    a = b = 0
    for k in range(4):
        if x > k:
            if k % 2 == 0:
                a += 1
            else:
                b += 1
    return a, b


def the_last_round_keeps_what_was(x):
    a = 0
    for k in range(4):
        if x > k:
            a = k if k < 2 else a
    return a


def other_types_in_other_rounds(x):
    a = 1
    for k in (1, 2.5, 3):
        if x > k:
            a = a * k
    return a // 2


def a_tuple_is_returned_early(x):
    for k in range(5):
        if x > k * 10:
            continue
        return k, x
    return -1, 0


def rows_of_a_table(n):
    grid = [[0, 0], [0, 0]]
    for i in range(2):
        for j in range(2):
            grid[i][j] = i * n + j
            if grid[i][j] > 2:
                grid[i][j] = 2
    return grid


def places_that_the_run_finds(n):
    bins = [0, 0, 0]
    for i in range(n):
        bins[i * i % 3] += 1
    return bins


def divided_where_that_is_right(op, a, b):
    match op:
        case 0:
            return a + b
        case 2 if b != 0:
            return a // b
        case _:
            return -1


def a_value_that_nobody_takes(a, x):
    if a > 2:
        every_other_round_binds_another_name(x)
    return a


def one_function_after_the_other(x):
    y = 0.0
    for f in (math.sin, math.cos, jnp.abs):
        y += f(x)
    return y


def kinds_one_after_the_other(x):
    s = 0
    for f in (abs, bool, int):
        s += f(x)
    return s


def known_items_among_others(x):
    s = 0
    for v in (1, x, 2):
        s += abs(v) + max(v, 2)
    return s


def left_by_the_second_round(b):
    for i in (4, b):
        i *= 1
        if i % 2 == 1:
            break
    return i


def the_item_is_called_as_a_bound(b, x):
    t, k = 0, 5
    while (k := k - 1) >= 0:
        for b in range(b % 5, min(b, 2) % 6, -3):  # noqa: B007, B020 - that is what is tested
            t += x
        b = k % 100
    return b, t


def known_and_unknown_truths(x, p):
    if (1 == 2) is False:
        x = x + 1
    return x is True, (x > 2) is True, p is None, x is False


MORE = [
    (one_function_after_the_other, [(0.5,), (-0.5,)]),
    (kinds_one_after_the_other, [(3,), (0,)]),
    (known_items_among_others, [(3,), (-3,)]),
    (left_by_the_second_round, [(3,), (2,)]),
    (the_item_is_called_as_a_bound, [(3, 2), (9, 1)]),
    (known_and_unknown_truths, [(3, 1), (0, 1)]),
    (every_other_round_binds_another_name, [(2,), (9,)]),
    (the_last_round_keeps_what_was, [(2,), (9,)]),
    (other_types_in_other_rounds, [(2,), (9,)]),
    (a_tuple_is_returned_early, [(25,), (99,)]),
    (rows_of_a_table, [(1,), (9,)]),
    (places_that_the_run_finds, [(0,), (7,)]),
    (divided_where_that_is_right, [(2, 7, 2), (2, 7, 0)]),
    (a_value_that_nobody_takes, [(3, 1), (1, 3)]),
]


@pytest.mark.parametrize(("function", "calls"), MORE, ids=lambda part: getattr(part, "__name__", ""))
def test_what_is_chosen_at_one_time_is_chosen_each_time(function: Any, calls: list[tuple[Any, ...]]) -> None:
    right_for(function, calls)


def scaled(x):
    for factor in (10, 20):
        x = x * factor
    return x


def test_two_known_values_are_named() -> None:
    assert "for factor in (10, 20):" in ng.to_code(scaled, 2)
