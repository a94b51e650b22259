"""A row with a name in a heap or a queue, and rows that two lists share: both are one list, or it is refused.

A heap put its rows into another order without a word to the names that stood for them: `r = h[0]` became the pushed
row. A row that was popped out of a tuple, `reversed`, and a slice to which rows are assigned had copies, silently.
"""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Callable
from typing import Any

import pytest

import nbgraph as ng


def rows_of(n: Any) -> Any:
    return [[k, 0] for k in range(n + 2)]


def read_before_a_push(n: Any) -> Any:
    h = rows_of(n)
    r = h[0]
    heapq.heappush(h, [-1, n])
    return r, h


def read_before_a_pop(n: Any) -> Any:
    h = rows_of(n)
    r = h[0]
    heapq.heappop(h)
    return r, h


def popped_and_pushed_again(n: Any) -> Any:
    h = rows_of(n)
    x = heapq.heappop(h)
    x[1] = 9
    heapq.heappush(h, x)
    return h


def the_way_to_each_node(n: Any) -> Any:
    h, dist = [[0, 1]], [0, 9, 9, 9, 9]
    while h:
        d, v = heapq.heappop(h)
        if v < 4 and d + n < dist[v]:
            dist[v] = d + n
            heapq.heappush(h, [dist[v], v + 1])
    return dist


def states_of_a_simulation(n: Any) -> Any:
    cells = [1, 2, n]
    history = [cells[:]]
    for _ in range(n):
        cells = [c + 1 for c in cells]
        history.append(cells)
    return history


@pytest.mark.parametrize(
    "function",
    [read_before_a_push, read_before_a_pop, popped_and_pushed_again, the_way_to_each_node, states_of_a_simulation],
    ids=lambda function: function.__name__,
)
@pytest.mark.parametrize("n", [1, 3])
def test_a_row_stays_the_one_that_was_read(function: Callable[..., Any], n: int) -> None:
    assert plain(ng.function(function)(n)) == function(n)


def changed_behind_a_push(n: Any) -> Any:
    h = rows_of(n)
    r = h[0]
    heapq.heappush(h, [-1, n])
    r[1] = 9
    return h


def changed_once_it_is_pushed(n: Any) -> Any:
    h, p = rows_of(n), [-1, n]
    heapq.heappush(h, p)
    p[1] = 9
    return h


def pushed_and_changed_in_the_heap(n: Any) -> Any:
    h, p = rows_of(n), [-1, n]
    heapq.heappush(h, p)
    h[0][1] = 9
    return p


def replaced_and_changed(n: Any) -> Any:
    h, p = rows_of(n), [5, n]
    x = heapq.heapreplace(h, p)
    p[1] = 9
    return h, x


def pushed_popped_and_changed(n: Any) -> Any:
    h, p = rows_of(n), [-5, n]
    x = heapq.heappushpop(h, p)
    x[1] = 9
    return h, p


def popped_and_known(n: Any) -> Any:
    h = rows_of(n)
    r = h[0]
    x = heapq.heappop(h)
    x[1] = 9
    return h, r


def popped_out_of_a_tuple(n: Any) -> Any:
    q, p = [(k, [k, 0]) for k in range(n + 2)], [1, n]
    q.append((7, p))
    _, t = q.pop()
    t[0] = 5
    return q, p


def read_out_of_a_tuple(n: Any) -> Any:
    h = [(k, [k, 0]) for k in range(n + 2)]
    _, r = h[0]
    _, x = heapq.heappop(h)
    x[1] = 9
    return h, r


def rotated(n: Any) -> Any:
    q = deque(rows_of(n))
    r = q[0]
    q.rotate(1)
    r[1] = 8
    return list(q)


def turned_around(n: Any) -> Any:
    h = rows_of(n)
    q = list(reversed(h))
    q[0][1] = 4
    return h


def put_into_a_slice(n: Any) -> Any:
    h, q = rows_of(n), [[0, n], [1, 1]]
    q[1:] = h
    q[1][1] = 5
    return q, h


def put_into_an_empty_list(n: Any) -> Any:
    h, q = rows_of(n), []
    q[:] = h
    q[0][1] = 5
    return q, h


def doubled(n: Any) -> Any:
    h = rows_of(n)
    h.extend(h)
    h[0][1] = 5
    return h


def with_its_first_row_again(n: Any) -> Any:
    h = rows_of(n)
    h += h[:1]
    h[0][1] = 5
    return h


def popped_and_in_a_copy(n: Any) -> Any:
    m = rows_of(n)
    q = m[:]
    r = m.pop()
    r[0] += 1
    return q, m


def of_tuples_in_a_list(n: Any) -> Any:
    m = [[1, 2], [3, 4], [5, 6]]
    pairs = [(row[0], row) for row in m]
    _, r = pairs[n]
    m[n][0] = 50
    m[2][1] = 60
    return r


def popped_and_in_a_heap(n: Any) -> Any:
    m = rows_of(n)
    q = m[:]
    r = heapq.heappop(m)
    r[1] = 7
    return q


REFUSED = [
    popped_and_in_a_copy,
    of_tuples_in_a_list,
    popped_and_in_a_heap,
    changed_behind_a_push,
    changed_once_it_is_pushed,
    pushed_and_changed_in_the_heap,
    replaced_and_changed,
    pushed_popped_and_changed,
    popped_and_known,
    popped_out_of_a_tuple,
    read_out_of_a_tuple,
    rotated,
    turned_around,
    put_into_a_slice,
    put_into_an_empty_list,
    doubled,
    with_its_first_row_again,
]


@pytest.mark.parametrize("function", REFUSED, ids=lambda function: function.__name__)
def test_a_change_that_another_name_would_not_see_is_refused(function: Callable[..., Any]) -> None:
    with pytest.raises(ng.NbgraphError) as caught:
        ng.function(function)(2)
    assert caught.value.id == "list-item-copied"
    assert caught.value.span is not None and caught.value.remedy


def plain(value: Any) -> Any:
    """A result in Python's own numbers."""
    if isinstance(value, list | tuple):
        return type(value)(map(plain, value))
    return value.item() if hasattr(value, "item") else value
