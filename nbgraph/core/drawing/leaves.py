"""Draw arguments, constants and a loop's lists with many users as small leaves next to each user."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace

from nbgraph.core.graph.chains import tests_of_chains
from nbgraph.core.graph.model import Edge, Graph, Node, around, grouped

FEW = 4
"""As many users are reached by lines."""


def with_leaves(graph: Graph) -> Graph:
    """Return the graph with leaves at all users but the first, for such values with more than `FEW` users.

    A leaf has the number of the first edge that starts there: `l5` for `e5`. The first user keeps its edge, so that
    the value's own box, and the boundary of a region that it enters, are connected to a user.

    >>> users = tuple(Node(f"n{at}", "operation", "add", "+") for at in range(1, 6))
    >>> edges = tuple(Edge(f"e{at}", "n0", f"n{at}") for at in range(1, 6))
    >>> made = with_leaves(Graph("f", (Node("n0", "input", "input", "x"), *users), edges))
    >>> [node.id for node in made.nodes], [edge.source for edge in made.edges]
    (['n0', 'n1', 'l2', 'n2', 'l3', 'n3', 'l4', 'n4', 'l5', 'n5'], ['n0', 'l2', 'l3', 'l4', 'l5'])
    """
    leaves = dict(_leaves(graph))
    if not leaves:
        return graph
    before = grouped((target, leaf) for (_, target), leaf in leaves.items())
    nodes = tuple(each for node in graph.nodes for each in (*before[node.id], node))
    found = ((each, leaves.get((each.source, each.target)) if each.kind == "data" else None) for each in graph.edges)
    edges = (edge if leaf is None else replace(edge, source=leaf.id) for edge, leaf in found)
    edges = (
        replace(edge, target=before[edge.target][0].id) if edge.into and before[edge.target] else edge for edge in edges
    )
    return replace(graph, nodes=nodes, edges=tuple(edges))


def _leaves(graph: Graph) -> Iterator[tuple[tuple[str, str], Node]]:
    """Yield the leaves, by value and user."""
    nodes = {node.id: node for node in graph.nodes}
    parents = {region.id: region.parent for region in graph.regions}
    tests = {test for chain in tests_of_chains(graph) for test in chain}
    users: dict[str, dict[str, Edge]] = defaultdict(dict)
    for edge in graph.edges:
        if edge.kind == "data" and _is_spread(nodes[edge.source], nodes[edge.target].region, parents):
            users[edge.source].setdefault(edge.target, edge)
    for source, reached in users.items():
        for edge in list(reached.values())[1:] if len(reached) > FEW else ():
            target = nodes[edge.target]
            if target.role != "port" and target.id not in tests:
                value = nodes[source]
                label = edge.name if value.operation == "items" and edge.name else value.label
                leaf = replace(value, id=f"l{edge.id[1:]}", label=label, role="leaf", region=target.region)
                yield (source, target.id), leaf


def _is_spread(value: Node, region: str | None, parents: Mapping[str, str | None]) -> bool:
    """Return whether a value may have a leaf in a region; a loop's list only inside the loop."""
    if value.role == "variable" and value.operation == "items":
        return value.label != "" and value.region in around(region, parents)
    return value.label != "" and value.kind in ("input", "constant")
