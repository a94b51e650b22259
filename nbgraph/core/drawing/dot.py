"""The graph in Graphviz's language: one statement a line, in program order, so that small edits move little."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from nbgraph.core.drawing.labels import quoted
from nbgraph.core.drawing.ranks import exit_lengths, merge_lengths
from nbgraph.core.drawing.style import EDGE, GRAPH, NODE, edge_style, is_fold, node_style, region_style
from nbgraph.core.graph.model import Edge, Graph, Node, Region

INDENT = "  "


def dot_text(graph: Graph) -> str:
    """The DOT text of a graph, drawn as it is: fold it first.

    Nodes, edges and clusters keep the model's ids, as names and as `id` attributes of the SVG's groups.

    >>> from nbgraph.core.graph.model import Region
    >>> one = Graph("f", (Node("n0", "input", "input", "x"),), (), (Region("r0", "function", "f"),))
    >>> print(dot_text(one).splitlines()[-2])
      n0 [label="x", shape="ellipse", style="filled", fillcolor="#dbeafe", color="#1d4ed8", class="input", id="n0"];
    """
    return "\n".join(("digraph {", *_lines(graph), "}")) + "\n"


def _lines(graph: Graph) -> Iterator[str]:
    for name, attributes in (("graph", GRAPH), ("node", NODE), ("edge", EDGE)):
        yield f"{INDENT}{name} [{_attributes(attributes)}];"
    nodes: dict[str, list[Node]] = defaultdict(list)
    children: dict[str, list[Region]] = defaultdict(list)
    for node in graph.nodes:
        nodes[node.region].append(node)
    for region in graph.regions:
        if region.parent is not None:
            children[region.parent].append(region)
    steering = {edge.source for edge in graph.edges if edge.kind == "control"}
    tests = {node.id: node.label for node in graph.nodes if node.id in steering}
    root = next((region.id for region in graph.regions if region.parent is None), "r0")
    yield from _region(root, nodes, children, tests, INDENT)
    yield from _port_ranks(graph)
    yield from _edges(graph)


def _port_ranks(graph: Graph) -> Iterator[str]:
    """Values come in at the top and leave at the bottom."""
    ports = [node.id for node in graph.nodes if node.role == "port"]
    for rank, names in (
        ("source", [name for name in ports if name[0] != "o"]),
        ("sink", [name for name in ports if name[0] == "o"]),
    ):
        if names:
            yield f"{INDENT}{{ rank={rank}; {'; '.join(names)}; }}"


def _region(
    region: str,
    nodes: Mapping[str, list[Node]],
    children: Mapping[str, list[Region]],
    tests: Mapping[str, str],
    indent: str,
) -> Iterator[str]:
    for node in nodes.get(region, ()):
        yield f"{indent}{node.id} [{_node(node, node.id in tests)}];"
    level = [node.id for node in nodes.get(region, ()) if node.role in ("variable", "element")]
    if len(level) > 1:
        yield f"{indent}{{ rank=same; {'; '.join(level)}; }}"
    for child in children.get(region, ()):
        yield f"{indent}subgraph cluster_{child.id} {{"
        attributes = _attributes({**region_style(child), "id": child.id})
        yield f"{indent}{INDENT}graph [label={quoted(_border(child, tests))}, {attributes}];"
        yield from _region(child.id, nodes, children, tests, indent + INDENT)
        yield f"{indent}}}"


def _border(region: Region, tests: Mapping[str, str]) -> str:
    """The words on a border: of `if a > 0` only `if` when the test's own box, above it or in it, says the rest."""
    keyword, _, rest = region.label.partition(" ")
    return keyword if region.kind in ("cond", "while") and rest in tests.values() else region.label


def _node(node: Node, test: bool) -> str:
    return f"label={quoted(*_node_lines(node))}, {_attributes({**node_style(node, test=test), 'id': node.id})}"


def _node_lines(node: Node) -> list[str]:
    """The words in a box: the label, then how much is folded into it or the shape of what it makes."""
    if is_fold(node):
        return [node.label, f"{node.folded} operation{'s' if node.folded != 1 else ''}"]
    shapes = [str(aval) for aval in node.avals if aval.shape]
    return [node.label, shapes[0]] if shapes and node.kind != "output" else [node.label]


def _edges(graph: Graph) -> Iterator[str]:
    labels = {node.id: node.label for node in graph.nodes}
    borders = {region.id: region.label for region in graph.regions}
    lengths = {**exit_lengths(graph), **merge_lengths(graph)}
    variables = {node.id for node in graph.nodes if node.role == "variable"}
    for edge in graph.edges:
        attributes = edge_style(edge)
        if edge.into is not None:
            attributes["lhead"] = f"cluster_{edge.into}"
        if edge.id in lengths:
            attributes["minlen"] = str(lengths[edge.id])
        label = _edge_label(edge, labels, borders)
        words = f"label={quoted(label)}, " if label else ""
        # Feedback is drawn from its head down, so that the body stays below the variables.
        source, target = (edge.target, edge.source) if edge.kind == "feedback" else (edge.source, edge.target)
        if {source, target} <= variables:
            attributes["constraint"] = "false"
        yield f"{INDENT}{source} -> {target} [{words}{_attributes({**attributes, 'id': edge.id})}];"


def _edge_label(edge: Edge, labels: Mapping[str, str], borders: Mapping[str, str]) -> str:
    """The variable's name, unless a box at either end says it already."""
    if edge.kind == "control":
        return "" if borders.get(edge.into or "") == edge.name else edge.name
    ends = (labels.get(edge.source), labels.get(edge.target))
    return "" if edge.name in ends or f"return {edge.name}" in ends else edge.name


def _attributes(attributes: Mapping[str, str]) -> str:
    """Our own constants: nothing of the user's comes this way."""
    return ", ".join(f'{name}="{value}"' for name, value in attributes.items())
