"""The programs that are raced, by hand: in JAX, straight from the program; in JAX, as well as we can; on arrays.

What works on arrays gets the module whose functions it calls, NumPy or `jax.numpy`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from bench import programs

_CHUNK = 128


def huber(a: Any) -> Any:
    """`huber` of a number."""
    return lax.cond(jnp.abs(a) <= 1.0, lambda: a * a / 2, lambda: jnp.abs(a) - 0.5)


def huber_of_array(xp: Any, a: Any) -> Any:
    """`huber` of each number."""
    return xp.where(xp.abs(a) <= 1.0, a * a / 2, xp.abs(a) - 0.5)


def leaky(a: Any) -> Any:
    """`leaky` of a number."""
    return lax.cond(a > 0.0, lambda: a, lambda: 0.1 * a)


def collatz(a: Any) -> Any:
    """`collatz` of a number."""

    def step(state: Any) -> Any:
        a, counter = state
        return lax.cond(a % 2 == 0, lambda: a // 2, lambda: 3 * a + 1), counter + 1

    return lax.while_loop(lambda state: state[0] != 1, step, (a, 0))[1]


def _collatz_asked(state: Any) -> Any:
    return state[0] != 1


def _collatz_step(state: Any) -> Any:
    a, counter = state
    return jnp.where(a & 1, 3 * a + 1, a >> 1), counter + 1


def collatz_well(a: Any) -> Any:
    """`collatz` of a number, with bits in place of divisions."""
    return lax.while_loop(_collatz_asked, _collatz_step, (a, 0))[1]


def collatz_in_chunks(a: Any) -> Any:
    """`collatz` of each number."""
    return in_chunks(_collatz_asked, _collatz_step, lambda a: (a, jnp.zeros_like(a)), a)[1]


def collatz_of_array(xp: Any, a: Any) -> Any:
    """`collatz` of each number, with masks."""
    counter = xp.zeros_like(a)
    while bool((goes_on := a != 1).any()):
        a = xp.where(goes_on, xp.where(a % 2 == 0, a // 2, 3 * a + 1), a)
        counter = counter + goes_on
    return counter


def fibonacci(n: int, a: Any, b: Any) -> Any:
    """`fibonacci` as a scan."""
    return lax.scan(lambda pair, _: ((pair[1], pair[0] + pair[1]), pair[0]), (a, b), None, n)[1]


def primes(n: Any) -> Any:
    """`primes` with a flag."""

    def divide(state: Any) -> Any:
        i, d, _ = state
        divides = i % d == 0
        return i, jnp.where(divides, d, d + 1), ~divides

    def count(i: Any, found: Any) -> Any:
        goes_on = lambda state: state[2] & (state[1] * state[1] <= state[0])  # noqa: E731
        return found + lax.while_loop(goes_on, divide, (i, 2, True))[2]

    return lax.fori_loop(2, n, count, 0)


def primes_well(n: Any) -> Any:
    """`primes` without a flag: the divisor that ends the loop tells whether there is one."""

    def is_prime(i: Any) -> Any:
        d = lax.while_loop(lambda d: (d * d <= i) & (i % d != 0), lambda d: d + 1, 2)
        return d * d > i

    return lax.fori_loop(2, n, lambda i, count: count + is_prime(i), 0)


def primes_of_array(xp: Any, n: Any) -> Any:
    """`primes` by all divisors of all numbers at once."""
    numbers, prime = xp.arange(2, n), xp.ones(n - 2, bool)
    for d in range(2, int(n**0.5) + 1):
        prime = prime & ((numbers % d != 0) | (d * d > numbers))
    return prime.sum()


def _newton_asked(state: Any) -> Any:
    _, x, before = state
    return abs(x - before) > 1e-6 * x


def _newton_step(state: Any) -> Any:
    a, x, _ = state
    return a, (x + a / x) / 2, x


def newton(a: Any) -> Any:
    """`newton` of a number."""
    return lax.while_loop(_newton_asked, _newton_step, (a, a, 0.0))[1]


def newton_in_chunks(a: Any) -> Any:
    """`newton` of each number."""
    return in_chunks(_newton_asked, _newton_step, lambda a: (a, a, jnp.zeros_like(a)), a)[1]


def newton_of_array(xp: Any, a: Any) -> Any:
    """`newton` of each number, with masks."""
    x, before = a, xp.zeros_like(a)
    while bool((goes_on := xp.abs(x - before) > 1e-6 * x).any()):
        x, before = xp.where(goes_on, (x + a / x) / 2, x), xp.where(goes_on, x, before)
    return x


def _escape_asked(state: Any) -> Any:
    n, x, y = state[:3]
    return (n < 200) & (x * x + y * y <= 4.0)


def _escape_step(state: Any) -> Any:
    n, x, y, c, d = state
    return n + 1, x * x - y * y + c, 2 * x * y + d, c, d


def escape(c: Any, d: Any) -> Any:
    """`escape` of a point."""
    return lax.while_loop(_escape_asked, _escape_step, (0, 0.0, 0.0, c, d))[0]


def escape_in_chunks(c: Any, d: Any) -> Any:
    """`escape` of each point."""

    def begin(c: Any, d: Any) -> Any:
        return jnp.zeros(c.shape, int), jnp.zeros_like(c), jnp.zeros_like(c), c, d

    return in_chunks(_escape_asked, _escape_step, begin, c, d)[0]


def escape_of_array(xp: Any, c: Any, d: Any) -> Any:
    """`escape` of each point, with masks."""
    x, y, n = xp.zeros_like(c), xp.zeros_like(c), xp.zeros(c.shape, int)
    for _ in range(200):
        goes_on = x * x + y * y <= 4.0
        x, y = xp.where(goes_on, x * x - y * y + c, x), xp.where(goes_on, 2 * x * y + d, y)
        n = n + goes_on
    return n


def in_chunks(asked: Callable[[Any], Any], step: Callable[[Any], Any], begin: Callable[..., Any], *given: Any) -> Any:
    """A loop for each number, so many at a time that they stay in the cache, until the last of these has ended."""

    def chunk(numbers: Any) -> Any:
        def masked(state: Any) -> Any:
            goes_on = asked(state)
            return tuple(jnp.where(goes_on, new, old) for new, old in zip(step(state), state, strict=True))

        return lax.while_loop(lambda state: asked(state).any(), lambda state: masked(masked(state)), begin(*numbers))

    size = given[0].size
    padded = [jnp.concatenate([each, each[: -size % _CHUNK]]).reshape(-1, _CHUNK) for each in given]
    return [each.reshape(-1)[:size] for each in lax.map(chunk, padded)]


def train(steps: int, w: Any, xs: Any, ys: Any) -> Any:
    """`train` as scans."""

    def error(w: Any) -> Any:
        def step(h: Any, pair: Any) -> Any:
            h = jnp.tanh(w @ h + pair[0])
            return h, jnp.sum((h - pair[1]) ** 2)

        return lax.scan(step, jnp.zeros(w.shape[0]), (xs, ys))[1].sum()

    return lax.fori_loop(0, steps, lambda _, w: w - 0.01 * jax.grad(error)(w), w)


def train_of_array(steps: int, w: Any, xs: Any, ys: Any) -> Any:
    """`train` in NumPy, its derivatives by hand."""
    for _ in range(steps):
        states = [np.zeros(len(w), np.float32)]
        for x in xs:
            states.append(np.tanh(w @ states[-1] + x))
        slope, back = np.zeros_like(w), np.zeros(len(w), np.float32)
        for before, h, y in zip(states[-2::-1], states[:0:-1], ys[::-1], strict=True):
            inner = (2 * (h - y) + back) * (1 - h * h)
            slope, back = slope + np.outer(inner, before), w.T @ inner
        w = w - 0.01 * slope
    return w


def train_eagerly(steps: int, w: Any, xs: Any, ys: Any) -> Any:
    """`train` itself, which JAX runs operation by operation."""
    return programs.train(steps, w, jnp.asarray(xs), jnp.asarray(ys))


def beam_search(length: int, width: int, table: Any) -> Any:
    """`beam_search` on arrays, with the words of each beam in a row."""
    size = len(table)
    scores = jnp.where(jnp.arange(width) == 0, 0.0, -jnp.inf)
    words = jnp.zeros((width, length + 1), int)

    def step(at: Any, state: Any) -> Any:
        scores, words = state
        scores, best = lax.top_k((scores[:, None] + table[words[:, at]]).ravel(), width)
        return scores, words[best // size].at[:, at + 1].set(best % size)

    return lax.fori_loop(0, length, step, (scores, words))


def beam_search_of_array(length: int, width: int, table: Any) -> Any:
    """`beam_search` in NumPy."""
    scores, words = np.zeros(1), np.zeros((1, 1), int)
    for _ in range(length):
        longer = (scores[:, None] + table[words[:, -1]]).ravel()
        best = np.argsort(-longer, kind="stable")[:width]
        scores, words = longer[best], np.column_stack([words[best // len(table)], best % len(table)])
    return scores, words
