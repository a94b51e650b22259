"""Arguments and constants that many need stand as small leaves at their users."""

from __future__ import annotations

from typing import Any

import nbgraph as ng
from nbgraph.core.drawing.tile_layout import lay_out
from nbgraph.core.graph.tiles import tiles


def steps(x: Any, rate: Any) -> Any:
    while x < 100:
        x = x * rate + rate
        y = x - rate
        z = y / rate
        x = x + z * rate
    return x


def test_an_argument_with_many_users_in_a_loop_has_one_line_into_it_and_leaves_there() -> None:
    graph = ng.graph(steps, 1.0, 2.0)
    rate = next(node.id for node in graph.nodes if node.label == "rate")
    cut = tiles(graph)
    drawn, *_ = lay_out([*cut.tiles]) or ([],)
    users = {edge.id[1:] for edge in graph.edges if edge.source == rate}
    for tile, layout in drawn:
        leaves = {name[1:] for name in layout.nodes if name[0] == "l"}
        is_open = any(region.kind == "body" for region in tile.graph.regions)
        assert len(leaves) == (4 if is_open else 0), tile.opened
        assert leaves <= users
    assert ">rate</text>" in graph.to_svg()
    assert graph.to_svg().count(">rate</text>") == 5
