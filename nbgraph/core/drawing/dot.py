"""Write the graph in Graphviz's language: one statement a line, in program order, so that small edits move little."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise

from nbgraph.core.drawing.labels import in_lines, quoted
from nbgraph.core.drawing.leaves import with_leaves
from nbgraph.core.drawing.positions import NOWHERE, Places
from nbgraph.core.drawing.style import (
    EDGE,
    GRAPH,
    HELD_OPEN,
    NODE,
    PAPER,
    PLATE,
    TIGHT,
    edge_style,
    ground_in,
    is_fold,
    node_style,
    region_style,
)
from nbgraph.core.graph.chains import tests_of_chains
from nbgraph.core.graph.model import HEADER, Edge, Graph, Node, Region, around, grouped
from nbgraph.core.one_line import named_within
from nbgraph.core.records import dataclass

# How long some edges must be: for what follows a loop to be drawn below it, and for branches to start level.


def exit_lengths(graph: Graph) -> dict[str, int]:
    """Return the least length, in ranks, of each edge that leads from a loop's variable to a node outside the loop."""
    parents = {region.id: region.parent for region in graph.regions}
    loops = {region.id for region in graph.regions if region.kind in ("while", "scan")}
    variables = {node.id: node.region for node in graph.nodes if node.role == "variable" and node.region in loops}
    inside = _members(graph, loops, parents)
    lengths: dict[str, int] = {}
    forward = [edge for edge in graph.edges if edge.kind != "feedback"]
    for loop in sorted(loops, key=lambda region: int(region[1:]), reverse=True):  # inner loops before outer ones
        within = inside[loop]
        ranks = _ranks(within, [edge for edge in forward if {edge.source, edge.target} <= within], lengths)
        bottom = max(ranks.values(), default=0)
        for edge in forward:
            if variables.get(edge.source) == loop and edge.target not in within:
                lengths[edge.id] = bottom - ranks[edge.source] + 1
    return lengths


def merge_lengths(graph: Graph) -> dict[str, int]:
    """Return the least length, in ranks, of each edge from a branch to a merge node: longer for the shorter branch."""
    parents = {region.id: region.parent for region in graph.regions}
    branches = {region.id for region in graph.regions if region.kind == "branch"}
    inside = _members(graph, branches, parents)
    regions = {node.id: node.region for node in graph.nodes}
    merges = {node.id: node.region for node in graph.nodes if node.role == "merge"}
    arriving = [edge for edge in graph.edges if edge.target in merges and edge.kind == "data"]
    ranks: dict[str, dict[str, int]] = {}
    for branch, within in inside.items():
        edges = [edge for edge in graph.edges if edge.kind != "feedback" and {edge.source, edge.target} <= within]
        ranks[branch] = _ranks(within, edges, {})
    heights: dict[str, int] = defaultdict(int)
    found = [(edge, _branch(regions[edge.source], merges[edge.target], parents)) for edge in arriving]
    ends = [(edge, end) for edge, end in found if end in ranks]  # a region of checks is a child, and no branch
    for edge, end in ends:
        heights[merges[edge.target]] = max(heights[merges[edge.target]], max(ranks[end].values()))
    return {edge.id: heights[merges[edge.target]] - ranks[end][edge.source] + 1 for edge, end in ends}


def _branch(region: str | None, conditional: str, parents: Mapping[str, str | None]) -> str | None:
    return next((each for each in around(region, parents) if parents.get(each) == conditional), None)


def _members(graph: Graph, loops: Collection[str], parents: Mapping[str, str | None]) -> dict[str, set[str]]:
    inside: dict[str, set[str]] = defaultdict(set)
    for node in graph.nodes:
        for region in around(node.region, parents):
            if region in loops:
                inside[region].add(node.id)
    return inside


def _ranks(nodes: Collection[str], edges: Collection[Edge], lengths: Mapping[str, int]) -> dict[str, int]:
    """Return the length of the longest path to each node.

    >>> _ranks(["n0", "n1", "n2"], [Edge("e0", "n0", "n1"), Edge("e1", "n1", "n2"), Edge("e2", "n0", "n2")], {})
    {'n0': 0, 'n1': 1, 'n2': 2}
    """
    ranks = dict.fromkeys(nodes, 0)
    waiting_for: dict[str, int] = dict.fromkeys(nodes, 0)
    leaving: dict[str, list[Edge]] = defaultdict(list)
    for edge in edges:
        waiting_for[edge.target] += 1
        leaving[edge.source].append(edge)
    ready = deque(node for node in nodes if not waiting_for[node])
    while ready:
        node = ready.popleft()
        for edge in leaving[node]:
            ranks[edge.target] = max(ranks[edge.target], ranks[node] + lengths.get(edge.id, 1))
            waiting_for[edge.target] -= 1
            if not waiting_for[edge.target]:
                ready.append(edge.target)
    return ranks


