"""Lay out tiles: the positions of each box, boundary and line, in one child process for all tiles."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import compress
from time import monotonic
from typing import Any

from nbgraph.core.drawing.again import LastPictures as LastPictures
from nbgraph.core.drawing.dot import dot_text
from nbgraph.core.drawing.engines import UNREADABLE, Engine, engines, run_layouts
from nbgraph.core.drawing.layouts import Box as Box
from nbgraph.core.drawing.layouts import Layout as Layout
from nbgraph.core.drawing.layouts import Line as Line
from nbgraph.core.drawing.layouts import read_layout
from nbgraph.core.drawing.sides import true_first
from nbgraph.core.graph.model import Graph, Node, Region
from nbgraph.core.graph.sketch import in_statements, sketches
from nbgraph.core.graph.tiles import Tile, Tiles

SECONDS = 2.0
STAGES = ((728, 500), (728, 476), (728, 369))  # there is room for on a stage of 1280 by 720, by what stands below


def lay_out(
    tiles: Sequence[Tile],  # what to lay out; the first matters most
    loose: Sequence[Node] = (),  # folded nodes of which only the size is wanted
    *,
    last: LastPictures | None = None,  # what the first is to be like; keeps it
    seconds: float = SECONDS,
    using: Sequence[Engine] | None = None,  # the engines to try, in order; by default those of this machine
) -> tuple[list[tuple[Tile, Layout]], dict[str, Box], bool] | None:
    """Return the layouts of as many of `tiles` as can be made in time, in order, the sizes of `loose` boxes by region,
    and whether the engine laid out all.

    One child process lays out all of them. None when no engine is installed, or none manages even the first. Further
    views of the first tile's region are returned only if their neighbours keep their order.
    """
    texts = _texts(tiles, loose)
    for engine in engines() if using is None else using:
        made = run_layouts(engine, texts, seconds)
        if len(made) > 1:
            with suppress(*UNREADABLE):
                boxes = read_layout(made[0]).nodes
                further = partial(_further, engine, monotonic() + seconds)
                first = (last or LastPictures()).nearest(tiles[0].graph, made[1], further)
                sizes = {node.folds or "": boxes[f"n{at}"] for at, node in enumerate(loose)}
                return _in_order(tiles, first, made[2:]), sizes, len(made) > len(tiles)
    return None


def lay_out_stages(cut: Tiles, whole: Layout) -> list[tuple[Tile, Layout]]:
    """Return the first sketch, and for each stage too small for the whole the first that fits, else the last."""
    if not (small := [size for size in STAGES if not _fits(whole, size)]):
        return []
    made = [each for tile in sketches(cut) for each in (tile, in_statements(tile))]
    data = run_layouts(engines()[0], [dot_text(tile.graph, tight=True) for tile in made], SECONDS)
    drawn = list[tuple[Tile, Layout]]()
    with suppress(*UNREADABLE):
        for tile, one in zip(made, data, strict=False):
            if not drawn or drawn[-1][0].opened != tile.opened or not _fits(drawn[-1][1], STAGES[0]):
                drawn.append((tile, read_layout(next(true_first(one, tile.graph)))))
    drawn = [*{tile.opened: (tile, layout) for tile, layout in drawn}.values()]  # a region open: one picture
    fit = {next((at for at, (_, found) in enumerate(drawn) if _fits(found, size)), len(drawn) - 1) for size in small}
    return [drawn[at] for at in sorted({0, *fit}) if drawn]


def _fits(layout: Layout, size: tuple[int, int]) -> bool:
    return layout.width <= size[0] and layout.height <= size[1]


def _texts(tiles: Sequence[Tile], loose: Sequence[Node]) -> list[str]:
    apart = tuple(replace(node, id=f"n{index}", region="r0") for index, node in enumerate(loose))
    return [dot_text(Graph("", apart, (), (Region("r0", "function", ""),))), *(dot_text(tile.graph) for tile in tiles)]


def _further(engine: Engine, end: float, texts: Sequence[str]) -> list[dict[str, Any]]:
    """Return layouts of an edited function in other orders, as long as there is time."""
    left = end - monotonic()
    return run_layouts(engine, texts, left) if left > 0 else []


def _in_order(tiles: Sequence[Tile], first: Layout, made: Sequence[dict[str, Any]]) -> list[tuple[Tile, Layout]]:
    """Return the layouts with True left of False; further ones of the first tile's region must keep its order."""
    drawn = [(tiles[0], first)]
    for tile, data in zip(tiles[1:], made, strict=False):
        ways = true_first(data, tile.graph)
        if tile.region == tiles[0].region:  # the boxes alone tell which: lines take longer
            bare = map(read_layout, true_first({**data, "edges": ()}, tile.graph))
            kept = [keeps_order(first, way) for way in bare]
            ways = compress(ways, kept) if any(kept) else iter(())
        if (way := next(ways, None)) is not None:
            drawn.append((tile, read_layout(way)))
    return drawn


def keeps_order(one: Layout, other: Layout) -> bool:
    """Return whether no two neighbours in `one` have changed sides in `other`."""
    before, after = _sides(one), _sides(other)
    return not any((right, left) in after for left, right in before)


def _sides(layout: Layout) -> set[tuple[str, str]]:
    """Return each pair of nodes or regions of which the first is left of the second, at the same height."""
    boxes = {name: (x - w / 2, y - h / 2, x + w / 2, y + h / 2) for name, (x, y, w, h) in layout.nodes.items()}
    boxes |= {name: (x, y, x + w, y + h) for name, (x, y, w, h) in layout.regions.items()}
    return {
        (name, beside)
        for name, (_, top, right, bottom) in boxes.items()
        for beside, (left, upper, _, lower) in boxes.items()
        if right <= left and top < lower and upper < bottom
    }
