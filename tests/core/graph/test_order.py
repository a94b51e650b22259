"""The order of effects, and what nothing needs, in the graph."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
from jax.experimental import io_callback

import nbgraph as ng
from nbgraph.core.graph.model import Graph


def tell(x: Any) -> None:
    print(x)


def three_or_seven(a, b):
    cell = jax.new_ref(a)
    c = cell[...] + b
    cell[...] = 5
    return c, cell[...]


def doubled_in_place(cell, n):
    cell[...] = cell[...] * 2
    for _ in range(n):
        cell[...] += 1
    return cell[...]


def of_two_branches(x):
    print("begin")
    if x > 0:
        print("yes")
    else:
        print("no")
    print("end")
    return x


def of_three_ways(x):
    print(x)
    io_callback(tell, None, x, ordered=True)
    jax.debug.print("{}", x)
    print(-x)
    return x


def with_unused(x):
    y = jnp.sin(x) * 3  # noqa: F841
    z = x + 1
    return z * 2


def order(graph: Graph) -> list[tuple[str, str]]:
    labels = {node.id: node.label for node in graph.nodes}
    return [(labels[edge.source], labels[edge.target]) for edge in graph.edges if edge.kind == "order"]


def test_a_write_waits_for_the_reads_before_and_a_read_for_the_write() -> None:
    assert order(ng.graph(three_or_seven, 1, 2)) == [
        ("① cell[...]", "② cell[...] = 5"),
        ("② cell[...] = 5", "③ cell[...]"),
    ]
    assert [value.item() for value in ng.function(three_or_seven)(1, 2)] == [3, 5]


def test_values_that_lead_from_one_effect_to_the_next_say_it_already() -> None:
    cell = jax.new_ref(jnp.int32(3))
    graph = ng.graph(doubled_in_place, cell, 2).view(budget=100)
    numbered = [node.label for node in graph.nodes if node.label[0] in "①②③④⑤"]
    assert numbered == ["① cell[...]", "② cell[...] = …", "③ cell[...]", "④ cell[...] += 1", "⑤ cell[...]"]
    assert order(graph) == [(numbered[1], numbered[2]), (numbered[3], numbered[4])]


def test_effects_of_two_branches_do_not_wait_for_each_other() -> None:
    assert order(ng.graph(of_two_branches, 1)) == [
        ('① print("begin")', '② print("yes")'),
        ('① print("begin")', '③ print("no")'),
        ('③ print("no")', '④ print("end")'),
        ('② print("yes")', '④ print("end")'),
    ]


def test_jax_keeps_the_order_of_each_kind_of_effect_by_itself() -> None:
    graph = ng.graph(of_three_ways, 1)
    assert order(graph) == [("① print(x)", "③ print(-x)")]
    assert "jax.debug.print(…)" in [node.label for node in graph.nodes]  # in no order, so it has no number


def test_what_nothing_needs_is_unused() -> None:
    graph = ng.graph(with_unused, 1.0)
    assert [node.label for node in graph.nodes if node.role == "unused"] == ["jnp.sin(x)", "jnp.sin(x) * 3"]
    assert "unused jnp.sin(x) * 3" in graph.to_text()
    assert not order(graph)
