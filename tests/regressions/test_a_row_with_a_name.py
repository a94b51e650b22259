"""A list with a name that is also an item of another list: both are one list, in a graph too, or it is refused.

What is appended to a list in buffers is copied there. A change through one of the two was lost in the other one,
with no word: `m.append(p)` and then `m[-1][0] = 5` left `p` as it was, and a name first bound in a loop or a branch,
as in `for row in m: if ...: best = row`, was taken for a list that nobody else knows.
"""

from __future__ import annotations

import copy
from collections import deque
from collections.abc import Callable
from typing import Any

import pytest

import nbgraph as ng

GIVEN = [[1, 2], [3, 4], [5, 6]]


def changed_through_the_list(m: Any, steps: Any) -> Any:
    hist = [[0, 0] for _ in range(steps)]
    p = [1, 2]
    for _ in range(steps):
        p = [p[0] + 1, p[1]]
        hist.append(p)
        hist[-1][0] = 50
    return hist, p


def put_behind_a_list_of_run_time_length(m: Any, steps: Any) -> Any:
    hist = [[0, 0] for _ in range(steps)]
    p = [1, 2]
    hist.append(p)
    hist[-1][0] = 50
    return hist, p


def changed_after_it_was_appended(m: Any, n: Any) -> Any:
    out = []
    for i in range(n):
        row = [i, i]
        out.append(row)
        row[0] = 5
    return out


def filled_after_it_was_appended(m: Any, n: Any) -> Any:
    out = []
    for _ in range(n):
        row = []
        out.append(row)
        for j in range(3):
            row.append(j)
    return out


def the_last_one_is_kept(m: Any, n: Any) -> Any:
    out = []
    prev = [0, 0]
    for i in range(n):
        row = [prev[0] + 1, i]
        out.append(row)
        out[i][1] = 50
        prev = row
    return out, prev


def under_two_names(m: Any, n: Any) -> Any:
    rows = []
    for i in range(n):
        cur = [i, 0]
        rows.append(cur)
        other = cur
        other[1] = 3
        cur[0] += 1
    return rows, n


def appended_by_a_helper(m: Any, n: Any) -> Any:
    rows = []

    def add(r):
        rows.append(r)
        return r

    for i in range(n):
        r = add([i, i])
        r[0] = 10
    return rows


def put_in_a_place(m: Any, n: Any) -> Any:
    rows = [[0, 0] for _ in range(n)]
    for i in range(n):
        p = [i, i]
        rows[i] = p
        p[0] = 40
        rows[i][1] = 50
    return rows, 1


def put_in_a_place_and_read(m: Any, n: Any) -> Any:
    rows = [[0, 0] for _ in range(n)]
    p = [1, 1]
    rows[0] = p
    rows[0][1] = 50
    return rows, p


def changed_by_a_loop_over_the_list(m: Any, n: Any) -> Any:
    rows = [[0, 0] for _ in range(n)]
    p = [1, 1]
    rows.append(p)
    s = 0
    for r in rows:
        r[0] += 1
        s += p[0]
    return rows, s, p


def in_a_queue(m: Any, n: Any) -> Any:
    q = deque()
    for i in range(n):
        p = [i, 0]
        q.append(p)
        p[1] = 4
    q[0][0] = 8
    return list(q), n


def rebound_and_changed(m: Any, n: Any) -> Any:
    cur = [0, 0]
    hist = []
    for i in range(n):
        cur = [cur[0] + 1, cur[1]]
        hist.append(cur)
        cur[1] = i
    return hist, cur


def changed_by_both(m: Any, n: Any) -> Any:
    rows = []
    for i in range(n):
        p = [i, i]
        rows.append(p)
        for k in range(3):
            p[0] += k
        for q in rows:
            q[1] += 1
    return rows


def a_dict_of_a_list_bound_in_a_loop(m: Any, n: Any) -> Any:
    rows = [{"x": a, "y": b} for a, b in m]
    for i in range(n):
        row = rows[i]
    row["y"] = 50
    return [(row["x"], row["y"]) for row in rows]


def taken_out_and_changed(m: Any, n: Any) -> Any:
    queue = [[k, k] for k in range(n + 3)]
    while len(queue) > 1:
        a = queue.pop(0)
        b = queue.pop(0)
        a[0] += b[0]
        queue.append(a)
    return queue


def changed_and_read_in_a_branch(m: Any, n: Any) -> Any:
    rows, p = [[k, 0] for k in range(n + 2)], [1, n]
    rows.append(p)
    if n > 1:
        rows[-1][0] = 50
        rows.append([3, 3])
        t = p[0]
    else:
        t = p[0] + 1
    return rows, p, t


