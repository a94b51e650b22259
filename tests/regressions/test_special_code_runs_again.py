"""Printed code that runs a helper again, with more room for a list, did what the helper changes twice."""

from __future__ import annotations

import pytest

import nbgraph as ng
from tests.core.printing.test_pasted import pasted


class Counter:
    def __init__(self) -> None:
        self.count = 0


def listed(counter, n):
    counter.count += 1
    found = []
    for i in range(n):
        found.append(i)
    return found


def halved(counter, n):
    counter.count += 1
    found = []
    while n > 0:
        found.append(n)
        n = n - 1
    return found


def for_(n):
    counter = Counter()
    found = listed(counter, n)
    return len(found), counter.count


def while_(n):
    counter = Counter()
    found = halved(counter, n)
    return len(found), counter.count


def test_a_helper_counts_once() -> None:
    made = pasted(ng.to_code(for_, 3), "for_")
    for n in (0, 3, 2000):
        assert tuple(map(int, made(n))) == for_(n)


@pytest.mark.parametrize("n", [0, 3])
def test_a_helper_that_gets_more_room_counts_once(n: int) -> None:
    made = pasted(ng.to_code(while_, n), "while_")
    for again in (0, 3, 2000):
        assert tuple(map(int, made(again))) == while_(again)
