"""What the iteration budget costs: the notebooks' programs with it and without, and loops against hand-written `lax`.

Target: 1.10 times, the median of the notebooks' programs that loop. A whole call is measured. A short one's budget is
in the call and not in the loop: its result is waited for, and the table of failures looked at.
"""

from __future__ import annotations

import statistics
from functools import partial
from typing import Any

import jax

import nbgraph as ng
from bench import by_hand
from bench.call_overhead import samples
from bench.figure import Figure
from bench.lessons import lessons
from bench.programs import collatz, newton

TARGET = 1.10


def all_steps(n: Any) -> Any:
    """Collatz steps of all numbers below `n`: short loops in a long one."""
    total, i = 0, 1
    while i < n:
        a = i
        while a != 1:
            if a % 2 == 0:  # noqa: SIM108
                a = a // 2
            else:
                a = 3 * a + 1
            total = total + 1
        i = i + 1
    return total


def all_steps_by_hand(n: Any) -> Any:
    """`all_steps` in JAX."""

    def inner(state: Any) -> Any:
        a, total = state
        return jax.lax.cond(a % 2 == 0, lambda: a // 2, lambda: 3 * a + 1), total + 1

    def outer(state: Any) -> Any:
        i, total = state
        return i + 1, jax.lax.while_loop(lambda s: s[0] != 1, inner, (i, total))[1]

    return jax.lax.while_loop(lambda s: s[0] < n, outer, (1, 0))[1]


PAIRS = {
    "collatz(6171), 261 rounds": (collatz, by_hand.collatz, 6171),
    "newton(1e30), 55 rounds": (newton, by_hand.newton, 1e30),
    "nested, 3,000 loops of 70 rounds": (all_steps, all_steps_by_hand, 3000),
}


def figures() -> list[Figure]:
    """Ratios of the whole call: of the medians where the same program runs with the budget and without, else best."""
    found, ratios = [], []
    for lesson in lessons():
        counted, free = ng.function(lesson.function), ng.function(lesson.function, max_iterations=None)
        try:
            counted(*lesson.arguments)
        except Exception:  # a lesson on an error, or one that needs an option of its line or another cell's values
            continue
        one, two = samples(*(partial(each, *lesson.arguments) for each in (counted, free)))
        found.append(Figure(f"{lesson.name} of {lesson.file}, with budget / without", one.median / two.median, "x"))
        if lesson.loops:
            ratios.append(one.median / two.median)
    name = f"median of the {len(ratios)} that loop, with budget / without"
    found.append(Figure(name, statistics.median(ratios), "x", TARGET))
    for name, (plain, best, argument) in PAIRS.items():
        hand, counted = jax.jit(best), ng.function(plain)
        free = ng.function(plain, max_iterations=None)
        one, two, three = samples(*(partial(each, argument) for each in (counted, free, hand)))
        found.append(Figure(f"{name}, with budget / without", one.minimum / two.minimum, "x"))
        found.append(Figure(f"{name}, with budget / by hand", one.minimum / three.minimum, "x"))
        found.append(Figure(f"{name}, without budget / by hand", two.minimum / three.minimum, "x"))
    return found
