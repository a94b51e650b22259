"""Programs about lists that the fuzzer found wrong, made small; all inputs go through one compiled function."""
# ruff: noqa

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import pytest

import nbgraph as ng
from nbgraph.core.errors import NbgraphError

INPUTS = ((3, 2), (0, 0), (2, 5), (1, 1), (7, 3))


def grown_under_a_condition_in_a_loop(a, b):
    m = [a]
    for i in range(b):
        if i < 40:
            for _ in range(a):
                m.append(b)
    return m


def grown_in_a_loop_after_a_break(a, b):
    m = [a]
    for i in range(b):
        if len(m) > 4:
            break
        for k in range(a):
            m.append(k)
    return m


def emptied_in_some_rounds(a, b):
    m = []
    l = [a, 1]
    for i in range(b):
        m.append(1)
        if i > a:
            m.clear()
        l = list(m)
    return l, m


def emptied_in_a_loop_over_a_list(a, b):
    m = [a]
    for _ in range(b):
        m.append(1)
    l = [a]
    for _ in m[:]:
        l.clear()
    return l, m


def two_lists_change_places(a, b):
    m = []
    l = [a, b]
    for i in range(10):
        m.append(i * a)
        l, m = m, l
    return l, m


def copy_of_a_list_with_room_grows(a, b):
    m = [a]
    s = 0
    for i in range(10):
        m.append(i * a)
        c = list(m)
        c.append(7)
        c.append(b)
        s += c[-1] * 3 + c[-2] + len(c) + sum(c)
    return m, s


def parts_of_no_items(a, b):
    m = []
    return m[:a], m[a:b], m[a:][::-1], [b] + m[:a], m * a


def three_loops_and_more_room_outside(a, b):
    l = [3, 1, 2]
    q = [5, 4]
    for k in range(b):
        for i in range(a):
            if len(l) > 40:
                break
            for j in l[:]:
                if len(l) > 40:
                    break
                l.append(j)
                q.sort()
        l.extend([x for x in l if x > 2])
        if len(l) > 40:
            break
    return l


def walked_beside_an_empty_list(a, b):
    l = []
    m = [a, b]
    for i, c in zip(m[:b], [x + 1 for x in l]):
        if c > a:
            return i, m
    return b, m


class Bag:
    def __init__(self, items):
        self.items = items


def two_names_before_a_loop(a, b):
    l = [a]
    m = l
    for i in range(b):
        l = l + [i]
    l.append(1)
    return l, m


def held_by_an_object_before_a_loop(a, b):
    l = [a]
    o = Bag(l)
    for i in range(b):
        l = l + [i]
    l.append(1)
    return l, o.items


def two_names_before_a_condition(a, b):
    l = [a]
    m = l
    if b > 1:
        l = []
    l.append(1)
    return l, m


REFUSED = [two_names_before_a_loop, held_by_an_object_before_a_loop, two_names_before_a_condition]
PROGRAMS = [value for name, value in list(globals().items()) if getattr(value, "__module__", "") == __name__]
PROGRAMS = [value for value in PROGRAMS if value is not Bag and value not in REFUSED]


@pytest.mark.parametrize("x64", [False, True])
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_lists_are_what_python_makes_of_them(program: Callable[..., Any], x64: bool) -> None:
    graph = ng.function(program)
    with jax.enable_x64(x64):
        for arguments in INPUTS:
            assert graph(*arguments) == program(*arguments), arguments


@pytest.mark.parametrize("program", REFUSED, ids=lambda program: program.__name__)
def test_a_second_name_is_not_left_behind(program: Callable[..., Any]) -> None:
    with pytest.raises(NbgraphError) as caught:
        ng.function(program)(3, 0)
    assert caught.value.id in ("container-alias", "branch-mismatch", "list-alias")
    assert caught.value.span is not None
