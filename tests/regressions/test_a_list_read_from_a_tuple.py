"""`pair[i]` at a run-time index is one of the lists in the tuple: a change is seen through both, or it is refused.

The graph had a copy, and `a[0] = 9` after `r = (a, b)[i]` left `r` as it was, with no word. A list that was put into
buffers kept what it had been, too.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

import nbgraph as ng


def changed_through_the_name(n: Any) -> Any:
    a, b = [1, 2], [3, 4]
    pair = (a, b)
    r = pair[n]
    r[0] = 9
    return r, a, b, pair


def changed_in_its_length(n: Any) -> Any:
    pair = ([1, 2], [3, 4])
    r = pair[n]
    r.append(5)
    return r, len(pair[0])


def read_only(n: Any) -> Any:
    pair, total = ([1, 2], [3, 4]), 0
    for i in range(n + 2):
        r = pair[i % 2]
        total += r[0] * r[1]
    return total


def in_no_other_place(n: Any) -> Any:
    pair = ([1, 2], [3, 4])
    rows = [[0, 0], pair[n]]
    return rows[n], rows


def two_players(n: Any) -> Any:
    scores = {"a": [0, 0], "b": [5, 1]}
    players = (scores["a"], scores["b"])
    for turn in range(3):
        player = players[turn % 2]
        player[1] += n
    return scores


def grown_under_its_own_name(n: Any) -> Any:
    a = [1, 2]
    queue = [(a,)[n - n]]
    a.append(1)
    return queue


def numbers_in_groups(n: Any) -> Any:
    groups = {0: [], 1: [n]}
    odd = groups[1]
    for x in (3, 1, 4):
        groups[(x + n) % 2].append(x)
    return groups, odd


def in_each_iteration(n: Any) -> Any:
    a, b, total = [1, 2], [3, 4], 0
    for i in range(n + 2):
        r = (a, b)[i % 2]
        total += r[0]
        r[0] += 1
    return a, b, total


@pytest.mark.parametrize(
    "function",
    [
        changed_through_the_name,
        read_only,
        in_no_other_place,
        two_players,
        grown_under_its_own_name,
        numbers_in_groups,
        in_each_iteration,
    ],
    ids=lambda function: function.__name__,
)
@pytest.mark.parametrize("n", [0, 1])
def test_a_list_and_the_tuple_that_it_is_in_are_one(function: Callable[..., Any], n: int) -> None:
    assert plain(ng.function(function)(n)) == function(n)


def changed_under_its_own_name(n: Any) -> Any:
    a, b = [1, 2], [3, 4]
    r = (a, b)[n]
    a[0] = 9
    return r


def in_a_tuple_of_tuples(n: Any) -> Any:
    a, b = [1, 2], [3, 4]
    r, k = ((a, 1), (b, 2))[n]
    a[1] = 7
    return r, k


def of_a_dict(n: Any) -> Any:
    a, b = [1, 2], [3, 4]
    r = {0: a, 1: b}[n]
    a[0] = 9
    return r


def put_into_buffers(n: Any) -> Any:
    a, b = [1, 2], [3, 4]
    queue = [[0, 0], (a, b)[n]]
    queue[n - 1][0] = 5
    a[1] = 7
    return queue


def of_one_branch_put_into_buffers(n: Any) -> Any:
    a, rows = [1, 2], [[0, k] for k in range(n + 2)]
    r = a if n > 0 else [3, 4]
    rows.append(r)
    r = [0, 0]
    a[0] = 9
    return rows, r


@pytest.mark.parametrize(
    "function",
    [
        changed_under_its_own_name,
        in_a_tuple_of_tuples,
        of_a_dict,
        put_into_buffers,
        of_one_branch_put_into_buffers,
    ],
    ids=lambda function: function.__name__,
)
def test_a_change_that_a_copy_would_not_see_is_refused(function: Callable[..., Any]) -> None:
    with pytest.raises(ng.NbgraphError) as caught:
        ng.function(function)(0)
    assert caught.value.id in ("list-alias", "list-item-copied")
    assert caught.value.span is not None and caught.value.remedy


def bound_in_a_branch_and_in_a_loop(n: Any) -> Any:
    s = [1, 1]
    t = s
    if n > 1:
        s = [2, 2]
    for i in range(n):
        s = [i, i]
    t[1] = n
    return s


def bound_in_a_branch_and_chosen(n: Any) -> Any:
    s = [1, 1]
    t = s
    if n > 1:
        s = [2, 2]
    s = (s, [3, 3])[n % 2]
    t[1] = n
    return s


def changed_in_a_loop_behind(n: Any) -> Any:
    a, b = [n, 1], [2, n]
    r = (a, b)[n % 2]
    for _ in range(n + 1):
        r[0] += 1
    return r, a, b


@pytest.mark.parametrize(
    "function", [bound_in_a_branch_and_in_a_loop, bound_in_a_branch_and_chosen, changed_in_a_loop_behind]
)
def test_what_a_branch_has_made_of_two_lists_is_either_of_them_later(function: Callable[..., Any]) -> None:
    """A loop and an index took what a branch leaves for a list of its own: the change of the other one was lost."""
    with pytest.raises(ng.NbgraphError) as caught:
        ng.function(function)(0)
    assert caught.value.id in ("list-alias", "list-item-copied")


def steps_until_sorted(m: Any, n: Any) -> Any:
    for step in range(n):
        m[0][0] += 1
        if m[0][0] > m[1][0]:
            return m, step
    return m, n


def a_dict_of_the_state(m: Any, n: Any) -> Any:
    q = m
    for step in range(n):
        for row in q:
            row[1] += step
        if q[0][1] > 3:
            return {"rows": q, "first": m[0], "step": step}
    return {"rows": q, "first": m[0], "step": n}


@pytest.mark.parametrize("function", [steps_until_sorted, a_dict_of_the_state])
@pytest.mark.parametrize("n", [1, 4])
def test_a_loop_may_return_a_tuple_with_the_list_that_it_changes(function: Callable[..., Any], n: int) -> None:
    """It was refused, with a word of this project's own, `return_value`: with a `return` the loop ends."""
    mine, theirs = ([[1, 2], [3, 4], [5, 6]] for _ in range(2))
    assert plain(ng.function(function)(mine, n)) == function(theirs, n)
    assert plain(mine) == theirs


