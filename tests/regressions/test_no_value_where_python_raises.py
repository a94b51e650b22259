"""A step showed `-2` for `km // hours` with hours 0, before the handler ran: Python has no value there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import nbgraph as ng

NONE = "no value (ZeroDivisionError)"


def travel(km: Any, hours: Any) -> Any:
    try:
        speed = km // hours
    except ZeroDivisionError:
        speed = 0
    return speed * 2


def rates(total: Any, n: Any) -> Any:
    for i in range(n):
        try:
            total = total + (total + 1) // (i - 1)
        except ZeroDivisionError:
            total = total + 100
    return total


def per_head(total: Any, n: Any) -> Any:
    return (total + 1) // n + 2


def values(function: Callable[..., Any], *arguments: Any) -> list[list[str]]:
    """What the boxes of each line that raises have, in order."""
    steps = ng.trace_values(function, *arguments).steps
    texts = [[each.text for each in step.nodes] for step in steps]
    return [found for found in texts if NONE in found]


@pytest.mark.parametrize(
    ("function", "arguments", "others"),
    [(travel, (120, 0), []), (rates, (7, 3), ["0"]), (per_head, (7, 0), ["8"])],
)
def test_what_raises_has_no_value_and_its_operands_have(
    function: Callable[..., Any], arguments: tuple[Any, ...], others: list[str]
) -> None:
    (found,) = values(function, *arguments)
    assert set(others) <= set(found) and "-2" not in found


def test_a_run_that_raises_nothing_has_all_values() -> None:
    assert values(travel, 120, 4) == []
    assert "30" in [each.text for step in ng.trace_values(travel, 120, 4).steps for each in step.nodes]
