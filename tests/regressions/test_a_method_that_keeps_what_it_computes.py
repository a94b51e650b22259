"""The remedy for a method that changes its object was to assign to `self` where the method is called."""

from __future__ import annotations

import pytest

import nbgraph as ng


class Account:
    def __init__(self):
        self.total = 0

    def add(self, x):
        self.total += x
        return self.total

    def mended(self, x):
        total = self.total
        total += x
        return total


def test_the_remedy_is_for_whoever_has_the_object():
    with pytest.raises(ng.NbgraphError, match=r"`return total` last; and `thing\.total = thing\.add\(\.\.\.\)`"):
        ng.function(Account().add)(5)


def test_the_remedy_gives_what_python_gives():
    thing, account = Account(), Account()
    add = ng.function(thing.mended)
    for x in (5, 7):
        thing.total = add(x)
        assert thing.total == account.add(x)
