"""Lists among the arguments: what the function changes in them, the caller sees changed."""
# ruff: noqa

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import pytest

import nbgraph as ng
from tests.core.printing.test_pasted import pasted
from nbgraph.core.errors import NbgraphError


def helper(items, x):
    items.append(x)
    return items


def inplace(l):
    l[0], l[1] = l[1], l[0]


def grows(l, n):
    for i in range(n):
        l.append(i)
    return len(l)


def returns_it(l, n):
    l.append(n)
    return l


def sometimes(l, n):
    if n > 0:
        l.append(n)
    return sum(l)


def floats(l, n):
    l[0] += n
    l.sort()


def rows(m, n):
    m[0][n] = 9
    return m[0]


def in_dict(d, n):
    d["a"].append(n)
    return d["b"]


def tuples(l, n):
    l.append((n, n))
    l[0] = (n, 5)


def cleared(l, n):
    l.clear()
    return n


def rebound(l, n):
    l = l + [n]
    l.append(4)
    return l


def two(a, b):
    a.append(b.pop())
    return a


def two_swap(a, b):
    a[0], b[0] = b[0], a[0]


def bools(l, n):
    l[0] = not l[1]
    l.append(n > 0)


def mixed(l, n):
    l.append(0.5 * n)


def via(l, n):
    k = helper(l, n)
    k.append(7)
    return k


def item_of_a_dict(d, n):
    if n > 0:
        d["b"] += n
    d["a"] = d["b"] * 2
    return d


def items_in_a_loop(d, n):
    for i in range(n):
        d["b"] = d["b"] + i
    return d["a"]


def new_keys(d, n):
    d["z"] = n
    d["c"] = 1.5
    return len(d)


def put(d, key, value):
    d[key] = d.get(key, 0) + value


def by_a_helper(d, n):
    put(d, "a", n)
    put(d, "q", n)


def dict_in_a_dict(d, n):
    d["inner"]["x"] += n
    return d["inner"]["x"], d


class Holder:
    def __init__(self, items):
        self.items = items


def returned_in_a_tuple(l, n):
    l.append(n)
    return l, n, [l[0]]


def returned_by_way_of_an_object(l, n):
    l.pop()
    holder = Holder(l)
    return n, holder.items, {"l": l}


CASES = [
    (returned_in_a_tuple, [([3, 1, 2], 1), ([2, 1, 0], 0)]),
    (returned_by_way_of_an_object, [([3, 1, 2], 1), ([2, 1, 0], 0)]),
    (inplace, [([3, 1, 2],), ([2, 1, 0],)]),
    (grows, [([3, 1, 2], 1), ([2, 1, 0], 0)]),
    (returns_it, [([3, 1, 2], 1), ([2, 1, 0], 0)]),
    (sometimes, [([3, 1, 2], 1), ([2, 1, 0], 0)]),
    (floats, [([3.5, 1.25], 1), ([2.0, 1.0], 0)]),
    (rows, [([[1, 2], [3, 4]], 1), ([[0, 0], [0, 0]], 0)]),
    (in_dict, [({"a": [1, 2], "b": 3}, 1), ({"a": [1, 5], "b": 3}, 0)]),
    (tuples, [([(1, 2), (3, 4)], 1), ([(0, 0), (1, 1)], 0)]),
    (cleared, [([1, 2], 1), ([2, 3], 0)]),
    (rebound, [([1, 2], 1), ([2, 3], 0)]),
    (two, [([1, 2], [3]), ([2, 3], [4])]),
    (two_swap, [([1, 2], [3, 4]), ([2, 3], [4, 5])]),
    (bools, [([True, False], 1), ([False, False], 0)]),
    (mixed, [([1, 2], 1), ([2, 3], 0)]),
    (item_of_a_dict, [({"b": 1, "a": 2}, 1), ({"b": 1, "a": 2}, 0)]),
    (items_in_a_loop, [({"b": 1, "a": 2}, 3), ({"b": 1, "a": 2}, 0)]),
    (new_keys, [({"b": 1, "a": 2}, 3), ({}, 0)]),
    (by_a_helper, [({"b": 1, "a": 2}, 3), ({}, 0)]),
    (dict_in_a_dict, [({"inner": {"x": 1}, "a": 2}, 3)]),
    (via, [([1, 2], 1), ([2, 3], 0)]),
]


