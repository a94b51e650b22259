"""NumPy arrays made inside a function and changed there: right under their own name, refused under another one."""

from __future__ import annotations

from typing import Any

import jax
import numpy as np
import pytest

import nbgraph as ng
from nbgraph.core.errors import NbgraphError


def fill(v: Any, n: Any) -> None:
    v[0] = n


def by_an_alias(n):
    a = np.zeros(2)
    b = a
    b[0] = n
    return a


def by_a_helper(n):
    a = np.zeros(2)
    fill(a, n)
    return a


def in_a_list(n):
    rows = [np.zeros(2), np.ones(2)]
    v = rows[0]
    v[0] = n
    return rows[0]


def a_row(n):
    table = np.zeros((2, 2))
    row = table[0]
    row[0] = n
    return table


def in_a_branch(n):
    a = np.zeros(2)
    b = a
    if n > 0:
        b[0] = n
    return a


def chosen_at_run_time(n):
    rows = [np.zeros(2), np.ones(2)]
    row = rows[int(n) % 2]
    row[0] = n
    return rows


def chosen_by_a_text(n):
    rows = {"a": np.zeros(2), "b": np.ones(2)}
    row = rows["a" if n > 0 else "b"]
    row[1] += n
    return rows


def chosen_and_changed_in_a_branch(n):
    rows = [np.zeros(2), np.ones(2)]
    row = rows[int(n) % 2]
    if n > 1:
        row[0] = n
    return rows


def in_a_staged_loop(n):
    a = np.zeros(20)
    b = a
    for i in range(20):
        b[i] = n
    return a


def in_a_while(n):
    a = np.zeros(3)
    b = a
    while n > 0:
        b[0] += n
        n = n - 1
    return a


def added_to(n):
    a = np.zeros(2)
    b = a
    b += n
    return a


def added_to_in_a_branch(n):
    a = np.zeros(2)
    b = a
    if n > 0:
        b += n
    return a


def added_to_by_a_helper(n):
    def add(v):
        v += n

    a = np.zeros(2)
    add(a)
    return a


def made_by_an_operator(n):
    a = np.zeros(2) + 1
    b = a
    b[0] = n
    return a


class Box:
    def __init__(self):
        self.items = np.zeros(2)

    def put(self, n):
        self.items[0] = n


def in_an_object(n):
    box = Box()
    items = box.items
    box.put(n)
    return items


def in_a_dict_of_objects(n):
    boxes = {"a": Box()}
    other = boxes["a"].items
    boxes["a"].items[1] = n
    return other


def reshaped(n):
    a = np.zeros(4)
    b = a.reshape(2, 2)
    b[0, 0] = n
    return a


def made_in_a_helper(n):
    def make():
        return np.ones(3)

    a = make()
    b = a
    b[1] = n
    return a


ALIASES = (
    chosen_at_run_time, chosen_by_a_text, chosen_and_changed_in_a_branch,
    made_by_an_operator, in_an_object, in_a_dict_of_objects, reshaped, made_in_a_helper,
    by_an_alias, by_a_helper, in_a_list, a_row, in_a_branch, in_a_staged_loop, in_a_while, added_to,
    added_to_in_a_branch, added_to_by_a_helper,
)  # fmt: skip


@pytest.mark.parametrize("function", ALIASES, ids=lambda function: function.__name__)
def test_a_change_under_another_name_is_seen_or_refused(function: Any) -> None:
    for run in (ng.function(function), jax.jit(ng.convert(function))):
        try:
            result = run(3.0)
        except NbgraphError as error:
            assert error.id in ("array-alias", "list-item-copied"), error
            continue
        assert all(map(np.array_equal, jax.tree.leaves(result), jax.tree.leaves(function(3.0))))


def own_name(n):
    a = np.zeros(3)
    a[0] = n
    a[1:] += n
    return a


def in_own_loop(n):
    a = np.arange(20.0)
    for i in range(20):
        a[i] = a[i] + n
    return a


def in_own_branch(n):
    a = np.ones((2, 2))
    if n > 0:
        a[0, 1] = n
    return a


def a_copy(n):
    a = np.zeros(2)
    b = a.copy()
    b[0] = n
    return a, b


def known_while_tracing(n):
    order = np.array([2, 0, 1])
    mask = np.array([True, False, True])
    out = np.zeros(3)
    out[0] = 5.0
    for k in order.tolist():
        out[k] = n * k
    return out[mask]


def of_an_operator(n):
    a = np.zeros(2) + 1
    a[0] = n
    return a


def chosen_and_changed_where_it_is(n):
    rows = [np.zeros(2), np.ones(2)]
    rows[int(n) % 2][0] = n
    rows[0][1] += n
    return rows


def chosen_changed_and_put_back(n):
    rows = [np.zeros(2), np.ones(2)]
    k = int(n) % 2
    row = rows[k]
    row[0] = n
    rows[k] = row
    return rows


def chosen_and_read(n):
    rows = [np.zeros(2), np.ones(2)]
    row = rows[int(n) % 2]
    row = row + n
    return rows, row


def through_the_list(n):
    rows = [np.zeros(2), np.ones(2)]
    rows[0][0] = n
    return rows


OWN_NAMES = (
    chosen_and_changed_where_it_is, chosen_changed_and_put_back, chosen_and_read, of_an_operator, own_name, in_own_loop,
    in_own_branch, a_copy, known_while_tracing, through_the_list,
)  # fmt: skip


@pytest.mark.parametrize("function", OWN_NAMES, ids=lambda function: function.__name__)
def test_arrays_under_one_name_change_as_in_python(function: Any) -> None:
    runs = ng.function(function), jax.jit(ng.convert(function))
    for n in (3.0, -1.0, 0.0):
        for run in runs:
            assert all(map(np.array_equal, jax.tree.leaves(run(n)), jax.tree.leaves(function(n))))


def test_a_change_on_one_path_whose_result_nobody_reads() -> None:
    """Its condition is an equation without results."""

    def program(a, v):
        k = 0
        while k < 2:
            k = k + 1
            if a:
                break
        else:
            v[1] += 1

    graph = ng.function(program)
    assert [graph(a, np.array([1, 1, 5, -1])) for a in (3, 0)] == [None, None]
