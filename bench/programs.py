"""The programs that are raced, as a user writes them."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp


def huber(a: Any) -> Any:
    """Huber's loss with delta 1."""
    if abs(a) <= 1.0:
        return a * a / 2
    return abs(a) - 0.5


def leaky(a: Any) -> Any:
    """A leaky ramp: it uses no name of any module, so a call has nothing to compare."""
    if a > 0.0:
        return a
    return 0.1 * a


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


def fibonacci(n: int, a: Any, b: Any) -> Any:
    """The first `n` Fibonacci numbers, in a list."""
    numbers = []
    for _ in range(n):
        numbers.append(a)
        a, b = b, a + b
    return numbers


def primes(n: Any) -> Any:
    """How many primes there are below `n`."""
    count = 0
    for i in range(2, n):
        d, prime = 2, True
        while d * d <= i:
            if i % d == 0:
                prime = False
                break
            d = d + 1
        if prime:
            count = count + 1
    return count


def newton(a: Any) -> Any:
    """The square root of `a`, to the last bit that still changes."""
    x, before = a, 0.0
    while abs(x - before) > 1e-6 * x:
        before = x
        x = (x + a / x) / 2
    return x


def escape(c: Any, d: Any) -> Any:
    """Iterations until a point leaves the Mandelbrot set, 200 at most."""
    x, y, n = 0.0, 0.0, 0
    while n < 200 and x * x + y * y <= 4.0:
        x, y = x * x - y * y + c, 2 * x * y + d
        n = n + 1
    return n


def error(w: Any, xs: Any, ys: Any) -> Any:
    """The squared error of a recurrent network."""
    h, total = jnp.zeros(w.shape[0]), jnp.zeros(())
    for x, y in zip(xs, ys, strict=True):
        h = jnp.tanh(w @ h + x)
        total = total + jnp.sum((h - y) ** 2)
    return total


def train(steps: int, w: Any, xs: Any, ys: Any) -> Any:
    """A recurrent network's weights after some steps of gradient descent."""
    for _ in range(steps):
        w = w - 0.01 * jax.grad(error)(w, xs, ys)
    return w


def beam_search(length: int, width: int, table: Any) -> Any:
    """The likeliest sentences, as scores and words, by a table of the words' logarithmic chances after each word."""
    beams = [(0.0, [0])]
    for _ in range(length):
        longer = []
        for score, words in beams:
            for word, chance in enumerate(table[words[-1]]):
                longer.append((score + chance, [*words, word]))
        beams = sorted(longer, key=lambda beam: -beam[0])[:width]
    return [score for score, _ in beams], [words for _, words in beams]
