"""Put the items of a list or a dict into one box: `a[0]`, `a[1]`, ... side by side are a region, closed at first.

A list of known length is one value per item in the program, and a string of run time one per part: the number of its
text, and the values inside, as in `str(i)`. To its author it is one list, and one string, wherever it goes.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from nbgraph.core.decisions import AS_BEFORE, OWN_LENGTH, STORED_ITEM, Decision
from nbgraph.core.graph.fold import LIST
from nbgraph.core.graph.model import Aval, Edge, Graph, Node, Region, RegionKind, grouped
from nbgraph.core.graph.simplify import NOISE, together
from nbgraph.core.staging.enumerated import ITSELF, PLACEHOLDER, count_in, holds_placeholder, settled, spoken

KIND: RegionKind = "items"
LEAST = 3
"""Fewer items stay as they are."""
_ITEM = re.compile(rf"(?P<list>(?:(?:return|changed) )?{LIST})(?:\[(?:\d+|'[^']*')\])+")
_COLUMN = re.compile(rf"^({LIST})(\[\d)")
_ROLES = ("variable", "merge", "pass", "element")
_BORDERS = ("variable", "merge")
Group = tuple[str, ...]
"""Nodes by their ids, that of the number first."""


def items_together(
    graph: Graph, paths: Mapping[str, str] = MappingProxyType({}), strings: Collection[str] = ()
) -> Graph:
    """Return the graph with a region around the items of each list in the same region.

    Args:
        paths: the path of each output in the result, by its id; the parts of a string have one path.
        strings: the outputs that are parts of a string, or its text between them.
    """
    found: dict[tuple[str, ...], list[Node]] = defaultdict(list)
    parts = grouped((path, node) for node in graph.nodes if (path := paths.get(node.id)) is not None)
    for path, held in parts.items():
        if len(held) > 1 and held[0].id in strings:
            word, _, name = held[-1].label.partition(" ")  # a part's name is not that of the string
            is_part = name in held[-1].names and not held[-1].avals[0].shape
            found[held[0].region, "output", path, word if is_part else held[-1].label] = held
    parted = {node.id for held in found.values() for node in held}
    grown = {name.removesuffix(OWN_LENGTH) for node in graph.nodes for name in node.names if name.endswith(OWN_LENGTH)}
    for node in graph.nodes:
        full = node.names[0] if node.kind == "output" and node.label.removeprefix("return ") in grown else node.label
        match = None if node.id in parted or node.operation == AS_BEFORE else _ITEM.fullmatch(full)
        if match and (node.kind in ("input", "output") or node.role in _ROLES):
            name = match["list"] if full == node.label else node.label
            found[node.region, node.kind, node.role, name].append(node)
    boxes = []
    for (around, *_, label), items in found.items():
        first, is_string = items[0], items[0].id in parted
        is_columns = len(items) > 1 and label.removeprefix("return ") in grown and first.avals[0].shape != ()
        if is_string or is_columns or len(items) >= LEAST:
            operation = "output" if is_string else "columns" if is_columns else KIND
            region = Region("", KIND, label, around, first.span, operation, first.callers)
            boxes.append((region, [node.id for node in items]))
    return together(graph, boxes)


def with_capacities(graph: Graph, cut: Collection[str] = ()) -> Graph:
    """Return the graph in which the buffer of a growing list has its capacity as its size, as `i32[≤1024]`.

    One of several buffers of a list, a column of its items, is `path[…][0]`: `path[0]` is an item.

    Args:
        cut: the lists that the call returns, cut to their length after the run.
    """
    every = {name for node in graph.nodes for name in (*node.names, node.label)}
    lists = {name.removesuffix(OWN_LENGTH) for name in every if name.endswith(OWN_LENGTH)}.union(cut)
    if not lists:
        return graph
    nodes = {node.id: node for node in graph.nodes}
    buffers: set[str] = set()  # what has no name of the user's, and is on its way to such a list

    def is_list(name: str, node: str) -> bool:
        held = (name or nodes[node].label).partition("[")[0] in lists or (name == "" and node in buffers)
        return held and nodes[node].kind != "input"

    for edge in reversed(graph.edges):
        target = nodes[edge.target]
        if edge.aval in target.avals and any(is_list(name, target.id) for name in target.names or ("",)):
            buffers.add(edge.source)

    def spoken(aval: Aval, name: str, node: str) -> Aval:
        return (
            replace(aval, shape=(f"≤{aval.shape[0]}", *aval.shape[1:])) if aval.shape and is_list(name, node) else aval
        )

    def column(name: str, aval: Aval | None, node: str) -> str:
        is_column = aval is not None and aval.shape and is_list(name, node)
        return _COLUMN.sub(r"\1[…]\2", name) if is_column else name

    def of_node(node: Node) -> Node:
        names, at = node.names or ("",) * len(node.avals), [node.id] * len(node.avals)
        avals = tuple(map(spoken, node.avals, names, at))
        return replace(node, avals=avals, names=tuple(map(column, node.names, node.avals, at)))

    def of_edge(edge: Edge) -> Edge:
        aval = edge.aval and spoken(edge.aval, edge.name, edge.source)
        return replace(edge, aval=aval, name=column(edge.name, edge.aval, edge.source))

    edges = map(of_edge, graph.edges)
    return replace(graph, nodes=tuple(map(of_node, graph.nodes)), edges=tuple(edges))


def names_of_strings(decisions: Iterable[Decision], texts: Mapping[int, Any]) -> set[str]:
    """Return the user's names of what is a string in any case, and not, in some, None or a number.

    Args:
        texts: what a value that is a number of a text may be, by number.
    """
    found = grouped((name, number) for each in decisions for name, numbers in each.texts for number in numbers)
    strings = {number for number, text in texts.items() if isinstance(text, str) and text != ITSELF}
    return {name for name, numbers in found.items() if strings.issuperset(numbers)}


def strings_together(graph: Graph, names: Collection[str], texts: Mapping[int, Any]) -> Graph:
    """Return the graph with a region, closed at first, around the parts of each string.

    Args:
        names: the user's names of strings, and of lists of such.
        texts: the strings by their numbers, with placeholders for the values in them.
    """
    if not names:
        return graph
    graph = _stores_together(graph, names)
    read = _Read(graph)
    groups = {group: read.nodes[group[0]].label for group in read.borders(names)}
    waiting = list(groups)
    while waiting:
        made = dict(read.feeders(waiting.pop(), texts, {id for group in groups for id in group}))
        groups |= made
        waiting += made
    boxes = [(read.box(group, label), group) for group, label in groups.items()]
    alone = dict(pair for group in groups for pair in read.templates(group, texts))
    nodes = tuple(replace(node, label=alone.get(node.id, node.label)) for node in graph.nodes)
    return together(_of_strings(replace(graph, nodes=nodes), {group[0] for group in groups}), boxes)


def _of_strings(graph: Graph, numbers: Collection[str]) -> Graph:
    """Return the graph with the type of a string, or of an array of such, at the numbers and what leads to them."""
    nodes = {node.id: node for node in graph.nodes}
    leading = {edge.source: edge.aval for edge in graph.edges if edge.target in numbers and edge.kind != "control"}
    types = leading | {id: nodes[id].avals[0] for id in numbers}

    def spoken_type(aval: Aval, node: str) -> Aval:
        return replace(aval, dtype="str") if aval == types.get(node) else aval

    def of_edge(edge: Edge) -> Edge:
        return replace(edge, aval=edge.aval and spoken_type(edge.aval, edge.source))

    typed = (replace(each, avals=tuple(spoken_type(aval, each.id) for aval in each.avals)) for each in graph.nodes)
    return replace(graph, nodes=tuple(typed), edges=tuple(map(of_edge, graph.edges)))


def _stores_together(graph: Graph, names: Collection[str]) -> Graph:
    """Return the graph with one box for a statement that stores the parts of a string in a list."""
    homes = {node.id: node.region for node in graph.nodes}
    left = {homes[edge.source]: edge.name for edge in graph.edges if homes[edge.source] != homes[edge.target]}
    alike = grouped(
        ((each.parent, each.span, each.label, left[each.id]), each.id)
        for each in graph.regions
        if each.kind == "library" and left.get(each.id) in names
    )
    first = {other: ids[0] for ids in alike.values() for other in ids[1:]}
    nodes = tuple(replace(node, region=first.get(node.region, node.region)) for node in graph.nodes)
    return replace(graph, nodes=nodes, regions=tuple(each for each in graph.regions if each.id not in first))


class _Read:
    """The parts of a graph by where they are."""

    def __init__(self, graph: Graph) -> None:
        self.nodes = {node.id: node for node in graph.nodes}
        self.regions = {region.id: region for region in graph.regions}
        self.arriving = grouped((edge.target, edge) for edge in graph.edges if edge.kind == "data")
        self.leaving = grouped((edge.source, edge) for edge in graph.edges)

    def box(self, group: Group, label: str) -> Region:
        first = self.nodes[group[0]]
        operation = "columns" if first.avals[0].shape else "output"
        return Region("", KIND, label, first.region, first.span, operation, first.callers)

    def borders(self, names: Collection[str]) -> Iterator[Group]:
        """Yield the parts of each string that a loop carries or a conditional selects."""
        found = grouped(
            ((node.region, node.role, node.label, name), node.id)
            for node in self.nodes.values()
            if node.role in _BORDERS and self.regions[node.region].kind != "items"
            if (name := self._stored_in(node) if node.label == STORED_ITEM else node.names[0]) in names
        )
        return (tuple(ids) for ids in found.values() if len(ids) > 1)

    def _stored_in(self, node: Node) -> str:
        """Return the list in which a selected item is stored."""
        users = (self.nodes[edge.target] for edge in self.leaving[node.id])
        inside = {user.region for user in users if self.regions[user.region].kind == "library"}
        every = (edge for each in self.nodes.values() if each.region in inside for edge in self.leaving[each.id])
        return next((edge.name for edge in every if self.nodes[edge.target].region not in inside), "")

    def feeders(self, group: Group, texts: Mapping[int, Any], known: Collection[str]) -> Iterator[tuple[Group, str]]:
        """Yield what alone leads to the parts of a string, from the same place, with its label."""
        places = grouped((self._place(edge), edge) for at in group for edge in self.arriving[at])
        for edges in places.values():
            sources, targets = [edge.source for edge in edges], {edge.target for edge in edges}
            is_each_one = len({*sources}) == len(targets) == len(edges) > 1 and group[0] in targets
            if is_each_one and all(len(self.leaving[each]) == 1 and each not in known for each in sources):
                values = [self.nodes[each].label for each in sources[1:]]
                yield tuple(sources), _label(self.nodes[sources[0]], values, texts)

    def templates(self, group: Group, texts: Mapping[int, Any]) -> Iterator[tuple[str, str]]:
        """Yield the numbers of strings that take their values from elsewhere, with the string."""
        given = (self._origin(edge.source) for at in group[1:] for edge in self.arriving[at])
        values = [each.names[0] or each.label for each in given if each.kind != "constant" and each.role != "merge"]
        for number in (self.nodes[edge.source] for edge in self.arriving[group[0]]):
            if number.kind == "constant":
                yield number.id, _label(number, values, texts)

    def _origin(self, id: str) -> Node:
        """Return a value before its conversions, which have the label of the whole statement."""
        while (node := self.nodes[id]).operation in NOISE and not node.names[0] and len(self.arriving[id]) == 1:
            id = self.arriving[id][0].source
        return node

    def _place(self, edge: Edge) -> tuple[object, ...]:
        node = self.nodes[edge.source]
        if self.regions[node.region].kind == "branch":
            is_passed = node.kind == "constant" or node.role == "pass"
            return (node.region, "" if is_passed else node.id)
        return (node.region, node.kind, node.operation, node.role, node.label, node.span)


def _label(number: Node, values: Sequence[str], texts: Mapping[int, Any]) -> str:
    """Return the string with a number in Python; the label of the number where that is not known."""
    is_known = number.kind == "constant" and number.label.isdigit() and int(number.label) in texts
    return _written(texts[int(number.label)], values) if is_known else number.label


def _written(text: Any, values: Sequence[str]) -> str:
    """
    >>> _written("Fizz", ["0"]), _written("\ue0000s\ue001", ["i"]), _written("Room \ue0000-\ue001", ["k"])
    ("'Fizz'", 'str(i)', "f'Room {k}'")
    """
    if not isinstance(text, str) or not holds_placeholder(text):
        return spoken(text)
    if PLACEHOLDER.fullmatch(text):
        return f"str({values[0] if len(values) == 1 else '…'})"
    fields = iter(f"{{{value}}}" for value in values if len(values) == count_in(text))
    return f"f{PLACEHOLDER.sub(lambda _: next(fields, '{…}'), settled(text))!r}"
