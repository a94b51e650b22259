"""A block of a long program had the number of a region: one that goes with the casts leaves a gap below the highest.

Both were drawn as one, and what was in it had no place.
"""

from __future__ import annotations

import jax.numpy as jnp
from jax import Array

import nbgraph as ng
from nbgraph.core.drawing.tile_layout import lay_out
from nbgraph.core.graph.simplify import prepared, without_noise
from nbgraph.core.graph.tiles import tiles


def climbed(x: int, values: Array) -> Array:
    """A loop whose test loses its box to a cast, then a value that is looked up, then much that is computed."""
    while x < 10 and x > 2.5:
        x = x + 1
    y = values[x]
    y = (((y * 2 + 1) * 3 + y) * 4 + y) * 5 - y
    y = (((y * 2 + 1) * 3 + y) * 4 + y) * 5 - y
    return (((y * 2 + 1) * 3 + y) * 4 + y) * 5 - y


def test_no_two_regions_have_one_number() -> None:
    graph = ng.graph(climbed, 3, jnp.arange(12))
    numbers = [region.id for region in without_noise(graph).regions]
    assert len(numbers) < 1 + max(int(number[1:]) for number in numbers), "no number is missing"
    blocks = prepared(graph, 12).regions
    assert len(blocks) > len(numbers)
    assert len({region.id for region in blocks}) == len(blocks)
    cut = tiles(graph, budget=12)
    made = lay_out(cut.tiles, seconds=10)
    assert made is None or len(made[0]) == len(cut.tiles)
