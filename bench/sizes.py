"""Cost against size of programs on lists, beside the same by hand in JAX: the first call, and those after it.

Where Python is given lists, or gives one, so does each of the others.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

import nbgraph as ng
from bench import list_programs as programs
from bench.race import Racer, run
from nbgraph.core.timing.run import Limits

LIMITS = Limits(budget_s=0.2, cap_s=0.4, max_runs=40, again_s=0.3)


@dataclass(frozen=True)
class Cost:
    """What a program costs at one size, in seconds."""

    program: str
    size: int
    first: float  # of the processor, for the first call
    by_hand_first: float
    minima: dict[str, float]  # of later calls, by column


def costs() -> Iterator[Cost]:
    """Of each program at each size."""
    for name, sizes, make in _PROGRAMS:
        for size in sizes:
            plain, ours, hand = make(size)
            first, by_hand_first = _first(ours), _first(hand)
            samples = run(Racer(f"{name}, {size}", {"Python": plain, "by hand": hand, "nbgraph": ours}), LIMITS)
            yield Cost(name, size, first, by_hand_first, {key: each.minimum for key, each in samples.items() if each})


Forms = tuple[Callable[[], Any], Callable[[], Any], Callable[[], Any]]


def _first(call: Callable[[], Any]) -> float:
    begun = time.process_time()
    jax.block_until_ready(call())
    return time.process_time() - begun


def _squares(size: int) -> Forms:
    plain = partial(programs.squares, size)
    ours, hand = ng.function(plain), jax.jit(partial(programs.squares_by_hand, size))
    return lambda: plain(3), lambda: ours(3), lambda: np.asarray(hand(3)).tolist()


def _rnn(size: int) -> Forms:
    xs, w = np.full((size, 8), 0.1, np.float32), np.eye(8, dtype=np.float32) / 2
    ours, hand = (
        jax.jit(jax.grad(lambda w, f=f: f(xs, w).sum())) for f in (ng.convert(programs.rnn), programs.rnn_by_hand)
    )
    return lambda: programs.rnn_slope(xs, w), lambda: ours(w), lambda: hand(w)


def _lcs(size: int) -> Forms:
    letters = np.random.default_rng(0).integers(0, 4, (2, size))
    words, given = letters.tolist(), jnp.asarray(letters)
    ours, hand = ng.function(programs.lcs), jax.jit(programs.lcs_by_hand)
    return lambda: programs.lcs(*words), lambda: ours(*given), lambda: hand(*given)


def _life(size: int) -> Forms:
    board = np.random.default_rng(0).integers(0, 2, (size, size))
    ours, hand = (
        make(partial(f, steps=4)) for make, f in ((ng.function, programs.life), (jax.jit, programs.life_by_hand))
    )
    given = jnp.asarray(board)
    return lambda: programs.life(board, 4), lambda: ours(given), lambda: hand(given)


def _matrices(plain: Any, by_hand: Any, count: int, size: int) -> Forms:
    lists = np.random.default_rng(0).random((count, size, size)).astype(np.float32).tolist()
    ours, hand = ng.function(plain), jax.jit(by_hand)
    return lambda: plain(*lists), lambda: ours(*lists), lambda: hand(*(np.array(each, np.float32) for each in lists))


_PROGRAMS: tuple[tuple[str, tuple[int, ...], Callable[[int], Forms]], ...] = (
    ("squares in a list", (250, 1000, 4000), _squares),
    ("gradient of an RNN's outputs", (250, 1000, 4000), _rnn),
    ("longest common subsequence", (20, 40, 80), _lcs),
    ("game of life", (8, 16, 32), _life),
    ("product of matrices", (5, 10, 20), partial(_matrices, programs.product, programs.product_by_hand, 2)),
    ("all shortest paths", (4, 8, 16), partial(_matrices, programs.floyd, programs.floyd_by_hand, 1)),
)
