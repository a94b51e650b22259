"""Loops of 8 in one another were repeated where they append to lists, whatever they computed: 4,312 operations.

So were those around a `while`, each of which JAX traces and XLA compiles.
"""

from __future__ import annotations

from functools import partial

import jax
import numpy as np
import pytest

import nbgraph as ng
from bench.list_programs import life, merge_sort

BOARD = np.random.default_rng(0).integers(0, 2, (8, 8))


def test_the_board_is_a_loop_in_the_graph() -> None:
    program = jax.make_jaxpr(ng.convert(partial(life, steps=4)))(BOARD)
    (loop,) = (each for each in program.eqns if each.primitive.name == "scan")
    assert loop.params["length"] == 4


@pytest.mark.parametrize("size", [7, 8])
def test_the_result_is_pythons(size: int) -> None:
    board = BOARD[:size, :size]
    assert int(ng.function(partial(life, steps=3))(board)) == life(board, 3)


def test_eight_merges_are_one_loop() -> None:
    items = [5, 3, 8, 3, 9, 1, 7, 2, 6, 0, 4, 8, 5, 5, 1, 3]
    function = ng.function(merge_sort)
    assert [int(each) for each in function(np.array(items))] == sorted(items)
    program = function.trace(np.array(items)).jaxpr
    assert [each.params["length"] for each in program.eqns if each.primitive.name == "scan"] == [16, 8]
