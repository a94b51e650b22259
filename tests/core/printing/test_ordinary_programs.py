"""Printed code of programs as they are written in lessons: searches, closures that live on, lists in objects."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.printing.test_loops_of_python import right_for


def linear_search(xs, t):
    i = 0
    while i < len(xs) and xs[i] != t:
        i += 1
    return i


def insertion_sort(xs):
    out = list(xs)
    for i in range(1, len(out)):
        j = i
        while j > 0 and out[j - 1] > out[j]:
            out[j - 1], out[j] = out[j], out[j - 1]
            j -= 1
    return out


def name_without_a_value_in_a_test(b, n):
    if n > 100:
        limits = 3
    k = 3
    while k < limits and k != b:
        k -= 1
    return k


def make_adder(k):
    def add(x):
        if x > k:
            return x - k
        return x + k

    return add


def two_closures(x):
    f, g = make_adder(3), make_adder(10)
    return f(x), g(f(x))


class Stack:
    def __init__(self):
        self.items = []
        self.pushed = 0

    def push(self, x):
        self.items.append(x)
        self.pushed += 1

    def top(self):
        return self.items[-1]

    def __len__(self):
        return len(self.items)


def stack_filled_in_a_loop(n):
    s = Stack()
    s.push(5)
    while n > 0:
        if n % 3 > 0:
            s.push(n % 2)
        n //= 2
    return s.items, len(s), s.pushed


def list_that_holds_a_list(x):
    a = [0]
    b = [a, 2]
    if x > 0:
        b.append(x)
    else:
        b.append(0)
    a[0] = 7
    return b


def order_of_lists(a, b):
    count = 0
    for i in range(a):
        if [i, b] < [2, 3]:
            count += 1
    return count, [a, b] >= [b, a, 1]


PROGRAMS = [
    (linear_search, [([1, 5, 3], 5), ([1, 5, 3], 9)]),
    (insertion_sort, [([3, 1, 2],), ([5, 4, 3],)]),
    (name_without_a_value_in_a_test, [(3, 200), (1, 200)]),
    (two_closures, [(4,), (1,)]),
    (stack_filled_in_a_loop, [(9,), (0,)]),
    (list_that_holds_a_list, [(3,), (-3,)]),
    (order_of_lists, [(4, 2), (4, 3)]),
]


@pytest.mark.parametrize(("function", "calls"), PROGRAMS, ids=lambda part: getattr(part, "__name__", ""))
def test_it_is_right(function: Any, calls: list[tuple[Any, ...]]) -> None:
    right_for(function, calls)
