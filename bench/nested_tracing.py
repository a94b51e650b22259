"""What tracing six nested loops costs, against the same loops written by hand in `lax`. Target: 3 times.

Each pair is traced alternately in one run, and the medians are compared: `jax.make_jaxpr` of the converted function,
its conversion made before, and of the function an expert would have written.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Any

import jax

import nbgraph as ng
from bench.figure import Figure

TARGET = 3.0
RUNS = 25
ARGUMENTS = (3, 1)


def for_loops(n: Any, s: Any) -> Any:
    """Six `for` loops."""
    for i in range(n):
        for j in range(n):
            for k in range(n):
                for p in range(n):
                    for q in range(n):
                        for r in range(n):
                            s = s + (i + j + k) * (p + q + r)
    return s


def for_loops_by_hand(n: Any, s: Any) -> Any:
    """`for_loops` in JAX."""

    def level(outer: tuple[Any, ...], s: Any) -> Any:
        if len(outer) == 6:
            i, j, k, p, q, r = outer
            return s + (i + j + k) * (p + q + r)
        return jax.lax.fori_loop(0, n, lambda i, s: level((*outer, i), s), s)

    return level((), s)


def while_loops(n: Any, s: Any) -> Any:
    """Six `while` loops."""
    i = 0
    while i < n:
        j = 0
        while j < n:
            k = 0
            while k < n:
                p = 0
                while p < n:
                    q = 0
                    while q < n:
                        r = 0
                        while r < n:
                            s = s + (i + j + k) * (p + q + r)
                            r = r + 1
                        q = q + 1
                    p = p + 1
                k = k + 1
            j = j + 1
        i = i + 1
    return s


def while_loops_by_hand(n: Any, s: Any) -> Any:
    """`while_loops` in JAX."""

    def level(outer: tuple[Any, ...], s: Any) -> Any:
        if len(outer) == 6:
            i, j, k, p, q, r = outer
            return s + (i + j + k) * (p + q + r)

        def body(state: Any) -> Any:
            k, s = state
            return k + 1, level((*outer, k), s)

        return jax.lax.while_loop(lambda state: state[0] < n, body, (0, s))[1]

    return level((), s)


def promoted(n: Any, s: Any) -> Any:
    """Six `for` loops whose sum turns out to be a float."""
    for i in range(n):
        for j in range(n):
            for k in range(n):
                for p in range(n):
                    for q in range(n):
                        for r in range(n):
                            s = s + 0.5 * (i + j + k) * (p + q + r)
    return s


def promoted_by_hand(n: Any, s: Any) -> Any:
    """`promoted` in JAX: the expert knows that it is one."""

    def level(outer: tuple[Any, ...], s: Any) -> Any:
        if len(outer) == 6:
            i, j, k, p, q, r = outer
            return s + 0.5 * (i + j + k) * (p + q + r)
        return jax.lax.fori_loop(0, n, lambda i, s: level((*outer, i), s), s)

    return level((), s * 1.0)


def with_breaks(n: Any, s: Any) -> Any:
    """Six `for` loops, each with a `break`."""
    for i in range(n):
        if i > s:
            break
        for j in range(n):
            if j > s:
                break
            for k in range(n):
                if k > s:
                    break
                for p in range(n):
                    if p > s:
                        break
                    for q in range(n):
                        if q > s:
                            break
                        for r in range(n):
                            if r > s:
                                break
                            s = s + (i + j + k) * (p + q + r)
    return s


def with_breaks_by_hand(n: Any, s: Any) -> Any:
    """`with_breaks` in JAX, as an expert would: the condition of the `break` in that of the loop."""

    def level(outer: tuple[Any, ...], s: Any) -> Any:
        if len(outer) == 6:
            i, j, k, p, q, r = outer
            return s + (i + j + k) * (p + q + r)

        def body(state: Any) -> Any:
            k, s = state
            return k + 1, level((*outer, k), s)

        return jax.lax.while_loop(lambda state: (state[0] < n) & (state[0] <= state[1]), body, (0, s))[1]

    return level((), s)


def with_late_breaks(n: Any, s: Any) -> Any:
    """Four `while True`, each left at its end: that their tests are traced shows only after a round."""
    i = 0
    while True:
        j = 0
        while True:
            k = 0
            while True:
                p = 0
                while True:
                    s = s + (i + j) * (k + p)
                    p = p + 1
                    if p >= n:
                        break
                k = k + 1
                if k >= n:
                    break
            j = j + 1
            if j >= n:
                break
        i = i + 1
        if i >= n:
            break
    return s


def with_late_breaks_by_hand(n: Any, s: Any) -> Any:
    """`with_late_breaks` in JAX, with a flag."""

    def level(outer: tuple[Any, ...], s: Any) -> Any:
        if len(outer) == 4:
            i, j, k, p = outer
            return s + (i + j) * (k + p)

        def body(state: Any) -> Any:
            _, k, s = state
            s = level((*outer, k), s)
            return k + 1 < n, k + 1, s

        return jax.lax.while_loop(lambda state: state[0], body, (True, 0, s))[2]

    return level((), s)


PAIRS: dict[str, tuple[Callable[..., Any], Callable[..., Any]]] = {
    "6 nested for": (for_loops, for_loops_by_hand),
    "6 nested while": (while_loops, while_loops_by_hand),
    "6 nested for, promoted": (promoted, promoted_by_hand),
    "6 nested for, each with a break": (with_breaks, with_breaks_by_hand),
    "4 nested while True, left at the end": (with_late_breaks, with_late_breaks_by_hand),
}


def seconds(function: Callable[..., Any]) -> float:
    """The time of one trace that no cache knows."""
    start = time.perf_counter()
    jax.make_jaxpr(lambda *arguments: function(*arguments))(*ARGUMENTS)
    return time.perf_counter() - start


def figures() -> list[Figure]:
    """The medians of both, and their ratio."""
    found = []
    for name, (plain, by_hand) in PAIRS.items():
        converted = ng.convert(plain)
        times = [(seconds(converted), seconds(by_hand)) for _ in range(RUNS)][2:]
        ours, theirs = (statistics.median(column) for column in zip(*times, strict=True))
        found.append(Figure(f"trace {name}", ours * 1e3, "ms"))
        found.append(Figure(f"trace {name}, converted / by hand", ours / theirs, "x", TARGET))
    return found
