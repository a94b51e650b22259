"""Compare two graphs: which of their nodes are the same, which changed, which were added or removed.

Nodes have no names that outlive an edit, so they are matched by their operation and their region. The keys below are
tried one after the other; a looser one only sees what stricter ones have not paired. Nodes with the same key are paired
in program order.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from nbgraph.core.graph.model import CAP, Graph, Node, grouped
from nbgraph.core.records import dataclass

Path = tuple[Hashable, ...]


@dataclass(frozen=True)
class Change:
    """A node that is in both graphs, and differs."""

    old: Node  # the node as it was
    new: Node  # the node as it is
    what: str  # what differs, e.g. "i32[] → f32[]".


@dataclass(frozen=True)
class GraphDiff:
    """How the nodes of a graph changed; each part in program order."""

    added: tuple[Node, ...]  # nodes of the new graph that the old one does not have
    removed: tuple[Node, ...]  # nodes of the old graph that the new one does not have
    changed: tuple[Change, ...]  # nodes of both that differ
    same: int  # how many nodes are the same


def graph_diff(old: Graph, new: Graph) -> GraphDiff:
    """Return the difference of two graphs; library helpers count as one node each, as they are drawn.

    A constant moved or a variable renamed is a change of its node; so is an operation replaced by another for the same
    variable.
    """
    before, after = old.view(budget=CAP), new.view(budget=CAP)
    pairs, left_old, left_new = _matched(before, after)
    new_by_id = {node.id: node for node in after.nodes}
    changes = [(first, new_by_id[other], _what(first, new_by_id[other])) for first, other in pairs]
    changed = tuple(Change(first, other, what) for first, other, what in changes if what)
    order = {node.id: place for place, node in enumerate(after.nodes)}
    return GraphDiff(
        added=tuple(node for node in after.nodes if node.id in left_new),
        removed=tuple(node for node in before.nodes if node.id in left_old),
        changed=tuple(sorted(changed, key=lambda change: order[change.new.id])),
        same=len(pairs) - len(changed),
    )


_OF_VARIABLE = "role names"  # another operation with the same variable; one without a variable matches no other
_ALONE = "role avals"  # the only one of its role left in its region, as a loop's test
_KEYS = (
    "operation label names avals",  # the same
    "operation label names",  # another type
    "operation label",  # another name
    "operation role names",  # another text
    _OF_VARIABLE,
    _ALONE,
)


def _matched(old: Graph, new: Graph) -> tuple[list[tuple[Node, str]], set[str], set[str]]:
    """Return pairs of an old node and the id of its new one, and the ids that are left on either side."""
    pairs: list[tuple[Node, str]] = []
    left_old, left_new = {node.id for node in old.nodes}, {node.id for node in new.nodes}
    for labelled in (True, False):  # a loop whose test was edited still has the same contents
        paths_old, paths_new = _paths(old, labelled), _paths(new, labelled)
        for key in _KEYS:
            ours, theirs = _by_key(old, left_old, key, paths_old), _by_key(new, left_new, key, paths_new)
            for found, nodes in ours.items():
                others = theirs.get(found, ())
                if key is _ALONE and (len(nodes), len(others)) != (1, 1):
                    continue
                for node, other in zip(nodes, others, strict=False):
                    pairs.append((node, other.id))
                    left_old.remove(node.id)
                    left_new.remove(other.id)
    return pairs, left_old, left_new


def _by_key(graph: Graph, ids: set[str], key: str, paths: Mapping[str, Path]) -> dict[Hashable, list[Node]]:
    return grouped((_key(node, key, paths[node.region]), node) for node in graph.nodes if node.id in ids)


def _key(node: Node, key: str, path: Path) -> Hashable:
    if key == _OF_VARIABLE and not any(node.names):
        return id(node)
    return (path, node.kind, *(getattr(node, part) for part in key.split()))


def _paths(graph: Graph, labelled: bool) -> Mapping[str, Path]:
    """Return the path of each region: the regions around it from the outside, by kind and label."""
    paths: dict[str, Path] = {}
    for region in graph.regions:  # outer before inner
        own: Hashable = (region.kind, region.label) if labelled and region.parent is not None else region.kind
        around = () if region.parent is None else paths[region.parent]
        paths[region.id] = (*around, own)
    return paths


def _what(old: Node, new: Node) -> str:
    parts = []
    if old.label != new.label:
        parts.append(f"{old.label} → {new.label}")
    if old.operation != new.operation and {old.operation, new.operation} != {old.label, new.label}:
        parts.append(f"{old.operation} → {new.operation}")
    if old.avals != new.avals:
        parts.append(f"{_types(old)} → {_types(new)}")
    if old.names != new.names and not parts:
        parts.append(f"gives {_names(old)} → {_names(new)}")
    return ", ".join(parts)


def _names(node: Node) -> str:
    return ", ".join(filter(None, node.names)) or "no variable"


def _types(node: Node) -> str:
    return ", ".join(map(str, node.avals)) or "no result"
