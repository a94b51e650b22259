"""A short list of numbers as an argument under the user's own `jax.jit`: what `ng.function` did with it was refused.

`xs[:]` to sort a copy, `xs.index(max(xs))`, `xs.count(2)`: there the list is Python's own, with traced items. It is
lent in a buffer now, as long ones are, if the call neither changes nor keeps it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import pytest

import nbgraph as ng


def sorted_copy(xs: Any) -> Any:
    xs = xs[:]
    for i in range(1, len(xs)):
        key, j = xs[i], i - 1
        while j >= 0 and xs[j] > key:
            xs[j + 1] = xs[j]
            j -= 1
        xs[j + 1] = key
    return xs


def jumps(offsets: Any) -> Any:
    at = steps = 0
    memory = offsets[:]
    while 0 <= at < len(memory):
        jump = memory[at]
        memory[at] += 1
        at += jump
        steps += 1
    return steps


def asked(xs: Any) -> Any:
    return xs.index(max(xs)), xs.count(2), sum(xs)


def of_rows(table: Any) -> Any:
    best = max(range(len(table)), key=lambda k: sum(table[k]))
    row = table[best][:]
    row[0] = 9
    return best, row, table


def with_more(xs: Any) -> Any:
    found = xs + xs[:1]
    if found[0] > 1:
        found.pop(0)
    return len(found)


CALLS: list[tuple[Callable[..., Any], list[Any]]] = [
    (sorted_copy, [[3, 1, 2], [1], [5, 5, 4, 3], [2.5, 0.5]]),
    (jumps, [[0, 3, 0, 1, -3], [1, 1]]),
    (asked, [[5, 3, 8], [2, 2]]),
    (of_rows, [[[1, 2], [3, 4]], [[5, 6], [2, 1]]]),
    (with_more, [[3, 1], [0, 1]]),
]


@pytest.mark.parametrize(("function", "arguments"), CALLS)
def test_a_short_list_is_read_as_under_ng_function(function: Callable[..., Any], arguments: list[Any]) -> None:
    compiled = jax.jit(ng.convert(function))
    for argument in (*arguments, *arguments):
        assert jax.tree.map(float, compiled(argument)) == jax.tree.map(float, function(argument))


@pytest.mark.parametrize("change", [lambda xs, i: xs.sort(), lambda xs, i: xs.__setitem__(i, 7)])
def test_a_change_of_the_callers_list_is_still_refused(change: Callable[..., Any]) -> None:
    def changed(xs: Any, i: Any) -> Any:
        change(xs, i)
        return xs[0]

    with pytest.raises(ng.NbgraphError):
        jax.jit(ng.convert(changed))([5, 3, 8], 1)


def test_a_change_that_the_code_around_it_sees_is_not_lost() -> None:
    def helper(xs: Any) -> Any:
        at = xs.index(max(xs))
        xs.append(at)
        return at

    def whole(n: Any) -> Any:
        xs = [n, n + 2, n + 1]
        at = ng.convert(helper)(xs)
        return at, len(xs)

    try:
        found = jax.jit(whole)(3)
    except ng.NbgraphError:
        return
    assert tuple(map(int, found)) == whole(3)
