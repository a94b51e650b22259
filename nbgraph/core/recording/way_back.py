"""The run of a function, shown in the graph of its derivative.

JAX makes the backward pass of what it has seen in the forward pass, so no line of Python belongs to it, and of loops it
makes others. What a step computes is therefore told of the function's own program, at the nodes of the forward pass
that stand for the same; what the backward pass has computed stands at the last step.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from nbgraph.core.checked.by_jax import Unsupported
from nbgraph.core.checked.explain import Program
from nbgraph.core.checked.interpreter import Stopped
from nbgraph.core.checked.values import narrow_of
from nbgraph.core.graph.model import Graph, Node, Region, grouped
from nbgraph.core.recording.interpreter import Recorder
from nbgraph.core.recording.log import Done
from nbgraph.core.recording.model import NodeValue, Recording, Step
from nbgraph.core.recording.summary import summary, text_of


def in_derivative(
    recording: Recording, forward: Graph, graph: Graph, program: Program, recorder: Recorder
) -> Recording:
    """The record of a function's run with the nodes and the result of its derivative.

    Args:
        forward: the function's own graph, which the record is of.
        graph: that of its derivative.
        program: the derivative's program, with the arguments.
        recorder: runs that.
    """
    nodes = _same(forward, forward.nodes, graph, graph.nodes)
    regions = _same(forward, forward.regions, graph, graph.regions)
    steps = [_moved(step, nodes, regions) for step in recording.steps]
    loops = tuple(replace(loop, region=regions.get(loop.region, "")) for loop in recording.loops)
    result = ""
    try:
        outputs = [text_of(summary(narrow_of(value))) for value in recorder.run(program.closed, program.arguments)]
    except (Stopped, Unsupported):
        outputs = []
    if outputs:
        result = outputs[0] if len(outputs) == 1 else ""
        steps[-1] = replace(steps[-1], nodes=(*steps[-1].nodes, *_back(recorder, graph, set(nodes.values()), outputs)))
    return replace(recording, steps=tuple(steps), loops=loops, result=result)


def _back(recorder: Recorder, graph: Graph, known: set[str], outputs: Sequence[str]) -> Iterator[NodeValue]:
    """What the backward pass has computed, but for its loops, and the results."""
    others = {node.id for node in graph.nodes} - known
    for done in recorder.log:
        if isinstance(done, Done):
            for shown, value in zip(done.entry.results, done.values, strict=True):
                if shown.node in others:
                    yield NodeValue(str(shown.node), "", text_of(value))
    ends = (node.id for node in graph.nodes if node.kind == "output")
    yield from (NodeValue(node, "", text) for node, text in zip(ends, outputs, strict=False))


def _moved(step: Step, nodes: dict[str, str], regions: dict[str, str]) -> Step:
    return replace(
        step,
        nodes=tuple(replace(value, node=nodes[value.node]) for value in step.nodes if value.node in nodes),
        taken=tuple(regions[each] for each in step.taken if each in regions),
        left=tuple(regions[each] for each in step.left if each in regions),
    )


def _same(one: Graph, ours: Sequence[Node | Region], other: Graph, theirs: Sequence[Node | Region]) -> dict[str, str]:
    """By the id of a node or a region in one graph that of the one in the forward pass which stands for the same."""
    first, second = grouped(_keyed(one, ours)), grouped(_keyed(other, theirs))
    pairs = ((each, second[key]) for key, each in first.items() if len(second[key]) == len(each))
    return {mine: its for ids, others in pairs for mine, its in zip(ids, others, strict=True)}


def _keyed(graph: Graph, items: Sequence[Node | Region]) -> Iterator[tuple[Any, str]]:
    """What tells a node or a region of a function's own program from the others."""
    regions = {region.id: region for region in graph.regions}
    for each in items:
        around = regions.get((each.region if isinstance(each, Node) else each.parent) or "")
        place = each if each.span is not None or around is None or isinstance(each, Node) else around
        if not _is_back(each, regions) and each.kind != "output" and (place.span or each.kind == "input"):
            is_loop = each.kind in ("while", "scan")
            what = ("loop",) if is_loop else (each.kind, each.operation, "" if isinstance(each, Node) else each.label)
            yield (*what, place.span or each.label, place.callers), each.id


def _is_back(item: Node | Region, regions: Mapping[str, Region]) -> bool:
    at = regions.get(item.region) if isinstance(item, Node) else item
    while at is not None and at.kind != "backward":
        at = regions.get(at.parent or "")
    return at is not None
