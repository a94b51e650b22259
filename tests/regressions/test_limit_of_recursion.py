"""What a function finds out about Python's limit of recursion: a trace has another depth, so the answer is refused.

`except RecursionError` gave 244 where Python gives 990, and `sys.getrecursionlimit()` that of another process. Nor did
the refusal reach the page: an error that has passed a `try` of the function's could not be sent. A recursion that
Python has room for met the limit while it was traced, since a trace takes several calls for each; and where that was
inside of our own code, a branch took the error for one of the user's, which only the taken path would raise.
"""

from __future__ import annotations

import pickle
import sys
import time

import pytest

import nbgraph as ng


def depth(n):
    try:
        return depth(n + 1)
    except RecursionError:
        return n


def deep(n):
    return n if n == 5000 else deep(n + 1)


def caught(x):
    try:
        return deep(0) + x
    except Exception:
        return -1


def limit(x):
    return x + sys.getrecursionlimit()


def own(x):
    try:
        raise RecursionError("of the user's own")
    except RecursionError:
        return x


@pytest.mark.parametrize(
    ("function", "id", "line"),
    [
        (depth, "raise-in-try", "    except RecursionError:"),
        (caught, "raise-in-try", "    except Exception:"),
        (limit, "asked-once", "    return x + sys.getrecursionlimit()"),
    ],
)
def test_the_answer_is_refused_where_it_is_asked_for(function, id, line):
    with pytest.raises(ng.NbgraphError) as refused:
        ng.function(function)(0)
    assert refused.value.id == id
    assert line in str(refused.value)


def test_an_error_of_the_users_own_is_caught():
    assert ng.function(own)(3) == 3


def asked(x):
    try:
        return x + time.time()
    except Exception:
        return -1


def test_a_refusal_that_has_passed_a_try_can_be_sent():
    with pytest.raises(ng.NbgraphError) as refused:
        ng.function(asked)(0)
    assert str(pickle.loads(pickle.dumps(refused.value))) == str(refused.value)


def down(n):
    return n if n == 600 else down(n + 1)


def known_depth(x):
    return down(0) + x


def endless(n):
    return endless(n + 1)


def untaken(x):
    if x > 0:
        return x
    return endless(0)


def test_a_recursion_is_as_deep_as_in_python():
    assert ng.function(known_depth)(1) == known_depth(1) == 601


def test_an_endless_recursion_is_met_on_its_path_only():
    graph = ng.function(untaken)
    assert graph(1) == 1
    with pytest.raises(RecursionError):
        graph(-1)


def fits(rows, row):
    return all(other != row and abs(other - row) != len(rows) - at for at, other in enumerate(rows))


def solutions(rows, n):
    if len(rows) == n:
        return 1
    count = 0
    for row in range(n):
        if fits(rows, row):
            count += solutions([*rows, row], n)
    return count


def queens(n):
    return solutions([], n)


@pytest.mark.parametrize("calls_around", [0, 7])
def test_a_recursion_under_a_traced_condition_is_refused_however_deep_the_stack_is(calls_around):
    def within(calls):
        return ng.function(queens)(4) if calls == 0 else within(calls - 1)

    with pytest.raises(ng.NbgraphError) as refused:
        within(calls_around)
    assert refused.value.id == "traced-recursion"
