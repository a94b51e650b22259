"""The still picture of a page without scripts: a stretch of equal iterations is a region without a name."""

from __future__ import annotations

from nbgraph.widgets.still import picture


def test_a_region_without_a_name_is_drawn():
    graph = {
        "strings": ["input", "x", "", "f"],
        "nodes": [[0, 0, 0, 2, 1, [1], [], 0, -1, 0, -1, 0, 0]],
        "edges": [],
        "regions": [],
        "tiles": [[0, 40, 30, [0, 20, 15, 36, 26], [13, 4, 4, 30, 20], []]],
    }
    assert picture(graph).endswith("</svg>")
