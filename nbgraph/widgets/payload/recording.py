"""A recorded run as plain data, with the boxes of the drawing in which its nodes may be hidden."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from nbgraph.core.graph.model import Graph
from nbgraph.core.graph.simplify import without_noise
from nbgraph.core.recording.model import Recording
from nbgraph.widgets.payload.spans import Places


def recording_data(recording: Recording, graph: Graph | None, places: Places) -> dict[str, Any]:
    """The record; and for each of its nodes its region, for each region the box that stands for it when closed.

    Lines have the numbers of the page. A closed region has the id of the first node that it hides. A region that has no
    of the one around.
    """
    data = _on_the_page(recording, places).to_json()
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


def _on_the_page(recording: Recording, places: Places) -> Recording:
    """The record with its lines numbered as in the page."""
    files = [listing.file for listing in recording.functions] or [recording.file]
    if len(set(files)) == 1:
        return recording
    file_of = [files[way.function] for way in recording.ways]
    ways = [
        replace(way, line=places.line(file_of[way.caller], way.line)) if way.caller >= 0 else way
        for way in recording.ways
    ]
    ran_in = {step.loop: file_of[step.way] for step in reversed(recording.steps)}
    loops = [
        replace(loop, line=places.line(ran_in.get(number, files[0]), loop.line))
        for number, loop in enumerate(recording.loops)
    ]
    steps = [replace(step, line=places.line(file_of[step.way], step.line)) for step in recording.steps]
    return replace(recording, ways=tuple(ways), loops=tuple(loops), steps=tuple(steps))