def changed_after_it_was_returned(m: Any, n: Any) -> Any:
    rows, step = steps_until_sorted(m, n)
    m[0][1] = 50
    return rows, step


def changed_at_last(m: Any, n: Any) -> Any:
    try:
        for step in range(n):
            m[0][0] += 1
            if m[0][0] > m[1][0]:
                return m, step
        return m, n
    finally:
        m[0][0] = 77


@pytest.mark.parametrize("function", [changed_after_it_was_returned, changed_at_last])
def test_what_a_loop_has_returned_changes_under_no_other_name(function: Callable[..., Any]) -> None:
    with pytest.raises(ng.NbgraphError) as caught:
        ng.function(function)([[1, 2], [3, 4], [5, 6]], 3)
    assert caught.value.id == "list-alias"


def truths_beside_numbers(m: Any, n: Any) -> Any:
    r = [0, 0]
    for i in range(n):
        r = [True, n > 1] if i > 1 else [3, m[0][1]]
    return r


def nothing_to_take_out(m: Any, n: Any) -> Any:
    queue: list[Any] = []
    queue.remove([n, 1])
    return queue


def nothing_to_find(m: Any, n: Any) -> Any:
    return [row for row in m if 0][:].index(n)


def test_a_row_of_truths_or_numbers() -> None:
    """`zip() argument 2 is longer than argument 1` was raised: the start of the loop had no truth values."""
    for n in (1, 4):
        given = copy.deepcopy([[1, 2], [3, 4]])
        assert plain(ng.function(truths_beside_numbers)(given, n)) == truths_beside_numbers(given, n)


@pytest.mark.parametrize("function", [nothing_to_take_out, nothing_to_find])
def test_an_item_of_a_list_without_items(function: Callable[..., Any]) -> None:
    """It was an `IndexError`."""
    with pytest.raises(ValueError, match=r"not in list"):
        ng.function(function)([[1, 2]], 2)


def plain(value: Any) -> Any:
    """A result in Python's own numbers."""
    if isinstance(value, list | tuple):
        return type(value)(map(plain, value))
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return value.item() if hasattr(value, "item") else value
