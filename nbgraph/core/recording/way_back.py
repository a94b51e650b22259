"""What the backward pass of a derivative computes, beside the values of the function's lines.

JAX makes the backward pass of what it has seen in the forward pass, so no line of Python belongs to it. What each of
its operations gives is shown at the step of the line whose derivative it is, under its name in the graph: `∂(x * x)`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Any

from nbgraph.core import _jax
from nbgraph.core.graph.model import Graph
from nbgraph.core.recording.log import Done, Item
from nbgraph.core.recording.model import NodeValue, Step
from nbgraph.core.recording.summary import text_of
from nbgraph.core.source.function import ParsedFunction

_Adjoint = tuple[str, NodeValue]  # its name, and the node that gives it, with the value


def with_adjoints(steps: Sequence[Step], log: Sequence[Item], graph: Graph, function: ParsedFunction) -> list[Step]:
    """The steps with what comes back to each of them in the function's own derivative, but for loops and branches.

    A line that has run several times gets back what belongs to its last run first.
    """
    back: dict[int, list[_Adjoint]] = {}
    for line, adjoint in _adjoints(log, graph, function):
        back.setdefault(line, []).append(adjoint)
    done = list(steps)
    for line, adjoints in back.items():
        runs = [at for at, step in enumerate(steps) if step.way == 0 and step.line == line]
        share, rest = divmod(len(adjoints), len(runs)) if runs else (0, 0)
        runs, share = (runs, share) if not rest else (runs[-1:], len(adjoints))
        for number, at in enumerate(reversed(runs)):
            done[at] = _beside(steps[at], adjoints[number * share : (number + 1) * share])
    return done


def _beside(step: Step, adjoints: Sequence[_Adjoint]) -> Step:
    texts: dict[str, list[str]] = {}
    for name, value in adjoints:
        texts.setdefault(name, []).append(value.text)
    values = tuple((name, ", ".join(each)) for name, each in texts.items())  # of a product one for each factor
    return replace(step, nodes=(*step.nodes, *(value for _, value in adjoints)), values=(*step.values, *values))


def _adjoints(log: Sequence[Item], graph: Graph, function: ParsedFunction) -> Iterator[tuple[int, _Adjoint]]:
    """Each operation of a function's own derivative that no loop or branch holds, in order, and its line."""
    labels = {region.id: region.label for region in graph.regions if region.kind == "library"}
    named = {node.id: labels.get(node.region, node.label) for node in graph.nodes}
    is_own = any(region.label == f"forward of {function.name}" for region in graph.regions)
    names = {function.name, ""} if is_own else {function.name}  # that of a derivative of a derivative has no name
    for done in log:
        if not isinstance(done, Done) or not done.entry.results or not _is_back(done.entry.equation, names):
            continue
        node = done.entry.results[-1].node or ""
        name = named.get(node, "")
        line = next((span.line for span in done.entry.spans if function.span.contains(span)), None)
        if name.startswith("∂") and line is not None:
            yield line, (name, NodeValue(node, "", text_of(done.values[-1])))


def _is_back(equation: Any, functions: Collection[str]) -> bool:
    frame = next(iter(_jax.frames_of(equation)), None)
    return frame is not None and frame.kind == "backward" and frame.name in functions
