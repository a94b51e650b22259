"""A string, a dict or a set that an endless loop fills ends with an error at the line that does, as a list does."""

from __future__ import annotations

import pytest

import nbgraph as ng
from nbgraph.core.executor import learning
from nbgraph.core.staging.lists.capacity import ListCapacityError


def a_string(n):
    found = ""
    while n > 0:
        found += str(n)
    return found


def a_dict(n):
    found = {}
    while n > 0:
        found[n] = 1
        n += 1
    return found


def a_set(n):
    found = set()
    while n > 0:
        found.add(n)
        n += 1
    return found


def doubled(n):
    found = "ab"
    while n > 0:
        found += found
        n -= 1
    return found


@pytest.fixture
def few(monkeypatch):
    monkeypatch.setattr(learning, "SLOW", {"string": ("characters", 1 << 11), "dict or set": ("keys", 1 << 11)})


@pytest.mark.parametrize(
    ("function", "what", "line"),
    [
        (a_string, "a string in `a_string` gets more than 2,048 characters", "found += str(n)"),
        (a_dict, "a dict or set in `a_dict` gets more than 2,048 keys", "found[n] = 1"),
        (a_set, "a dict or set in `a_set` gets more than 2,048 keys", "found.add(n)"),
    ],
)
def test_what_an_endless_loop_fills_is_named(few, function, what, line):
    with pytest.raises(ListCapacityError) as caught:
        ng.function(function)(1)
    assert what in str(caught.value) and line in str(caught.value)


def test_a_string_that_doubles_may_be_long(few):
    assert ng.function(doubled)(12) == doubled(12)
