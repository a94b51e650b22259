"""What is shown, as a file: its form is told by the end of its name, and it is written whole or not at all."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from nbgraph.core.drawing import forms
from nbgraph.core.drawing.engines import engines
from nbgraph.core.drawing.layout import placed_text
from nbgraph.core.graph.model import Graph

_PNG_DPI = 144
_PNG_SECONDS = 10.0

Forms = Mapping[str, Callable[[], bytes]]


def save_as(path: str | Path, made: Forms) -> Path:
    """Write a file in the form that the end of its name tells.

    Args:
        path: the file; one that is there is replaced, once the new one is complete.
        made: the content by ending, each made when it is wanted.

    Returns:
        The path.

    Raises:
        ValueError: there is no such form.
        OSError: the file cannot be written; one that was there is as it was.
    """
    path = Path(path)
    form = path.suffix.lower()
    if form not in made:
        what = f"ends in {form}" if form else "has no ending"
        raise ValueError(f"`{path.name}` {what}; it can be saved as {', '.join(made)}")
    write(path, made[form]())
    return path


def write(path: Path, data: bytes) -> None:
    """Write a file: beside it first, then in its place, so that nobody ever sees half of it."""
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
    """The forms of a graph alone, folded to `budget` nodes except in JSON."""
    return {
        ".svg": lambda: forms.svg(graph, budget).encode(),
        ".png": lambda: png(forms.folded(graph, budget)),
        ".dot": lambda: forms.dot(graph, budget).encode(),
        ".json": lambda: as_json(forms.data(graph)),
        ".txt": lambda: (forms.text(graph, budget).rstrip("\n") + "\n").encode(errors="backslashreplace"),
    }


def as_json(data: Any) -> bytes:
    """Data as JSON in UTF-8, the same for the same data."""
    return (json.dumps(data, sort_keys=True, separators=(",", ":")) + "\n").encode()


def png(view: Graph) -> bytes:
    """A picture made of pixels, by Graphviz' own program.

    Raises:
        RuntimeError: it is not installed, or failed.
    """
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
