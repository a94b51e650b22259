"""A list that is the value of a run-time key would be taken out as a copy: what is appended to it would be lost."""

from __future__ import annotations

from collections import defaultdict

import pytest

import nbgraph as ng


def first(n):
    d = {}
    d[n] = [1]
    d[n].append(2)
    return d


def known_before(n):
    d = {1: [1], 2: [2]}
    d[n + 1] = 5
    d[n].append(2)
    return d


def grouped(n):
    groups = {}
    for i in range(4):
        groups.setdefault(i % n, []).append(i)
    return groups


def by_default(n):
    groups = defaultdict(list)
    for i in range(4):
        groups[i % n].append(i)
    return groups


def nested(n):
    d = {}
    d[n] = {1: 2}
    d[n][3] = 4
    return d


@pytest.mark.parametrize("function", [first, known_before, grouped, by_default, nested])
def test_it_is_refused_or_as_in_python(function):
    try:
        found = ng.function(function)(2)
    except ng.StagingError as error:
        assert "value of a key known at run time" in error.message or error.remedy
    else:
        assert found == function(2)
