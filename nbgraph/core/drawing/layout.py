"""A graph laid out: the view that fits, drawn by the first engine that manages it in time."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from nbgraph.core.drawing.dot import dot_text
from nbgraph.core.drawing.engines import UNREADABLE, Engine, engines, run_engine, run_layouts
from nbgraph.core.drawing.places import places_of
from nbgraph.core.drawing.sides import true_first
from nbgraph.core.drawing.svg import clean_svg
from nbgraph.core.graph.model import BUDGET, Graph
from nbgraph.core.graph.simplify import view

SECONDS = 2.0
COARSE = 12


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture and what it shows."""

    svg: str  # self-contained SVG; its groups have the ids of `graph`'s nodes, edges and regions
    graph: Graph  # the view that is drawn; coarser than was asked for when that took too long
    width: float  # natural width in px, at which text is 13 to 14 px high
    height: float  # natural height in px
    engine: str  # what drew it


def draw(
    graph: Graph,  # a complete graph, or a view of one
    *,
    collapsed: Collection[str] | None = None,  # as for `core.graph.simplify.view`
    expanded: Collection[str] = (),  # as for `core.graph.simplify.view`
    budget: int = BUDGET,  # as for `core.graph.simplify.view`
    seconds: float = SECONDS,  # the time limit of one attempt
    using: Sequence[Engine] | None = None,  # the engines to try, in order; by default those of this machine
) -> Picture | None:
    """The picture of a graph; None when no engine is installed, or none manages even a coarse view."""
    found = engines() if using is None else tuple(using)
    if not found:
        return None
    shown = view(graph, collapsed=collapsed, expanded=expanded, budget=budget)
    for attempt in (shown, view(graph, budget=min(budget, COARSE))):
        picture = _draw(attempt, found, seconds)
        if picture is not None:
            return picture
    return None


def _draw(shown: Graph, found: Sequence[Engine], seconds: float) -> Picture | None:
    for engine in found:
        text = placed_text(shown, engine, seconds) if engine.placed else dot_text(shown)
        raw = None if text is None else run_engine(engine, text, seconds, placed=bool(engine.placed))
        if raw is None:
            continue
        try:
            svg = clean_svg(raw, f"Dataflow graph of {shown.name}")
        except ValueError:
            continue
        return Picture(svg.text, shown, svg.width, svg.height, engine.name)
    return None


def placed_text(shown: Graph, engine: Engine, seconds: float = SECONDS) -> str | None:
    """The DOT text of a view in which everything has its place; None where the engine did not lay it out in time."""
    for layout in run_layouts(engine, (dot_text(shown),), seconds):
        try:
            return dot_text(shown, places_of(next(true_first(layout, shown))))
        except UNREADABLE:
            return None
    return None
