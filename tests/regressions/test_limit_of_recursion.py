"""What a function finds out about Python's limit of recursion: a trace has another depth, so the answer is refused.

`except RecursionError` gave 244 where Python gives 990, and `sys.getrecursionlimit()` that of another process. Nor did
the refusal reach the page: an error that has passed a `try` of the function's could not be sent.
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
    return n if n == 400 else deep(n + 1)


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
