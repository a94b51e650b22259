"""Subsets, each made of one found so far: the outer list outgrows its first room, and its rows stay short.

Each row once got as many places as the outer list, 8,192 x 98,304 numbers for 12 items, copied for every item.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import nbgraph as ng

Subsets = Callable[[list[int]], list[list[int]]]


def rebound(xs):
    out = [[]]
    for x in xs:
        out = out + [s + [x] for s in out]  # noqa: RUF005
    return out


def extended(xs):
    out = [[]]
    for x in xs:
        out += [s + [x] for s in out]  # noqa: RUF005
    return out


@pytest.mark.parametrize("subsets", [rebound, extended])
def test_rows_have_room_for_their_own_items_alone(subsets: Subsets) -> None:
    compiled: Any = ng.function(subsets)
    for n in (12, 12, 3, 0):
        xs = [7 * k % 10 for k in range(n)]
        assert compiled(xs) == subsets(xs)
    widths = [each.aval.shape[1] for each in compiled.trace([*range(12)]).jaxpr.outvars if each.aval.ndim == 2]
    assert widths, "the subsets are no rows of an array"
    assert max(widths) <= 20
