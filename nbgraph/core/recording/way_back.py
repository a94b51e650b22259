"""What the backward pass of a derivative computes, as steps behind those of the function's lines.

JAX makes the backward pass of what it has seen in the forward pass, so no line of Python belongs to it. Each of its
operations is shown at the line whose derivative it is, under the name that the graph has for it: `∂(x * x)`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from nbgraph.core import _jax
from nbgraph.core.graph.model import Graph
from nbgraph.core.recording.log import Done, Item
from nbgraph.core.recording.model import NodeValue, Step
from nbgraph.core.recording.summary import text_of
from nbgraph.core.source.function import ParsedFunction


def steps_back(log: Sequence[Item], graph: Graph, function: ParsedFunction) -> Iterator[Step]:
    """A step for each operation of a function's own derivative that no loop or branch holds, in order."""
    labels = {region.id: region.label for region in graph.regions if region.kind == "library"}
    named = {node.id: labels.get(node.region, node.label) for node in graph.nodes}
    for done in log:
        if not isinstance(done, Done) or not done.entry.results or not _is_back(done.entry.equation, function.name):
            continue
        name = named.get(done.entry.results[-1].node or "", "")
        line = next((span.line for span in done.entry.spans if function.span.contains(span)), None)
        if name.startswith("∂") and line is not None:
            text = text_of(done.values[-1])
            yield Step(line, nodes=(NodeValue(done.entry.results[-1].node or "", "", text),), values=((name, text),))


def _is_back(equation: Any, function: str) -> bool:
    frame = next(iter(_jax.frames_of(equation)), None)
    return frame is not None and frame.kind == "backward" and frame.name in (function, "")
