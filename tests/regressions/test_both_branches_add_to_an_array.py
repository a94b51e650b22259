"""`total += row` in one branch and `total -= row` in the other: both change an array, and each reads it as it was.

Branches that are cheap are both computed, and one result is selected: the change in one branch was taken for a change
of the array that the other branch reads.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import numpy as np
import pytest

import nbgraph as ng


def signed_sum(rows: Any) -> Any:
    total = jnp.zeros(3)
    for row in rows:
        if row[0] > row[1]:
            total += row
        else:
            total -= row
    return total


def three_branches(rows: Any) -> Any:
    total = rows[0] * 2
    if rows[0, 0] > 1:
        total += 1
    elif rows[0, 0] > 0:
        total -= 1
    else:
        total *= 3
    return total


def two_conditions(rows: Any) -> Any:
    total = rows[0] * 2
    if rows[0, 0] > rows[1, 1]:
        if rows[0, 1] > 2:
            total += 1
        else:
            total -= 1
    else:
        total = total * 3 - total
    return total


ROWS = np.array([[1.0, 2.0, 3.0], [5.0, 4.0, 6.0]], np.float32)


@pytest.mark.parametrize("fn", [signed_sum, three_branches, two_conditions], ids=lambda fn: fn.__name__)
def test_each_branch_changes_the_array_as_it_was(fn: Callable[..., Any]) -> None:
    for rows in (ROWS, ROWS[::-1].copy(), -ROWS):
        assert np.asarray(ng.function(fn)(rows)).tolist() == np.asarray(fn(rows)).tolist()


def add_or_double(array: Any, more: Any) -> Any:
    if more > 1:
        array += 1
    else:
        array = array * 2
    return array


def by_two_calls(x: Any, more: Any, later: Any) -> Any:
    total = x * 2
    keep = total
    first = add_or_double(total, more)
    return first, add_or_double(keep, later)


def in_two_iterations(x: Any, choices: Any) -> Any:
    total = x * 2
    keep, out = total, x
    for more in choices:
        if more > 1:
            total += 1
        else:
            out = keep * 2
    return total, out


@pytest.mark.parametrize("fn, args", [(by_two_calls, (3, 0)), (in_two_iterations, ([3, 0],))])
def test_the_other_branch_at_another_time_sees_the_change(fn: Callable[..., Any], args: Any) -> None:
    with pytest.raises(ng.StagingError, match="the same array is used under another name"):
        ng.function(fn)(np.arange(3.0), *args)
