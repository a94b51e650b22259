"""The source that a page shows: the called function, and below it the user's other functions that the call reaches."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from nbgraph.core.errors import cell_name
from nbgraph.core.graph.model import Graph
from nbgraph.core.source.text import Definition
from nbgraph.core.spans import Span
from nbgraph.widgets.highlight import line_tokens
from nbgraph.widgets.payload.places import Places

Data = dict[str, Any]


def source_data(places: Places) -> Data:
    """The lines of all definitions; of each helper the position of its first one, its number, name and file."""
    shown, *helpers = places.definitions
    lines = _lines(shown)
    heads = []
    for helper in helpers:
        file = "" if helper.span.file == shown.span.file else file_label(helper.span.file)
        heads.append([len(lines), places.line(helper.span.file, helper.span.line), helper.name, file])
        lines += _lines(helper)
    data = {"first": shown.span.line, "lines": lines, "tokens": line_tokens(lines)}
    return {**data, "helpers": heads} if heads else data


def calls_data(graph: Graph | None, places: Places) -> Data:
    """For each place that calls a helper, the places in it that made something of the graph: they light up together."""
    found: dict[tuple[int, ...], dict[tuple[int, ...], None]] = {}
    for span, callers in _placed(graph) if len(places.definitions) > 1 else ():
        chain = [place for each in (span, *callers) if (place := places.of(each)) is not None]
        for caller in chain[1:]:
            if caller != chain[0]:
                found.setdefault(tuple(caller), {})[tuple(chain[0])] = None
    rows = [[list(caller), [list(place) for place in inside]] for caller, inside in found.items()]
    return {"calls": rows} if rows else {}


def _placed(graph: Graph | None) -> Iterator[tuple[Span | None, tuple[Span, ...]]]:
    if graph is not None:
        yield from ((node.span, node.callers) for node in graph.nodes)
        yield from ((region.span, region.callers) for region in graph.regions)


def _lines(definition: Definition) -> list[str]:
    return list(definition.source.lines[definition.span.line - 1 : definition.span.end_line])


def file_label(file: str) -> str:
    """What a reader calls a cell or a file."""
    return cell_name(file) or os.path.basename(file)
