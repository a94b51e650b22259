"""The test of a helper's `while n:`, which makes a truth value of a number, is not shown as the helper's call."""

from __future__ import annotations

import nbgraph as ng


def halvings(n: int) -> int:
    count = 0
    while n:
        n //= 2
        count += 1
    return count


def doubled(n: int) -> int:
    found = halvings(n)
    return 2 * found


def test_no_operation_of_the_helper_bears_the_name_of_its_call() -> None:
    nodes = ng.graph(doubled, 19).nodes
    assert [node.label for node in nodes if "halvings(n)" in node.label] == []
