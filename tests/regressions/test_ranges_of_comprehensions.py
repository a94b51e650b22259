"""The length of a comprehension's range bore the name of its variable: `i`, which is never that."""

from __future__ import annotations

from typing import Any

import nbgraph as ng


def squares(n: Any) -> Any:
    return sum(i * i for i in range(n))


def test_a_range_is_not_called_by_what_goes_through_it() -> None:
    labels = {node.id: node.label for node in ng.graph(squares, 4).nodes}
    values = [value for step in ng.trace_values(squares, 4).steps for value in step.nodes]
    assert "range(n)" in labels.values()
    assert not any(labels.get(value.node) == "i" and value.text == "4" for value in values)


def counted(n: Any) -> Any:
    count = 0
    for k in range(n):
        count += sum(i * k for i in range(k))
    return count


def test_what_a_sum_has_found_so_far_is_not_called_by_its_item() -> None:
    """`i * i` stood at 14 where it is 9; and the counter of a loop that is over is ahead of `i`."""
    labels = {node.id: node.label for node in ng.graph(squares, 4).nodes}
    found: dict[str, list[str]] = {}
    for value in (each for step in ng.trace_values(squares, 4).steps for each in step.nodes):
        found.setdefault(labels[value.node], []).append(value.text)
    assert found["sum(…)"] == ["0", "1", "5", "14", "14"]
    assert "i * i" not in found or found["i * i"] == ["0", "1", "4", "9"]
    assert "count += sum(…)" in {node.label for node in ng.graph(counted, 4).nodes}
