"""Special code that runs a helper again, with more room for a list, did what the helper changes twice."""

from __future__ import annotations

import types

import pytest

import nbgraph as ng


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
    pasted = types.ModuleType("pasted")
    exec(ng.to_code(for_, 3), vars(pasted))
    for n in (0, 3, 2000):
        assert tuple(map(int, pasted.for_(n))) == for_(n)


@pytest.mark.parametrize("n", [0, 3])
def test_a_helper_that_would_count_twice_has_no_special_form(n: int) -> None:
    text = ng.to_code(while_, n)
    assert text.startswith("# No specialised form: this changes `counter`, and would do so again where it runs again")
