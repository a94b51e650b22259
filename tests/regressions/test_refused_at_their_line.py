"""What a graph would do otherwise than Python, a call refuses at its line; and what it does alike, it does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import nbgraph as ng
from nbgraph.core.errors import NbgraphError


def numpys_class(v):
    return type(v) is np.ndarray


def jaxs_instance(v):
    return isinstance(v, (int, jax.Array))


def walk_over_a_function(n):
    k = [0]

    def step():
        k[0] += 1
        return k[0]

    for v in iter(step, 5):
        if v > n:
            break
    return k[0]


def generator_that_notes(n):
    seen = []
    noted = (seen.append(i) or i for i in range(5))
    for v in noted:
        if v >= n:
            break
    return seen


def unnamed_generator_of_a_helper(n):
    seen = []

    def noted(i):
        seen.append(i)
        return i

    for _, v in enumerate(noted(i) for i in range(5)):
        if v >= n:
            break
    return seen


def generator_in_any(n):
    seen = []

    def noted(i):
        seen.append(i)
        return i

    return any(v >= n for v in (noted(i) for i in range(5))), len(seen)


def until_a_run_time_value(n):
    k = 0

    def step():
        nonlocal k
        k += n
        return k

    found = 0
    for v in iter(step, 6):
        found += v
    return found


def sought_in_a_generator(n):
    return n in (i * i for i in range(5))


def list_in_a_tuple(n):
    p = [0]
    t = (p, p)
    for _ in range(n):
        t[0][0] += 1
    return t[1]


def array_kept(n):
    cur, best = np.zeros(2), np.zeros(2)
    for i in range(n):
        cur[0] += 1
        if i == 1:
            best = cur
    return best[0]


def array_listed(n):
    cur, seen = np.zeros(2), []
    for _ in range(n):
        cur[0] += 1
        seen.append(cur)
    return seen[1][0]


CASES: tuple[tuple[Callable[..., Any], Any, int], ...] = (
    (numpys_class, jnp.ones(3), 1),
    (jaxs_instance, np.ones(3), 1),
    (walk_over_a_function, 2, 7),
    (generator_that_notes, 2, 3),
    (unnamed_generator_of_a_helper, 2, 7),
    (generator_in_any, 2, 7),
    (until_a_run_time_value, 2, 9),
    (sought_in_a_generator, 9, 1),
    (list_in_a_tuple, 3, 4),
    (array_kept, 3, 3),
    (array_listed, 3, 3),
)


@pytest.mark.parametrize(("function", "argument", "line"), CASES, ids=[function.__name__ for function, *_ in CASES])
def test_a_call_is_refused_at_the_line(function: Callable[..., Any], argument: Any, line: int) -> None:
    with pytest.raises(NbgraphError) as caught:
        ng.function(function)(argument)
    assert caught.value.span is not None and caught.value.remedy
    within = caught.value.span.line - function.__code__.co_firstlineno
    assert abs(within - line) <= 1  # of an assignment in a loop, the loop


def asks_for_both(v):
    return isinstance(v, (np.ndarray, jax.Array))


def same_order(n):
    d = {"a": 1, "b": 2}
    for _ in range(n):
        d = {"a": d["b"], "b": d["a"]}
    return list(d)


def sorted_by_jax(n):
    d = {"a": 1, "b": 2}
    for _ in range(n):
        d = jax.tree.map(lambda v: v + 1, d)
    return d


def walk_to_its_end(n):
    k = [0]

    def step():
        k[0] += 1
        return k[0]

    return sum(v * n for v in iter(step, 5))


def step_by_step(n):
    k = found = 0

    def step():
        nonlocal k
        k += n
        return k

    while True:
        v = step()
        if v == 6:
            break
        found += v
    return found


def sought_by_any(n):
    return any(i * i == n for i in range(5))


def list_by_its_name(n):
    p = [0]
    for _ in range(n):
        p[0] += 1
    return p, p


def array_copied(n):
    cur, best = np.zeros(2), np.zeros(2)
    for i in range(n):
        cur[0] += 1
        if i == 1:
            best = cur.copy()
        if i == 2:
            best = cur
            break
    return best[0]


NOTHING = [
    step_by_step,
    sought_by_any,
    asks_for_both,
    same_order,
    sorted_by_jax,
    walk_to_its_end,
    list_by_its_name,
    array_copied,
]


@pytest.mark.parametrize(
    ("function", "argument"),
    [(function, np.ones(3) if function is asks_for_both else 3) for function in NOTHING],
    ids=lambda each: getattr(each, "__name__", ""),
)
def test_what_is_right_gives_what_python_gives(function: Callable[..., Any], argument: Any) -> None:
    assert ng.function(function)(argument) == function(argument)
