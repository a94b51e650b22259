"""A graph of 10,000 equations, from the traced program to the page's data; and the layout of a view of 300 boxes."""

from __future__ import annotations

import tempfile
from pathlib import Path
from time import perf_counter
from typing import Any

from bench.figure import Figure

EQUATIONS = 10_000
BOXES = 300


def figures() -> list[Figure]:
    """Seconds of the first time, as a reader waits for it; tracing and compiling the program are not in it."""
    import jax

    from nbgraph.core.drawing.tile_layout import lay_out
    from nbgraph.core.graph.simplify import view
    from nbgraph.core.graph.tiles import Tile
    from nbgraph.core.graph.trace import read_jaxpr
    from nbgraph.core.source.text import Definition, SourceText
    from nbgraph.core.spans import Span
    from nbgraph.widgets.payload.graph import graph_data
    from nbgraph.widgets.payload.spans import Places

    lines = ["def long(x):", *(f"    x = x * 1.5 + {i}.0" for i in range(EQUATIONS // 2)), "    return x"]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "long.py"
        file.write_text("\n".join(lines) + "\n", "utf-8")
        names: dict[str, Any] = {}
        exec(compile(file.read_text("utf-8"), str(file), "exec"), names)
        jaxpr = jax.make_jaxpr(names["long"])(1.0)
        start = perf_counter()
        graph, _ = read_jaxpr(jaxpr, name="long", argument_names=("x",))
        source = SourceText(str(file), tuple(lines))
        data = graph_data(graph, Places([Definition("long", source, Span(source.file, 1, 0, len(lines), 12))]))
        opened = perf_counter() - start
    assert data["total"] == EQUATIONS
    seen = view(graph, budget=BOXES)
    start = perf_counter()
    made = lay_out([Tile("r0", frozenset(), seen)], seconds=60)
    laid_out = perf_counter() - start
    assert made is not None
    return [
        Figure(f"{EQUATIONS:,} equations to the page's data", opened, "s", 3.0),
        Figure(f"layout of a view of {len(seen.nodes)} boxes", laid_out, "s", 2.0),
    ]
