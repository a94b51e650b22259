"""Programs as an expert writes them in `lax`, compiled under names of their own so that every position is exact."""

from __future__ import annotations

import linecache
from collections.abc import Sequence
from typing import Any

import jax

from nbgraph.core.decisions import Decision
from nbgraph.core.graph.model import Graph, Node, Region
from nbgraph.core.graph.trace import read_jaxpr

HEADER = "import jax, jax.numpy as jnp\nfrom jax import lax\n"

COLLATZ = """\
def collatz(a):
    counter = 0
    def test(s):
        a, counter = s
        return a != 1
    def body(s):
        a, counter = s
        a = lax.cond(a % 2 == 0, lambda a: a // 2, lambda a: 3 * a + 1, a)
        counter = counter + 1
        return a, counter
    a, counter = lax.while_loop(test, body, (a, counter))
    return counter
"""

HUBER = """\
delta = 1.0
def huber(a):
    if_small = lambda: a ** 2 / 2
    if_large = lambda: delta * (jnp.abs(a) - delta / 2)
    result = lax.cond(jnp.abs(a) <= delta, if_small, if_large)
    return result
"""

SCAN = """\
def running(xs, w):
    total = 0.0
    def step(total, x):
        y = x * w
        total = total + y
        return total, y
    total, ys = lax.scan(step, total, xs)
    return total, ys
"""


def graph_of(
    source: str,
    name: str,
    *args: Any,
    arguments: Sequence[str] = (),
    decisions: Sequence[Decision] = (),
    file: str = "<program>",
) -> Graph:
    """The complete graph of the function `name` of a program; its line 1 is line 3 of the file, below the imports."""
    jax.clear_caches()  # a helper traced for an earlier program keeps that program's positions
    text = HEADER + source
    linecache.cache[file] = (len(text), None, text.splitlines(True), file)
    namespace: dict[str, Any] = {}
    exec(compile(text, file, "exec"), namespace)
    jaxpr = jax.make_jaxpr(namespace[name])(*args)
    return read_jaxpr(jaxpr, name=name, argument_names=arguments, decisions=decisions)[0]


def by_label(graph: Graph, label: str) -> Node:
    """The one node with a label."""
    (node,) = [node for node in graph.nodes if node.label == label]
    return node


def wires(graph: Graph) -> list[str]:
    """The edges in words: `a -a-> a != 1`."""
    labels = {node.id: node.label for node in graph.nodes}
    arrows = {"data": "->", "feedback": "~>", "control": "?>"}
    return [f"{labels[e.source]} -{e.name}{arrows[e.kind]} {labels[e.target]}" for e in graph.edges]


def outline(graph: Graph) -> list[str]:
    """The regions in words, indented by depth: `while while`, `  branch True`."""
    parents = {region.id: region.parent for region in graph.regions}

    def depth(region: Region) -> int:
        return 0 if region.parent is None else 1 + depth(next(r for r in graph.regions if r.id == parents[region.id]))

    return [f"{'  ' * depth(region)}{region.kind} {region.label}" for region in graph.regions]
