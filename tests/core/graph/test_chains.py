"""An `if` with its `elif`s is one conditional with a branch for each; in the program each is in the one before."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
import pytest

from nbgraph.core import inspect
from nbgraph.core.drawing.dot import dot_text
from nbgraph.core.graph.chains import tests_of_chains as chains_in
from nbgraph.core.graph.model import Graph
from nbgraph.core.graph.sketch import sketches
from nbgraph.core.graph.tiles import tiles


def tax(income: Any) -> Any:
    if income <= 10000:
        due = 0.0
    elif income <= 50000:
        due = (income - 10000) * 0.2
    elif income <= 100000:
        due = 8000 + (income - 50000) * 0.3
    else:
        due = 23000 + (income - 100000) * 0.4
    return due


def buzz(n: int) -> None:
    for i in range(1, n + 1):
        if i % 15 == 0:
            print("FizzBuzz")
        elif i % 3 == 0:
            print("Fizz")
        elif i % 5 == 0:
            print("Buzz")
        else:
            print(i)


def sign(x: Any) -> Any:
    if x > 0:
        return jnp.sin(x)
    if x < 0:
        return jnp.cos(x)
    return x * x * x


def chosen(x: Any) -> Any:
    return jnp.sin(x) if x > 0 else jnp.cos(x) if x < 0 else x * x * x


def matched(x: Any) -> Any:
    match x:
        case 0:
            y = x * x * x
        case 1:
            y = x * x - 3
        case _:
            y = x * 7 * x
    return y


def nested(x: Any) -> Any:
    if x > 0:
        y = x * x
    else:
        if x < -5:  # noqa: SIM108
            y = x * x * x
        else:
            y = x - 1
    return y


def worked(x: Any) -> Any:
    if x > 0:
        return jnp.sin(x)
    y = jnp.cos(x)
    if y > 0:
        return y * y * y
    return x * y * y


def added(x: Any) -> Any:
    total = jnp.sin(x)
    if x > 3:
        total = total * x * x
        x = jnp.exp(x)
    elif x > 1:
        total = total + x * x
    return total + x


def whole(function: Any, *arguments: Any) -> Graph:
    return tiles(inspect.graph(function, *arguments)).finest


def branches(graph: Graph) -> list[str]:
    """The labels of the branches of a graph's one conditional."""
    (choice,) = (region for region in graph.regions if region.kind == "cond")
    return [region.label for region in graph.regions if region.kind == "branch" and region.parent == choice.id]


@pytest.mark.parametrize(
    ("function", "argument", "expected"),
    [
        (tax, 6e4, ["if income <= 10000", "elif income <= 50000", "elif income <= 100000", "else"]),
        (buzz, 5, ["if i % 15 == 0", "elif i % 3 == 0", "elif i % 5 == 0", "else"]),
        (sign, 1.0, ["if x > 0", "if x < 0", "else"]),
        (chosen, 1.0, ["if x > 0", "if x < 0", "else"]),
        (matched, 1, ["case 0", "case 1", "else"]),
    ],
)
def test_each_test_has_a_branch_of_one_conditional(function: Any, argument: Any, expected: list[str]) -> None:
    graph = whole(function, argument)
    assert branches(graph) == expected
    (tests,) = chains_in(graph)
    nodes = {node.id: node for node in graph.nodes}
    steered = {
        (edge.source, edge.name): edge for edge in graph.edges if edge.kind == "control" and edge.source in tests
    }
    regions = [region.id for region in graph.regions if region.kind == "branch"]
    assert [steered[test, "True"].into for test in tests] == regions[:-1]
    assert [steered[test, "False"].target for test in tests[:-1]] == tests[1:]
    assert steered[tests[-1], "False"].into == regions[-1]
    assert {nodes[edge.target].region for edge in steered.values() if edge.into} == set(regions)


def test_what_the_branches_give_is_chosen_once() -> None:
    graph = whole(tax, 6e4)
    (merge,) = (node for node in graph.nodes if node.role == "merge")
    homes = {node.id: node.region for node in graph.nodes}
    given = [homes[edge.source] for edge in graph.edges if edge.target == merge.id]
    assert sorted(given) == [region.id for region in graph.regions if region.kind == "branch"]


def test_a_value_that_only_some_branches_set_is_chosen_once_too() -> None:
    graph = whole(added, 2.0)
    assert branches(graph) == ["if x > 3", "elif x > 1", "else"]
    merges = [node.names[0] for node in graph.nodes if node.role == "merge"]
    assert sorted(merges) == ["total", "x"]


@pytest.mark.parametrize(("function", "nests"), [(nested, 2), (worked, 2)])
def test_an_if_in_an_else_and_one_after_other_work_stay_inside(function: Any, nests: int) -> None:
    graph = whole(function, 1.0)
    assert len([region for region in graph.regions if region.kind == "cond"]) == nests
    assert chains_in(graph) == []


def test_the_tests_of_a_chain_stand_side_by_side_and_what_is_said_beside_them_is_not_said_again() -> None:
    graph = sketches(tiles(inspect.graph(tax, 6e4)))[0].graph
    lines = dot_text(graph, tight=True).splitlines()
    (tests,) = chains_in(graph)
    assert any(line.strip() == f"{{ rank=same; {'; '.join(tests)}; }}" for line in lines)
    borders = [line.split('"')[1] for line in lines if 'class="branch"' in line]
    assert borders == ["if", "elif", "elif", "else"]
    assert not any('label="True"' in line for line in lines)
