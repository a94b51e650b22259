"""Loops of 8 in one another were repeated where they append to lists, whatever they computed: 4,312 operations."""

from __future__ import annotations

from functools import partial

import jax
import numpy as np
import pytest

import nbgraph as ng
from bench.list_programs import life

BOARD = np.random.default_rng(0).integers(0, 2, (8, 8))


def test_the_board_is_a_loop_in_the_graph() -> None:
    program = jax.make_jaxpr(ng.convert(partial(life, steps=4)))(BOARD)
    (loop,) = (each for each in program.eqns if each.primitive.name == "scan")
    assert loop.params["length"] == 4


@pytest.mark.parametrize("size", [7, 8])
def test_the_result_is_pythons(size: int) -> None:
    board = BOARD[:size, :size]
    assert int(ng.function(partial(life, steps=3))(board)) == life(board, 3)