@pytest.mark.parametrize(("function", "calls"), CASES, ids=lambda part: getattr(part, "__name__", ""))
def test_the_callers_lists_change_as_in_python(function: Callable[..., Any], calls: list[tuple[Any, ...]]) -> None:
    graph = ng.function(function)
    for arguments in calls:
        python, ours = copy.deepcopy(arguments), copy.deepcopy(arguments)
        assert graph(*ours) == function(*python)
        assert ours == python
        assert repr(ours) == repr(python)  # the order of keys, too, and numbers that are Python's


def test_a_list_that_is_returned_is_the_callers() -> None:
    items = [3, 1]
    assert ng.function(returns_it)(items, 2) is items
    assert [type(item) for item in items] == [int, int, int]


def test_a_dict_that_is_returned_is_the_callers() -> None:
    table = {"b": 1, "a": 2}
    assert ng.function(item_of_a_dict)(table, 2) is table


def test_arrays_in_a_dict_stay_arrays_and_numbers_numbers() -> None:
    def trained(parameters, n):
        for _ in range(n):
            parameters["w"] = parameters["w"] * 0.5
            parameters["steps"] += 1

    parameters = {"w": jnp.array([8.0, 4.0]), "steps": 0}
    ng.function(trained)(parameters, 2)
    assert parameters["w"].tolist() == [2.0, 1.0]
    assert parameters["steps"] == 2
    assert type(parameters["steps"]) is int


def key_taken_away(d, n):
    del d["a"]


def list_put_in(d, n):
    d["a"] = [n]


@pytest.mark.parametrize("function", [key_taken_away, list_put_in])
def test_other_changes_of_a_dict_are_refused(function: Callable[..., Any]) -> None:
    table = {"b": 1, "a": 2}
    with pytest.raises(NbgraphError) as caught:
        ng.function(function)(table, 1)
    assert caught.value.id == "side-effect"
    assert table == {"b": 1, "a": 2}


TABLE, ITEMS = {"a": 1}, [1, 2]


def known_as_a_global(d, n):
    d["a"] = n
    return TABLE["a"]


def list_known_as_a_global(l, n):
    l[0] = n
    return ITEMS[0]


@pytest.mark.parametrize(("function", "argument"), [(known_as_a_global, TABLE), (list_known_as_a_global, ITEMS)])
def test_what_the_function_knows_by_another_name_is_refused(function: Callable[..., Any], argument: Any) -> None:
    before = copy.copy(argument)
    with pytest.raises(NbgraphError) as caught:
        ng.function(function)(argument, 7)
    assert caught.value.id == "side-effect"
    assert argument == before
    other = copy.copy(argument)
    assert ng.function(function)(other, 7) == 1  # another object of the same contents
    assert other != before


def test_rows_keep_who_they_are() -> None:
    m = [[1, 2], [3, 4]]
    row = m[0]
    ng.function(rows)(m, 1)
    assert m[0] is row
    assert row == [1, 9]


def test_after_an_exception_the_list_is_as_it_was() -> None:
    def raises(l, n):
        l.append(1)
        if n > 0:
            raise ValueError
        return 1

    graph, items = ng.function(raises), [1]
    with pytest.raises(ValueError):
        graph(items, 1)
    assert items == [1]
    graph(items, 0)
    assert items == [1, 1]


@pytest.mark.parametrize("arguments", [lambda l: (l, l), lambda l: (l, [l, [1]]), lambda l: ({"a": l}, l)])
def test_a_list_given_twice_is_refused(arguments: Callable[[list[int]], tuple[Any, ...]]) -> None:
    def both(a, b):
        (a["a"] if isinstance(a, dict) else a).append(1)
        return len(b)

    items = [1]
    with pytest.raises(NbgraphError) as caught:
        ng.function(both)(*arguments(items))
    assert caught.value.id == "side-effect"
    assert items == [1]


def test_rows_come_and_go_in_the_callers_table() -> None:
    def rows_change(m, n):
        m.append([n, n])
        m.pop(0)

    for made in (rows_change, ng.function(rows_change)):
        table = [[1, 2], [3, 4]]
        assert made(table, 1) is None
        assert table == [[3, 4], [1, 1]]

    table = [[1, 2], [3, 4]]
    known = table[1]
    with pytest.raises(NbgraphError) as caught:
        ng.function(rows_change)(table, 1)
    assert caught.value.id == "side-effect"
    assert table == [[1, 2], [3, 4]] and table[1] is known


def test_printed_code_changes_the_list_too() -> None:
    given = [1, 2]
    assert pasted(ng.to_code(inplace, [1, 2]), "inplace")(given) is None
    assert given == [2, 1]
