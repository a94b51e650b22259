"""An added line leaves most of the picture as it was."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import chain, combinations
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest

import nbgraph as ng
from nbgraph.core.drawing.engines import engines
from nbgraph.core.drawing.tile_layout import LastPictures, Layout, lay_out
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


LONG = """def game(seed, goal):
    score = rolls = last = streak = 0
    best = worst = seed % 6
    total = 0
    while score < goal:
        seed = (seed * 75 + 74) % 65537
        roll = seed % 6 + 1
        rolls += 1
        if roll == last:
            streak += 1
        else:
            streak = 0
        score += roll if streak > 0 else 1
        total = total + roll * roll
        if roll > best:
            best = roll
        elif roll < worst:
            worst = roll
        if rolls > 100:
            break
        last = roll
    spread = best - worst
    mean = total // rolls
    k = 0
    power = 1
    while power < total:
        power = power * 2
        k += 1
    for i in range(rolls):
        if i % 3 == 0:
            mean += i
        else:
            mean -= 1
        if mean > 1000:
            mean = mean // 2
    left = mean - spread
    right = mean + spread
    if left < 0:
        left = -left
        right = right + left
    elif left > right:
        left, right = right, left
    width = right - left
    area = width * spread
    ratio = area // (k + 1)
    return score, rolls, ratio, best
"""
ACCOUNT = """def game(start, years):
    balance = start
    fees = 0.0
    interest_total = 0.0
    best_year = 0
    best = 0.0
    for year in range(years):
        interest = balance * 0.05
        if interest > best:
            best = interest
            best_year = year
        interest_total += interest
        balance += interest
        if balance < 1000.0:
            fee = 10.0
        elif balance < 5000.0:
            fee = 5.0
        else:
            fee = 0.0
        fees += fee
        balance -= fee
        if year % 2 == 0:
            balance += 100.0
        if balance < 0.0:
            balance = 0.0
    gain = balance - start
    if gain > 0:
        tax = gain * 0.25
    else:
        tax = 0.0
    balance -= tax
    average = interest_total / max(years, 1)
    ratio = 0.0
    if fees > 0:
        ratio = interest_total / fees
    return balance, fees, average, ratio, best_year
"""
Named = dict[tuple[str, str, int], str]
Drawn = tuple[Named, Layout]


def drawn(fn: Any, last: LastPictures | None = None) -> Drawn:
    """Each box of the first picture by what it is and says, and where it stands."""
    tile = tiles(ng.graph(fn, 7, 60)).tiles[0]
    ((_, layout),) = (lay_out([tile], seconds=60.0, last=last) or ([], {}))[0]
    return _named(tile.graph), layout


def _named(graph: Graph) -> Named:
    seen = Counter[tuple[str, str]]()
    found: Named = {}
    for node in graph.nodes:
        key = (node.role, node.label)
        seen[key] += 1
        found[*key, seen[key]] = node.id
    return found


def _side(layout: Layout, one: str, other: str, axis: int) -> int:
    """-1 where one box stands wholly before another along an axis, 1 where it stands after it, else 0."""
    (at, size), (there, extent) = layout.nodes[one][axis::2], layout.nodes[other][axis::2]
    return (at - size / 2 >= there + extent / 2) - (at + size / 2 <= there - extent / 2)


def share_moved(one: Drawn, other: Drawn) -> float:
    """The fewest boxes without which all others stand to each other as before, of those that are in both."""
    (before, old), (after, new) = one, other
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
    while turned:
        (most, _), *_ = Counter(chain.from_iterable(turned)).most_common(1)
        turned = [pair for pair in turned if most not in pair]
        moved += 1
    return moved / len(kept)


def test_an_added_line_moves_a_fifth_of_the_boxes_at_most() -> None:
    assert share_moved(drawn(play), drawn(edited)) <= 0.2


@pytest.fixture
def loaded(tmp_path: Path) -> Callable[[str], Any]:
    def load(text: str) -> Any:
        path = tmp_path / f"game_{len(list(tmp_path.iterdir()))}.py"
        path.write_text(text)
        return run_path(str(path))["game"]

    return load


@pytest.mark.skipif(not engines(), reason="no layout engine")
@pytest.mark.parametrize(
    "text, line, added",
    [
        (LONG, "    mean = total // rolls", "    mean = mean + 3"),
        (LONG, "        k += 1", "        k = k + rolls"),
        (LONG, "    right = mean + spread", "    right = right + 2"),
        (LONG, "    ratio = area // (k + 1)", "    best = best - ratio"),
        (LONG, "        power = power * 2", "        total = total - 1"),
        (ACCOUNT, "    balance = start", "    balance = balance + 1.0"),
        (ACCOUNT, "    average = interest_total / max(years, 1)", "    gain = gain + average"),
    ],
)
def test_a_long_function_shown_again_moves_as_little(
    loaded: Callable[[str], Any], text: str, line: str, added: str
) -> None:
    last = LastPictures()
    before = drawn(loaded(text), last)
    after = loaded(text.replace(line, f"{line}\n{added}", 1))
    again = drawn(after, last)
    assert share_moved(before, again) <= 0.2
    assert drawn(after, last) == again
