"""An object that is new on one path and another name's on the other: `p = P(n) if n > 3 else q`.

Habit: a default object, or one out of a list, in place of a new one; what follows changes either in place.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

import nbgraph as ng
from nbgraph.core.staging.aliasing.copies import ListCopyError
from nbgraph.core.staging.lists.may_alias import ListAliasError
from nbgraph.core.staging.state.merge import BranchMismatchError


class P:
    def __init__(self, x: int) -> None:
        self.x = x


class Box:
    def __init__(self, p: P) -> None:
        self.p = p


def by_if(n: int, x: int) -> Any:
    q = P(x)
    if n > 3:
        n += 1
        p = P(n)
    else:
        p = q
    p.x += 1
    return q.x, p.x


def by_expression(n: int, x: int) -> Any:
    q = P(x)
    p = P(n) if n > 3 else q
    q.x += 1
    return q.x, p.x


def in_a_loop(n: int, x: int) -> Any:
    q = P(x)
    p = P(0)
    for i in range(n):
        p = P(i) if i % 2 == 1 else q
        p.x += 1
    return q.x, p.x


def out_of_a_list(n: int, x: int) -> Any:
    points = [P(x), P(1)]
    p = points[0] if n > 3 else P(3)
    p.x += 1
    return points[0].x, p.x


def out_of_an_object(n: int, x: int) -> Any:
    box = Box(P(x))
    p = box.p if n > 3 else P(3)
    p.x += 1
    return box.p.x, p.x


def changed(p: P) -> int:
    p.x += 1
    return p.x


def as_an_argument(n: int, x: int) -> Any:
    q = P(x)
    s = changed(q if n > 3 else P(0))
    return q.x, s


def of_a_function_inside(n: int, x: int) -> Any:
    q = P(x)

    def made() -> P:
        return q if n > 3 else P(0)

    p = made()
    p.x += 1
    return q.x, p.x


def in_a_tuple(n: int, x: int) -> Any:
    q = P(x)
    t = (q, 1) if n > 3 else (P(0), 2)
    t[0].x += 1
    return q.x, t[0].x


@pytest.mark.parametrize(
    "function",
    [
        by_if,
        by_expression,
        in_a_loop,
        out_of_a_list,
        out_of_an_object,
        as_an_argument,
        of_a_function_inside,
        in_a_tuple,
    ],
)
def test_a_copy_is_refused_where_a_change_would_show(function: Callable[..., Any]) -> None:
    with pytest.raises(BranchMismatchError, match=r"is a new P|is a P|tuple of 2 items"):
        ng.function(function)(5, 2)


class Q:
    def __init__(self, x: int) -> None:
        self.x, self.items = x, [x]


def of_three(n: int, x: int) -> Any:
    q = Q(x)
    p = (q if n > 3 else Q(1)) if n > 1 else Q(2)
    p.x += 1
    return q.x, p.x


def after_a_loop(n: int, x: int) -> Any:
    q = Q(x)
    p = Q(0)
    for i in range(n):
        p = q if i > 2 else Q(i)
    p.x += 1
    return q.x, p.x


@pytest.mark.parametrize("function", [of_three, after_a_loop])
def test_a_copy_of_a_copy_is_known_as_one(function: Callable[..., Any]) -> None:
    with pytest.raises(ListCopyError, match="which object this is"):
        ng.function(function)(5, 2)


def only_read(n: int, x: int) -> Any:
    q = Q(x)
    p = (q if n > 3 else Q(1)) if n > 1 else Q(2)
    return q.x, p.x


def test_a_copy_of_a_copy_is_read() -> None:
    assert [ng.function(only_read)(n, 2) for n in (1, 2, 5)] == [only_read(n, 2) for n in (1, 2, 5)]


def changed_by_the_next_iteration(n: int, x: int) -> Any:
    q = Q(x)
    p = Q(0)
    for i in range(n):
        p.x += 1
        p = q if i > 2 else Q(i)
    return q.x, p.x


def its_list_changed_by_the_next_iteration(n: int, x: int) -> Any:
    q = Q(x)
    p = Q(0)
    i = 0
    while i < n:
        p.items.append(i)
        p = Q(i)
        if i > 2:
            p = q
        i += 1
    return q.items, p.items


@pytest.mark.parametrize("function", [changed_by_the_next_iteration, its_list_changed_by_the_next_iteration])
def test_the_next_iteration_would_change_a_copy(function: Callable[..., Any]) -> None:
    with pytest.raises(ListAliasError, match=r"one Q after an iteration of this loop.*two Qs") as caught:
        ng.function(function)(6, 2)
    assert "copy.deepcopy(...)" in caught.value.remedy


def copied_for_the_next_iteration(n: int, x: int) -> Any:
    q = Q(x)
    p = Q(0)
    for i in range(n):
        p.x += 1
        p = copy.deepcopy(q) if i > 2 else Q(i)
    return q.x, p.x


def exchanged(n: int, x: int) -> Any:
    p, q = Q(x), Q(0)
    for _ in range(n):
        p.x += 1
        p, q = q, p
    return p.x, q.x


@pytest.mark.parametrize("function", [copied_for_the_next_iteration, exchanged])
def test_the_next_iteration_has_an_object_of_its_own(function: Callable[..., Any]) -> None:
    assert ng.function(function)(6, 2) == function(6, 2)


def rebound(n: int, x: int) -> Any:
    q = P(x)
    q = P(n) if n > 3 else q
    q.x += 1
    return q.x


def rebound_by_if(n: int, q: P) -> Any:
    if n > 3:
        q = P(n)
    q.x += 1
    return q


def returned(n: int, x: int) -> Any:
    q = P(x)
    if n > 3:
        return q
    return P(n)


@pytest.mark.parametrize("n", [2, 5])
@pytest.mark.parametrize("function", [rebound, rebound_by_if, returned])
def test_a_name_may_get_a_new_object_on_one_path(function: Callable[..., Any], n: int) -> None:
    given = [P(2) if function is rebound_by_if else 2 for _ in range(2)]
    results = [call(n, each) for call, each in zip((function, ng.function(function)), given, strict=True)]
    expected, got = (getattr(result, "x", result) for result in results)
    assert int(got) == expected
