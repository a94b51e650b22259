"""Mark operations that leave the graph, communicate with other devices, or broadcast all their operands."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

from nbgraph.core.decisions import Decision
from nbgraph.core.graph.model import Aval, Graph, Node, NodeRole

_LEAVES = frozenset(("pure_callback", "io_callback", "debug_callback", "debug_print"))
_COLLECTIVES = ("psum", "pmin", "pmax", "all_gather", "all_to_all", "ppermute", "reduce_scatter", "ragged_all_to_all")
_ELEMENTWISE = frozenset(
    "add sub mul div rem pow max min atan2 eq ne lt le gt ge and or xor select_n nextafter".split()  # noqa: SIM905
)


def special_marked(graph: Graph) -> Graph:
    """Return the graph with the roles "leaves", "collective" and "stretches" on its operations."""
    operands = defaultdict[str, list[Aval]](list)
    for edge in graph.edges:
        if edge.kind == "data" and edge.aval is not None and edge.aval.shape:
            operands[edge.target].append(edge.aval)

    def marked(node: Node) -> Node:
        role = _role(node, operands[node.id]) if node.kind == "operation" and not node.role else ""
        return replace(node, role=role) if role else node

    return replace(graph, nodes=tuple(map(marked, graph.nodes)))


def as_drawn(decisions: Iterable[Decision], graph: Graph) -> tuple[Decision, ...]:
    """Return the decisions as the graph shows them: `jax.vmap` lowers a `cond` to a select of both branches."""
    kept = {region.span for region in graph.regions if region.kind == "cond"}
    chosen = {node.span for node in graph.nodes if node.operation == "select_n"} - kept
    batched = any(region.kind == "vmap" for region in graph.regions)

    def drawn(decision: Decision) -> Decision:
        if not batched or decision.shown != "cond" or decision.span not in chosen:
            return decision
        reason = f"{decision.reason}; under `vmap` both sides are computed, for each item of the batch one is taken"
        return replace(decision, reason=reason, in_graph="select")

    return tuple(map(drawn, decisions))


def _role(node: Node, operands: list[Aval]) -> NodeRole:
    """
    >>> column, row, square = (Aval(shape, "float32") for shape in ((2, 1), (2,), (2, 2)))
    >>> _role(Node("n0", "operation", "add", "a + b", avals=(square,)), [column, row])
    'stretches'
    >>> _role(Node("n0", "operation", "add", "a + b", avals=(square,)), [square, row])
    ''
    """
    if node.operation in _LEAVES:
        return "leaves"
    if node.operation.startswith(_COLLECTIVES):
        return "collective"
    stretched = len(operands) > 1 and all(_size(aval) < _size(node.avals[0]) for aval in operands)
    return "stretches" if node.operation in _ELEMENTWISE and stretched else ""


def _size(aval: Aval) -> int:
    """Return the number of items; an open size counts as two."""
    return math.prod(size if isinstance(size, int) else 2 for size in aval.shape)
