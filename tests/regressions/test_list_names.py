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


# Rows that a branch puts beside others, and lists in the tuples that a branch leaves.


def helper(n, l):
    if n > 1:
        return l, n
    return [5], 0


def rows_if(n):
    rows = [[1, n]]
    if n > 1:
        rows.append([n, 2])
    return rows


def rows_if_changed(n):
    rows = [[1, n]]
    if n > 1:
        rows[0][1] = 7
        rows.append([n, 2])
        rows[0][0] += 1
    else:
        rows[0][0] = 5
    rows.append([0, 0])
    return rows


def rows_pop(n):
    rows = [[1, n], [2, 3]]
    if n > 1:
        rows.pop()
    rows[0][0] = 6
    return rows


def rows_clear(n):
    rows = [[1, n], [2, 3]]
    if n > 1:
        rows.clear()
    return rows, len(rows)


def ret_tuple(n):
    l = [1, n]
    o = []
    if n > 1:
        return l, n, o + [1]
    l.append(3)
    return l, 2, o


def ret_loop(n):
    l = [1, n]
    for i in range(n):
        l.append(i)
        if i == 1:
            return l, i
    return l, -1


def kept_then_left(n):
    cur, best = [1, n], []
    for i in range(n):
        cur.append(i)
        if i == 1:
            best = cur
            break
    return best, cur


def helper_ok(n):
    l = [1]
    l, _ = helper(n, l)
    l.append(4)
    return l


def tuple_name(n):
    t = ([1], 2)
    if n > 1:
        t = (t[0] + [3], 4)
    return t


def rows_loop_if(n):
    rows = [[0, n]]
    for i in range(n):
        if i != 1:
            rows.append([i, 1])
        rows[0][0] += 1
    return rows


def rows_iter(n):
    rows = [[1, n]]
    for r in rows:
        r[0] += 1
    if n > 1:
        rows.append([n, 2])
    for r in rows:
        n += r[0]
    return rows, n


def rows_leaks4(n):
    rows = [[1, n]]
    if n > 1:
        r = rows[0]
        rows.append([2, 2])
        r[0] = 9
    return rows


def rows_alias(n):
    rows = [[1, n]]
    r = rows[0]
    if n > 1:
        rows.append([n, 2])
    r[0] = 5
    return rows


def rows_other(n):
    a = [1, n]
    rows = [a]
    if n > 1:
        rows.append([n, 2])
    return rows, a


def rows_other_changed(n):
    a = [1, n]
    rows = [a]
    if n > 1:
        rows.append([n, 2])
        a[0] = 8
    return rows, a


def helper_alias(n):
    l = [1]
    k, _ = helper(n, l)
    k.append(4)
    return l, k


def tuple_name_alias(n):
    a = [1]
    t = (a, 2)
    if n > 1:
        t = ([7], 4)
    t[0].append(5)
    return t, a


def rows_leaks(n):
    rows = [[1, n]]
    r = [0]
    if n > 1:
        r = rows[0]
        rows.append([2, 2])
    r[0] = 9
    return rows


def rows_leaks2(n):
    rows = [[1, n]]
    d = {"r": 0}

    class O:
        pass

    o = O()
    o.r = [3]
    if n > 1:
        o.r = rows[0]
        rows.append([2, 2])
    o.r[0] = 9
    return rows


def rows_leaks3(n):
    rows = [[1, n]]
    k = [[5]]
    if n > 1:
        k.append(rows[0])
        rows.append([2, 2])
    rows[0][0] = 9
    return rows, k


def rows_leaks5(n):
    rows = [[1, n]]
    if n > 1:
        rows.append(rows[0])
    rows[0][0] = 9
    return rows


