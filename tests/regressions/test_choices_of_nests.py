"""What a nest of choices gives was called `False or merge`, and what an outer branch hands on of it `merge`."""

from __future__ import annotations

from typing import Any

import numpy as np

import nbgraph as ng


def slow(a: Any) -> Any:
    while a < 10:
        a = a * 2
    return a


def found(xs: Any, b: Any) -> Any:
    for x in xs:
        if x > 1:
            if slow(x) > b and slow(b) > x:
                return slow(x) == 16
            elif slow(b) == 16:  # noqa: RET505
                return True
    return False


def asked(a: Any, b: Any) -> Any:
    return a > 1 and ((b > 1 and slow(a) > 12) or slow(b) > 3)


def test_no_value_is_called_a_merge() -> None:
    for function, arguments in ((found, (np.array([1, 2]), 2)), (asked, (2, 3))):
        nodes = ng.graph(function, *arguments).nodes
        assert [node.label for node in nodes if "merge" in node.label and node.role != "merge"] == []
