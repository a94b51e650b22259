"""Build the graph: the one mutable object of this folder, private to `trace`."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from nbgraph.core.graph.labels import literal_text
from nbgraph.core.graph.model import Aval, Edge, EdgeKind, Graph, Node, NodeKind, Region, RegionKind, first_nodes
from nbgraph.core.records import dataclass, replace
from nbgraph.core.spans import Span

_EMPTY = ("empty", "empty2")


@dataclass(frozen=True, slots=True)
class Value:
    """A value of the traced program: the node that makes it, and its name in the source."""

    node: str | None  # id of the producing node; None for a literal that no node shows yet
    aval: Aval  # shape and type
    name: str = ""  # the user's variable, or ""
    index: int = 0  # which of the node's results it is
    literal: Any = None  # the value of a literal
    divided: str = ""  # its type outside and inside, if it is divided among devices: "f32[8] → 4 × f32[2]"
    kept: bool = False  # whether a branch keeps it for the backward pass: it is known only where that branch ran


class Builder:
    """Gives out ids in program order and collects nodes, edges and regions."""

    def __init__(self, arrays: Mapping[str, Any] = MappingProxyType({})) -> None:
        self.arrays = arrays  # arrays from outside the user's function, by name
        self.nodes: list[Node] = []
        self.edges: list[Edge] = []
        self.regions: list[Region] = []

    def region(self, kind: RegionKind, label: str, parent: str | None, **more: Any) -> str:
        made = Region(f"r{len(self.regions)}", kind, label, parent, **more)
        self.regions.append(made)
        return made.id

    def is_input(self, node: str | None, name: str) -> bool:
        made = self.nodes[int(node[1:])] if node else None
        return made is not None and (made.kind, made.names) == ("input", (name,))

    def node(self, kind: NodeKind, operation: str, label: str, region: str, **more: Any) -> str:
        made = Node(f"n{len(self.nodes)}", kind, operation, label, region=region, **more)
        self.nodes.append(made)
        return made.id

    def edge(self, source: str, target: str, name: str = "", aval: Aval | None = None, kind: EdgeKind = "data") -> None:
        self.edges.append(Edge(f"e{len(self.edges)}", source, target, name, aval, kind))

    def connect(self, value: Value, target: str, kind: EdgeKind = "data") -> None:
        """Add an edge for a value; none for a literal, which the label of the using node shows."""
        if value.node is not None:
            aval = replace(value.aval, divided=value.divided) if value.divided else value.aval
            self.edge(value.node, target, value.name, aval, kind)

    def shown(self, value: Value, region: str, span: Span | None = None) -> Value:
        """Return the value with a node for it: a literal gets a constant node in `region`."""
        if value.node is not None:
            return value
        label = literal_text(value.literal) or self.array_name(value.literal)
        made = self.node("constant", "constant", label, region, avals=(value.aval,), names=(value.name,), span=span)
        return replace(value, node=made)

    def array_name(self, constant: Any) -> str:
        """Return the user's name of a constant array; without one its numbers if they are few, else "array"."""
        alike = [name for name, array in self.arrays.items() if _is_alike(array, constant)]
        if len(alike) == 1:
            return alike[0]
        is_short = len(getattr(constant, "shape", ())) == 1 and 0 < constant.size <= _SHORT
        is_short = is_short and not jnp.issubdtype(constant.dtype, jax.dtypes.extended)
        return str(np.asarray(constant).tolist()) if is_short else "array"

    def named(self, value: Value, name: str) -> Value:
        """Return the value under a user's name; its node takes the name too if it had none."""
        if not name or value.name == name:
            return value
        if value.node is not None:
            at = int(value.node[1:])
            node = self.nodes[at]
            if value.index < len(node.names) and not node.names[value.index]:
                names = (*node.names[: value.index], name, *node.names[value.index + 1 :])
                self.nodes[at] = replace(node, names=names)
        return replace(value, name=name)

    def steer(self, value: Value, region: str, name: str, first: int) -> None:
        """Add a control edge from a test to a region whose nodes start at position `first`; none if it has no nodes."""
        if value.node is not None and first < len(self.nodes):
            target = self.nodes[first].id
            self.edges.append(Edge(f"e{len(self.edges)}", value.node, target, name, None, "control", region))

    def is_empty(self, value: Value) -> bool:
        """Return whether a branch has no result here: JAX fills it in, since only another branch keeps the value."""
        return value.node is not None and self.nodes[int(value.node[1:])].operation in _EMPTY

    def graph(self, name: str) -> Graph:
        """Return the finished graph, without empty regions and without unused fillers."""
        used = {edge.source for edge in self.edges}
        nodes = [node for node in self.nodes if node.operation not in _EMPTY or node.id in used]
        firsts = first_nodes(nodes, self.regions) | {"r0": ""}
        left = {node.id for node in nodes}
        edges = [
            replace(edge, target=firsts.get(edge.into or "", "")) if edge.target not in left else edge
            for edge in self.edges
        ]
        regions = tuple(region for region in self.regions if region.id in firsts)
        return Graph(name, tuple(nodes), tuple(edge for edge in edges if edge.target), regions)


def arrays_around(function: Any) -> dict[str, Any]:
    """Return the global and closed-over arrays of a function, by name."""
    own = inspect.unwrap(function)
    if not inspect.isfunction(own):  # the wrapped object may be a partial
        return {}
    found = inspect.getclosurevars(own)
    every = {**found.globals, **found.nonlocals}
    return {name: value for name, value in every.items() if isinstance(value, np.ndarray | jax.Array) and value.shape}


def _is_alike(array: Any, constant: Any) -> bool:
    if array is constant:
        return True
    same = getattr(constant, "shape", None) == array.shape and array.size <= _FEW
    return same and not jnp.issubdtype(array.dtype, jax.dtypes.extended) and bool(np.array_equal(array, constant))


_SHORT = 3
"""Numbers of an array that stand in a box."""
_FEW = 100_000
"""Items that are compared: JAX gives a constant another object in loops and branches."""
