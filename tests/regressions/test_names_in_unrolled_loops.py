"""What an iteration of an unrolled loop chooses had the last one's names: `return ps[1]` of the first item."""

from __future__ import annotations

from typing import Any

import nbgraph as ng


def sorted_once(a: int, b: int, c: int) -> Any:
    ps = [a, b, c]
    for j in range(2):
        if ps[j] < ps[j + 1]:
            ps[j], ps[j + 1] = ps[j + 1], ps[j]
    return ps[0] * 2, ps


def test_no_item_is_called_by_the_number_of_another() -> None:
    code = ng.to_code(sorted_once, 1, 2, 3)
    assert "ps = jnp.where(test, b, a)" in code and "ps[" not in code
    assert not {"ps[0]", "ps[1]", "ps[2]"} & {
        name for node in ng.graph(sorted_once, 1, 2, 3).nodes for name in node.names
    }
