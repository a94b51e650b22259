"""The digits that a loop goes over are one box in front of it, named by what they are."""

from __future__ import annotations

import nbgraph as ng


def digits(n):
    return sum(int(c) for c in str(n))


def test_digits_are_one_box_before_their_loop() -> None:
    graph = ng.graph(digits, 9075)
    box = next(region for region in graph.regions if region.label == "str(n)")
    loop = next(region for region in graph.regions if region.kind == "while")
    inside = {region.id for region in graph.regions if box.id in (region.id, region.parent)}
    assert {node.region for node in graph.nodes if node.operation in ("div", "rem", "abs")} <= inside
    assert box.parent == loop.parent