Rows = Mapping[str, Sequence[Sequence[str]]]
"""Nodes that stand at one height, from left to right, by the region that they stand in."""
LEVEL = 3
"""As many tests of a chain stand side by side; of more each is below the one before."""
INDENT = "  "
NOTHING = "nothing_in_"


@dataclass(frozen=True, slots=True)
class _Parts:
    """What the statements are made from."""

    nodes: Mapping[str, list[Node]]  # the nodes in a region, by its id
    children: Mapping[str, list[Region]]  # the regions in a region, by its id
    tests: Mapping[str, str]  # the labels of the nodes that compute a test, by id
    chains: Sequence[Sequence[str]]  # the tests that stand side by side, by chain
    grounds: Mapping[str, str]  # the colour inside each region
    places: Places  # the positions that are known
    rows: Rows
    tight: bool


def dot_text(graph: Graph, places: Places = NOWHERE, rows: Rows | None = None, *, tight: bool = False) -> str:
    """Return the DOT text of a graph, with leaves added; nothing else is folded or left out.

    Nodes, edges and clusters keep the model's ids, as names and as `id` attributes of the SVG's groups.

    Args:
        places: the positions, from a layout of the text without them; the labels on edges and boundaries then become
            nodes, since Graphviz draws nodes last.
        rows: by region, the rows of what to draw side by side, in this order.
        tight: whether boxes are as small as their words and close together.

    >>> from nbgraph.core.graph.model import Region
    >>> one = Graph("f", (Node("n0", "input", "input", "x"),), (), (Region("r0", "function", "f"),))
    >>> print(dot_text(one).splitlines()[-2])
      n0 [label="x", shape="ellipse", style="filled", fillcolor="#e6f3ea", color="#11692e", class="input", id="n0"];
    """
    return "\n".join(("digraph {", *_lines(with_leaves(graph), places, rows or {}, tight=tight), "}")) + "\n"


def _lines(graph: Graph, places: Places, rows: Rows, *, tight: bool) -> Iterator[str]:
    for name, attributes in (("graph", {**GRAPH, **(TIGHT if tight else {})}), ("node", NODE), ("edge", EDGE)):
        yield f"{INDENT}{name} [{_attributes(attributes)}];"
    nodes = grouped((node.region, node) for node in graph.nodes)
    children = grouped((region.parent, region) for region in graph.regions if region.parent is not None)
    steering = {edge.source for edge in graph.edges if edge.kind == "control"}
    tests = {node.id: node.label for node in graph.nodes if node.id in steering}
    root = next((region.id for region in graph.regions if region.parent is None), "r0")
    grounds = dict(_grounds(root, PAPER, children))
    short = [chain for chain in tests_of_chains(graph) if len(chain) <= LEVEL]
    parts = _Parts(nodes, children, tests, short, grounds, places, rows, tight)
    yield from _region(root, parts, INDENT)
    yield from _port_ranks(graph)
    yield from _edges(graph, parts)


def _grounds(region: str, ground: str, children: Mapping[str, list[Region]]) -> Iterator[tuple[str, str]]:
    yield region, ground
    for child in children.get(region, ()):
        yield from _grounds(child.id, ground_in(child, ground), children)


def _port_ranks(graph: Graph) -> Iterator[str]:
    """Yield the ranks of ports: values come in at the top and leave at the bottom."""
    ports = [node.id for node in graph.nodes if node.role == "port"]
    for rank, names in (
        ("source", [name for name in ports if name[0] != "o"]),
        ("sink", [name for name in ports if name[0] == "o"]),
    ):
        if names:
            yield f"{INDENT}{{ rank={rank}; {'; '.join(names)}; }}"


