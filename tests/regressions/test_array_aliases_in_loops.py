"""One NumPy array under two names in a loop: what one iteration makes one, the next one changes under both names.

The best so far is kept without a copy, a list gets the same array in every iteration, a row stands for a part of what
the loop changes. Python shows the change under every name; a graph would show it under one.
"""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import nbgraph as ng
from nbgraph.core.staging.aliasing.audit import AliasError


def best_so_far(n):
    cur, best = np.zeros(2), np.zeros(2)
    for i in range(n):
        cur[0] += 1
        if i == 1:
            best = cur
    return best


def best_of_a_while(n):
    cur = np.zeros(2)
    best, i = cur.copy(), 0
    while i < n:
        cur[0] += 1
        if i == 1:
            best = cur
        i += 1
    return best


def best_of_an_inner_loop(n):
    cur, best = np.zeros(2), np.zeros(2)
    for i in range(n):
        for j in range(i):
            cur[0] += 1
            if j == 1:
                best = cur
    return best


def best_of_an_object(n):
    state = types.SimpleNamespace(x=np.zeros(2), best=np.zeros(2))
    for i in range(n):
        state.x[0] += 1
        if i == 1:
            state.best = state.x
    return state.best


def previous(n):
    x = np.zeros(2)
    before, total = x, 0.0
    for _ in range(n):
        x += 1
        total += (x - before).sum()
        before = x
    return total


def history(n):
    cur, seen = np.zeros(2), []
    for _ in range(n):
        cur[0] += 1
        seen.append(cur)
    return seen[1]


def history_of_known_length(x):
    cur, seen = np.zeros(2), []
    for _ in range(20):
        cur[0] += x
        seen.append(cur)
    return seen[1]


def appended_and_changed_afterwards(n):
    cur, seen = np.zeros(2), []
    for _ in range(n):
        cur = cur + 1
        seen.append(cur)
    cur[0] = 100
    return seen[-1]


def listed_before_the_loop(n):
    cur = np.ones(2)
    seen = [cur]
    for _ in range(n):
        cur *= 0.5
        seen.append(cur.copy())
    return seen[0]


def row_of_a_table(n):
    table = np.zeros((3, 2))
    row, total = table[0], 0.0
    for _ in range(n):
        table[0, 0] += n
        total += row[0]
    return total


def items_that_the_loop_changes(x):
    v, total = np.ones(30), 0.0
    for item in v:
        total += item
        v[20] += x
    return total


def scratch_of_a_helper(n):
    def add(buffer, i):
        buffer[0] += i
        return buffer[0]

    scratch, total = np.zeros(3), 0.0
    for i in range(n):
        total += add(scratch, i)
    return total


def scratch_of_an_outer_loop(n):
    def add(buffer, i):
        buffer[0] += i
        return buffer[0]

    total = 0.0
    for _ in range(n):
        scratch = np.zeros(3)
        for i in range(n):
            total += add(scratch, i)
    return total


REFUSED: dict[Callable[..., Any], int] = {  # with the line of the change
    best_so_far: 3,
    best_of_a_while: 4,
    best_of_an_inner_loop: 4,
    best_of_an_object: 3,
    previous: 4,
    history: 3,
    history_of_known_length: 3,
    appended_and_changed_afterwards: 5,
    listed_before_the_loop: 4,
    row_of_a_table: 4,
    items_that_the_loop_changes: 4,
    scratch_of_a_helper: 2,
    scratch_of_an_outer_loop: 2,
}


@pytest.mark.parametrize(("function", "line"), REFUSED.items(), ids=lambda each: getattr(each, "__name__", ""))
def test_refused_where_the_array_changes(function: Callable[..., Any], line: int) -> None:
    function(4)  # Python runs it
    with pytest.raises(AliasError) as caught:
        ng.function(function)(4)
    assert caught.value.span is not None
    assert caught.value.span.line == function.__code__.co_firstlineno + line


def best_copied(n):
    cur, best = np.zeros(2), np.zeros(2)
    for i in range(n):
        cur[0] += 1
        if i == 1:
            best = cur.copy()
    return best


def history_copied(n):
    cur, seen = np.zeros(2), []
    for _ in range(n):
        cur[0] += 1
        seen.append(cur.copy())
    return seen[1]


def returned_when_done(n):
    cur = np.zeros(2)
    for i in range(20):
        cur[0] += i
        if cur[0] > n:
            return cur
    return cur * 2


def returned_when_done_at_first(n):
    cur = np.zeros(2)
    for i in range(n):
        if cur[0] > 4:
            return cur
        cur[0] += i
    return cur * 2


def returned_from_few_iterations(n):
    cur = np.zeros(2)
    for i in range(4):
        cur[0] += i
        if cur[0] > n:
            return cur
    return cur * 2


def returned_from_inside(n):
    cur = np.zeros(2)
    for i in range(n):
        for j in range(n):
            cur[0] += i + j
            if i > 1:  # noqa: SIM102
                if cur[0] > 7:
                    cur[1] = 4
                    return cur
    return cur * 2


def best_at_the_end(n):
    cur, best = np.zeros(2), np.zeros(2)
    for i in range(n):
        cur[0] += i
        if cur[0] > 4:
            best = cur
            break
    return best


def two_buffers(n):
    x, y = np.zeros(2), np.zeros(2)
    for _ in range(n):
        for i in range(2):
            y[i] = x[1 - i] + 1
        x, y = y, x
    return x, y


def made_in_each_iteration(n):
    total = 0.0
    for i in range(n):
        scratch = np.zeros(3)
        scratch[i % 3] = i
        total += scratch.sum()
    return total


def changed_after_a_loop(n):
    cur = np.zeros(4)
    for _ in range(n):
        cur[0] += 1
        if cur[0] > 3:
            break
    else:
        cur[1] = -1
    return cur


RIGHT = [
    changed_after_a_loop,
    best_copied, history_copied, returned_when_done, returned_when_done_at_first, returned_from_few_iterations,
    returned_from_inside, best_at_the_end, two_buffers, made_in_each_iteration,
]  # fmt: skip


@pytest.mark.parametrize("function", RIGHT, ids=lambda function: function.__name__)
def test_what_no_other_name_sees_is_pythons(function: Callable[..., Any]) -> None:
    graph = ng.function(function)
    for n in (2, 3, 5):
        assert np.array_equal(graph(n), function(n))
