"""Where the parts of arrays are that several devices share."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import jax

from nbgraph.core.graph.model import Aval, Graph

_MOST = 16


def with_parts(graph: Graph, values: Sequence[Any]) -> Graph:
    """A graph whose arguments that are divided have their parts in their type: "f32[8] = 4 × f32[2]".

    Args:
        values: what the graph's inputs are, in order.
    """
    inputs = [node for node in graph.nodes if node.kind == "input"]
    if len(inputs) != len(values):
        return graph
    found = {n.id: _parted(n.avals[0], v) for n, v in zip(inputs, values, strict=True) if _is_divided(v)}
    nodes = (replace(node, avals=(found[node.id],)) if node.id in found else node for node in graph.nodes)
    edges = (
        replace(edge, aval=found[edge.source]) if edge.source in found and edge.aval is not None else edge
        for edge in graph.edges
    )
    return replace(graph, nodes=tuple(nodes), edges=tuple(edges)) if found else graph


def _parted(aval: Aval, array: Any) -> Aval:
    part = array.sharding.shard_shape(array.shape)
    count = math.prod(whole // size for whole, size in zip(array.shape, part, strict=True) if size)
    return replace(aval, divided=f"{aval} = {count} × {replace(aval, shape=part)}")


def _is_divided(value: Any) -> bool:
    return isinstance(value, jax.Array) and not value.sharding.is_fully_replicated


def places(named: Iterable[tuple[str, Any]]) -> Iterator[str]:
    """A sentence for each array that is divided: which device has which part.

    Args:
        named: names, each with the value.
    """
    for name, value in named:
        for leaf in jax.tree.leaves(value):
            if isinstance(leaf, jax.Array) and len(leaf.sharding.device_set) > 1:
                yield f"{name} of shape {leaf.shape} lies on {len(leaf.sharding.device_set)} devices: {_parts(leaf)}."


def _parts(array: Any) -> str:
    if array.sharding.is_fully_replicated:
        return "each has all of it"
    shards = [f"{_device(shard.device)} has {_index(shard.index, array.shape)}" for shard in array.addressable_shards]
    more = [f"and {len(shards) - _MOST} others"] if len(shards) > _MOST else []
    return ", ".join(shards[:_MOST] + more)


def _device(device: Any) -> str:
    return f"{device.platform.upper()} {device.id}"


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
