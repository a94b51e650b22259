"""Cost against size of ordinary programs on lists, beside the same by hand in JAX: steady calls, and the first one."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp

import nbgraph as ng
from bench import list_programs as programs
from bench.call_overhead import samples
from bench.figure import Figure

Case = tuple[str, Callable[[], Any], Callable[[], Any], float]


def cases(size: int) -> list[Case]:
    """Each program with its name, itself and by hand, and the ratio that is wanted."""
    xs, w = jnp.ones((size, 8)) * 0.1, jnp.eye(8) * 0.5
    converted = ng.convert(programs.rnn)
    ours = jax.jit(jax.grad(lambda w: converted(xs, w).sum()))
    hand = jax.jit(jax.grad(lambda w: programs.rnn_by_hand(xs, w).sum()))
    letters = jnp.arange(size // 100) % 4
    table, one_array = ng.function(programs.lcs), jax.jit(programs.lcs_by_hand)
    squares, array = ng.function(partial(programs.squares, size)), jax.jit(partial(programs.squares_by_hand, size))
    return [
        (f"list of {size} as the result", lambda: squares(3), lambda: array(3), 3.0),
        (f"gradient of an RNN's outputs, {size} rows", lambda: ours(w), lambda: hand(w), 1.3),
        (f"LCS of {len(letters)}", lambda: table(letters, letters), lambda: one_array(letters, letters), 1.5),
    ]


def figures() -> list[Figure]:
    """Best ratios, and the first calls in seconds."""
    found = []
    for size in (1000, 4000):
        for name, ours, hand, target in cases(size):
            begun = time.perf_counter()
            ours()
            found.append(Figure(f"{name}, first call", time.perf_counter() - begun, "s", 2.0))
            one, other = samples(ours, hand)
            found.append(Figure(f"{name}, converted / by hand", one.minimum / other.minimum, "x", target))
    return found
