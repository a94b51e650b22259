"""Lists with two names: each program answers as Python does, or is refused where a graph could not.

And lists that get longer in the course of a round than they are at its end.
"""
# ruff: noqa

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import nbgraph as ng
from nbgraph.core.errors import NbgraphError

INPUTS = (0, 3, 1, 2)


def make(m):
    def g():
        return len(m)

    return g


def make2(m):
    def g(x):
        m.append(x)

    return g


def outer_rebinds(m, c):
    if c > 1:
        m = m + [7]
    m.append(9)
    return m


def o2(m, n):
    for i in range(n):
        m = m + [7]
    m.append(9)
    return m


def o3(m, n):
    for i in range(n):
        m = m + [7]
    return m


# One name only, on each path, at each moment that the list changes.


def plain(n):
    m = [1, n]
    if n > 1:
        m = m + [n]
    m.append(5)
    return m


def nested_if(n):
    m = [1, n]
    if n > 1:
        if n > 2:
            m = m + [n]
        m.append(4)
    m.append(5)
    return m


def loop_if(n):
    m = [1, n]
    for i in range(n):
        if i % 2:
            m = m + [i]
        m.append(5)
    return m


def loop_if_else(n):
    m = [1, n]
    o = []
    for i in range(n):
        if i % 2:
            m = m + [i]
        else:
            o = [i] + o
    return m, o


def rebind_clear(n):
    m = [1, n]
    if n > 1:
        m = []
    m.append(5)
    return m


def tern(n):
    m = [1, n]
    m = m + [1] if n > 1 else m
    m.append(3)
    return m


def swap(n):
    m = [1, n]
    k = [3]
    if n > 1:
        m, k = k, m
    m.append(5)
    return m, k


def inplace_then_rebind(n):
    m = [1, n]
    if n > 1:
        m.append(2)
        m = m + [n]
    m.append(5)
    return m


def attr_rebind(n):
    class O:
        pass

    o = O()
    o.m = [1, n]
    if n > 1:
        o.m = o.m + [1]
    o.m.append(3)
    return o.m


def dict_rebind(n):
    d = {"m": [1, n]}
    if n > 1:
        d["m"] = d["m"] + [1]
    d["m"].append(3)
    return d


def nl(n):
    m = [1, n]

    def add():
        nonlocal m
        if n > 1:
            m = m + [1]

    add()
    m.append(4)
    return m


def local_closure(n):
    m = [1, n]

    def g():
        return len(m)

    if n > 1:
        m = m + [n]
    m.append(5)
    return m, g()


def pick_read(n):
    m = [1, n]
    k = [3, 4]
    big = m if n > 1 else k
    return sum(big)


def caller_loop3(n):
    m = [1, n]
    m = o3(m, n)
    m.append(1)
    return m


def loop_static(n):
    m = [n]
    s = m
    for i in range(20):
        m = m + [i]
    m.append(1)
    return m, s


def ret_early(n):
    m = [1, n]
    if n > 1:
        return m + [1]
    m.append(2)
    return m


def frozen_read(n):
    rows = []
    for i in range(n):
        rows.append([i, 0])
    r = [5, 5]
    for i in range(n):
        r = rows[i]
    return r, r[0] + r[1]


def rebound(n):
    l = [1, 2, 3]
    s = 0
    for i in range(n):
        while len(l) < 5:
            l.append(i)
        s += sum(l)
        l = []
    return s, l


def append_pop(n):
    l = [0] * 10
    for i in range(n):
        l[i % 10] = i
        l.append(7)
        l.pop()
    return l


def append_append_pop(n):
    l = [1, 2, 3]
    s = 0
    for i in range(n):
        for k in range(4):
            l.append(k)
        s += sum(l)
        for k in range(4):
            s += l.pop() * k
    return l, s


def append_unknown_pop(n):
    l = [1, 2, 3]
    s = 0
    for i in range(n):
        for k in range(i):
            l.append(k)
        s += sum(l)
        while len(l) > 3:
            s += l.pop()
    return l, s


def three_deep(n):
    l = []
    s = 0
    for i in range(n):
        for k in range(n):
            for j in range(k):
                l.append(j)
            l.clear()
        s += len(l)
    return l, s


def direct_and_inner(n):
    l = []
    for i in range(10):
        l.append(100)
        for k in range(n):
            l.append(k)
    return l


def extend_peak(n):
    l = [1]
    s = 0
    for i in range(n):
        l.extend([i, i, i])
        s += sum(l)
        l = l[:1]
    return l, s


# Another name would show the change on some paths.


def closure(n):
    m = [1, n]
    g = make(m)
    if n > 1:
        m = m + [n]
    m.append(5)
    return m, g()


def closure2(n):
    m = [1, n]
    g = make2(m)
    if n > 1:
        m = m + [n]
    g(5)
    return m


def default(n):
    m = [1, n]

    def g(x=m):
        return len(x)

    if n > 1:
        m = m + [n]
    m.append(5)
    return m, g()


def lam_default(n):
    m = [1, n]
    g = lambda x=m: len(x)
    if n > 1:
        m = m + [n]
    m.append(5)
    return m, g()


def iterator(n):
    m = [1, n]
    it = iter(m)
    if n > 1:
        m = m + [n]
    m.append(5)
    return m, list(it)


def method(n):
    m = [1, n]
    g = m.append
    if n > 1:
        m = m + [n]
    g(5)
    return m


def deep(n):
    m = [1, n]
    d = {"a": ({"b": [m]},)}
    if n > 1:
        m = m + [n]
    m.append(5)
    return m, d["a"][0]["b"][0]


