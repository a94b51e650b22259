"""Turn a recorded run into plain data, with the boxes of the drawing that may hide its nodes."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

from nbgraph.core.executor.used_trace import TraceRow, UsedTrace
from nbgraph.core.graph.chains import with_chains
from nbgraph.core.graph.model import Graph, around, first_nodes, grouped
from nbgraph.core.graph.simplify import without_noise
from nbgraph.core.recording.model import Recording
from nbgraph.core.units import duration
from nbgraph.widgets.line_names import line_name
from nbgraph.widgets.payload.spans import Places

_MOST_CALLS = 6  # that use one trace, by name; the others are counted


def recording_data(recording: Recording, graph: Graph | None, places: Places) -> dict[str, Any]:
    """Return the record, with the region of each of its nodes, and for each region the box of it when closed.

    Lines have the numbers of the page. A closed region has the id of the first node that it hides.
    """
    if graph is None:
        return _on_the_page(recording, places).to_json()
    nodes = {node.id: node for node in graph.nodes}
    parents = {region.id: region.parent for region in graph.regions}
    shown = with_chains(without_noise(graph))
    firsts = first_nodes(shown.nodes, shown.regions)
    inner = grouped((id, each.id) for each in shown.regions if each.kind == "branch" for id in around(each.id, parents))
    steps = [
        replace(step, left=tuple(each for id in step.left for each in inner[id] or [id])) for step in recording.steps
    ]
    data = _on_the_page(replace(recording, steps=tuple(steps)), places).to_json()
    wanted: dict[str, int] = {}
    homes = []
    for id in data["nodes"]:
        region = nodes[id].region if id in nodes else None
        homes.append(region)
        for each in around(region, parents):
            wanted.setdefault(each, len(wanted))
    regions = [[region, firsts.get(region), parents.get(region)] for region in wanted]
    return {**data, "homes": homes, "regions": regions}


def _on_the_page(recording: Recording, places: Places) -> Recording:
    """Return the record with its lines numbered as in the page."""
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


def traces_data(used: UsedTrace, recording: Recording | None) -> dict[str, Any]:
    """Return a sentence for the call, a row for each trace, and which lines ran when."""
    return {
        "said": used.sentence,
        "number": used.number,
        "rows": [_row(row) for row in used.rows],
        "ran": "" if recording is None else ran(recording),
    }


def _row(row: TraceRow) -> list[str]:
    calls = ", ".join([*["calls without the magic"][: row.others], *row.calls[:_MOST_CALLS]])
    more = f" and {len(row.calls) - _MOST_CALLS:,} more" if len(row.calls) > _MOST_CALLS else ""
    when = time.strftime("%H:%M:%S", time.localtime(row.when))
    cost = duration(sum(row.seconds.values())) if row.seconds else ""
    return [", ".join(row.signature), when, cost, calls + more, row.reason]


def ran(recording: Recording) -> str:
    """Return a sentence on the lines that Python alone ran during the trace; "" without such, or if not all are known.

    A line that does both, as a loop that Python unrolls over operations of the graph, is the graph's.
    """
    lines = range(recording.first, recording.first + len(recording.lines))  # with those of functions inside
    own = [
        step for number, step in enumerate(recording.steps) if step.line in lines and number != step.begun
    ]  # no heads
    graph = {line_name(step.line) for step in own if step.is_traced is False}
    python = {line_name(step.line) for step in own if step.is_traced} - graph
    if not python or any(step.is_traced is None for step in own):
        return ""
    return f"Python alone ran {_lines(python)}, once, while it was traced; the graph runs {_lines(graph)} in this call."


def _lines(numbers: set[int]) -> str:
    """
    >>> _lines({4, 2, 3}), _lines({7}), _lines({1, 4, 5}), _lines(set())
    ('lines 2 to 4', 'line 7', 'lines 1, 4 and 5', 'no line')
    """
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    runs = [part for run in runs for part in ([run] if len(run) > 2 else [[number] for number in run])]
    shown = [str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs]
    if not shown:
        return "no line"
    text = " and ".join([", ".join(shown[:-1]), shown[-1]]) if len(shown) > 1 else shown[0]
    return f"line{'s' if len(numbers) > 1 else ''} {text}"
