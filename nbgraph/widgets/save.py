"""Write the explorer as a file: a page, its picture, its data, its text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from nbgraph.core.drawing.files import as_json, graph_forms, save_as
from nbgraph.core.graph.model import BUDGET, Aval, Edge, Graph, Node, Region
from nbgraph.widgets.page import document_html
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


def graph_of(data: Mapping[str, Any]) -> Graph:
    """Return the graph that `graph_data` wrote, as far as its regions can be opened, without source positions.

    >>> from nbgraph.widgets.payload.graph import graph_data
    >>> from nbgraph.widgets.payload.spans import Places
    >>> nodes = (Node("n0", "input", "input", "x", avals=(Aval((2,), "float32"),), names=("x",)),)
    >>> written = graph_data(Graph("f", nodes, (), (Region("r0", "function", "f"),)), Places(()))
    >>> print(graph_of(written).to_text(), end="")
    f
    └─ n0 input x : f32[2]
    """
    text = data["strings"].__getitem__
    plain = {row[0] for row in data["nodes"] if row[10] < 0}
    # Of the boxes with one number the innermost comes last; one that is no plain node's as well cannot be opened.
    boxes = {row[0]: row for row in data["nodes"] if row[10] >= 0 and row[0] not in plain}
    closed = {row[10] for row in boxes.values()}
    operations = {row[10]: text(row[3]) for row in data["nodes"]}
    regions = [
        Region(
            f"r{number}",
            text(kind),
            text(label),
            None if parent < 0 else f"r{parent}",
            operation=operations.get(number, ""),
        )
        for number, kind, label, parent, *_ in data["regions"]
        if number not in closed
    ]
    shown = [*(row for row in data["nodes"] if row[10] < 0), *boxes.values()]
    nodes = [
        Node(
            f"n{number}",
            text(kind),
            text(operation),
            text(label),
            avals=tuple(_aval(text(aval)) for aval in avals),
            names=tuple(map(text, names)),
            region=f"r{region}",
            role="folded" if text(role) == "helper" else text(role),
            folded=folded,
            folds=None if folds < 0 else f"r{folds}",
        )
        for number, kind, role, operation, label, names, avals, region, _, folded, folds, *_ in shown
    ]
    edges = [
        Edge(
            f"e{number}",
            f"n{source}",
            f"n{target}",
            text(name),
            _aval(text(aval)) if text(aval) else None,
            text(kind),
            None if into < 0 else f"r{into}",
        )
        for number, source, target, kind, name, aval, into in data["edges"]
    ]
    return Graph(data["name"], tuple(sorted(nodes, key=lambda node: int(node.id[1:]))), tuple(edges), tuple(regions))


def _aval(text: str) -> Aval:
    """
    >>> _aval("f32[3,4]").shape, _aval("bool[]").shape, _aval("f32[n,4]").shape
    ((3, 4), (), ('n', 4))
    >>> [str(_aval(text)) for text in ("f32[3,4]", "bool[]", "f32[16] → 4 × f32[4]")]
    ['f32[3,4]', 'bool[]', 'f32[16] → 4 × f32[4]']
    """
    dtype, _, shape = text.removesuffix("]").rpartition("[")
    return Aval(tuple(int(size) if size.isdigit() else size for size in shape.split(",") if size), dtype)
