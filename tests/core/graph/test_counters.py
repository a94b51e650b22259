"""How often a `for` has run and is to run is no value of the user's: one closed box of each loop has it."""

from __future__ import annotations

import jax.numpy as jnp
import pytest

import nbgraph as ng
from nbgraph.core.graph.fold import fold
from nbgraph.core.graph.model import Graph
from nbgraph.core.graph.simplify import view


def squares(n):
    total = 0
    for i in range(n):
        total = total + i * i
    return total


def power(x, n):
    y = 1.0
    for _ in range(n):
        y = y * x
    return y


def far(x):
    for i in range(100):
        x = x * 2 + i
    return x


def nested(n):
    total = 0
    for i in range(n):
        for j in range(i):
            total += i * j
    return total


def stepped(a, b):
    total = 0
    for i in range(a, b, 2):
        if total > 100:
            break
        total += i
    return total


def chosen(xs, at):
    total = 0
    for i in range(len(xs)):
        if i > at:
            total += xs[i]
    return total


def labels(graph: Graph) -> list[str]:
    return [node.label for node in graph.nodes]


CASES = [
    (squares, (5,), ["i", "total"], ["counter"]),
    (power, (2.0, 5), ["y"], ["counter"]),
    (far, (1.0,), ["i", "x"], ["counter"]),
    (nested, (4,), ["i", "total", "j", "total"], ["counter", "counter"]),
    (stepped, (1, 20), ["total"], ["flags", "flags"]),
    (chosen, (jnp.arange(9), 4), ["i", "total"], ["counter"]),
]


@pytest.mark.parametrize(("function", "arguments", "variables", "books"), CASES)
def test_each_loop_counts_in_one_box(function, arguments, variables, books):
    seen = view(ng.graph(function, *arguments))
    assert [node.label for node in seen.nodes if node.role == "variable"] == variables
    assert [node.label for node in seen.nodes if node.role == "checks"] == books
    assert not {"<", "· + 1", "count", "iteration"} & {*labels(seen)}
    assert all(region.kind != "test" or region.id in {node.region for node in seen.nodes} for region in seen.regions)


def test_what_counts_gives_the_users_variable_its_value_and_takes_what_is_to_be_counted():
    seen = view(ng.graph(squares, 5))
    by_label = {node.label: node.id for node in seen.nodes}
    arriving = {(edge.source, edge.target, edge.kind) for edge in seen.edges}
    assert (by_label["range(n)"], by_label["counter"], "data") in arriving
    assert (by_label["counter"], by_label["i"], "data") in arriving
    assert [edge.kind for edge in seen.edges if edge.source == by_label["counter"]] == ["data"]


def test_opened_it_has_all_that_counts():
    graph = ng.graph(squares, 5)
    opened = fold(graph, {region.id for region in graph.regions})
    (books,) = [region.id for region in graph.regions if region.kind == "checks"]
    assert [node.label for node in opened.nodes if node.region == books] == ["0", "count", "<", "· + 1"]
    (test,) = [node.id for node in opened.nodes if node.label == "<"]
    assert [edge.kind for edge in opened.edges if edge.source == test] == ["control"]


class Rope:
    def __init__(self, length):
        self.length = length


def doubled(n):
    rope = Rope(1)
    for _ in range(n):
        rope.length = rope.length * 2
    return rope.length + 1


def test_a_length_of_an_object_of_the_users_is_a_value_of_theirs():
    seen = view(ng.graph(doubled, 5))
    assert {"rope.length", "rope.length * 2"} <= {*labels(seen)}
    assert [node.label for node in seen.nodes if node.role == "checks"] == ["counter"]


def squared(n):
    return [i * i for i in range(n)]


def test_the_length_of_a_comprehensions_list_is_none():
    seen = view(ng.graph(squared, 5))
    assert [node.label for node in seen.nodes if node.role == "variable"] == ["i", "comprehension's list"]


def paired(xs, ys):
    found = []
    for x in xs:
        for y in ys:
            if x > y:
                found.append((x, y))
    return found


def test_the_length_of_a_list_of_pairs_is_none():
    seen = view(ng.graph(paired, jnp.arange(9), jnp.arange(9)))
    assert "found" in labels(seen) and "found.length" not in labels(seen)


def kept_even(n):
    kept = []
    for k in range(n):
        if k % 2 == 0:
            kept.append(k * k)
    return kept


def kept_items(xs):
    kept = []
    for x in xs:
        if x % 2 == 0:
            kept.append(x)
    return kept


@pytest.mark.parametrize(("function", "argument"), [(kept_even, 9), (kept_items, jnp.arange(9))])
def test_an_append_in_a_branch_is_one_box(function, argument):
    seen = view(ng.graph(function, argument))
    assert sum(label.startswith("kept.append") for label in labels(seen)) == 1


def test_a_loop_that_counts_its_list_and_its_iterations_has_a_counter():
    assert "counter" in labels(view(ng.graph(kept_even, 9)))