def _region(region: str, parts: _Parts, indent: str) -> Iterator[str]:
    for node in parts.nodes.get(region, ()):
        yield f"{indent}{node.id} [{_node(node, parts)}];"
    here = {node.id for node in parts.nodes.get(region, ())}
    level = [node.id for node in parts.nodes.get(region, ()) if node.role in ("variable", "element")]
    for beside in (level, *([id for id in chain if id in here] for chain in parts.chains)):
        if len(beside) > 1:
            yield f"{indent}{{ rank=same; {'; '.join(beside)}; }}"
    for row in parts.rows.get(region, ()):
        yield f"{indent}{{ rank=same; {'; '.join(row)}; }}"
        yield from (f'{indent}{one} -> {other} [style="invis"];' for one, other in pairwise(row))
    for child in parts.children.get(region, ()):
        # Graphviz takes the clusters of a graph in the order of their names' addresses, which differ from run to run
        # where it has freed those of a graph before; subgraphs without a name it counts.
        yield f"{indent}{{ subgraph cluster_{child.id} {{"
        ground, words = parts.grounds[child.id], quoted(_border(child, parts.tests))
        place = parts.places.borders.get(child.id)
        style = region_style(child, ground)
        box = {} if place is None else {"bb": place.box}
        shown = words if place is None else quoted("")
        yield f"{indent}{INDENT}graph [label={shown}, {_attributes({**style, **box, 'id': child.id})}];"
        if place is not None and place.words is not None:
            yield _plate(child.id, words, {"fontcolor": GRAPH["fontcolor"], "fillcolor": ground, "pos": place.words})
        yield from _region(child.id, parts, indent + INDENT)
        if not parts.nodes.get(child.id) and not parts.children.get(child.id):
            yield f"{indent}{INDENT}{NOTHING}{child.id} [{_attributes(HELD_OPEN)}];"
        yield f"{indent}}} }}"


def _plate(of: str, words: str, attributes: Mapping[str, str]) -> str:
    return f"{INDENT}words_{of} [label={words}, {_attributes({**PLATE, **attributes})}];"


def _border(region: Region, tests: Mapping[str, str]) -> str:
    """Return a boundary's label; only `if` of `if a > 0` where the test's box shows the rest."""
    keyword, _, rest = region.label.partition(" ")
    is_shown = region.kind in ("branch", "cond", "while") and rest in tests.values()
    return keyword if is_shown else named_within(region.label, HEADER)


def _node(node: Node, parts: _Parts) -> str:
    style = node_style(node, test=node.id in parts.tests, tight=parts.tight)
    place = {"pos": parts.places.nodes[node.id]} if node.id in parts.places.nodes else {}
    return f"label={quoted(*_node_lines(node))}, {_attributes({**style, **place, 'id': node.id})}"


def _node_lines(node: Node) -> list[str]:
    if node.role in ("leaf", "port"):
        return [node.label if node.role == "leaf" else ""]
    if node.operation == "items":
        return [node.label, f"{node.folded} items"]
    label = in_lines(node.label)
    if is_fold(node):
        return [*label, f"{node.folded} operation{'s' if node.folded != 1 else ''}"]
    shapes = [str(aval) for aval in node.avals if aval.shape]
    return [*label, shapes[0]] if shapes and node.kind != "output" else label


def _edges(graph: Graph, parts: _Parts) -> Iterator[str]:
    labels = {node.id: node.label for node in graph.nodes}
    named = {region.id for region in graph.regions if region.kind == "branch"}
    named |= {node.id for node in graph.nodes if node.folds is not None and node.operation == "branch"}
    named |= {test for chain in tests_of_chains(graph) if chain not in parts.chains for test in chain}
    lengths = {**exit_lengths(graph), **merge_lengths(graph)}
    variables = {node.id for node in graph.nodes if node.role == "variable"}
    for edge in graph.edges:
        attributes = edge_style(edge)
        if edge.into is not None:
            attributes["lhead"] = f"cluster_{edge.into}"
        if edge.id in lengths:
            attributes["minlen"] = str(lengths[edge.id])
        label = _edge_label(edge, labels, named)
        place = parts.places.lines.get(edge.id)
        if place is not None:
            attributes["pos"] = place.course
        if label and place is not None and place.words is not None:
            ground = parts.grounds.get(parts.places.region_at(place.words) or "", PAPER)
            yield _plate(
                edge.id, quoted(label), {"fontcolor": EDGE["fontcolor"], "fillcolor": ground, "pos": place.words}
            )
            label = ""
        words = f"label={quoted(label)}, " if label else ""
        # Feedback is drawn from its head down, so that the body stays below the variables.
        source, target = (edge.target, edge.source) if edge.kind == "feedback" else (edge.source, edge.target)
        if {source, target} <= variables:
            attributes["constraint"] = "false"
        yield f"{INDENT}{source} -> {target} [{words}{_attributes({**attributes, 'id': edge.id})}];"


def _edge_label(edge: Edge, labels: Mapping[str, str], named: set[str]) -> str:
    """Return the variable's name, unless a box at either end shows it."""
    if edge.kind == "control":
        return "" if named & {edge.into, edge.target} else edge.name
    ends = (labels.get(edge.source), labels.get(edge.target))
    return "" if edge.name in ends or f"return {edge.name}" in ends or f"changed {edge.name}" in ends else edge.name


def _attributes(attributes: Mapping[str, str]) -> str:
    """Return attributes in DOT; they are constants of nbgraph, so nothing is escaped."""
    return ", ".join(f'{name}="{value}"' for name, value in attributes.items())
