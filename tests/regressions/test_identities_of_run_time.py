"""`id` of a function or object selected at run time was that of nbgraph's own object, and equal to no other.

The habit: asking by `id` which of several functions, nodes or rows is in hand, as with pointers in C.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import nbgraph as ng


class Node:
    def __init__(self, value):
        self.value = value


def square(x):
    return x * x


def cube(x):
    return x * x * x


def of_a_function(n):
    f = (square, cube)[n % 2]
    return id(f) == id(cube)


def of_an_object(n):
    nodes = [Node(1), Node(2)]
    node = nodes[n % 2]
    return id(node) == id(nodes[1])


def of_rows(n):
    rows, count = [[1], [2]], 0
    for k in range(n):
        count += id(rows[k % 2]) == id(rows[0])
    return count


def of_joined_lists(n):
    items = [1, n]
    other = list(items) if n > 5 else items
    return id(other) == id(items)


def of_a_number(n):
    m = n
    return id(m) == id(n)


def of_each(n):
    return len(set(map(id, [n, n])))


@pytest.mark.parametrize("function", [of_a_function, of_an_object, of_rows, of_joined_lists, of_a_number, of_each])
def test_an_identity_of_run_time_is_refused(function: Callable[..., Any]) -> None:
    with pytest.raises(ng.StagingError, match=r"(?s)`id` must know its arguments.*`is`.*\[traced-value-in-python\]"):
        ng.function(function)(3)


def of_known_nodes(n):
    nodes = [Node(n), Node(2)]
    return len({id(node) for node in [*nodes, *nodes]})


def of_known_lists(n):
    items, more, row = [1, 2, 3], {"a": n}, [n]
    other, seen = items, {id(row), id(row), id(items)}
    for k in range(n):
        items[k % 3] = n
        more["a"] += k
    return id(items) == id(other), id(items) == id([n]), id(more) == id(more), len(seen)


def of_classes(n):
    f = (square, cube)[n % 2]
    return f.__class__ is square.__class__, type(f) is type(square), f.__class__.__name__


@pytest.mark.parametrize("function", [of_known_nodes, of_known_lists, of_classes])
def test_what_is_known_is_pythons(function: Callable[..., Any]) -> None:
    assert ng.function(function)(3) == function(3)
