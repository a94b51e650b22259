"""Folding: budgets, opened and closed regions, and what must never disappear."""

from __future__ import annotations

import itertools
import sys
from typing import Any

import jax
import jax.numpy as jnp
import pytest

import nbgraph as ng
from nbgraph.core.graph.fold import fold
from nbgraph.core.graph.model import BUDGET, CAP, Edge, Graph, Node, Region
from nbgraph.core.graph.simplify import open_regions, prepared, view, without_noise
from nbgraph.core.graph.trace import read_jaxpr
from nbgraph.core.spans import Span
from tests.core.lax_programs import COLLATZ, by_label, graph_of, outline


@pytest.fixture
def collatz() -> Graph:
    return graph_of(COLLATZ, "collatz", 27, arguments=("a",))


def chain(length: int) -> Graph:
    """`length` operations one after the other, each on a line of its own."""
    operations = [
        Node(f"n{i}", "operation", "add", f"x + {i}", Span("f", i + 1, 0, i + 1, 5)) for i in range(1, length + 1)
    ]
    nodes = (Node("n0", "input", "input", "x"), *operations, Node(f"n{length + 1}", "output", "output", "return x"))
    edges = tuple(Edge(f"e{i}", f"n{i}", f"n{i + 1}", "x") for i in range(length + 1))
    return Graph("chain", nodes, edges, (Region("r0", "function", "chain"),))


def test_a_helper_is_one_node_that_says_what_it_folds(collatz: Graph) -> None:
    helper = by_label(view(collatz), "a // 2")
    assert (helper.role, helper.operation, helper.folded, helper.names) == ("folded", "floor_divide", 9, ("a",))
    assert helper.folds in {region.id for region in collatz.regions if region.operation == "floor_divide"}


def test_a_budget_folds_inner_regions_first(collatz: Graph) -> None:
    assert len(view(collatz).nodes) == 13
    assert outline(view(collatz, budget=10)) == ["function collatz", "  while while", "    test test", "    body body"]
    assert outline(view(collatz, budget=7))[:2] == ["function collatz", "  while while"]
    assert [node.label for node in view(collatz, budget=4).nodes] == ["a", "while", "0", "return counter"]


@pytest.mark.parametrize("budget", [4, 6, 9, 12, 13, 40])
def test_a_view_keeps_to_its_budget(collatz: Graph, budget: int) -> None:
    assert len(view(collatz, budget=budget).nodes) <= budget


def test_exactly_the_given_regions_are_collapsed(collatz: Graph) -> None:
    loop = next(region.id for region in collatz.regions if region.kind == "while")
    every = {region.id for region in collatz.regions}
    folded = fold(without_noise(collatz), every - {loop})
    assert [(node.label, node.folds) for node in folded.nodes if node.role == "folded"] == [("while", loop)]
    complete = fold(without_noise(collatz), every)
    assert [node.role for node in complete.nodes].count("folded") == 0
    assert len(complete.nodes) == len(without_noise(collatz).nodes)


def test_an_expanded_helper_shows_its_operations_and_the_rest_stays(collatz: Graph) -> None:
    helper = next(region.id for region in collatz.regions if region.operation == "floor_divide")
    opened = fold(without_noise(collatz), {*open_regions(collatz, 40), helper})
    assert {node.id for node in view(collatz).nodes} <= {node.id for node in opened.nodes}
    assert helper in {region.id for region in opened.regions}
    # 8 of its own without two casts, and its inner `_where` as one; the folded box had the id of the first.
    assert len(opened.nodes) == len(view(collatz).nodes) + 8


def test_a_view_of_a_view_is_the_view(collatz: Graph) -> None:
    once = view(collatz)
    assert view(once) == once


def test_edges_of_a_view_lead_between_its_nodes(collatz: Graph) -> None:
    for budget in (4, 6, 9, 40):
        seen = view(collatz, budget=budget)
        nodes, regions = {node.id for node in seen.nodes}, {region.id for region in seen.regions}
        assert {end for edge in seen.edges for end in (edge.source, edge.target)} <= nodes
        assert {node.region for node in seen.nodes} <= regions
        assert {edge.into for edge in seen.edges if edge.into is not None} <= regions


def test_casts_within_an_expression_vanish_and_written_ones_stay() -> None:
    source = "def f(i, x):\n    y = jnp.sin(x) + i\n    z = x.astype(jnp.int32)\n    return y, z\n"
    graph = view(graph_of(source, "f", 3, 1.5, arguments=("i", "x")))
    assert [node.label for node in graph.nodes] == [
        "i",
        "x",
        "jnp.sin(x)",
        "jnp.sin(x) + i",
        "x.astype(jnp.int32)",
        "return y",
        "return z",
    ]


def test_a_cast_between_a_test_and_its_branches_vanishes(collatz: Graph) -> None:
    assert "convert_element_type" in {node.operation for node in collatz.nodes}
    assert "convert_element_type" not in {node.operation for node in view(collatz).nodes}


