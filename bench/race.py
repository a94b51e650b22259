"""One table: what the same programs cost in Python, in NumPy, in JAX by hand, and converted.

    python -m bench.race

Times are the best of interleaved runs, in one process, after a first run; Python's is of one run. All results are
compared with Python's. A column is left out where a program has no form of its kind.
"""

from __future__ import annotations

import platform
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

import nbgraph as ng
from bench.batches import cases
from bench.programs import collatz, collatz_by_hand, huber, huber_by_hand

RUNS = 15


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


def primes_by_hand(n: Any) -> Any:
    """`primes` in JAX: the divisor that ends the loop tells whether there is one."""

    def is_prime(i: Any) -> Any:
        d = jax.lax.while_loop(lambda d: (d * d <= i) & (i % d != 0), lambda d: d + 1, 2)
        return d * d > i

    return jax.lax.fori_loop(2, n, lambda i, count: count + is_prime(i), 0)


def hubers(a: Any) -> Any:
    """`huber` of an array in NumPy."""
    return np.where(np.abs(a) <= 1.0, a * a / 2, np.abs(a) - 0.5)


@dataclass(frozen=True)
class Racer:
    """A program in several forms, each a call without arguments."""

    name: str
    forms: dict[str, Callable[[], Any]]  # by column; Python's result is what the others are compared with


def racers() -> list[Racer]:
    """The programs with their arguments."""
    floats = np.linspace(-3, 3, 1_000_000, dtype=np.float32)
    found = [
        _scalar("huber, a number", huber, huber_by_hand, 0.5),
        _mapped("huber, 1,000,000 numbers", huber, huber_by_hand, (jnp.asarray(floats),), lambda: hubers(floats)),
        _scalar("collatz, 350 iterations", collatz, collatz_by_hand, 77031),
        _scalar("primes below 20,000", primes, primes_by_hand, 20_000),
    ]
    return found + [_mapped(name, plain, hand, given) for name, (plain, hand, given, _) in cases().items()]


def _scalar(name: str, plain: Any, by_hand: Any, argument: Any) -> Racer:
    hand, ours = jax.jit(by_hand), ng.function(plain)
    return Racer(
        name, {"Python": lambda: plain(argument), "by hand": lambda: hand(argument), "nbgraph": lambda: ours(argument)}
    )


def _mapped(name: str, plain: Any, by_hand: Any, given: tuple[Any, ...], numpy: Any = None) -> Racer:
    hand, ours = (jax.jit(jax.vmap(each)) for each in (by_hand, ng.convert(plain)))
    columns = [np.asarray(each).tolist() for each in given]
    forms = {
        "Python": lambda: [plain(*each) for each in zip(*columns, strict=True)],
        "NumPy": numpy,
        "by hand": lambda: hand(*given),
        "nbgraph": lambda: ours(*given),
    }
    return Racer(name, {column: form for column, form in forms.items() if form is not None})


def seconds(racer: Racer) -> dict[str, float]:
    """The best time of each form; their results are compared first."""
    start = time.perf_counter()
    expected = np.asarray(racer.forms["Python"]())
    best = {"Python": time.perf_counter() - start}
    others = {column: form for column, form in racer.forms.items() if column != "Python"}
    for column, form in others.items():
        _compare(racer.name, column, np.asarray(form()), expected)
    for _ in range(RUNS):
        for column, form in others.items():
            start = time.perf_counter()
            jax.block_until_ready(form())
            best[column] = min(best.get(column, np.inf), time.perf_counter() - start)
    return best


def _compare(name: str, column: str, result: Any, expected: Any) -> None:
    """Refuse a result that is another one; single precision moves the border of the Mandelbrot set a little."""
    close = np.isclose(result, expected, rtol=1e-4, atol=1e-5).mean()
    if close < (0.995 if expected.shape else 1):
        raise ValueError(f"{name}, {column}: {100 * (1 - close):.2f} % of the results differ from Python's")


def table() -> str:
    """The times by hand, and the other forms relative to them, as a table of Markdown."""
    lines = ["| program | by hand | Python | NumPy | nbgraph |", "| --- | --- | --- | --- | --- |"]
    for racer in racers():
        best = seconds(racer)
        base = best["by hand"]
        shares = [f"{best[each] / base:.3g} ×" if each in best else "" for each in ("Python", "NumPy", "nbgraph")]
        lines.append(f"| {racer.name} | {base * 1e3:.3g} ms | {' | '.join(shares)} |")
    versions = f"Python {platform.python_version()}, JAX {jax.__version__}, NumPy {np.__version__}"
    return "\n".join([*lines, "", f"{jax.devices()[0].device_kind}, {platform.machine()}; {versions}"])


if __name__ == "__main__":
    print(table())
