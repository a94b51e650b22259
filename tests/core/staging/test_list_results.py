"""Lists as results: their items are made array by array, whatever they are put together of."""

from __future__ import annotations

import pytest

import nbgraph as ng
from nbgraph.core.staging.lists import results


def pairs(n):
    out = []
    for i in range(n):
        out.append((i, i % 3 == 0))
    return out


def triangle(n):
    rows = []
    for i in range(n):
        row = []
        for j in range(i):
            row.append(i * j)
        rows.append(row)
    return rows


def nested(n):
    out = []
    for i in range(n):
        out.append([(i, [i + 1, 0.5 * i]), "a", None, 2.5, (), []])
    return out


@pytest.mark.parametrize("count", [0, 1, 7])
@pytest.mark.parametrize("program", [pairs, triangle, nested])
def test_items_are_python_s_own(program, count, monkeypatch):
    monkeypatch.setattr(results, "_item", None)  # what would take the items one by one
    assert repr(ng.function(program)(count)) == repr(program(count))


def test_lists_among_the_items_are_objects_of_their_own():
    rows = ng.function(nested)(3)
    rows[0][0][1].append(4)
    rows[0][5].append(4)
    assert repr(rows[1:]) == repr(nested(3)[1:])
