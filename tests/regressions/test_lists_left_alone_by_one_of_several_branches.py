"""`elif` and an `if` in an `if`: on one path a name still stands for an older list, on the others for one of its own.

The branch that joins the two last paths gives a new list, and that it is the older one on some of them was forgotten.
"""
# ruff: noqa

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import nbgraph as ng
from nbgraph.core.errors import NbgraphError


def the_callers(b, given):
    if b == 0:
        given = [7]
    elif b > 1:
        b = b + 1
    else:
        given = [0] * 3
    given.append(2)
    return b


def with_a_name(b, given):
    v = [1, 2, 3]
    w = v
    if b == 0:
        w = [7, 7, 7]
    elif b > 1:
        b = b + 1
    else:
        w = [0] * 3
    w[0] = 2
    return b, v, w


def by_the_other_name(b, given):
    v = [3, 2, 1]
    w = v
    if b == 0:
        w = [7, 6, 5]
    elif b > 1:
        b += 1
    else:
        w = [2, 1, 0]
    v[0] = 50
    return b, v, w


def in_an_expression(b, given):
    v = [1, 2, 3]
    w = [7, 7, 7] if b == 0 else (v if b > 1 else [0] * 3)
    w[0] = 2
    return v, w


def in_an_if(b, given):
    v = [1, 2, 3]
    w = v
    if b > 0:
        if b > 1:
            w = [7, 7, 7]
    else:
        w = [0, 0, 0]
    w[0] = 2
    return v, w


def by_a_match(b, given):
    v = [1, 2, 3]
    w = v
    match b:
        case 0:
            w = [7, 7, 7]
        case 1:
            pass
        case _:
            w = [5, 5, 5]
    w[0] = 2
    return v, w


def in_a_tuple(b, given):
    v = [1, 2]
    w = (v, 0)
    if b == 0:
        w = ([7, 8], 1)
    elif b > 1:
        b = b + 1
    else:
        w = ([0, 0], 2)
    w[0][0] = 5
    return b, v, w


def of_a_row(b, given):
    v = [[1, 2], [3, 4]]
    w = v[0]
    if b == 0:
        w = [7, 8]
    elif b > 1:
        b = b + 1
    else:
        w = [0, 0]
    w[0] = 5
    return b, v, w


def by_a_helper(b, given):
    def pick(v):
        if b == 0:
            return [7, 7, 7]
        if b > 1:
            return v
        return [0, 0, 0]

    v = [1, 2, 3]
    w = pick(v)
    w[0] = 2
    return v, w


def out_of_a_try(b, given):
    v = [1, 2, 3]
    w = v
    try:
        if b == 0:
            w = [7, 7, 7]
        elif b > 1:
            raise ValueError
        else:
            w = [0, 0, 0]
    except ValueError:
        b = b + 1
    w[0] = 2
    return b, v, w


def sorted_in_place(b, given):
    v = [3, 2, 1]
    w = v
    if b == 0:
        w = [7, 6, 5]
    elif b > 1:
        b += 1
    else:
        w = [2, 1, 0]
    w.sort()
    return b, v, w


def swapped_or_bound(b, given):
    p = [1, 2]
    q = [3, 4]
    if b == 0:
        p, q = q, p
    elif b > 1:
        p = q
    p[0] = 9
    return p, q


REFUSED = [
    *(the_callers, with_a_name, by_the_other_name, in_an_expression, in_an_if, by_a_match, in_a_tuple, of_a_row),
    *(by_a_helper, out_of_a_try, sorted_in_place, swapped_or_bound),
]


@pytest.mark.parametrize("program", REFUSED, ids=lambda program: program.__name__)
def test_a_change_of_both_is_refused(program: Callable[..., Any]) -> None:
    for b in (0, 1, 3):
        with pytest.raises(NbgraphError) as caught:
            ng.function(program)(b, [3, 1, 2])
        assert caught.value.id == "list-alias"


def one_name(b, given):
    w = [1, 2]
    if b == 0:
        w = [7, 8]
    elif b > 1:
        b = b + 1
    else:
        w = [5, 6]
    w.append(9)
    return b, w


def one_name_in_a_loop(b, given):
    row = [0, 0, 0]
    for k in range(5):
        if k % 3 == 0:
            row = [k, k, k]
        elif k % 3 == 1:
            row[1] = row[1] + b
        else:
            row = [x + 1 for x in row]
    return row


def changed_before(b, given):
    v = [1, 2]
    w = v
    w[0] = b
    if b == 0:
        w = [7, 8]
    elif b > 1:
        b = b + 1
    else:
        w = [5, 6]
    return b, v, w


def an_attribute_of_that_name(b, given):
    class Entry:
        def __init__(self, aliases):
            self.aliases = aliases

    entry = Entry(1)
    if b == 0:
        entry = Entry(2)
    elif b > 1:
        entry = Entry(3)
    return entry.aliases


@pytest.mark.parametrize(
    "program",
    [one_name, one_name_in_a_loop, changed_before, an_attribute_of_that_name],
    ids=lambda program: program.__name__,
)
def test_a_list_of_one_name_changes_as_in_python(program: Callable[..., Any]) -> None:
    for b in (0, 1, 3):
        assert ng.function(program)(b, [3, 1, 2]) == program(b, [3, 1, 2])
