"""The explorer as a file: a page, its picture, its data, its text."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from nbgraph.core.drawing.files import as_json, graph_forms, save_as
from nbgraph.core.graph.model import BUDGET, Graph
from nbgraph.widgets.page import document_html
from nbgraph.widgets.payload.graph_back import graph_of
from nbgraph.widgets.text import to_text


def save(path: str | Path, payload: dict[str, Any], graph: Graph | None = None) -> Path:
    """Write what is shown to a file, in the form that the end of its name tells.

    `.html` is a page that needs nothing else, `.json` its data, `.txt` its text; `.svg`, `.png` (made by Graphviz) and
    `.dot` are the graph. The file is complete or not there; one that was there stays until then.

    Args:
        graph: the graph it shows, if there is one; without it, what the data hold of it is drawn.

    Returns:
        The path.

    Raises:
        ValueError: there is no such form, or no graph for it.
        RuntimeError: what draws it is not installed.
        OSError: the file cannot be written.
    """
    made: dict[str, Callable[[], bytes]] = {
        ".html": lambda: document_html(payload).encode(),
        ".json": lambda: as_json(payload),
        ".txt": lambda: (to_text(payload, longest=None).rstrip("\n") + "\n").encode(errors="backslashreplace"),
    }
    drawn = dict.fromkeys((".svg", ".png", ".dot"), _no_graph)
    if graph is None:
        graphs = [data["graph"] for data in payload["functions"] if data["graph"]]
        graph = graph_of(graphs[0]) if len(graphs) == 1 else None
    if graph is not None:
        pictures = graph_forms(graph, BUDGET)
        drawn = {form: pictures[form] for form in drawn}
    return save_as(path, {**made, **drawn})


def _no_graph() -> bytes:
    raise ValueError(
        "a picture holds one graph, and here is not one: `ng.show(f, 3).save(...)` saves that of a call that runs; "
        "a .html, .json or .txt holds what there is"
    )
