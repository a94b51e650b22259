"""`while i < 10` that counts by `i += 1` and may be left: a loop in the graph, not two of which one is unused."""

from __future__ import annotations

from typing import Any

import jax
import pytest

import nbgraph as ng


def left_by_return(n: Any) -> Any:
    count = 0
    while count < 10:
        if n == 0:
            return count
        n = n // 2
        count += 1
    return count


def left_by_break(n: Any) -> Any:
    count = 0
    while count < 10:
        if n == 0:
            break
        n = n // 2
        count += 1
    return count


def counts_by_another_step(n: Any) -> Any:
    count = 0
    while count < 10:
        if n > 3:
            count += 5
        n = n * 2
        count += 1
    return n


@pytest.mark.parametrize("function", [left_by_return, left_by_break, counts_by_another_step])
def test_one_loop(function: Any) -> None:
    program = str(jax.make_jaxpr(ng.convert(function))(5))
    assert (program.count("scan["), program.count("while[")) == (0, 1)
    for n in (0, 5, 4000):
        assert ng.function(function)(n) == function(n)
