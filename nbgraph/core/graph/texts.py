"""Texts among the results: the graph has a number for each, and a reader is shown the text."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace

from nbgraph.core.graph.model import Edge, Graph, Node
from nbgraph.core.graph.words import SHORT

Texts = Mapping[int, str]
"""What each number that a result may be stands for, as it is written in Python."""

_SEVERAL = 4
_NUMBER = re.compile(r"-?\d+")


def with_texts(graph: Graph, results: Mapping[str, Texts]) -> Graph:
    """The graph with the texts that its results may be, where it had the numbers that stand for them.

    Args:
        results: what some of its outputs stand for, by the id of the node.
    """
    nodes = {node.id: node for node in graph.nodes}
    arriving: dict[str, list[Edge]] = defaultdict(list)
    for edge in graph.edges:
        arriving[edge.target].append(edge)
    for output, texts in results.items():
        if not any(nodes[output].names):
            nodes[output] = replace(nodes[output], label=f"return {_among(texts)}")
        waiting, seen = [output], set[str]()
        while waiting:
            for edge in arriving[waiting.pop()]:
                source = nodes[edge.source]
                if edge.kind == "control" or edge.source in seen or (edge.aval and edge.aval.dtype == "bool"):
                    continue
                seen.add(edge.source)
                nodes[edge.source] = _spoken(source, texts)
                if source.role in ("merge", "pass", "variable") or source.operation == "select_n":
                    waiting.append(edge.source)
    return replace(graph, nodes=tuple(nodes[node.id] for node in graph.nodes))


def _spoken(node: Node, texts: Texts) -> Node:
    """A node with texts for the numbers in its label."""
    if node.kind == "constant" or (node.operation == "select_n" and node.label.startswith("select(")):
        return replace(node, label=_NUMBER.sub(lambda found: texts.get(int(found[0]), found[0]), node.label))
    return node


def _among(texts: Texts) -> str:
    """
    >>> _among({0: "'a'", 1: "'b'"}), _among({number: str(number) for number in range(9)})
    ("'a' or 'b'", '0 or 1 or 2 or 3 or others')
    """
    first = [text if len(text) <= SHORT else f"{text[: SHORT - 2]}…'" for text in list(texts.values())[:_SEVERAL]]
    return " or ".join([*first, *(["others"] if len(texts) > _SEVERAL else [])])
