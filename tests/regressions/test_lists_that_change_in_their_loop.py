"""A loop over a list that its rounds change: it walks over what the list holds by then, as Python's does.

The items, and how many there are, were taken when the loop began; and a list that got a run-time length in a round
ended its loop.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import pytest

import nbgraph as ng
from tests.core.printing.test_pasted import pasted
from tests.programs import oracle


def grows(n: Any) -> Any:
    k = [i for i in range(n)]  # noqa: C416 - of run-time length, here and below
    s = 0
    for x in k:
        s += x
        if len(k) < 8:
            k.append(1)
    return k, s


def shrinks(n: Any) -> Any:
    k = [i for i in range(n)]  # noqa: C416
    s = 0
    for x in k:
        s = s * 10 + x
        k.pop()
    return k, s


def next_item_changes(n: Any) -> Any:
    k = [i for i in range(n)]  # noqa: C416
    s = 0
    for i, x in enumerate(k):
        s = s * 10 + x
        if i + 1 < len(k):
            k[i + 1] = 7
    return k, s


def through_another_name(n: Any) -> Any:
    k = [i for i in range(n)]  # noqa: C416
    m, s = k, 0
    for x in k:
        if len(m) < 8:
            m.append(x)
        s += 1
    return k, s


def gets_a_run_time_length(n: Any) -> Any:
    k, s = [1, 2, 3], 0
    for x in k:
        s = s * 10 + x
        if x < n and len(k) < 6:
            k.append(n)
    return k, s


def loses_a_found_item(n: Any) -> Any:
    k = [n, 1, 2, 3]
    for x in k:
        if x == 1:
            k.remove(x)
    return k


def left_by_break(n: Any) -> Any:
    k = [n]
    for x in k:
        if x <= 1:
            break
        k.append(x // 2 if x % 2 == 0 else 3 * x + 1)
    else:
        k.append(-5)
    return k


def primes(n: Any) -> Any:
    found = [2]
    for k in range(3, n):
        for p in found:
            if k % p == 0:
                break
        else:
            found.append(k)
    return found


def known_length(n: Any) -> Any:
    k = []
    for i in range(12):
        k.append(i * n)
    for _ in range(7):
        k.pop()
    s = 0
    for x, y in zip(k, range(30), strict=False):
        s = s * 3 + x * y
        if x < 3 and len(k) < 9:
            k.append(x + 1)
    for i, x in enumerate(k):
        k[i] = x + 1
        if i + 1 < len(k):
            k[i + 1] += 10 * x
    return k, s


@pytest.mark.parametrize(
    "function",
    [
        grows,
        shrinks,
        next_item_changes,
        through_another_name,
        gets_a_run_time_length,
        loses_a_found_item,
        left_by_break,
        primes,
        known_length,
    ],
)
def test_like_python(function: Callable[..., Any]) -> None:
    converted = ng.function(function)
    for n in (0, 3, 5):
        python, graph = oracle.in_python(function, (n,)), oracle.observe(converted, (n,))
        assert oracle.disagreement(python, graph) == "", n


def test_a_queue_that_is_walked_over() -> None:
    def reached(g: Any, start: Any) -> Any:
        queue = [start]
        for u in queue:
            for v in range(4):
                if g[u, v] > 0 and v not in queue:
                    queue.append(v)
        return queue

    g = jnp.array([[0, 1, 1, 0], [0, 0, 0, 1], [0, 0, 0, 1], [0, 0, 0, 0]])
    assert ng.function(reached)(g, 0) == [0, 1, 2, 3]
    assert ng.function(reached)(g, 2) == [2, 3]


def test_printed_code_follows_them() -> None:
    made = pasted(ng.to_code(grows, 3), "grows")
    for n in (3, 0, 5):
        assert oracle.disagreement(oracle.in_python(grows, (n,)), oracle.observe(made, (n,))) == ""


def test_a_loop_that_never_ends_has_a_budget() -> None:
    def forever(n: Any) -> Any:
        k = [i for i in range(n)]  # noqa: C416
        for x in k:
            k.append(x)
        return k

    with pytest.raises(ng.NbgraphError) as error:
        ng.function(max_iterations=1000)(forever)(1)
    assert error.value.id == "iteration-budget"


def test_an_iterator_over_a_list_of_pythons_is_refused() -> None:
    def counted(n: Any) -> Any:
        k = [1, 2, 3]
        for i, x in enumerate(k):
            if x == n:
                k.insert(0, i)
            if i > 4:
                break
        return k

    assert oracle.fault(oracle.observe(ng.function(counted), (2,)).error, "list-length-unknown") == ""
