"""A list of run-time length is read at a run-time index, also where an earlier trace asked for an item of a tuple.

The merge sort of every first course was refused: its `a[i]`, learned from a list of known length, asked a list that
the first merge had made whether it is empty.
"""

from __future__ import annotations

from typing import Any

import jax
import pytest

import nbgraph as ng
from tests.programs import oracle


def merge(a: Any, b: Any) -> Any:
    r = []
    i = j = 0
    while i < len(a) and j < len(b):
        if a[i] <= b[j]:
            r.append(a[i])
            i += 1
        else:
            r.append(b[j])
            j += 1
    return r + a[i:] + b[j:]


def merge_sort(v: Any) -> Any:
    if len(v) < 2:
        return v
    m = len(v) // 2
    return merge(merge_sort(v[:m]), merge_sort(v[m:]))


def merged_twice(a: Any, b: Any) -> Any:
    return merge(merge(a, b), [4, 9])


def both_ways(a: Any, b: Any) -> Any:
    return merge(merge(a, b), merge(b, a))


@pytest.mark.parametrize("items", [[3, 6, 1, 8, 2], [2, 1], [4], [1.5, 0.5, 1.0]])
def test_merge_sort(items: Any) -> None:
    python, graph = oracle.in_python(merge_sort, (items,)), oracle.observe(ng.function(merge_sort), (items,))
    assert oracle.disagreement(python, graph) == ""


@pytest.mark.parametrize("function", [merged_twice, both_ways])
def test_an_earlier_trace_leaves_the_next_one_as_it_was(function: Any) -> None:
    lists = [1, 4, 6], [2, 3]
    with pytest.raises(ng.NbgraphError) as found:
        jax.jit(ng.convert(function))(*lists)
    assert found.value.id == "list-needs-bound"
    python, graph = oracle.in_python(function, lists), oracle.observe(ng.function(function), lists)
    assert oracle.disagreement(python, graph) == ""


@pytest.mark.parametrize("items", [[2, 1], [3, 6, 1, 8]])
def test_it_has_a_printed_form(items: list[int]) -> None:
    """`b[j:]` has one place for an item where `b` has one: what it is added to was said to be another program."""
    pasted: dict[str, Any] = {}
    exec(ng.to_code(merge_sort, items), pasted)
    assert pasted["merge_sort"](items) == sorted(items)
