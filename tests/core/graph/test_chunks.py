"""A differentiated `while` is shown as its iterations, forward and backward, not as the chunks that run."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp

import nbgraph as ng
from nbgraph.core.graph.model import Graph


def doubled(x: Any) -> Any:
    while x < 100:
        x = x * 2
    return x


def nested(x: Any) -> Any:
    while x < 100:
        y = x
        while y < 10:
            y = y * y + 1
        x = x + y
    return x


def chosen(x: Any) -> Any:
    while x.sum() < 100:
        x = x * 2 if x[0] > 4 else x + jnp.exp(x)
    return x.sum()


def loops(graph: Graph) -> list[list[str]]:
    """The labels of what each loop computes, those in regions inside of it, too."""
    parents = {region.id: region.parent for region in graph.regions}
    found = []
    for loop in (region for region in graph.regions if region.kind == "scan"):
        inside = {region for region in parents if loop.id in _around(region, parents)}
        made = [node for node in graph.nodes if node.region in inside and not node.role]
        found.append([node.label for node in made])
    return found


def _around(region: str | None, parents: dict[str, str | None]) -> list[str]:
    return [] if region is None else [region, *_around(parents[region], parents)]


def test_one_iteration_forward_and_one_backward() -> None:
    assert loops(ng.graph(jax.grad(doubled), 3.0)) == [["x < 100", "x * 2"], ["∂(x * 2)"]]


def test_loops_in_loops_and_choices_stay() -> None:
    forward, inner, *_ = loops(ng.graph(jax.grad(nested), 2.0))
    assert inner == ["y < 10", "y * y", "y * y + 1"]
    assert forward[0] == "x < 100" and "x + y" in forward
    labels = loops(ng.graph(jax.grad(chosen), jnp.ones(3)))[0]
    assert "x * 2" in labels and "x.sum() < 100" in labels


def limited(x: Any) -> Any:
    while x < 100.0:
        ng.loop_options(max_iterations=40)
        x = x * x + 1
    return x


def test_what_counts_and_tells_is_put_apart() -> None:
    """A limit's counter, its test, the callback that tells of it, and what only these need of each iteration."""
    for graph in (ng.graph(limited, 3.0), ng.graph(jax.grad(limited), 3.0)):
        apart = {region.id for region in graph.regions if region.kind in ("checks", "library")}
        parents = {region.id: region.parent for region in graph.regions}
        shown = [node.label for node in graph.nodes if apart.isdisjoint(_around(node.region, parents))]
        assert not any("iteration" in label or "callback" in label or "!=" in label for label in shown), shown
        assert [label for label in shown if label == "kept"] == ["kept"] * (len(loops(graph)) > 0)


def ended(v: Any, n: Any) -> Any:
    for _ in range(n):
        v = jnp.tanh(v * 1.5)
    gap = v - 1.0
    return jnp.sum(gap**2)


def test_the_way_back_through_a_loop_begins_with_what_comes_back_to_its_result() -> None:
    graph = ng.graph(jax.grad(ended), jnp.arange(4.0), 3)
    nodes = {node.id: node for node in graph.nodes}
    begins = [
        nodes[edge.source].label
        for edge in graph.edges
        if nodes[edge.target].label == "adjoint" and edge.kind == "data" and edge.aval is not None and edge.aval.shape
    ]
    assert begins == ["∂(gap**2)"]
    assert all(node.role != "unused" for node in graph.nodes if node.label in ("v - 1.0", "∂(gap**2)"))
