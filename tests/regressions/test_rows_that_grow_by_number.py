"""Rows of a list that are chosen by a number known at run time: they grow, and are references, as in Python."""
# ruff: noqa

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import nbgraph as ng

EDGES = np.array([[0, 1], [1, 2], [0, 3], [3, 4], [4, 5], [5, 6], [6, 7], [8, 9], [10, 11], [2, 8], [1, 7]])
NUMBERS = np.array([17, 42, 3, 99, 54, 21, 7, 68, 33, 88, 10, 46])
PLACES = np.array([1.0, 2.0, 3.0, 4.0, 5.5, 6.0, 7.0, 8.0, 9.0, 1.5])
LABELS = np.array([0, 1, 2, 1, 1, 0, 2, 2, 2, 1])
MOVES = np.array([[0, 2], [0, 1], [2, 1], [0, 2], [1, 0], [1, 2], [0, 2], [2, 0], [2, 1], [0, 1], [2, 0]])


def breadth_first(edges, start):
    adj = [[] for _ in range(12)]
    for a, b in edges:
        adj[a].append(b)
        adj[b].append(a)
    seen = [False] * 12
    seen[start] = True
    order = []
    q = deque([start])
    while q:
        v = q.popleft()
        order.append(v)
        for w in adj[v]:
            if not seen[w]:
                seen[w] = True
                q.append(w)
    return order


