"""Written tuples are compared item by item, as Python does it, also where an item is no number."""

from __future__ import annotations

import math
from typing import Any

import nbgraph as ng


def orders(a: Any, b: Any, c: Any, d: Any) -> Any:
    return (a, b) < (c, d), (a, b) <= (c, d), (a, b) > (c, d), (a, b) >= (c, d)


def longer(a: Any, b: Any, c: Any) -> Any:
    return (a, b, c) >= (c, b, a), ("x", a) < ("x", b), ("x", a) > ("y", b), (1, a) <= (1.0, b)


def test_orders() -> None:
    nan = math.nan
    graph, of_three = ng.function(orders), ng.function(longer)
    for call in ((1, 2, 3, 4), (1, 2, 1, 2), (1, 3, 1, 2), (2, 0, 1, 9)):
        assert graph(*call) == orders(*call)
        assert of_three(*call[:3]) == longer(*call[:3])
    for floats in ((1.0, nan, 1.0, 2.0), (1.0, 2.0, 3.0, nan), (3.0, nan, 1.0, nan), (nan, 1.0, 2.0, 1.0)):
        assert graph(*floats) == orders(*floats)