def changed_and_read_in_a_loop(m: Any, n: Any) -> Any:
    rows, p, t = [[k, 0] for k in range(n + 2)], [1, n], 0
    rows.append(p)
    for _ in range(n):
        rows[-1][0] += 5
        t += p[0]
    return rows, p, t


def exchanged(m: Any, n: Any) -> Any:
    rows = [[1, n], [3, 4], [5, 6], [7, 8]]
    rows[n], rows[n - 1] = rows[n - 1], rows[n]
    return rows


def made_from_the_last_row(m: Any, n: Any) -> Any:
    """Pascal's triangle, as it is typed: each row from the last one, which has a name."""
    row, triangle = [1], [[1]]
    for _ in range(n):
        row = [1] + [a + b for a, b in zip(row, row[1:], strict=False)] + [1]  # noqa: RUF007 - as it is typed
        triangle.append(row)
    return triangle, row


def changed_through_the_list_and_read_by_name(m: Any, n: Any) -> Any:
    row, rows = [1, 1], [[1, 1], [2, 2]]
    for k in range(n):
        row = [k, row[0]]
        rows.append(row)
        if k == 1:
            rows[-1][0] = 44
    return rows, row


SAME = [
    made_from_the_last_row,
    changed_through_the_list_and_read_by_name,
    exchanged,
    changed_and_read_in_a_branch,
    changed_and_read_in_a_loop,
    taken_out_and_changed,
    a_dict_of_a_list_bound_in_a_loop,
    changed_through_the_list,
    put_behind_a_list_of_run_time_length,
    changed_after_it_was_appended,
    filled_after_it_was_appended,
    the_last_one_is_kept,
    under_two_names,
    appended_by_a_helper,
    put_in_a_place,
    put_in_a_place_and_read,
    changed_by_a_loop_over_the_list,
    in_a_queue,
    rebound_and_changed,
    changed_by_both,
]


def the_last_one_after_the_loop(m: Any, steps: Any) -> Any:
    hist = [[0, 0] for _ in range(steps)]
    p = [1, 2]
    for _ in range(steps):
        p = [p[0] + 1, p[1]]
        hist.append(p)
    if steps:
        hist[-1][0] = 50
    return hist, p


def the_one_of_the_iteration_before(m: Any, steps: Any) -> Any:
    hist = [[0, 0] for _ in range(steps)]
    p = [1, 2]
    for _ in range(steps):
        hist[-1][0] = 50
        p = [p[0] + 1, p[1]]
        hist.append(p)
    return hist, p


def the_best_one(m: Any, n: Any) -> Any:
    out = []
    best = [0, 0]
    for i in range(n):
        row = [i, 3 - i]
        out.append(row)
        if row[1] > best[1]:
            best = row
    out[0][0] = 50
    return out, best


def read_in_a_loop(m: Any, n: Any) -> Any:
    row = [0, 0]
    for i in range(n):
        row = m[i]
    m[0][0] = 99
    return row


def bound_in_a_loop_and_changed(m: Any, n: Any) -> Any:
    for i in range(n):
        row = m[i]
    row[0] = 5
    return m


def bound_in_a_loop_and_read(m: Any, n: Any) -> Any:
    for i in range(n):
        row = m[i]
    m[0][0] = 5
    return row


def of_one_of_two_lists(m: Any, n: Any) -> Any:
    a = [[1, n], [3, 4], [5, 6]]
    b = [[7, 8], [9, n], [11, 12]]
    a.append([n, n])
    b.append([n, n])
    if n > 1:
        r = a[n]
        m[0][0] = 0
    else:
        r = b[n]
    a[n][0] = 99
    return r


def bound_in_a_while_and_changed(m: Any, n: Any) -> Any:
    i = 0
    while m[i][0] < n:
        row = m[i]
        i += 1
    row[1] = 9
    return m


def bound_in_a_branch_and_changed(m: Any, n: Any) -> Any:
    if n > 0:
        row = m[n]
    row[1] = 9
    return m


def under_four_names(cells: Any, steps: Any) -> Any:
    history = []
    for _ in range(steps):
        new = [c + 1 for c in cells]
        a = new
        b = new
        cells = new
        history.append(b)
    a[0] = 9
    return history, cells, b


def in_a_dict_of_state(m: Any, n: Any) -> Any:
    state = {"rows": [], "last": [0, 0]}
    for i in range(n):
        p = [i, i]
        state["rows"].append(p)
        state["last"] = p
    state["rows"][0][0] = 55
    return state


