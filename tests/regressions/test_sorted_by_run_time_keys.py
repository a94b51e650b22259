"""Known items in the order of keys that only the run knows; rows of a sorted list are those of the list it sorts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import nbgraph as ng
from nbgraph.core.errors import StagingError


def places(n: Any) -> Any:
    weights = [n, 2, n - 1]
    return sorted(range(3), key=lambda i: weights[i])


def places_backwards(n: Any) -> Any:
    weights = [n, 2, n - 1]
    return sorted(range(3), key=lambda i: (weights[i], i), reverse=True)


def keys_of_a_dict(n: Any) -> Any:
    ages = {"ann": n, "bob": 2, "cid": n - 4}
    return sorted(ages, key=ages.get)


def words_by_distance(n: Any) -> Any:
    return sorted(["bb", "a", "ccc"], key=lambda word: (len(word) - n) ** 2)


def with_a_key_that_acts(n: Any) -> Any:
    seen = []

    def key(i: Any) -> Any:
        seen.append(i)
        return n * i

    return sorted([2, 1, 3], key=key), seen


def by_age(n: Any) -> Any:
    people = [("ann", n), ("bob", 2)]
    return [name for name, age in sorted(people, key=lambda person: person[1])]


def rows_that_are_read(n: Any) -> Any:
    rows = [[1], [2], [3]]
    return sorted(rows, key=lambda row: -row[0] * n), rows


def rows_that_replace(n: Any) -> Any:
    rows = [[n], [2], [3]]
    rows = sorted(rows)
    rows[0][0] = 50
    return rows


def beams_with_their_words(n: Any) -> Any:
    """Pairs of a score and a list that grows: the graph raised `IndexError`."""
    beams = [(0.0, [1]), (1.0, [2])]
    for i in range(n):
        beams = sorted([(score - i, [*words, i]) for score, words in beams], key=lambda beam: beam[0])
    return beams


@pytest.mark.parametrize(
    "program",
    [
        beams_with_their_words,
        places,
        places_backwards,
        keys_of_a_dict,
        words_by_distance,
        with_a_key_that_acts,
        by_age,
        rows_that_are_read,
        rows_that_replace,
    ],
)
def test_the_order_is_pythons(program: Callable[[Any], Any]) -> None:
    assert ng.function(program)(3) == program(3)


def changed_in_the_result(n: Any) -> Any:
    rows = [[n], [2], [3]]
    ordered = sorted(rows)
    ordered[0][0] = 9
    return rows


def changed_afterwards(n: Any) -> Any:
    rows = [[n], [2], [3]]
    ordered = sorted(rows)
    rows[0].append(9)
    return ordered


def changed_by_another_name(n: Any) -> Any:
    rows = [[n], [2], [3]]
    first = rows[0]
    rows = sorted(rows)
    first[0] = 9
    return rows


def changed_dict(n: Any) -> Any:
    people = [{"age": n}, {"age": 2}]
    ordered = sorted(people, key=lambda person: person["age"])
    ordered[0]["age"] = 7
    return people


def smallest_first(rows: Any) -> Any:
    rows = sorted(rows)
    rows[0][0] = 50
    return rows


def changed_in_a_helper(n: Any) -> Any:
    rows = [[n], [2]]
    smallest_first(rows)
    return rows


def changed_array(n: Any) -> Any:
    arrays = [np.zeros(2), np.ones(2)]
    ordered = sorted(arrays, key=lambda array: array[0] * n)
    ordered[0][0] = 7
    return arrays


def test_a_dict_that_is_sorted_is_the_one_in_the_list() -> None:
    assert ng.function(changed_dict)(3) == changed_dict(3)


@pytest.mark.parametrize(
    "program",
    [
        changed_in_the_result,
        changed_afterwards,
        changed_by_another_name,
        changed_in_a_helper,
        changed_array,
    ],
)
def test_a_change_that_python_shows_under_both_names_is_refused(program: Callable[[Any], Any]) -> None:
    with pytest.raises(StagingError):
        ng.function(program)(3)


@pytest.mark.parametrize("backwards", [False, True])
def test_items_without_an_order_end_in_pythons_words(backwards: bool) -> None:
    def mixed(n: Any) -> Any:
        return sorted([n, n + 1, [1]], reverse=backwards)

    with pytest.raises(TypeError) as python:
        mixed(3)
    with pytest.raises(TypeError) as graph:
        ng.function(mixed)(3)
    assert str(graph.value) == str(python.value)
