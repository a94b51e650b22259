"""Loops of data-dependent length under `vmap`, against a plain `vmap` of the loops that an expert writes.

Targets: 0.30 times (Collatz), 0.20 times (Mandelbrot), 0.60 times (Newton). The results must be the same, bit by bit.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

import nbgraph as ng
from bench.call_overhead import samples
from bench.figure import Figure
from bench.programs import collatz, collatz_by_hand, newton, newton_by_hand


def escape(c: Any, d: Any) -> Any:
    """Iterations until a point leaves the Mandelbrot set, 200 at most."""
    x, y, n = 0.0, 0.0, 0
    while n < 200 and x * x + y * y <= 4.0:
        x, y = x * x - y * y + c, 2 * x * y + d
        n = n + 1
    return n


def escape_by_hand(c: Any, d: Any) -> Any:
    """`escape` in JAX."""

    def step(state: Any) -> Any:
        n, x, y = state
        return n + 1, x * x - y * y + c, 2 * x * y + d

    return jax.lax.while_loop(lambda s: (s[0] < 200) & (s[1] * s[1] + s[2] * s[2] <= 4.0), step, (0, 0.0, 0.0))[0]


def cases() -> dict[str, tuple[Any, Any, tuple[Any, ...], float]]:
    """By name: the program, the same by hand, its arguments, and the target."""
    points = [axis.ravel() for axis in jnp.meshgrid(jnp.linspace(-2, 1, 512), jnp.linspace(-1.5, 1.5, 512))]
    numbers = jnp.asarray(np.random.default_rng(0).uniform(1, 100, 100_000), jnp.float32)
    return {
        "collatz, 100,000 starts": (collatz, collatz_by_hand, (jnp.arange(1, 100_001),), 0.30),
        "mandelbrot, 512 x 512, 200 iterations": (escape, escape_by_hand, tuple(points), 0.20),
        "newton, 100,000 numbers": (newton, newton_by_hand, (numbers,), 0.60),
    }


def figures() -> list[Figure]:
    """Ratios of the best of interleaved runs."""
    found = []
    for name, (plain, by_hand, arguments, target) in cases().items():
        ours, theirs = (jax.jit(jax.vmap(each)) for each in (ng.convert(plain), by_hand))
        if not np.array_equal(ours(*arguments), theirs(*arguments)):
            raise ValueError(f"{name}: the results differ")
        one, two = samples(*(partial(_whole, each, arguments) for each in (ours, theirs)))
        found.append(Figure(f"{name}, nbgraph", one.minimum * 1e3, "ms"))
        found.append(Figure(f"{name}, nbgraph / plain vmap", one.minimum / two.minimum, "x", target))
    return found


def _whole(function: Any, arguments: tuple[Any, ...]) -> Any:
    return function(*arguments).block_until_ready()
