"""Items with strings in them are sorted: `sorted(d.items())` was an error of JAX's about `int('b')`."""

from __future__ import annotations

from typing import Any

import pytest

import nbgraph as ng


def by_key(n: int) -> Any:
    ages = {"b": n, "a": 2, "c": 1}
    total = 0
    for _, age in sorted(ages.items()):
        total = total * 10 + age
    return total


def by_value(n: int) -> Any:
    ages = {"b": n, "a": 2, "c": 1}
    return sorted(ages.items(), key=lambda item: item[1])


def names_by_value(n: int) -> Any:
    ages = {"b": n, "a": 2, "c": 1}
    return [name for name, _ in sorted(ages.items(), key=lambda item: -item[1])]


def by_equal_names(n: int) -> Any:
    pairs = [("b", n), ("a", 2), ("a", n)]
    return sorted(pairs), sorted(pairs, reverse=True)


def by_number(n: int) -> Any:
    ages = {2: n, 1: 2}
    return sorted(ages.items(), key=lambda item: item[0], reverse=True)


@pytest.mark.parametrize("function", [by_key, by_value, names_by_value, by_equal_names, by_number])
def test_as_in_python(function: Any) -> None:
    graph = ng.function(function)
    for n in (0, 1, 2, 3):
        assert graph(n) == function(n)


def counted(words: list[str]) -> Any:
    counts: dict[str, int] = {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


def test_a_list_of_words_alone_leaves_nothing_to_trace() -> None:
    words = ["b", "a", "b", "c", "a", "b"]
    assert ng.function(counted)(words) == counted(words)
