"""A dict with run-time keys that changes its size while a loop walks over it raises Python's error."""

from __future__ import annotations

import pytest

import nbgraph as ng


def squares(n):
    found = {}
    for i in range(n):
        found[i * i] = i
    return found


def enumerated(n):
    d, total = squares(n), 0
    for i, key in enumerate(d):
        total += key
        d[100 + i] = 1
    return total


def zipped(n):
    d, total = squares(n), 0
    for (key, _), i in zip(d.items(), range(10), strict=False):
        total += key
        d[100 + i] = 1
    return total


def mapped(n):
    d, total = squares(n), 0
    for key in map(abs, d):
        total += key
        d[100 + key] = 1
    return total


def second_of_a_zip(n):
    d, total = squares(n), 0
    for i, key in zip(range(3), d, strict=False):
        total += key
        if i == 2:
            d[100] = 1
    return total


def of_known_length(n):
    d = {}
    d[n] = 1
    for i, _ in enumerate(d):
        d[i + 50] = 1
    return d


def changed_last(n):
    d, total = squares(n), 0
    for key in d:
        if key == 9:
            d[100] = 1
        if total > 1000:
            break
        total += key
    return total


def changed_and_left(n):
    d = squares(n)
    for i, key in enumerate(d):
        if key == 9:
            d[100] = 1
            return i
    return -1


def values_changed(n):
    d = squares(n)
    for i, key in enumerate(d):
        d[key] += i
    return d


FUNCTIONS = (
    *(enumerated, zipped, mapped, second_of_a_zip),
    *(of_known_length, changed_last, changed_and_left, values_changed),
)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_a_dict_keeps_its_size(function):
    made = ng.function(function)
    for n in (4, 2, 0):
        assert outcome(made, n) == outcome(function, n), n


def outcome(function, n):
    try:
        return function(n)
    except RuntimeError as error:
        return str(error)
