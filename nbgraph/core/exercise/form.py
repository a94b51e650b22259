"""What the graph of an attempt contains: loops, branches, traces; and what lint says of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from nbgraph.core.errors import excerpt, place
from nbgraph.core.executor.function import GraphFunction
from nbgraph.core.exercise.outcome import NotYetError
from nbgraph.core.graph.model import Graph
from nbgraph.core.lint.lint import lint

CONSTRUCTS = ("cond", "fori", "scan", "select", "unrolled", "while")
_REGIONS = ("cond", "scan", "while")
_CHOICES = ("_where", "select_n")


def check_lint(f: Callable[..., Any]) -> None:
    """Tell the first finding of `ng.lint`.

    Raises:
        NotYetError: there is one.
    """
    for finding in lint(f)[:1]:
        message = f"ng.lint finds in {place(finding.span)}: {finding.message}. Write instead: {finding.remedy}"
        raise NotYetError(message, excerpt(finding.span))


def check_constructs(name: str, graph: Graph, function: GraphFunction, wanted: Mapping[str, int]) -> None:
    """Compare how many loops and branches the graph contains with how many are wanted.

    Raises:
        NotYetError: there are more, or fewer.
    """
    found = constructs(graph, function)
    for construct, number in wanted.items():
        if found[construct] != number:
            raise NotYetError(
                f"The graph of {name} has {found[construct]} `{construct}`, and {number} is wanted.",
                _decisions(function, construct),
            )


def check_traces(name: str, function: GraphFunction, wanted: int) -> None:
    """Compare how often the function was traced with how often it may be.

    Raises:
        NotYetError: it was traced more often, or less.
    """
    made = function.traces
    if len(made) != wanted:
        lines = [f"trace {number}: {trace} {trace.reason}".rstrip() for number, trace in enumerate(made, 1)]
        raise NotYetError(f"{name} was traced {len(made)} times, and {wanted} is wanted.", "\n".join(lines))


def constructs(graph: Graph, function: GraphFunction) -> Counter[str]:
    """How many of each of `CONSTRUCTS` a traced function has, those written with `jax.lax` and `jnp.where` too."""
    decisions = function.traces[-1].decisions if function.traces else ()
    known = {decision.span: decision.shown for decision in decisions}
    found = Counter(decision.shown for decision in decisions if decision.shown in ("select", "unrolled"))
    regions = [region for region in graph.regions if region.kind in _REGIONS]
    found.update(known.get(region.span, region.kind) if region.span else region.kind for region in regions)
    choices = [(region.operation, region.span) for region in graph.regions if region.kind == "library"]
    inside = {region.id for region in graph.regions if region.kind == "library"}
    choices += [(node.operation, node.span) for node in graph.nodes if node.region not in inside]
    spans = {span for operation, span in choices if operation in _CHOICES and span is not None}
    found["select"] += len({span for span in spans if not any(_holds(each, span) for each in known)})
    return found


def _holds(outer: Any, inner: Any) -> bool:
    """Whether the header of a construct contains a span, or is on its lines."""
    return bool(outer.file == inner.file and outer.line <= inner.line <= outer.end_line)


def _decisions(function: GraphFunction, construct: str) -> str:
    """Where the graph has the construct; where it has none, what became of the loops and branches there are."""
    decisions = [each for each in function.traces[-1].decisions if each.shown in CONSTRUCTS]
    found = [each for each in decisions if each.shown == construct] or decisions
    return "\n".join(f"{place(each.span)} became `{each.shown}`\n{excerpt(each.span)}" for each in found)