def pick(n):
    m = [1, n]
    k = [3]
    big = m if n > 1 else k
    m.append(5)
    return big


def tern2(n):
    m = [1, n]
    k = m + [1] if n > 1 else m
    k.append(3)
    return m, k


def try_obj(n):
    class O:
        pass

    o = O()
    m = [1, n]
    o.m = m
    if n > 1:
        m = m + [1]
    m.append(3)
    return o.m, m


def nested_row(n):
    rows = [[1], [2]]
    row = rows[0]
    if n > 1:
        row = row + [3]
    row.append(4)
    return rows, row


def caller_loop(n):
    m = [1, n]
    r = o2(m, n)
    return m, r


def caller_alias(n):
    m = [1, n]
    r = outer_rebinds(m, n)
    return m, r


def loop_two(n):
    m = [1, n]
    k = m
    for i in range(n):
        m = m + [7]
        k = k + [8]
    m.append(1)
    return m, k


def lam_hide(n):
    m = [1]
    k = m + [2] if n > 1 else m
    g = lambda m: m.append(3)
    g(k)
    return m


def in_helper(n):
    m = [1]
    k = m + [2] if n > 1 else m

    def g(m):
        m.append(3)

    g(k)
    return m


def later_alias(n):
    m = [1]
    k = m + [2] if n > 1 else m
    d = {"q": m}
    m = [5]
    k.append(1)
    return d


def kept_twice(n):
    m = [1, n]
    o = [1]
    if n > 1:
        m = m + [1]
        o = m
    m.append(4)
    return m, o


# A copy of an item of a list in buffers would change, by way of a branch, a loop, a dict, an attribute.


def frozen_if(n):
    rows = []
    for i in range(n):
        rows.append([i, 0])
    if n > 2:
        r = rows[1]
    else:
        r = [5, 5]
    r[0] = 9
    return rows


def frozen_loop(n):
    rows = []
    for i in range(n):
        rows.append([i, 0])
    r = [5, 5]
    for i in range(n):
        r[0] = 9
        r = rows[i]
    return rows


def frozen_loop2(n):
    rows = []
    for i in range(n):
        rows.append([i, 0])
    r = [5, 5]
    for i in range(n):
        r = rows[i]
    r[0] = 9
    return rows


def frozen_dict(n):
    rows = []
    for i in range(n):
        rows.append([i, 0])
    d = {"r": [5, 5]}
    if n > 2:
        d["r"] = rows[1]
    d["r"][0] = 9
    return rows


def frozen_tuple(n):
    rows = []
    for i in range(n):
        rows.append([i, 0])
    d = ([5, 5], 1)
    if n > 2:
        d = (rows[1], 1)
    else:
        d = ([4, 4], 1)
    d[0][0] = 9
    return rows


def frozen_ragged(n):
    rows = []
    for i in range(n):
        rows.append([i, 0])
    d = [1]
    if n > 2:
        d = rows[1]
    d[0] = 9
    return rows


def frozen_attr(n):
    class O:
        pass

    o = O()
    o.r = [5, 5]
    rows = []
    for i in range(n):
        rows.append([i, 0])
    for i in range(n):
        o.r = rows[i]
    o.r[0] = 9
    return rows


def frozen_while(n):
    rows = []
    for i in range(n):
        rows.append([i, 0])
    r = [5, 5]
    k = 0
    while k < n:
        r = rows[k]
        k += 1
        if k > 1:
            r[0] = 7
    return rows


def frozen_dict2(n):
    rows = []
    for i in range(n):
        rows.append([i, 0])
    d = {"r": rows[0]}
    d["r"][0] = 9
    return rows


RIGHT = [
    plain,
    nested_if,
    loop_if,
    loop_if_else,
    rebind_clear,
    tern,
    swap,
    inplace_then_rebind,
    attr_rebind,
    dict_rebind,
    nl,
    local_closure,
    pick_read,
    caller_loop3,
    loop_static,
    ret_early,
    frozen_read,
    rebound,
    append_pop,
    append_append_pop,
    append_unknown_pop,
    three_deep,
    direct_and_inner,
    extend_peak,
]
REFUSED = [
    closure,
    closure2,
    default,
    lam_default,
    iterator,
    method,
    deep,
    pick,
    tern2,
    try_obj,
    nested_row,
    caller_loop,
    caller_alias,
    loop_two,
    lam_hide,
    in_helper,
    later_alias,
    kept_twice,
]
COPIED = [
    frozen_if,
    frozen_loop,
    frozen_loop2,
    frozen_dict,
    frozen_tuple,
    frozen_ragged,
    frozen_attr,
    frozen_while,
    frozen_dict2,
]


@pytest.mark.parametrize("program", RIGHT, ids=lambda program: program.__name__)
def test_answers_as_python(program: Callable[..., Any]) -> None:
    graph = ng.function(program)
    for n in INPUTS:
        assert graph(n) == program(n), n


@pytest.mark.parametrize("program", REFUSED, ids=lambda program: program.__name__)
def test_no_second_name_is_left_behind(program: Callable[..., Any]) -> None:
    with pytest.raises(NbgraphError) as caught:
        ng.function(program)(3)
    assert caught.value.id in ("list-alias", "container-alias")
    assert caught.value.span is not None


@pytest.mark.parametrize("program", COPIED, ids=lambda program: program.__name__)
def test_no_change_of_a_copy_is_lost(program: Callable[..., Any]) -> None:
    with pytest.raises(NbgraphError) as caught:
        ng.function(program)(3)
    assert caught.value.id == "list-item-copied"
