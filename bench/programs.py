"""The functions that are measured: as a user writes them, and as a JAX expert writes them by hand."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp


def huber(a: Any) -> Any:
    """Huber's loss with delta 1."""
    if abs(a) <= 1.0:
        return a * a / 2
    return abs(a) - 0.5


def collatz(a: Any) -> Any:
    """Steps until `a` reaches 1."""
    counter = 0
    while a != 1:
        if a % 2 == 0:  # noqa: SIM108 - the program of the lesson, as it is written there
            a = a // 2
        else:
            a = 3 * a + 1
        counter = counter + 1
    return counter


def huber_by_hand(a: Any) -> Any:
    """`huber` in JAX."""
    return jax.lax.cond(jnp.abs(a) <= 1.0, lambda: a * a / 2, lambda: jnp.abs(a) - 0.5)


def leaky(a: Any) -> Any:
    """A leaky ramp: it uses no name of any module, so a call has nothing to compare."""
    if a > 0.0:
        return a
    return 0.1 * a


def leaky_by_hand(a: Any) -> Any:
    """`leaky` in JAX."""
    return jax.lax.cond(a > 0.0, lambda: a, lambda: 0.1 * a)


def collatz_by_hand(a: Any) -> Any:
    """`collatz` in JAX."""

    def step(state: Any) -> Any:
        a, counter = state
        return jax.lax.cond(a % 2 == 0, lambda: a // 2, lambda: 3 * a + 1), counter + 1

    return jax.lax.while_loop(lambda state: state[0] != 1, step, (a, 0))[1]


def newton(a: Any) -> Any:
    """The square root of `a`, to the last bit that still changes."""
    x, before = a, 0.0
    while abs(x - before) > 1e-6 * x:
        before = x
        x = (x + a / x) / 2
    return x


def newton_by_hand(a: Any) -> Any:
    """`newton` in JAX."""

    def step(state: Any) -> Any:
        x, _ = state
        return (x + a / x) / 2, x

    return jax.lax.while_loop(lambda s: abs(s[0] - s[1]) > 1e-6 * s[0], step, (a, 0.0))[0]