RIGHT = [
    frozen_while,
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
    rows_if,
    rows_if_changed,
    rows_pop,
    rows_clear,
    ret_tuple,
    ret_loop,
    kept_then_left,
    helper_ok,
    tuple_name,
    rows_loop_if,
    rows_iter,
    rows_leaks4,
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
    rows_alias,
    rows_other,
    rows_other_changed,
    helper_alias,
    tuple_name_alias,
    rows_leaks,
    rows_leaks2,
    rows_leaks3,
    rows_leaks5,
]
COPIED = [
    frozen_if,
    frozen_loop,
    frozen_loop2,
    frozen_dict,
    frozen_tuple,
    frozen_ragged,
    frozen_attr,
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
    assert caught.value.id in ("list-alias", "container-alias", "list-items-differ")
    assert caught.value.span is not None


@pytest.mark.parametrize("program", COPIED, ids=lambda program: program.__name__)
def test_no_change_of_a_copy_is_lost(program: Callable[..., Any]) -> None:
    with pytest.raises(NbgraphError) as caught:
        ng.function(program)(3)
    assert caught.value.id == "list-item-copied"


def appends_itself(n):
    l = [n]
    l.append(l)
    return l[0]


def holds_itself(n):
    l = [n, 2]
    l[1] = l
    return l[0]


@pytest.mark.parametrize("program", [appends_itself, holds_itself], ids=lambda program: program.__name__)
def test_a_list_in_itself_is_refused_and_nothing_is_left_broken(program: Callable[..., Any]) -> None:
    with pytest.raises(NbgraphError) as caught:
        ng.function(program)(3)
    assert caught.value.id == "list-items-differ"
    assert caught.value.span is not None
    assert ng.function(plain)(3) == plain(3)


def bound_to_another_in_a_loop(n):
    l = [1]
    k = [n]
    while n > 0:
        n -= 1
        k = l
    l.append(5)
    return k


def bound_anew_twice(n):
    l = [1]
    k = l
    if n > 1:
        k = k + [2]
    if n > 2:
        k = k + [3]
    k.append(4)
    return l


def kept_and_changed_by_the_next_round(n):
    best = []
    cur = []
    for i in range(n):
        cur.append(i)
        if i == 1:
            best = cur
    return best


def kept_and_assigned_by_the_next_round(n):
    best = [0]
    cur = [7]
    while n > 0:
        cur[0] += n
        if n == 3:
            best = cur
        n -= 1
    return best


def kept_and_read_by_the_next_round(n):
    last = [0]
    cur = [0]
    total = 0
    for i in range(n):
        cur.append(i)
        total += len(last)
        last = cur
    return total


def kept_in_a_tuple(n):
    best = (0, [0])
    cur = [7]
    for i in range(n):
        cur[0] += 1
        if i == 1:
            best = (i, cur)
    return best


def two_buffers(n):
    before = [1, 2]
    after = [0, 0]
    for i in range(n):
        for j in range(2):
            after[j] = before[j] + i
        before, after = after, before
    return before, after


def kept_and_begun_anew(n):
    best = []
    cur = []
    for i in range(n):
        cur.append(i)
        if i == 1:
            best = cur
            cur = []
    return best, cur


@pytest.mark.parametrize("program", [two_buffers, kept_and_begun_anew], ids=lambda p: p.__name__)
def test_lists_that_change_names_stay_lists_of_their_own(program: Callable[..., Any]) -> None:
    for n in (1, 2, 4):
        assert ng.function(program)(n) == program(n)


WANDERED = [
    kept_in_a_tuple,
    bound_to_another_in_a_loop,
    bound_anew_twice,
    kept_and_changed_by_the_next_round,
    kept_and_assigned_by_the_next_round,
    kept_and_read_by_the_next_round,
]


@pytest.mark.parametrize("program", WANDERED, ids=lambda p: p.__name__)
def test_a_name_that_has_wandered_is_not_left_behind(program: Callable[..., Any]) -> None:
    with pytest.raises(NbgraphError) as caught:
        ng.function(program)(3)
    assert caught.value.id == "list-alias"
