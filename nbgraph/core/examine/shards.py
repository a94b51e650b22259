"""Find how arrays are divided among devices."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import jax

from nbgraph.core import _jax
from nbgraph.core.graph.model import Aval, Graph
from nbgraph.core.graph.trace import Part

_MOST = 16


def with_parts(graph: Graph, part: Part, closed: Any, values: Sequence[Any]) -> Graph:
    """Return a graph that shows the parts of divided values in their types: "f32[8] = 4 × f32[2]"."""
    inputs = [node.id for node in graph.nodes if node.kind == "input"]
    if len(inputs) != len(values) or not (any(map(_is_divided, values)) or asks_for_parts(closed.jaxpr)):
        return graph
    divided = {node: value.sharding for node, value in zip(inputs, values, strict=True) if _is_divided(value)}
    with contextlib.suppress(Exception):  # XLA may not tell of it
        divided |= inner_shards(closed, part, values)
    found = {
        node.id: _parted(node.avals[0], divided[node.id])
        for node in graph.nodes
        if len(node.avals) == 1 and node.id in divided and not divided[node.id].is_fully_replicated
    }
    nodes = (replace(node, avals=(found[node.id],)) if node.id in found else node for node in graph.nodes)
    edges = (
        replace(edge, aval=found[edge.source]) if edge.source in found and edge.aval is not None else edge
        for edge in graph.edges
    )
    return replace(graph, nodes=tuple(nodes), edges=tuple(edges)) if found else graph


def _parted(aval: Aval, sharding: Any) -> Aval:
    part = sharding.shard_shape(aval.shape)
    count = math.prod(whole // size for whole, size in zip(aval.shape, part, strict=True) if size)
    return replace(aval, divided=f"{aval} = {count} × {replace(aval, shape=part)}")


def _is_divided(value: Any) -> bool:
    return isinstance(value, jax.Array) and not value.sharding.is_fully_replicated


def places(named: Iterable[tuple[str, Any]]) -> Iterator[str]:
    """Yield a sentence for each divided array: which device has which part."""
    for name, value in named:
        for leaf in jax.tree.leaves(value):
            if isinstance(leaf, jax.Array) and len(leaf.sharding.device_set) > 1:
                yield f"{name} of shape {leaf.shape} lies on {len(leaf.sharding.device_set)} devices: {_parts(leaf)}."


def _parts(array: Any) -> str:
    if array.sharding.is_fully_replicated:
        return "each has all of it"
    placed = [(each.device, _index(each.index, array.shape)) for each in array.addressable_shards]
    shards = [f"{device.platform.upper()} {device.id} has {index}" for device, index in placed]
    more = [f"and {len(shards) - _MOST} others"] if len(shards) > _MOST else []
    return ", ".join(shards[:_MOST] + more)


def _index(index: tuple[slice, ...], shape: tuple[int, ...]) -> str:
    """
    >>> _index((slice(0, 2), slice(None)), (4, 3))
    '[0:2, :]'
    """
    whole = (
        part == slice(None) or (part.start or 0, part.stop) == (0, size)
        for part, size in zip(index, shape, strict=False)
    )
    ranges = (":" if all_of else f"{part.start or 0}:{part.stop}" for part, all_of in zip(index, whole, strict=True))
    return f"[{', '.join(ranges)}]"


def asks_for_parts(jaxpr: Any) -> bool:
    """Return whether a program has a sharding constraint."""
    return any(each.primitive.name == "sharding_constraint" for each in _jax.every_equation(jaxpr.eqns))


def inner_shards(closed: Any, part: Part, values: Sequence[Any]) -> dict[str, Any]:
    """Return the sharding of each node's value by the node's id, except in loops and branches.

    The equations do not say it, so XLA is asked.
    """
    found: dict[Any, Any] = {}

    def note(variable: Any, value: Any) -> None:
        if getattr(value, "ndim", 0):
            jax.debug.inspect_array_sharding(value, callback=lambda sharding: found.update({variable: sharding}))

    def bind(equation: Any, operands: list[Any]) -> Sequence[Any]:
        if equation.primitive.name != "jit":
            return _jax.bound(equation, operands)
        return _jax.staged_here(*_jax.opened(equation.params["jaxpr"]), operands, note, bind)

    jax.jit(lambda *given: _jax.staged_here(closed.jaxpr, closed.consts, given, note, bind)).lower(*values).compile()
    return {node: found[variable] for node, variable in _given(part) if variable in found}


def _given(part: Part) -> Iterator[tuple[str, Any]]:
    """Yield the nodes of a block, each with its variable."""
    for entry in part.entries:
        for shown, variable in zip(entry.results, entry.equation.outvars, strict=True):
            if shown.node is not None and shown.index == 0:
                yield shown.node, variable
        if entry.equation.primitive.name == "jit" and len(entry.parts) == 1 and not entry.parts[0].inside:
            yield from _given(entry.parts[0])
