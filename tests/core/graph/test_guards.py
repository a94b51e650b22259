"""What `vmap` guards a value with is not shown: the value goes on as it came, under its own name."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp

import nbgraph as ng
from nbgraph.core.inspect import report


def clipped(x: Any) -> Any:
    if x > 1.0:
        y = x - x * 0.5
        y = y + 1
    else:
        y = x * 0.5
    return y


def test_both_sides_use_the_value_as_it_came() -> None:
    graph = ng.graph(jax.vmap(clipped), jnp.array([-2.0, 0.5, 7.0]))
    labels = {node.id: node.label for node in graph.nodes if node.operation != "convert_element_type"}
    assert sorted(labels.values()) == sorted(
        ["x", "x > 1.0", "x * 0.5", "x * 0.5", "x - x * 0.5", "y + 1", "y = … if x > 1.0 else x * 0.5", "return y"]
    )
    assert {edge.name for edge in graph.edges if labels.get(edge.target) == "x * 0.5"} == {"x"}


def test_the_steps_have_their_values() -> None:
    shown = report(jax.vmap(clipped), jnp.array([-2.0, 0.5, 7.0]), timing=False)
    assert shown.recording is not None and shown.graph is not None
    labels = {node.id: node.label for node in shown.graph.nodes}
    found = {labels[each.node]: each.text for step in shown.recording.steps for each in step.nodes}
    assert found["y = … if x > 1.0 else x * 0.5"] == "[-1.0, 0.25, 4.5] float32[3]"