def bucket_sort(xs):
    buckets = [[] for _ in range(10)]
    for x in xs:
        buckets[x // 10].append(x)
    out = []
    for b in buckets:
        b.sort()
        out.extend(b)
    return out


def radix_sort(xs):
    xs = list(xs)
    exp = 1
    while exp <= 100:
        buckets = [[] for _ in range(10)]
        for x in xs:
            buckets[(x // exp) % 10].append(x)
        xs = []
        for b in buckets:
            xs.extend(b)
        exp *= 10
    return xs


def chained_table(keys):
    t = [[] for _ in range(5)]
    for k in keys:
        h = k % 5
        hit = False
        for i in range(len(t[h])):
            if t[h][i][0] == k % 10:
                t[h][i] = (k % 10, t[h][i][1] + 1)
                hit = True
        if not hit:
            t[h].append((k % 10, 1))
    return t


def groups(ps, ls):
    groups = [[] for _ in range(3)]
    for p, l in zip(ps, ls):
        groups[l].append(p)
    return groups


def pegs(moves):
    pegs = [[3, 2, 1], [], []]
    for a, b in moves:
        pegs[b].append(pegs[a].pop())
    return pegs


def pop_from_empty(idx):
    s = [[1], [2]]
    for i in idx:
        s[i].pop()
    return s


def out_of_range(idx):
    s = [[1], [2]]
    s[idx[0]].append(3)
    return s


def two_names(i):
    adj = [[1], [2], [3]]
    a = adj[i]
    b = adj[i]
    a.append(5)
    b.append(6)
    return adj, a, b


def one_row_by_two_numbers(i, j):
    adj = [[1], [2], [3]]
    a = adj[i]
    b = adj[j]
    a.append(5)
    return len(b), adj


def one_row_in_all_places(i):
    adj = [[]] * 3
    adj[i].append(5)
    return adj


def copy_of_a_row(i):
    adj = [[1], [2], [3]]
    row = list(adj[i])
    row.append(9)
    return adj, row


def row_in_a_branch(i, x):
    adj = [[1], [2], [3]]
    row = adj[i]
    if x > 1:
        row.append(x)
    return adj, row


def row_in_a_loop(idx):
    adj = [[], [], []]
    for i in idx:
        row = adj[i]
        row.append(i)
        row.append(len(row))
    return adj


def inserted_and_popped(i):
    a = [[1, 2], [3], [4, 5, 6]]
    a[i].insert(0, 7)
    x = a[2].pop(0)
    y = a[i].pop()
    return a, x, y


def in_a_while(xs):
    a = [[] for _ in range(4)]
    for x in xs:
        while x > 0:
            a[x % 4].append(x)
            x -= 2
    return a


def each_row_grows(idx):
    a = [[] for _ in range(12)]
    for i in idx:
        a[i].append(i)
    for r in a:
        r.append(100)
    for r in a:
        for j in range(2):
            r.append(j)
    return a


def row_that_grows_in_its_loop(idx):
    a = [[0], [], []]
    for x in a[idx[0]]:
        if x < 5:
            a[idx[0]].append(x + 1)
    return a


def changed_by_a_known_number(i):
    rows = [[1, 2], [3, 4]]
    r = rows[i]
    rows[1].append(9)
    return len(r)


def changed_in_a_loop(i):
    rows = [[1, 2], [3, 4]]
    r = rows[i]
    s = 0
    for k in range(10):
        s += r[0]
        rows[1][0] += k
    return s


def in_a_tuple(i):
    rows = [[1, 2], [3, 4]]
    t = (rows[i], 5)
    rows[1].append(7)
    return t


def replaced_after_a_change(i):
    rows = [[1, 2], [3, 4]]
    r = rows[i]
    rows[1][0] = 8
    rows[i] = [5, 5]
    return r, rows


def joined_rows(n):
    buckets = [[], [], []]
    for i in range(n):
        buckets[i % 3] = buckets[(i + 1) % 3] + [i]
        buckets[(i + 2) % 3] = buckets[i % 3] + [i]
    return buckets


def added_in_place(n):
    buckets = [[], [], []]
    for i in range(n):
        buckets[i % 3] += [i, i]
    return buckets


def row_in_an_inner_loop(n):
    table = [[0] * n for _ in range(n)]
    for i in range(n):
        row = table[i]
        for j in range(n):
            row[j] = i * j
    return table


def row_with_a_name(i):
    r = [2]
    adj = [[1], r, [3]]
    adj[i].append(7)
    return r


def row_in_two_lists(i):
    adj = [[1], [2], [3]]
    other = list(adj)
    other[i].append(7)
    return adj, other


def row_in_two_places(i):
    adj = [[1], [2], [3]]
    adj[0] = adj[i]
    adj[0].append(9)
    return adj


def row_that_is_replaced(i):
    adj = [[1], [2], [3]]
    row = adj[i]
    adj[i] = [7]
    row.append(9)
    return adj, row


def row_of_one_of_two_branches(i, x):
    adj = [[1], [2], [3]]
    if x > 1:
        row = adj[i]
    else:
        row = adj[0]
    row.append(x)
    return adj


def row_out_of_a_branch(i):
    rows = [[1, 2], [3, 4]]
    if i > 0:
        r = rows[i]
    else:
        r = rows[0]
    rows[1].append(9)
    return len(r)


def row_out_of_a_loop(i):
    rows = [[1, 2], [3, 4]]
    for k in range(10):
        r = rows[(i + k) % 2]
    rows[0][0] = 7
    rows[1][0] = 7
    return r


def row_found_before_it_changes(i):
    piles = [[1, 2], [3], []]
    piles[1].append(piles[i].pop())
    piles[2].append(piles[i].pop())
    return piles


def row_read_after_it_changed(i):
    piles = [[1, 2], [3], []]
    return piles[1] + [piles[i].pop()], piles


RIGHT: list[tuple[Any, ...]] = [
    (breadth_first, EDGES, 0),
    (bucket_sort, NUMBERS),
    (radix_sort, NUMBERS),
    (chained_table, NUMBERS),
    (groups, PLACES, LABELS),
    (pegs, MOVES),
    (pop_from_empty, LABELS),
    (out_of_range, LABELS + 5),
    (two_names, 1),
    (one_row_by_two_numbers, 1, 1),
    (one_row_in_all_places, 1),
    (copy_of_a_row, 1),
    (row_in_a_branch, 1, 2),
    (row_in_a_loop, LABELS),
    (inserted_and_popped, 1),
    (in_a_while, NUMBERS),
    (each_row_grows, LABELS),
    (row_that_grows_in_its_loop, LABELS),
    (changed_by_a_known_number, 1),
    (changed_in_a_loop, 1),
    (in_a_tuple, 1),
    (replaced_after_a_change, 1),
    (joined_rows, 7),
    (row_read_after_it_changed, 1),
    (row_found_before_it_changes, 1),
    (added_in_place, 7),
    (row_in_an_inner_loop, 3),
    *((program, i) for program in (row_with_a_name, row_in_two_lists) for i in (1, -1)),
]
REFUSED: list[tuple[Any, ...]] = [
    (row_in_two_places, 1),
    (row_that_is_replaced, 1),
    (row_of_one_of_two_branches, 1, 2),
    (row_out_of_a_branch, 1),
    (row_out_of_a_loop, 1),
]


def result(call: Callable[[], Any]) -> str:
    """What a call gives, with Python's numbers; or the error."""
    try:
        return str(plain(call()))
    except IndexError as error:
        return repr(error)


def plain(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return type(value)(map(plain, value))
    return value.tolist() if hasattr(value, "tolist") else value


@pytest.mark.parametrize("case", RIGHT, ids=lambda case: case[0].__name__)
def test_answers_as_python(case: tuple[Any, ...]) -> None:
    program, *arguments = case
    assert result(lambda: ng.function(program)(*arguments)) == result(lambda: program(*arguments))


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case[0].__name__)
def test_refuses_what_would_be_two_rows(case: tuple[Any, ...]) -> None:
    program, *arguments = case
    with pytest.raises(ng.NbgraphError) as caught:
        ng.function(program)(*arguments)
    assert caught.value.id == "list-item-copied"


def test_the_stepper_shows_the_rows() -> None:
    steps = str(ng.trace_values(groups, PLACES.astype(int), LABELS))
    assert "groups = [[1, 6], [2, 4, 5, 1], [3, 7, 8, 9]]" in steps


def degrees(edges):
    near = [[] for _ in range(12)]
    for a, b in edges:
        near[a].append(b)
        near[b].append(a)
    return near


def test_the_pure_code_stores_an_item_in_a_row() -> None:
    assert ".at[a, value].set(b)" in ng.to_code(degrees, EDGES)