def a_dict_bound_in_a_loop(m: Any, n: Any) -> Any:
    c = {"a": m[0][0]}
    for _ in range(n):
        t = c
    t["a"] = 9
    return c


def taken_out_and_known(m: Any, n: Any) -> Any:
    queue = [[k, k] for k in range(n + 3)]
    first = queue[0]
    while len(queue) > 1:
        a = queue.pop(0)
        b = queue.pop(0)
        a[0] += b[0]
        queue.append(a)
    return queue, first


def taken_out_under_two_names(m: Any, n: Any) -> Any:
    queue = [[k, 0] for k in range(n + 2)]
    p = [1, n]
    queue.append(p)
    x = queue.pop()
    x[0] = 5
    return queue, p, x


def changed_in_a_branch_behind_a_change(m: Any, n: Any) -> Any:
    rows = [[k, 0] for k in range(n + 2)]
    last = rows[-1]
    rows[0][1] += 1
    if n > 0:
        last[0] += 1
    return rows, last


def bound_in_a_branch_that_changes_it(m: Any, n: Any) -> Any:
    rows, p, q = [[k, 0] for k in range(n + 2)], [1, n], [0, 0]
    rows.append(p)
    if n > 1:
        rows[-1][0] = 50
        q = p
    return rows, p, q


def changed_once_a_loop_has_turned_the_list(m: Any, n: Any) -> Any:
    rows = [[1, 2], [3, 4], [5, 6]]
    row = rows[n]
    for _ in range(n):
        rows.reverse()
    rows[-1][0] = 1
    return rows, row


def changed_by_name_behind_a_loop(m: Any, n: Any) -> Any:
    row, rows = [1, 1], [[1, 1], [2, 2]]
    for k in range(n):
        row = [k, row[0]]
        rows.append(row)
        if k == 1:
            rows[-1][0] = 44
    row[1] = 3
    return rows, row


def changed_in_its_list_behind_a_loop(m: Any, n: Any) -> Any:
    row, rows = [1, 1], [[1, 1], [2, 2]]
    for k in range(n):
        row = [k, row[0]]
        rows.append(row)
        rows[-1][0] = 44
    rows[-1][1] = 9
    return rows, row


def changed_before_it_is_read_by_name(m: Any, n: Any) -> Any:
    row, rows = [1, 1], [[1, 1], [2, 2]]
    for k in range(n):
        rows[-1][0] += 5
        row = [k, row[0]]
        rows.append(row)
    return rows, row


REFUSED = [
    changed_by_name_behind_a_loop,
    changed_in_its_list_behind_a_loop,
    changed_before_it_is_read_by_name,
    changed_once_a_loop_has_turned_the_list,
    changed_in_a_branch_behind_a_change,
    bound_in_a_branch_that_changes_it,
    taken_out_and_known,
    taken_out_under_two_names,
    a_dict_bound_in_a_loop,
    the_last_one_after_the_loop,
    the_one_of_the_iteration_before,
    the_best_one,
    read_in_a_loop,
    bound_in_a_loop_and_changed,
    bound_in_a_loop_and_read,
    of_one_of_two_lists,
    bound_in_a_while_and_changed,
    bound_in_a_branch_and_changed,
    under_four_names,
    in_a_dict_of_state,
]


def plain(value: Any) -> Any:
    """A result in Python's own numbers."""
    if isinstance(value, list | tuple):
        return type(value)(map(plain, value))
    return value.item() if hasattr(value, "item") else value


@pytest.mark.parametrize("function", SAME, ids=lambda function: function.__name__)
@pytest.mark.parametrize("n", [1, 2, 3])
def test_a_row_and_its_name_are_one_list(function: Callable[..., Any], n: int) -> None:
    mine, theirs = copy.deepcopy(GIVEN), copy.deepcopy(GIVEN)
    assert plain(ng.function(function)(mine, n)) == function(theirs, n)
    assert plain(mine) == theirs


@pytest.mark.parametrize("function", REFUSED, ids=lambda function: function.__name__)
def test_a_change_that_the_name_would_not_see_is_refused(function: Callable[..., Any]) -> None:
    with pytest.raises(ng.NbgraphError) as caught:
        ng.function(function)([1, 2, 3] if function is under_four_names else copy.deepcopy(GIVEN), 2)
    assert caught.value.id == "list-item-copied"
    assert caught.value.span is not None and caught.value.remedy
