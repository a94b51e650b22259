"""An added line leaves most of the picture as it was."""

from __future__ import annotations

from collections import Counter
from itertools import chain, combinations
from typing import Any

import nbgraph as ng
from nbgraph.core.drawing.tile_layout import Layout, lay_out
from nbgraph.core.graph.model import Graph
from nbgraph.core.graph.tiles import tiles


def play(seed: Any, goal: Any) -> Any:
    score = rolls = last = streak = 0
    while score < goal:
        seed = (seed * 75 + 74) % 65537
        roll = seed % 6 + 1
        rolls += 1
        if roll == last:
            streak += 1
        else:
            streak = 0
        score += roll if streak > 0 else 1
        if rolls > 100:
            break
        last = roll
    return score, rolls


def edited(seed: Any, goal: Any) -> Any:
    score = rolls = last = streak = 0
    while score < goal:
        seed = (seed * 75 + 74) % 65537
        roll = seed % 6 + 1
        rolls += 1
        score = score + 1
        if roll == last:
            streak += 1
        else:
            streak = 0
        score += roll if streak > 0 else 1
        if rolls > 100:
            break
        last = roll
    return score, rolls


def drawn(fn: Any) -> tuple[dict[tuple[str, str, int], str], Layout]:
    """Each box of the first picture by what it is and says, and where it stands."""
    tile = tiles(ng.graph(fn, 7, 60)).tiles[0]
    ((_, layout),) = (lay_out([tile]) or ([], {}))[0]
    return _named(tile.graph), layout


def _named(graph: Graph) -> dict[tuple[str, str, int], str]:
    seen = Counter[tuple[str, str]]()
    found: dict[tuple[str, str, int], str] = {}
    for node in graph.nodes:
        key = (node.role, node.label)
        seen[key] += 1
        found[*key, seen[key]] = node.id
    return found


def _side(layout: Layout, one: str, other: str, axis: int) -> int:
    """-1 where one box stands wholly before another along an axis, 1 where it stands after it, else 0."""
    (at, size), (there, extent) = layout.nodes[one][axis::2], layout.nodes[other][axis::2]
    return (at - size / 2 >= there + extent / 2) - (at + size / 2 <= there - extent / 2)


def test_an_added_line_moves_a_fifth_of_the_boxes_at_most() -> None:
    (before, old), (after, new) = drawn(play), drawn(edited)
    kept = before.keys() & after.keys()
    assert len(kept) >= len(before) - 1
    turned = [
        (one, other)
        for one, other in combinations(sorted(kept), 2)
        if any(
            _side(old, before[one], before[other], axis) * _side(new, after[one], after[other], axis) < 0
            for axis in (0, 1)
        )
    ]
    moved = 0
    while turned:  # the fewest boxes without which all others stand to each other as before
        (most, _), *_ = Counter(chain.from_iterable(turned)).most_common(1)
        turned = [pair for pair in turned if most not in pair]
        moved += 1
    assert moved <= len(kept) / 5
