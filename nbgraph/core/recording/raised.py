"""What a statement computes that raises: from where it does, Python has no values, though the graph goes on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from nbgraph.core.graph.model import Graph
from nbgraph.core.recording.model import Step
from nbgraph.core.spans import Span


def without_values(step: Step, kind: str, place: Span, graph: Graph) -> Step:
    """A step in which Python raises an exception of a kind, the graph's values from there on gone."""
    spans = {node.id: node.span for node in graph.nodes}
    nodes = (
        replace(each, text=f"no value ({kind})") if _is_behind(spans, each.node, place) else each for each in step.nodes
    )
    return replace(step, nodes=tuple(nodes))


def _is_behind(spans: Mapping[str, Span | None], node: str, place: Span) -> bool:
    """Whether Python would compute a node's value after what is at a place, or out of it: operands come before.

    >>> place = Span("f", 2, 4, 2, 10)
    >>> spans = {"whole": Span("f", 2, 0, 2, 10), "left": Span("f", 2, 0, 2, 2), "operand": Span("f", 2, 4, 2, 6)}
    >>> [_is_behind(spans | {"itself": place}, node, place) for node in ("itself", "whole", "left", "operand")]
    [True, True, False, False]
    """
    span = spans.get(node)
    if span is None or span.file != place.file:
        return False
    begins, ends = (span.line, span.column), (place.end_line, place.end_column)
    return span.contains(place) or begins >= ends
