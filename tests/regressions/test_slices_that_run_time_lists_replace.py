"""A list of which slices are replaced by lists of run-time length: it got room for all of them together.

A merge sort by bounds puts what it has merged back as `a[lo:hi] = merged`. Each such statement added the room of the
merged list, whose loop asks for more the longer `a` is: sorting 32 numbers did not end within 100 seconds.
"""

from __future__ import annotations

from typing import Any

import pytest

import nbgraph as ng
from nbgraph.core import _jax
from tests.programs import oracle


def replaced(a: Any, n: Any) -> Any:
    for lo in (0, 1, 2, 0, 1, 2):
        part = []
        k = 0
        while k * k < n:
            part.append(a[lo] + k)
            k += 1
        a[lo : lo + 1] = part
    return a


def merge_sort(a: Any) -> Any:
    def sort(a, lo, hi):
        if hi - lo <= 1:
            return
        mid = (lo + hi) // 2
        sort(a, lo, mid)
        sort(a, mid, hi)
        merged, i, j = [], lo, mid
        while i < mid and j < hi:
            if a[i] <= a[j]:
                merged.append(a[i])
                i += 1
            else:
                merged.append(a[j])
                j += 1
        merged += a[i:mid]
        merged += a[j:hi]
        a[lo:hi] = merged

    sort(a, 0, len(a))
    return a


@pytest.mark.parametrize(
    ("function", "arguments"),
    [(replaced, ([5, 2, 8], 9)), (replaced, ([5, 2, 8], 400_000)), (merge_sort, ([3, 6, 1, 8, 2],))],
)
def test_it_holds_what_it_holds_in_python(function: Any, arguments: Any) -> None:
    python, graph = oracle.in_python(function, arguments), oracle.observe(ng.function(function), arguments)
    assert oracle.disagreement(python, graph) == ""


def test_its_room_does_not_grow_with_each_of_them() -> None:
    program = ng.function(replaced).trace([5, 2, 8], 9).jaxpr
    sizes = [each.aval.size for one in _jax.every_equation(program.jaxpr.eqns) for each in one.outvars]
    assert max(sizes) <= 4096
