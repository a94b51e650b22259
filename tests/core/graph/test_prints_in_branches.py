"""A `print` in a branch is reached as the branch is, without an edge of its own; under `vmap` there is no branch."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp

import nbgraph as ng


def climb(n: Any) -> Any:
    if n >= 0:
        while n < 5:
            n += 1
            print(n)
    return n


def told(n: Any) -> Any:
    if n > 3 and n < 9:
        print(n)
    return n


def givers(function: Any, *arguments: Any) -> list[str]:
    """What the box of the only `print` is given."""
    graph = ng.graph(function, *arguments).view()
    labels = {node.id: node.label for node in graph.nodes}
    (printing,) = (node.id for node in graph.nodes if "print" in node.label)
    return [labels[edge.source] for edge in graph.edges if edge.target == printing and edge.kind == "data"]


def test_its_values_alone_lead_to_it() -> None:
    assert givers(climb, 2) == ["n += 1"]
    assert givers(told, 5) == ["n"]


def test_an_if_that_only_prints_hangs_on_its_condition() -> None:
    labels = [node.label for node in ng.graph(told, 5).view().nodes]
    assert "n > 3 and n < 9" in labels
    assert "cast" not in labels


def test_under_vmap_the_condition_leads_to_it() -> None:
    def of_all(values: Any) -> Any:
        return jax.vmap(climbed)(values)

    def climbed(n: Any) -> Any:
        if n > 0:
            print(n)
        return n

    assert "n > 0" in givers(of_all, jnp.arange(3))


def test_an_item_that_is_handed_on_has_its_name() -> None:
    def smallest(values: Any) -> Any:
        best = values[0]
        for value in values:
            if value < best:
                print(value)
                best = value
        return best

    nodes = ng.graph(smallest, jnp.array([4.0, -2.0])).nodes
    assert [node.label for node in nodes if node.role == "pass"] == ["value", "best"] * 2
