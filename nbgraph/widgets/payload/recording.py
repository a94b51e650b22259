"""A recorded run as plain data, with the boxes of the drawing in which its nodes may be hidden."""

from __future__ import annotations

from typing import Any

from nbgraph.core.graph.model import Graph
from nbgraph.core.graph.simplify import without_noise
from nbgraph.core.recording.model import Recording
from nbgraph.widgets.highlight import line_tokens


def recording_data(recording: Recording, graph: Graph | None) -> dict[str, Any]:
    """The record; and for each of its nodes its region, for each region the box that stands for it when closed.

    A closed region has the id of the first node that it hides. A region that has no box of its own is shown as a part
    of the one around.
    """
    data = recording.to_json()
    if "functions" in data:
        data["functions"] = [[*each, line_tokens(each[2])] for each in data["functions"]]
    if graph is None:
        return data
    nodes = {node.id: node for node in graph.nodes}
    parents = {region.id: region.parent for region in graph.regions}
    firsts: dict[str, str] = {}
    for node in without_noise(graph).nodes:
        at: str | None = node.region
        while at is not None and at not in firsts:
            firsts[at] = node.id
            at = parents[at]
    wanted: dict[str, int] = {}
    homes = []
    for id in data["nodes"]:
        region: str | None = nodes[id].region if id in nodes else None
        homes.append(region)
        while region is not None and region not in wanted:
            wanted[region] = len(wanted)
            region = parents.get(region)
    regions = [[region, firsts.get(region), parents.get(region)] for region in wanted]
    return {**data, "homes": homes, "regions": regions}
