"""`cond` and `switch`: a region for each branch, True first, and a merge node for each result that depends on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from nbgraph.core import _jax
from nbgraph.core.graph.borders import border_node, merge_words, open_region, result_names
from nbgraph.core.graph.builder import Builder, Value
from nbgraph.core.graph.places import Place, Spans

if TYPE_CHECKING:
    from nbgraph.core.graph.trace import Context, Reader


@dataclass(frozen=True, slots=True)
class _Branch:
    """One side of a conditional."""

    label: str  # "True", "False" or "case 2"
    region: str  # id of its region
    start: int  # position of its first node; those up to `end` were made by it
    end: int  # position after its last node
    results: list[Value]  # what it returns


def read_cond(reader: Reader, equation: Any, spans: Spans, operands: list[Value], context: Context) -> list[Value]:
    """A conditional; its results."""
    builder, (chooser, *given) = reader.builder, operands
    region = open_region(reader, "cond", spans, context, "cond")
    branches = []
    for label, branch in _choices(equation.params["branches"]):
        inner, start = builder.region("branch", label, region, operation="branch"), len(builder.nodes)
        jaxpr, consts = _jax.opened(branch)
        results = reader.block(jaxpr, given, context.within(inner, spans), consts)
        branches.append(_Branch(label, inner, start, len(builder.nodes), results))
    kept = [_only(builder, branches, position) for position in range(len(equation.outvars))]
    count = kept.count(None)
    names = iter(result_names(reader, equation, spans, context, count))
    words = iter(merge_words(reader, spans, count, context))
    merged = [
        _merge(reader, branches, position, next(names), next(words), region, context.place(spans))
        if only is None
        else replace(builder.shown(only.results[position], only.region), kept=True)
        for position, only in enumerate(kept)
    ]
    firsts = _first_nodes(builder, [branch.region for branch in branches], branches[0].start)
    for branch in branches:
        if branch.region in firsts:
            builder.steer(chooser, branch.region, branch.label, firsts[branch.region])
    return merged


def _choices(branches: Sequence[Any]) -> list[tuple[str, Any]]:
    """The branches with their labels, in reading order: JAX stores (false, true), a reader expects the `if` first."""
    if len(branches) == 2:
        return [("True", branches[1]), ("False", branches[0])]
    return [(f"case {index}", branch) for index, branch in enumerate(branches)]


def _only(builder: Builder, branches: list[_Branch], position: int) -> _Branch | None:
    """The one branch that gives a result which the others leave empty: it is kept for the backward pass."""
    given = [branch for branch in branches if not builder.is_empty(branch.results[position])]
    return given[0] if len(given) == 1 < len(branches) else None


def _first_nodes(builder: Builder, regions: Sequence[str], start: int) -> dict[str, int]:
    """Position of the first node in or below each of the regions that has one; none stands before `start`."""
    found: dict[str, int] = {}
    for position in range(len(builder.nodes) - 1, start - 1, -1):
        at: str | None = builder.nodes[position].region
        while at is not None and at not in regions:
            at = builder.regions[int(at[1:])].parent
        if at is not None:
            found[at] = position
    return found


def _merge(
    reader: Reader, branches: list[_Branch], position: int, name: str, word: str, region: str, place: Place
) -> Value:
    """One result of a conditional; a value that every branch hands on unchanged passes by without a node."""
    values = [branch.results[position] for branch in branches]
    first = values[0]
    if first.node is not None and all((value.node, value.index) == (first.node, first.index) for value in values):
        return reader.builder.named(first, name)
    name = name or next((value.name for value in values if value.name), "")
    ends = [_end(reader.builder, branch, value, name) for branch, value in zip(branches, values, strict=True)]
    made = border_node(reader, "cond", name or word, region, "merge", first.aval, name, place)
    for end in ends:
        reader.builder.connect(end, made)
    return Value(made, first.aval, name)


def _end(builder: Builder, branch: _Branch, value: Value, name: str) -> Value:
    """A branch's result as a node that stands inside the branch."""
    if value.node is None:
        return builder.shown(replace(value, name=name), branch.region)
    if branch.start <= int(value.node[1:]) < branch.end:
        return builder.named(value, name)
    made = builder.node(
        "operation",
        "pass",
        value.name or "unchanged",
        branch.region,
        avals=(value.aval,),
        names=(name,),
        role="pass",
    )
    builder.connect(value, made)
    return Value(made, value.aval, name or value.name)
