"""A list or dict in a tuple argument was changed by a loop of the graph, and the caller's stayed as it was.

So did a list argument that an iteration changes in place before it gives the name another list.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

import nbgraph as ng


class Stack(NamedTuple):
    items: list[int]
    count: int


def filled(pair, n):
    for k in range(n):
        pair[0][k] = k
    return pair[0][0] * 10 + pair[0][1]


def grown(pair, n):
    k = 0
    while k < n:
        pair[0].append(k)
        k += 1
    return sum(pair[0])


def unpacked(pair, n):
    for k in range(n):
        items, number = pair
        items[k] = number
    return n


def of_any_number(*lists):
    for k in range(20):
        lists[1][k] = lists[0][k]
    return lists[1][0]


def summed(pair, n):
    for k in range(n):
        pair[0]["sum"] += k
    return n


@pytest.mark.parametrize(
    ("function", "given"),
    [
        *((each, (([7, 8, 9, 10], 2), 3)) for each in (filled, grown, unpacked)),
        *((each, ((list(range(20)), 2), 3)) for each in (filled, grown, unpacked)),
        (of_any_number, (list(range(20)), [2] * 20)),
        (summed, (({"sum": 1}, 2), 4)),
    ],
)
def test_the_callers_list_changes(function: Callable[..., Any], given: tuple[Any, ...]) -> None:
    ours, pythons = copy.deepcopy(given), copy.deepcopy(given)
    assert ng.function(function)(*ours) == function(*pythons)
    assert ours == pythons


def turned(items, n):
    for k in range(n):
        items[0] = k
        items = [*items[1:], k]
    return items


def counted(pair, n):
    for k in range(n):
        pair[0][k] = k
        pair = (pair[0], pair[1] + 1)
    return pair[1]


def pushed(stack, n):
    k = 0
    while k < n:
        stack.items.append(k)
        stack = stack._replace(count=stack.count + 1)
        k += 1
    return stack.count


@pytest.mark.parametrize(
    ("function", "given"), [(turned, [1, 2, 3]), (counted, ([1, 2, 3], 0)), (pushed, Stack([1, 2, 3], 0))]
)
def test_a_change_of_it_that_would_be_lost_is_refused(function: Callable[..., Any], given: Any) -> None:
    with pytest.raises(ng.StagingError, match=r"\[list-alias\]"):
        ng.function(function)(given, 3)


def own(n):
    items, stack = [1, 2, 3], Stack([], 0)
    for k in range(n):
        items[0] = k
        items = [*items[1:], k]
        stack.items.append(k)
        stack = stack._replace(count=stack.count + 1)
    return items, stack


def test_what_the_function_makes_is_its_own() -> None:
    assert ng.function(own)(3) == own(3)
