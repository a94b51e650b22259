"""What a graph carries and gives besides the user's own values is called what it is."""

from __future__ import annotations

import jax.numpy as jnp
import pytest

import nbgraph as ng
from nbgraph.core.graph.model import Graph
from nbgraph.core.graph.simplify import view


def found(n):
    y = 0
    kept = []
    while n > 3:
        if n % 2 == 0:
            kept.append(n)
            y = n
            last = y
        n = n - 1
    return kept, last


def told(n):
    total = 0
    for i in range(n, 0, -2):
        assert i < 50, f"too much: {i}"
        total = total + i
    return total


def checked(x):
    assert x > 0, f"bad {x}"
    return x * 2


def labels(graph: Graph, role: str) -> list[str]:
    return [node.label for node in graph.nodes if node.role == role]


def outputs(graph: Graph) -> list[tuple[str, str, int | None]]:
    return [
        (node.operation, node.label, node.span.line if node.span else None)
        for node in graph.nodes
        if node.kind == "output"
    ]


def test_loop_variables_that_are_none_of_the_users_say_what_they_are():
    carried = labels(ng.graph(found, 9), "variable")
    assert {"n", "kept", "kept.length", "last", "last has a value", "failed check", "length at no room"} <= set(carried)
    assert labels(ng.graph(told, 9), "variable") == ["iteration", "count", "total", "failed check", "message"]
    assert not {"a value", "state", "own value"} & {*carried, *labels(ng.graph(found, 9), "merge")}


def test_a_failing_checks_flag_and_the_values_of_its_message_are_no_results():
    line = checked.__code__.co_firstlineno
    assert outputs(ng.graph(checked, 3)) == [
        ("output", "return", line + 2),
        ("check", "failed check", line + 1),
        ("check", "message x", line + 1),
    ]


def either(a, b):
    if b > -1:
        return a // b
    return a


def test_a_name_that_one_return_hands_back_is_not_that_of_the_others():
    graph = ng.graph(either, 7, 2)
    assert labels(graph, "merge") == ["returned value"]
    assert [label for _, label, _ in outputs(graph)] == ["return"]
    assert not [node.label for node in graph.nodes if node.names == ("a",) and node.kind == "operation"]


def counted(n):
    halves = []
    while n:
        halves.append(n)
        n = n // 2
    return len(halves)


def halved(n):
    halves = []
    while n:
        halves.append(n)
        n = n // 2
    return sorted(halves), halves[::-1], len(halves)


@pytest.mark.parametrize(
    ("function", "wanted"),
    [(counted, ["return"]), (halved, ["return sorted(halves)", "return halves[::-1]", "return len(halves)"])],
)
def test_a_length_that_is_returned_is_a_result_and_that_of_a_returned_list_is_none(function, wanted):
    assert [label for operation, label, _ in outputs(view(ng.graph(function, 9))) if operation == "output"] == wanted


def first_match(values, wanted):
    i = 0
    while i < 9:
        if values[i] == wanted:
            return i
        i = i + 1
    return -1


def test_what_a_return_leaves_in_a_loop_has_no_name_of_nbgraphs():
    graph = ng.graph(first_match, jnp.arange(9), 4)
    assert "returned value" in labels(graph, "variable")
    made_up = "return" + "_value"  # written whole, it would be a name of this file's
    assert not [node for node in graph.nodes if made_up in (*node.names, *node.label.split())]


def smaller(a, b):
    if a < b:
        return a
    return b


def test_a_choice_between_returns_says_what_it_returns():
    assert "a if a < b else …" in [node.label for node in ng.graph(smaller, 1, 2).nodes]
