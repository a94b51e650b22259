"""Write the graph as text: a tree of regions with one line a node. It needs no layout engine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from nbgraph.core.drawing.labels import visible
from nbgraph.core.graph.model import Edge, Graph, Node, Region, grouped
from nbgraph.core.graph.simplify import in_order

_MARKS = {
    "variable": "loop variable",
    "merge": "merge",
    "element": "each",
    "stack": "collect",
    "pass": "unchanged",
    "unused": "unused",
    "leaves": "calls Python",
    "stretches": "stretches",
    "collective": "between devices",
}


def text_tree(graph: Graph) -> str:
    """Return the graph as an indented tree: what each node computes, its operands, and its line in the source.

    >>> from nbgraph.core.graph.model import Aval
    >>> number = Aval((), "int32")
    >>> print(text_tree(Graph(
    ...     "f",
    ...     (
    ...         Node("n0", "input", "input", "x", avals=(number,)),
    ...         Node("n1", "operation", "add", "x + 1", avals=(number,)),
    ...     ),
    ...     (Edge("e0", "n0", "n1", "x", number),),
    ...     (Region("r0", "function", "f"),),
    ... )), end="")
    f
    ├─ n0 input x : i32[]
    └─ n1 x + 1 : i32[] ← n0 x
    """
    nodes = {node.id: node for node in graph.nodes}
    incoming = grouped((edge.target, edge) for edge in graph.edges)
    lines = [visible(graph.name)]
    lines.extend(_branches(_root(graph), _children(graph), incoming, nodes, ""))
    return "\n".join(lines) + "\n"


def _root(graph: Graph) -> str:
    return next((region.id for region in graph.regions if region.parent is None), "r0")


def _children(graph: Graph) -> Mapping[str, list[Node | Region]]:
    """Return the contents of each region in program order."""
    held = grouped((item.region if isinstance(item, Node) else item.parent or "", item) for item in in_order(graph))
    return {region: _branches_in_order(items) for region, items in held.items()}


def _branches_in_order(items: list[Node | Region]) -> list[Node | Region]:
    at = [place for place, item in enumerate(items) if _branch_number(item) is not None]
    ordered = sorted((items[place] for place in at), key=lambda item: _branch_number(item) or 0)
    placed = dict(zip(at, ordered, strict=True))
    return [placed.get(place, item) for place, item in enumerate(items)]


def _branch_number(item: Node | Region) -> int | None:
    if isinstance(item, Region):
        return int(item.id[1:]) if item.kind == "branch" else None
    return int(item.folds[1:]) if item.folds is not None and item.operation == "branch" else None


def _branches(
    region: str,
    held: Mapping[str, list[Node | Region]],
    incoming: Mapping[str, list[Edge]],
    nodes: Mapping[str, Node],
    indent: str,
) -> Iterator[str]:
    items = held.get(region, [])
    for position, item in enumerate(items):
        last = position == len(items) - 1
        stem = f"{indent}{'└─' if last else '├─'} "
        if isinstance(item, Node):
            yield stem + _line(item, incoming.get(item.id, []))
        else:
            yield stem + f"[{visible(item.label)}]" + _where(item)
            yield from _branches(item.id, held, incoming, nodes, f"{indent}{'   ' if last else '│  '}")


_HELD = {"items": "items", "output": "parts", "columns": "arrays"}


def _line(node: Node, incoming: list[Edge]) -> str:
    mark = node.kind if node.kind in ("input", "constant") else _MARKS.get(node.role, "")
    words = [node.id, mark, "" if node.label == mark else visible(node.label)]
    if node.folds is not None and node.folded > 1:
        words.append(f"({node.folded} {_HELD.get(node.operation, 'operations')})")
    names = [name for name in dict.fromkeys(node.names) if name not in ("", node.label) and node.kind == "operation"]
    if names:
        words.append("→ " + ", ".join(map(visible, names)))
    if node.avals and node.kind != "output":
        words.append(": " + ", ".join(map(str, node.avals)))
    if incoming:
        words.append("← " + ", ".join(map(_source, incoming)))
    return " ".join(word for word in words if word) + _where(node)


def _source(edge: Edge) -> str:
    sign = {"data": "", "feedback": "↺ ", "control": "if ", "order": "after "}[edge.kind]
    name = f" {visible(edge.name)}" if edge.name else ""
    divided = f" ({edge.aval})" if edge.aval is not None and edge.aval.divided else ""
    return f"{sign}{edge.source}{name}{divided}"


def _where(item: Node | Region) -> str:
    return f"  (line {item.span.line})" if item.span is not None else ""
