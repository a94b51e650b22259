"""What the gradient of a `while` costs, against that of a loop of known length. Target: 4 times.

JAX has no gradient of the same loop: the hand-written one is a `lax.fori_loop` of just as many rounds.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import jax
import jax.numpy as jnp

import nbgraph as ng
from bench.call_overhead import samples
from bench.figure import Figure

TARGET = 4.0


def grown(x: Any) -> Any:
    """Small steps until there is nothing left to go: 10, 3,000 or any other number of them."""
    left = x
    while left > 0.0:
        x = x + 0.001 * jnp.sin(x)
        left = left - 1.0
    return x


def grown_by_hand(rounds: int, x: Any) -> Any:
    """`grown` with a known number of steps, in JAX."""
    return jax.lax.fori_loop(0, rounds, lambda _, x: x + 0.001 * jnp.sin(x), x)


def figures() -> list[Figure]:
    """Best ratios of the gradient, and of the call without one."""
    found = []
    for rounds in (10, 3000):
        hand = jax.jit(jax.grad(partial(grown_by_hand, rounds)))
        converted = ng.convert(grown)
        ours = jax.jit(jax.grad(converted))
        one, other = samples(partial(ours, float(rounds)), partial(hand, float(rounds)))
        found.append(Figure(f"gradient, {rounds} rounds, converted / known", one.minimum / other.minimum, "x", TARGET))
    lanes = jnp.linspace(1.0, 100.0, 256)
    ours, hand = jax.jit(jax.vmap(jax.grad(converted))), jax.jit(jax.vmap(jax.grad(partial(grown_by_hand, 100))))
    one, other = samples(partial(ours, lanes), partial(hand, lanes))
    found.append(Figure("gradient, 256 lanes, converted / known", one.minimum / other.minimum, "x", TARGET))
    return found
