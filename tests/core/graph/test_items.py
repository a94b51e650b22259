"""The items of a list are one box, wherever they stand beside each other."""

from __future__ import annotations

from typing import Any

import numpy as np

import nbgraph as ng
from nbgraph.core.drawing.dot import dot_text
from nbgraph.core.graph.fold import fold


def bubble(a: Any) -> Any:
    n = len(a)
    for i in range(n):
        swapped = False
        for j in range(n - 1 - i):
            if a[j] > a[j + 1]:
                a[j], a[j + 1] = a[j + 1], a[j]
                swapped = True
        if not swapped:
            break
    return a


def test_a_list_is_one_argument_one_variable_of_each_loop_and_one_result() -> None:
    shown = ng.graph(bubble, [3, 1, 2, 4, 6, 5]).view()
    lists = [(node.kind, node.role, node.label) for node in shown.nodes if node.operation == "items"]
    assert lists.count(("operation", "variable", "a")) == 2
    assert ("input", "", "a") in lists and ("output", "", "return a") in lists
    assert '"a\\n6 items"' in dot_text(shown)


def test_lines_between_two_lists_bear_the_lists_name() -> None:
    shown = ng.graph(bubble, [3, 1, 2, 4, 6, 5]).view()
    lists = {node.id for node in shown.nodes if node.operation == "items"}
    assert {edge.name for edge in shown.edges if {edge.source, edge.target} <= lists} == {"a"}


def test_opened_it_has_its_items_and_two_values_are_no_list() -> None:
    graph = ng.graph(bubble, [3, 1, 2, 4, 6, 5])
    labels = [node.label for node in fold(graph, {region.id for region in graph.regions}).nodes]
    assert {"a[0]", "a[1]", "a[2]", "a[3]"} <= set(labels)
    assert not any(region.kind == "items" for region in ng.graph(lambda p: p[0] + p[1], [1, 2]).regions)


def counted(x: Any) -> Any:
    counts = {}
    for word in ("b", "a", "c", "b"):
        counts[word] = counts.get(word, 0) + x
    return counts


def test_a_dict_is_one_result_and_each_of_its_values_bears_its_key() -> None:
    graph = ng.graph(counted, 2)
    labels = [node.label for node in graph.nodes if node.kind == "output"]
    assert labels == ["return counts['b']", "return counts['a']", "return counts['c']"]
    assert [node.label for node in graph.view().nodes if node.kind == "output"] == ["return counts"]


def grown(n: Any, row: Any) -> Any:
    found = []
    for i in range(n):
        found.append(i)
        found.append(2 * i)
    return found, row * 2


def test_the_size_of_a_list_that_grows_is_its_capacity() -> None:
    """The array that holds its items was drawn as a list of 1024."""
    shown = ng.graph(grown, 5, np.arange(1024, dtype=np.int32))
    sizes = {str(aval) for node in shown.nodes for aval in node.avals if node.region != "r0" and aval.shape}
    assert "i32[≤1024]" in sizes and "i32[1024]" not in sizes
    assert [str(node.avals[0]) for node in shown.nodes if node.names == ("row",)] == ["i32[1024]"]


def replaced(n: Any) -> Any:
    found = [1] * n
    for i in range(2, n):
        found[i] = found[i - 1] + found[i - 2]
    return found


def test_a_list_of_a_length_that_no_loop_changes_has_a_capacity() -> None:
    """Ten items were drawn as 1024: the loop had no length to carry, by which such lists were known."""
    named = [node for node in ng.graph(replaced, 10).nodes if node.names == ("found",)]
    sizes = {str(node.avals[0]) for node in named if node.avals[0].shape}
    assert sizes == {"i32[≤1024]"} and "variable" in {node.role for node in named}


def is_prime(n: Any) -> Any:
    sieve = [True] * (n + 1)
    for i in range(2, n):
        if sieve[i]:
            for j in range(i * i, n + 1, i):
                sieve[j] = False
    return sieve[n]


def test_a_list_of_which_the_call_gives_an_item_has_a_capacity() -> None:
    named = [node for node in ng.graph(is_prime, 10).nodes if "sieve" in node.names]
    assert {str(aval) for node in named for aval in node.avals if aval.shape} == {"bool[≤1024]"}


def picked(xs: Any) -> Any:
    return [x for x in xs if x > 2]


def test_the_list_of_a_comprehension_has_a_capacity() -> None:
    merged = [node for node in ng.graph(picked, [1, 2, 3]).nodes if node.label == "comprehension's list"]
    assert merged and all(str(node.avals[0]).startswith("i32[≤") for node in merged)


def test_an_empty_list_of_floats_is_one_too() -> None:
    def halves(n: int) -> list[float]:
        found = []
        for i in range(n):
            found.append(i * 0.5)
        return found

    assert "[]" in [node.label for node in ng.graph(halves, 3).nodes]


def walk(n: Any) -> Any:
    path = [(0, 0)]
    for i in range(n):
        x, y = path[-1]
        path.append((x + i, y * 2 + 1))
    return path


def test_a_column_of_a_list_of_pairs_is_not_named_as_an_item() -> None:
    """Two arrays hold the first and the second numbers of all pairs; `path[0]` is the first pair."""
    shown = ng.graph(walk, 5)
    names = {name for node in shown.nodes for name in node.names} | {edge.name for edge in shown.edges}
    assert {"path[…][0]", "path[…][1]"} <= names and not {"path[0]", "path[1]"} & names
