"""A graph read back from its plain data: what a worker has sent can be saved as a picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nbgraph.core.graph.model import Aval, Edge, Graph, Node, Region


def graph_of(data: Mapping[str, Any]) -> Graph:
    """The graph that `graph_data` wrote, as far as it can be opened there; places in the source are left out.

    >>> from nbgraph.widgets.payload.graph import graph_data
    >>> from nbgraph.widgets.payload.spans import Places
    >>> nodes = (Node("n0", "input", "input", "x", avals=(Aval((2,), "float32"),), names=("x",)),)
    >>> written = graph_data(Graph("f", nodes, (), (Region("r0", "function", "f"),)), Places(()))
    >>> print(graph_of(written).to_text(), end="")
    f
    └─ n0 input x : f32[2]
    """
    text = data["strings"].__getitem__
    plain = {row[0] for row in data["nodes"] if row[10] < 0}
    # Of the boxes with one number the innermost comes last; one that is no plain node's as well cannot be opened.
    boxes = {row[0]: row for row in data["nodes"] if row[10] >= 0 and row[0] not in plain}
    closed = {row[10] for row in boxes.values()}
    operations = {row[10]: text(row[3]) for row in data["nodes"]}
    regions = [
        Region(
            f"r{number}",
            text(kind),
            text(label),
            None if parent < 0 else f"r{parent}",
            operation=operations.get(number, ""),
        )
        for number, kind, label, parent, *_ in data["regions"]
        if number not in closed
    ]
    shown = [*(row for row in data["nodes"] if row[10] < 0), *boxes.values()]
    nodes = [
        Node(
            f"n{number}",
            text(kind),
            text(operation),
            text(label),
            avals=tuple(_aval(text(aval)) for aval in avals),
            names=tuple(map(text, names)),
            region=f"r{region}",
            role="folded" if text(role) == "helper" else text(role),
            folded=folded,
            folds=None if folds < 0 else f"r{folds}",
        )
        for number, kind, role, operation, label, names, avals, region, _, folded, folds, *_ in shown
    ]
    edges = [
        Edge(
            f"e{number}",
            f"n{source}",
            f"n{target}",
            text(name),
            _aval(text(aval)) if text(aval) else None,
            text(kind),
            None if into < 0 else f"r{into}",
        )
        for number, source, target, kind, name, aval, into in data["edges"]
    ]
    return Graph(data["name"], tuple(sorted(nodes, key=lambda node: int(node.id[1:]))), tuple(edges), tuple(regions))


def _aval(text: str) -> Aval:
    """
    >>> _aval("f32[3,4]").shape, _aval("bool[]").shape, _aval("f32[n,4]").shape
    ((3, 4), (), ('n', 4))
    >>> [str(_aval(text)) for text in ("f32[3,4]", "bool[]", "f32[16] → 4 × f32[4]")]
    ['f32[3,4]', 'bool[]', 'f32[16] → 4 × f32[4]']
    """
    dtype, _, shape = text.removesuffix("]").rpartition("[")
    return Aval(tuple(int(size) if size.isdigit() else size for size in shape.split(",") if size), dtype)