def test_no_line_loses_its_last_node() -> None:
    source = (
        "def f(x):\n"
        "    y = jnp.broadcast_to(x, (3,))\n"
        "    z = y.reshape(3, 1)\n"
        "    w = z.astype(jnp.int32)\n"
        "    return w\n"
    )
    graph = graph_of(source, "f", 1.5, arguments=("x",))
    owned = {node.span.line for node in graph.nodes if node.span is not None}
    assert owned == {3, 4, 5, 6, 7}
    assert {node.span.line for node in view(graph).nodes if node.span is not None} == owned


def test_a_square_takes_its_operand_twice() -> None:
    graph = view(graph_of("def f(x):\n    return x * x\n", "f", 1.5, arguments=("x",)))
    assert [(edge.source, edge.target) for edge in graph.edges] == [("n0", "n1"), ("n0", "n1"), ("n1", "n2")]


@pytest.mark.parametrize(("count", "expected"), [(1, "y0"), (3, "y0, y1, y2"), (4, "4 values")])
def test_values_between_folded_regions_share_an_edge(count: int, expected: str) -> None:
    nodes = tuple(Node(f"n{i}", "operation", "add", "+", region="r1" if i < count else "r2") for i in range(2 * count))
    edges = tuple(Edge(f"e{i}", f"n{i}", f"n{i + count}", f"y{i}") for i in range(count))
    regions = (Region("r0", "function", "f"), Region("r1", "call", "g", "r0"), Region("r2", "call", "h", "r0"))
    seen = fold(Graph("f", nodes, edges, regions), {"r0"})
    assert [(edge.id, edge.source, edge.target, edge.name) for edge in seen.edges] == [
        ("e0", "n0", f"n{count}", expected)
    ]


def test_a_long_stretch_becomes_blocks_that_cover_every_line() -> None:
    long = chain(300)
    seen = view(long)
    assert len(seen.nodes) <= 40
    covered = {line for node in seen.nodes if node.span for line in range(node.span.line, node.span.end_line + 1)}
    assert covered == set(range(2, 302))
    assert sum(node.folded or node.kind == "operation" for node in seen.nodes) == 300


def test_a_block_can_be_opened() -> None:
    long = chain(300)
    block = next(node for node in view(long).nodes if node.folds is not None)
    cut = prepared(long, BUDGET)
    opened = fold(cut, {*open_regions(cut, BUDGET), block.folds or ""})
    assert len(opened.nodes) > len(view(long).nodes)
    assert block.span is not None
    assert by_label(opened, f"x + {block.span.line - 1}").region == block.folds


def test_nothing_exceeds_the_cap() -> None:
    assert len(view(chain(5000), budget=10**6).nodes) <= CAP


def test_twice_the_equations_fold_in_twice_the_steps() -> None:
    half, whole = (_calls_of_view_over(additions) for additions in (1000, 2000))
    assert 1.5 < whole / half < 2.2


def _calls_of_view_over(additions: int) -> int:
    """How many calls Python makes to fold a chain of multiplications and so many additions: no clock is asked."""
    lines = "".join(f"    x = x * 2.0 + {i}.0\n" for i in range(additions))
    namespace: dict[str, object] = {"jnp": jnp}
    exec(compile(f"def f(x):\n{lines}    return x\n", "<long>", "exec"), namespace)
    jaxpr = jax.make_jaxpr(namespace["f"])(1.0)
    calls = itertools.count()
    before = sys.getprofile()
    sys.setprofile(lambda *_: next(calls) and None)
    try:
        seen = view(read_jaxpr(jaxpr, name="f")[0])
    finally:
        sys.setprofile(before)
    assert 12 <= len(seen.nodes) <= 40
    return next(calls)


def test_an_edited_line_leaves_the_other_nodes_where_they_were() -> None:
    before = view(graph_of(COLLATZ, "collatz", 27, arguments=("a",)))
    after = view(graph_of(COLLATZ.replace("3 * a + 1", "5 * a + 1"), "collatz", 27, arguments=("a",)))
    assert [(n.id, n.region) for n in after.nodes] == [(n.id, n.region) for n in before.nodes]
    assert [n.label for n in after.nodes if n not in before.nodes] == ["5 * a", "5 * a + 1"]


def primes(n: Any) -> Any:
    is_prime = [True] * (n + 1)
    is_prime[0] = is_prime[1] = False
    for i in range(2, n + 1):
        if is_prime[i]:
            for j in range(i * i, n + 1, i):
                is_prime[j] = False
    return [i for i in range(n + 1) if is_prime[i]]


def test_the_loops_of_a_sieve_are_open_at_first_sight() -> None:
    shown = ng.graph(primes, 30).view()
    assert len(shown.nodes) <= BUDGET
    open_loops = [region.label for region in shown.regions if region.kind == "while"]
    assert open_loops == ["for i in range(2, n + 1)", "for j in range(i * i, n + 1, i)", "for i in range(n + 1)"]
    assert {"is_prime[i]", "is_prime[j] = False"} <= {node.label for node in shown.nodes}
