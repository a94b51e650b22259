"""`max` and `min` compare tuples place by place, also those of a list whose length only the run knows.

`max((distance(i), i) for i in range(n))` is how one asks for the place of the greatest; it was refused, and a `key` of
a list that gives tuples failed.
"""

from __future__ import annotations

from typing import Any

import pytest

import nbgraph as ng
from tests.programs import oracle


def best_place(n: Any) -> Any:
    return max((i % 3, i) for i in range(n)), min((abs(i - 4.5), i) for i in range(n))


def by_a_key(n: Any) -> Any:
    pairs = [(i * 7 % 5, i) for i in range(n)]
    return max(pairs, key=lambda p: (p[0], -p[1])), max((p for p in pairs if p[0] > 3), default=None)


def with_truths_and_texts(n: Any) -> Any:
    words = []
    for i in range(n):
        words.append(("b" if i % 2 else "a", i % 4 == 0, i))
    return max(words), min(words)


def nan_in_a_place(n: Any) -> Any:
    nan = n * float("nan")
    first = [(nan if i == 0 else 1.0, i) for i in range(n)]
    second = [(i % 2 + 0.0, nan if i == 1 else i / 2, i) for i in range(n)]
    return max(first), min(first), max(second), min(second)


@pytest.mark.parametrize("function", [best_place, by_a_key, with_truths_and_texts, nan_in_a_place])
def test_like_python(function: Any) -> None:
    for n in (6, 1, 0):
        python, graph = oracle.in_python(function, (n,)), oracle.observe(ng.function(function), (n,))
        assert oracle.disagreement(python, graph) == ""
